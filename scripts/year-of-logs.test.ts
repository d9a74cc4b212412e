// Compares what a buyer, a second verifier and a person who watches the log find in a year of a shop's logs. `LOG_DAYS`:
// 365 in `npm run test:long`, a month in `npm test`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bothOf } from '../src/testing/proofs/both-verifiers.ts';
import { openLyingShop, type LyingShop } from '../src/testing/proofs/lying-shop.ts';
import { yearOfLogs, type Year } from '../src/testing/proofs/year-of-logs.ts';
import { watchLog } from './monitor.ts';

const DAYS = Number(process.env['LOG_DAYS'] ?? 30);
const TIMEOUT_MS = 60_000 + DAYS * 5_000;
const honest = yearOfLogs(DAYS);
/** The numbers of the drops that can contain a card which was retired earlier. */
const numbers = Array.from({ length: honest.drops }, (_, index) => index + 1).filter(
  (number) => honest.labelBefore(number) !== undefined,
);

let shop: LyingShop;
const folder = mkdtempSync(join(tmpdir(), 'year-'));
beforeAll(async () => {
  shop = await openLyingShop();
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

/**
 * The state of check V8 for a shop's log in the evening of a day. The two verifiers and the watcher must agree on it.
 */
async function verdict(year: Year, day: number, watcher: string): Promise<string> {
  const { log, proof, now } = year.evening(day);
  const found = bothOf({ log, proof, now }) as Record<string, string>;
  shop.serve(log);
  const code = await watchLog(shop.address, join(folder, watcher), () => {});
  expect(code, `the watcher on day ${day}`).toBe(found['V8'] === 'red' ? 1 : 0);
  return found['V8']!;
}

test(
  `a buyer, a second verifier and a watcher agree on ${DAYS} days of an honest log with retired cards`,
  async () => {
    const seen = new Set<string>();
    for (let day = 0; day <= DAYS; day += 1) seen.add(await verdict(honest, day, 'honest'));
    // Amber is right while a drop is on sale, because not all of its packs are shown yet.
    expect([...seen].toSorted()).toEqual(['amber', 'green']);
  },
  TIMEOUT_MS,
);

test(
  'they find a retired card in each drop, and a certification that is used again',
  async () => {
    expect(numbers.length).toBeGreaterThan(1);
    for (const drop of numbers) {
      const lies = [{ label: honest.labelBefore(drop)! }, { certification: `FF-Y-${drop - 1}-3` }];
      for (const [index, pack] of lies.entries()) {
        const year = yearOfLogs(DAYS, { drop, pack });
        expect(await verdict(year, DAYS, `lie ${drop} ${index}`)).toBe('red');
      }
    }
  },
  TIMEOUT_MS,
);
