// Makes a copy of this shop without one feature of its engine, for `--without`. The difference between the two shops
// shows what the feature is worth.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyShop } from '../kit/copy-shop.ts';

const WITHOUT = {
  /** Each request gets a transaction of its own. */
  sharing: {
    file: 'src/engine/batch-queue.ts',
    line: 'const BATCH_MOST = 16;',
    instead: 'const BATCH_MOST = 1;',
  },
  /** Each statement ends with its own sync message, as in the driver's own pipelining. */
  pipelining: {
    file: 'src/engine/pipeline.ts',
    line: 'this.client.query(pipelined);',
    instead: 'for (const alone of pipelined.apart()) this.client.query(alone);',
  },
};

/** Writes a shop without the feature `what` into an empty folder. Throws if `what` is unknown. */
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
