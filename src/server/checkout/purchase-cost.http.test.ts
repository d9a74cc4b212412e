// The cost of a purchase for the database, measured in processor time, which is little affected by
// a busy machine (choice 713).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
const MOST_MS = 10;
/**
 * Number of concurrent purchases. With this many, some share a transaction. On a busy machine, even
 * the processor time of these purchases more than doubles.
 */
const BUYERS = 8;
const ROUNDS = 11;
let packId: string;
let buyers: SignedIn[];

beforeAll(async () => {
  const packs = BUYERS * (ROUNDS + 1);
  packId = await stockPackType(shop.context, { packs, purchaseLimit: null });
  buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.signUp(1000)));
});

test('a purchase takes less than 10 ms of the database’s processor time, at the median of eleven rounds of eight buyers', async () => {
  await buyAtOnce(); // each connection plans its statements once
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await spentMs();
    await buyAtOnce();
    const after = await spentMs();
    // Leaves out back-ends that ended during the round, because only idle ones end.
    const spent = [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
    took.push(spent / BUYERS);
  }
  const median = took.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
  // A failure's message lists the time of each round.
  expect({ took, isCheap: median < MOST_MS }).toEqual({ took, isCheap: true });
  // Makes sure that the measurement works at all.
  expect(median).toBeGreaterThan(0.1);
});

async function buyAtOnce(): Promise<void> {
  const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
  const buy = (as: SignedIn) => shop.call('POST', '/payments/purchase-with-balance', { as, body });
  const answers = await Promise.all(buyers.map(buy));
  expect(answers.map(({ status }) => status)).toEqual(buyers.map(() => 200));
}

/** Processor time of each Postgres back-end that serves the shop, since the back-end started. */
async function spentMs(): Promise<Map<number, number>> {
  const { rows } = await shop.owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'felt-and-foil'`,
  );
  return new Map(rows.map(({ pid }) => [pid, processorMsOf(pid)]));
}

function processorMsOf(pid: number): number {
  if (process.platform === 'linux') {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  }
  // Parses minutes, seconds and hundredths.
  const [minutes, seconds] = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], {
    encoding: 'utf8',
  }).split(':');
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}
