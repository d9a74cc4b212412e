// Measures what a purchase costs the database. The cost is measured in processor time, because a busy machine affects
// it little.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
const MOST_MS = 10;
/**
 * Number of concurrent purchases. With this many, some purchases share a transaction. On a busy machine, even the
 * processor time of these purchases more than doubles.
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
    // Server processes of Postgres that ended during the round are left out, because only idle processes end.
    const spent = [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
    took.push(spent / BUYERS);
  }
  const median = took.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
  // If this check fails, its message lists the time of each round.
  expect({ took, isCheap: median < MOST_MS }).toEqual({ took, isCheap: true });
  // A median near zero would mean that the measurement does not work.
  expect(median).toBeGreaterThan(0.1);
});

async function buyAtOnce(): Promise<void> {
  const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
  const buy = (as: SignedIn) => shop.call('POST', '/payments/purchase-with-balance', { as, body });
  const responses = await Promise.all(buyers.map(buy));
  expect(responses.map(({ status }) => status)).toEqual(buyers.map(() => 200));
}

/** Returns the processor time of each Postgres process that serves the shop, counted since that process started. */
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
