// Many payments run at once. Events come several times and in any order, and some money comes too
// late.
import { describe, expect, test } from 'vitest';
import { appUrlOf } from '../database/app-role.ts';
import { openPool, overPool } from '../database/pool.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import {
  begunPayment,
  confirm,
  post,
  purchased,
  stockOf,
  type Intent,
} from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import type { SignedEvent } from '#stripe-sandbox/sandbox.ts';
import { releaseReservations } from './release-reservations.ts';
import { crowdOf, inParallel, shuffled, retryWhileBusy } from '../../testing/crowd.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });

const PAYMENTS = crowdOf(200);
const HALF = PAYMENTS / 2;
/** Number of shoppers who pay for a pack by card and with credits at the same time. */
const TORN = crowdOf(40);

type Payer = { buyer: SignedIn; intent: Intent };

const makePayers = (count: number, packTypeId: string): Promise<Payer[]> =>
  inParallel(Array.from({ length: count }), 16, async () => {
    const buyer = await shop.signUp();
    return { buyer, intent: await begunPayment(shop, buyer, packTypeId) };
  });

async function countPayments(packTypeId: string): Promise<Record<string, number>> {
  const { rows } = await shop.owner.query<{ state: string; payments: number }>(
    `select y.state, count(*)::int as payments from payments y
     join order_lines l on l.order_id = y.subject_id and l.pack_type_id = $1 group by y.state`,
    [packTypeId],
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.payments]));
}

async function countRefunds(packTypeId: string): Promise<number[]> {
  const { rows } = await shop.owner.query<{ refunds: number }>(
    `select count(f.id)::int as refunds from payments y
     join order_lines l on l.order_id = y.subject_id and l.pack_type_id = $1
     left join sandbox.objects f on f.kind = 'refund' and f.body->>'payment_intent' = y.intent_id
     group by y.id`,
    [packTypeId],
  );
  return rows.map((row) => row.refunds);
}

const FIVE_TIMES = 5;
const several = (events: SignedEvent[]): SignedEvent[] =>
  shuffled(events.flatMap((event) => Array.from({ length: FIVE_TIMES }, () => event)));

describe('at the same moment', () => {
  test('many payments, some after a declined card, each event five times and in any order: all are delivered, once', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: PAYMENTS });
    const payers = await makePayers(PAYMENTS, packTypeId);
    await inParallel([...payers.entries()], 16, async ([index, { intent }]) => {
      if (index % 4 === 0) {
        await confirm(shop, intent, { payment_method: 'pm_card_chargeDeclined' });
      }
      expect((await confirm(shop, intent)).body.status).toBe('succeeded');
    });
    const events = several(await shop.sandbox.takeEvents());
    expect(events.length).toBeGreaterThan(15 * PAYMENTS);
    const [responses, seen] = await Promise.all([
      inParallel(events, 32, (event) => retryWhileBusy(() => post(shop, event))),
      inParallel(payers, 8, ({ buyer, intent }) => purchased(shop, buyer, intent.paymentIntentId)),
    ]);

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(seen.map(({ status, packIds }) => [status, packIds.length])).toEqual(
      payers.map(() => ['succeeded', 1]),
    );
    expect(new Set(seen.flatMap(({ packIds }) => packIds)).size).toBe(PAYMENTS);
    expect(await countPayments(packTypeId)).toEqual({ succeeded: PAYMENTS });
    expect(await stockOf(shop, packTypeId)).toEqual({ sold: PAYMENTS });
    const { rows } = await shop.owner.query(
      `select count(*)::int as open from stripe_events where handled_at is null`,
    );
    expect(rows).toEqual([{ open: 0 }]);
  });

  test('payments arrive after their packs went back on sale, and half of the packs are left: each is delivered or refunded, once', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: PAYMENTS });
    const payers = await makePayers(PAYMENTS, packTypeId);
    shop.sandbox.faults = { before: ({ path }) => (path.endsWith('/cancel') ? 500 : undefined) };
    const pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 26 * 60_000 });
    await releaseReservations({ ...shop.context, db: overPool(pool) });
    await pool.end();
    shop.sandbox.faults = {};
    expect(await stockOf(shop, packTypeId)).toEqual({ available: PAYMENTS });
    await shop.owner.query(
      `update places set state = 'withdrawn' where id in (
         select id from places where pack_type_id = $1 order by rank limit $2)`,
      [packTypeId, HALF],
    );

    await inParallel(payers, 16, ({ intent }) => confirm(shop, intent));
    const events = several(await shop.sandbox.takeEvents());
    const [responses, seen] = await Promise.all([
      inParallel(events, 32, (event) => retryWhileBusy(() => post(shop, event))),
      inParallel(payers, 8, ({ buyer, intent }) => purchased(shop, buyer, intent.paymentIntentId)),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(seen.filter(({ status }) => status === 'succeeded')).toHaveLength(HALF);
    expect(seen.filter(({ status }) => status === 'refunded')).toHaveLength(HALF);
    expect(await countPayments(packTypeId)).toEqual({ succeeded: HALF, refunded: HALF });
    expect((await countRefunds(packTypeId)).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: HALF }, () => 0),
      ...Array.from({ length: HALF }, () => 1),
    ]);
    expect(await stockOf(shop, packTypeId)).toEqual({ sold: HALF, withdrawn: HALF });
  });

  test('60 shoppers want the last 20 packs by card: 20 get them, and nobody else pays', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 20 });
    const buyers = await inParallel(Array.from({ length: 60 }), 16, () => shop.signUp());
    const responses = await inParallel(buyers, 60, (buyer) =>
      retryWhileBusy(() =>
        shop.call('POST', '/payments/create-payment-intent', {
          as: buyer,
          body: { packs: [{ packId: packTypeId, quantity: 1 }] },
        }),
      ),
    );
    const counts = Map.groupBy(responses, ({ body }) =>
      body.success ? 'reserved' : body.error.code,
    );
    expect([counts.get('reserved')?.length, counts.get('PACK_UNAVAILABLE')?.length]).toEqual([
      20, 40,
    ]);
    expect(await stockOf(shop, packTypeId)).toEqual({ reserved: 20 });
  });

  test('shoppers pay, change their minds and pay with credits at once: nobody pays twice for one pack', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: TORN });
    const payers = await inParallel(Array.from({ length: TORN }), 16, async () => {
      const buyer = await shop.signUp(100);
      return { buyer, intent: await begunPayment(shop, buyer, packTypeId) };
    });
    await inParallel(payers, 20, async ({ buyer, intent }) => {
      await Promise.all([
        confirm(shop, intent),
        shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: packTypeId } }),
      ]);
    });
    for (const event of await shop.sandbox.takeEvents())
      await retryWhileBusy(() => post(shop, event));
    const { rows } = await shop.owner.query<{ packs: number; charged: number }>(
      `select count(*)::int as packs, (
         select coalesce(sum((s.body->>'amount_received')::int), 0)::int from payments y
         join sandbox.objects s on s.id = y.intent_id where y.user_id = p.buyer_id) as charged
       from places p where p.pack_type_id = $1 group by p.buyer_id`,
      [packTypeId],
    );
    expect(rows).toHaveLength(TORN);
    expect(new Set(rows.map((row) => row.packs))).toEqual(new Set([1]));
    // If a shopper paid by card, they have no pack from their credits, and vice versa.
    const { rows: opened } = await shop.owner.query<{ opened: number }>(
      `select count(*)::int as opened from places where pack_type_id = $1 and state = 'opened'`,
      [packTypeId],
    );
    expect(rows.filter((row) => row.charged > 0)).toHaveLength(TORN - opened[0]!.opened);
  });
});
