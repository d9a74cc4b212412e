// Tests that a shop can be stopped while users buy, and that every accepted request gets a response.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../testing/app.ts';
import { AUTH_SECRET, onDatabase, openShop, type ShopProcess } from '../testing/process.ts';
import { stockPackType } from '../testing/stock.ts';

const shop = useTestApp({ AUTH_SECRET });
const running: ShopProcess[] = [];
let packId: string;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 1000, purchaseLimit: null, price: 1 });
});

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

async function open(environment: Record<string, string>): Promise<ShopProcess> {
  const process = await openShop(onDatabase(shop.url, environment));
  running.push(process);
  return process;
}

async function signUpAt({ address }: ShopProcess): Promise<SignedIn> {
  const user = await shop.signUp(100);
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: 'correct horse' }),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return { ...user, accessToken: data.access_token };
}

async function buy({ address }: ShopProcess, buyer: SignedIn): Promise<number> {
  const response = await fetch(`${address}/api/payments/purchase-with-balance`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${buyer.accessToken}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' }),
  });
  await response.text();
  return response.status;
}

/** The status of `/readyz`, or null if no process listens any more. */
async function readiness({ address }: ShopProcess): Promise<number | null> {
  try {
    return (await fetch(`${address}/readyz`)).status;
  } catch {
    return null;
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}

describe('a shop that is asked to stop', () => {
  test('reports so at /readyz first, sells meanwhile, and loses no response', async () => {
    // The process drains for long enough that the test sees it even on a busy machine.
    const process = await open({ DRAIN_SECONDS: '8' });
    const buyers = await Promise.all(Array.from({ length: 4 }, () => signUpAt(process)));
    const responses: { status: number; sentAfterSignal: boolean }[] = [];
    let isTold = false;
    let isTurnedAway = false;
    const buying = buyers.map(async (buyer) => {
      while (!isTurnedAway) {
        const sentAfterSignal = isTold;
        responses.push({ status: await buy(process, buyer), sentAfterSignal });
      }
    });
    await until(async () => responses.length >= 20);
    process.child.kill('SIGTERM');
    isTold = true;
    await until(async () => (await readiness(process)) === 503);
    // A load balancer needs a moment to notice the change. Until it does, it goes on sending requests.
    const before = responses.length;
    await until(async () => responses.length >= before + 20);
    isTurnedAway = true;
    await Promise.all(buying);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(responses.filter(({ sentAfterSignal }) => sentAfterSignal).length).toBeGreaterThan(10);
    expect(await process.ended).toBe(0);
    const { rows } = await shop.owner.query('select count(*)::int as paid from orders');
    expect(rows).toEqual([{ paid: responses.length }]);
  });

  test.each([
    ['from a terminal does not wait for balancers, and', 'SIGINT', '300'],
    ['and has no balancer before it', 'SIGTERM', '0'],
  ] as const)('%s finishes pending requests', async (_how, signal, drainSeconds) => {
    const process = await open({ DRAIN_SECONDS: drainSeconds });
    const buyer = await signUpAt(process);
    const inTheWay = await shop.owner.connect();
    let bought: Promise<number>;
    try {
      await inTheWay.query('begin');
      await inTheWay.query('select from ledger_accounts where owner_id = $1 for update', [
        buyer.userId,
      ]);
      bought = buy(process, buyer);
      await until(async () => {
        const { rows } = await shop.owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      process.child.kill(signal);
      await until(async () => (await readiness(process)) === null);
      await inTheWay.query('commit');
    } finally {
      inTheWay.release(true);
    }
    expect(await bought).toBe(200);
    // The last response ends its keep-alive connection. Otherwise the process would wait until the time-out, and exit
    // with code 1.
    expect(await process.ended).toBe(0);
  });

  test('twice does not wait for balancers', async () => {
    const process = await open({ DRAIN_SECONDS: '300' });
    process.child.kill('SIGTERM');
    await until(async () => (await readiness(process)) !== 200);
    process.child.kill('SIGTERM');
    expect(await process.ended).toBe(0);
  });
});
