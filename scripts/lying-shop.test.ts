// Tests that a shop's lies are found by a buyer who checks a proof on the command line, and by a person who watches
// the shop's log. Most tests here call the commands as functions, because a process costs more than the check.
// packproof.test.ts and monitor.test.ts start some processes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aboutProof, aboutWords } from '#domain/packproof/about-proof.ts';
import { checksReport } from '#domain/packproof/check-words.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { verifyPack } from '#domain/packproof/verify.ts';
import { noblePrimitives } from '#verifier/noble-primitives.ts';
import { readLog } from '#verifier/read-log.ts';
import {
  filesOf,
  LIES,
  openLyingShop,
  type Lie,
  type LyingShop,
  UNPROVABLE,
} from '../src/testing/proofs/lying-shop.ts';
import { writeFiles } from '../src/testing/proofs/proof-folder.ts';
import { openSource } from './log-source.ts';
import { watchLog } from './monitor.ts';
import { packproof } from './packproof.ts';

let shop: LyingShop;
const folder = mkdtempSync(join(tmpdir(), 'lies-'));
beforeAll(async () => {
  shop = await openLyingShop();
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

/** Returns what the checks of a proof report if they have the log. */
async function report(own: Map<string, string>): Promise<string> {
  const proof = own.get('packproof.json')!;
  const checks = verifyPack({
    primitives: noblePrimitives,
    chains: KNOWN_CHAINS,
    now: Math.floor(Date.now() / 1000),
    proof,
    mine: own.get('mine.json')!,
    policy: own.get('policy.txt')!,
    log: await readLog(openSource(shop.address)),
  });
  return checksReport(aboutWords(aboutProof(proof)), checks);
}

/** The lines of one check in a report. */
function partOf(says: string, check: string): string {
  return new RegExp(`^${check}  .*\\n(?:    .*\\n)*`, 'm').exec(says)?.[0] ?? '';
}

/** The part of a report that must name the lie. It is the lines of the check that fails, or the whole report. */
function foundIn({ caught }: Lie, says: string): string {
  return 'refused' in caught ? says : partOf(says, caught.check);
}

function sentencesOf({ caught }: Lie): string[] {
  if ('refused' in caught) return [caught.refused];
  const word = caught.state === 'red' ? 'WRONG' : 'THE SHOP’S WORD';
  return [`${caught.check}  ${word}`, caught.says];
}

const named = LIES.map((lie, index) => ({ ...lie, index }));
/** The first lie of each row. */
const first = named.filter((lie) => named.find(({ row }) => row === lie.row) === lie);

describe('the checks of a proof with its log detect a lying shop', () => {
  test.each(named)('lie $row: $title', async (lie) => {
    const told = lie.tell();
    shop.serve(told.log);
    const says = await report(filesOf(told).own).catch(
      (error: unknown) => (error as Error).message,
    );
    for (const sentence of sentencesOf(lie)) expect(foundIn(lie, says)).toContain(sentence);
  });
});

describe('the command line detects a lying shop', () => {
  test.each(first)('lie $row: $title', async (lie) => {
    const told = lie.tell();
    const own = join(folder, `buyer-${lie.index}`);
    writeFiles(own, filesOf(told).own);
    shop.serve(told.log);
    const bring = ['--mine', join(own, 'mine.json'), '--policy', join(own, 'policy.txt')];
    const proof = join(own, 'packproof.json');
    const { code, out, err } = await packproof([proof, ...bring, '--log', shop.address]);
    for (const sentence of sentencesOf(lie)) expect(foundIn(lie, out + err)).toContain(sentence);
    expect(code).toBe('state' in lie.caught && lie.caught.state === 'red' ? 1 : 0);
  });
});

describe('nobody detects what cardboard can’t prove', () => {
  test.each(UNPROVABLE)('$title', async ({ tell }) => {
    const told = tell();
    shop.serve(told.log);
    expect(await report(filesOf(told).own)).toContain('9 of 9 shown.');
    const code = await watchLog(shop.address, join(folder, 'watcher of cardboard'), () => {});
    expect(code).toBe(0);
  });
});

describe('a person who watches its log detects a lying shop', () => {
  test.each(named.filter(({ watched }) => watched !== undefined))(
    'lie $row: $title',
    async ({ tell, watched, index }) => {
      const { log, before } = tell();
      const folderOfWatcher = join(folder, `watcher-${index}`);
      const poll = async () => {
        const said: string[] = [];
        const code = await watchLog(shop.address, folderOfWatcher, (text) =>
          said.push(`${text}\n`),
        );
        return { code, says: said.join('') };
      };
      if (before !== undefined) shop.serve(before);
      const honest = before === undefined ? { code: 0 } : await poll();
      expect(honest.code).toBe(0);
      shop.serve(log);
      const { code, says } = await poll();
      expect(says).toContain(watched);
      // The output contains the text that the log signed, as evidence to show to others.
      expect(says).toContain('— shop.example/log ');
      expect(code).toBe(1);
    },
  );
});
