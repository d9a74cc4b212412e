// This shop without one thing that its engine does, for `--without`: how much that is worth.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyShop } from '../kit/copy-shop.ts';

const WITHOUT = {
  /** Each request in a transaction of its own. */
  sharing: {
    file: 'src/engine/batch-queue.ts',
    line: 'const BATCH_MOST = 16;',
    instead: 'const BATCH_MOST = 1;',
  },
  /** Each statement with an end of its own, as the driver's own pipelining sends it. */
  pipelining: {
    file: 'src/engine/pipeline.ts',
    line: 'this.client.query(pipelined);',
    instead: 'for (const alone of pipelined.apart()) this.client.query(alone);',
  },
};

/** Writes such a shop into an empty folder. Throws for another word. */
export function makeWithout(what: string, folder: string): void {
  if (!Object.hasOwn(WITHOUT, what))
    throw new Error(`--without ${what}: it is one of ${Object.keys(WITHOUT).join(', ')}`);
  const { file, line, instead } = WITHOUT[what as keyof typeof WITHOUT];
  copyShop(folder, ['lab']);
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  if (!source.includes(line)) throw new Error(`${file} no longer has the line: ${line}`);
  writeFileSync(path, source.replace(line, instead));
}
