// Tests the value of a collection day by day, by comparing it with the test's own sums over the single cards, prices
// and payments.
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#domain/day.ts';
import { buildApp } from '../app.ts';
import { startSession } from '../accounts/sessions.ts';
import { findUser } from '../accounts/users-queries.ts';
import { revalueCards } from '../prices/import-cards.ts';
import { inTransaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { callApp, useTestApp, type SignedIn } from '../../testing/app.ts';
import { DAY_MS, openAt, untilDayHasRoom } from '../../testing/clock.ts';
import { stockPackType, TEST_SET } from '../../testing/stock.ts';

type Worth = {
  days: {
    date: string;
    paid: number;
    back: number;
    here: number;
    home: number;
    sealed: number;
  }[];
  packTypes: {
    packTypeId: string;
    packs: number;
    sealedPacks: number;
    paid: number;
    soldBack: number;
    cardsHere: number;
    here: number;
    cardsHome: number;
  }[];
  money: { packs: number; shipping: number; soldBack: number; refunds: number; bonus: number };
};

const shop = useTestApp();
let packTypeId: string;
let otherTypeId: string;

/** The moments at which the tests call the shop, in days from now. */
const MOMENTS = [0, 1, 2, 9, 27, 41];
const moments = new Map<number, { context: Context; app: FastifyInstance }>();
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  await untilDayHasRoom();
  packTypeId = await stockPackType(shop.context, { packs: 500, purchaseLimit: null });
  otherTypeId = await stockPackType(shop.context, {
    packs: 500,
    cards: ['4', '5'],
    price: 333,
    purchaseLimit: null,
  });
  for (const day of MOMENTS) {
    const { context, close } = openAt(shop, day * DAY_MS);
    const app = await buildApp(context, null, { cachedMs: 0 });
    moments.set(day, { context, app });
    closing.push(() => app.close(), close);
  }
});

afterAll(async () => {
  for (const close of closing) await close();
});

/** Signs a user in `day` days from now. Returns a function that calls the shop at that moment. */
async function at(day: number, user: SignedIn) {
  const { context, app } = moments.get(day)!;
  const found = await findUser(context.db, user.userId);
  const { access_token: token } = await startSession(context, found!);
  return <Data>(method: string, path: string, body?: unknown) =>
    callApp<Data>(app, method, path, { body, headers: { authorization: `Bearer ${token}` } });
}

type Call = Awaited<ReturnType<typeof at>>;
type Item = { card: { id: string }; packOpeningId: string };

async function buy(call: Call, packId: string, quantity: number): Promise<void> {
  const bought = await call('POST', '/payments/purchase-with-balance', {
    packs: [{ packId, quantity }],
    paymentMethod: 'balance',
  });
  expect(bought.status).toBe(200);
}

/** Sells every n-th one of the cards that are available. */
async function sellOneIn(call: Call, every: number): Promise<void> {
  const { body } = await call<{ cards: Item[] }>('GET', '/cards/my?status=available&pageSize=100');
  const cards = body.data.cards
    .filter((_one, place) => place % every === 0)
    .map((one) => ({ cardId: one.card.id, packOpeningId: one.packOpeningId }));
  if (cards.length > 0) await call('POST', '/cards/sell/bulk', { cards });
}

async function worthOf(user: SignedIn, days: number, day = MOMENTS.at(-1)!): Promise<Worth> {
  const call = await at(day, user);
  const { body } = await call<Worth>('GET', `/users/collection-worth?days=${days}`);
  return body.data;
}

const cents = (amount: number) => Math.round(amount * 100);
const plus = (date: string, days: number) => dayOf(new Date(Date.parse(date) + days * DAY_MS));

type Price = { source: string; day: string; minor: number; currency: string };

/** A card's value on a day by the rule of docs/product.md §4, computed from all of its prices. */
function valueOn(prices: Price[], day: string): number {
  const known = prices.filter((one) => one.day <= day);
  const byHand = known.filter((one) => one.source.startsWith('manual') && plus(one.day, 7) > day);
  const dollars = known.filter((one) => one.currency === 'USD');
  const from = byHand.length > 0 ? byHand : dollars.length > 0 ? dollars : known;
  // Of several prices of one day, the latest price by hand wins. If there is none by hand, the first source by name
  // wins.
  const isByHand = ({ source }: Price) => source.startsWith('manual');
  const newest = from
    .toSorted((a, b) => {
      if (isByHand(a) !== isByHand(b)) return isByHand(a) ? -1 : 1;
      return a.source < b.source === isByHand(a) ? 1 : -1;
    })
    .reduce<Price | null>((best, one) => (best === null || one.day > best.day ? one : best), null);
  if (newest === null) return 0;
  const rate = { USD: 14_000, EUR: Math.round(shop.context.config.eurToCad * 10_000), CAD: 10_000 };
  return Math.floor((newest.minor * rate[newest.currency as keyof typeof rate] + 5_000) / 10_000);
}

async function bruteForce(user: SignedIn, dates: string[]): Promise<Worth['days']> {
  const { rows: cards } = await shop.owner.query<{
    card_id: string;
    opened_at: Date;
    exited_at: Date | null;
    shipped_at: Date | null;
    exit_price: string | null;
    market_value: string;
  }>(
    `select p.*, c.market_value from physical_cards p join cards c on c.id = p.card_id where p.opened_by_id = $1`,
    [user.userId],
  );
  const { rows: told } = await shop.owner.query<{
    card_id: string;
    source: string;
    day: string;
    amount_minor: string;
    currency: string;
  }>(
    'select card_id, source, observed_on::text as day, amount_minor, currency from price_observations',
  );
  const { rows: orders } = await shop.owner.query<{ paid_at: Date; total: string }>(
    'select paid_at, total from orders where user_id = $1 and paid_at is not null',
    [user.userId],
  );
  const pricesOf = Map.groupBy(
    told.map((one) => ({ ...one, minor: Number(one.amount_minor) })),
    (one) => one.card_id,
  );
  const add = (all: number[]) => all.reduce((sum, one) => sum + one, 0);
  return dates.map((date) => {
    const worth = (isThere: (card: (typeof cards)[number]) => boolean) =>
      add(
        cards.filter(isThere).map((card) => {
          const value =
            date === dates.at(-1)
              ? Number(card.market_value)
              : valueOn(pricesOf.get(card.card_id) ?? [], date);
          return Math.floor(value / 2);
        }),
      );
    const hadBy = (when: Date | null) => when !== null && dayOf(when) <= date;
    return {
      date,
      paid: add(orders.filter((one) => hadBy(one.paid_at)).map((one) => Number(one.total))) / 100,
      back:
        add(cards.filter((one) => hadBy(one.exited_at)).map((one) => Number(one.exit_price))) / 100,
      here:
        worth((one) => hadBy(one.opened_at) && !hadBy(one.exited_at) && !hadBy(one.shipped_at)) /
        100,
      home: worth((one) => hadBy(one.shipped_at)) / 100,
      sealed: 0,
    };
  });
}

const price = fc.record({
  card: fc.integer({ min: 0, max: 4 }),
  source: fc.constantFrom('test', 'cardmarket', 'another', 'manual', 'manual-002'),
  day: fc.integer({ min: -60, max: 41 }),
  minor: fc.integer({ min: 0, max: 9_999 }),
});
const CURRENCY: Record<string, string> = {
  test: 'USD',
  another: 'USD',
  cardmarket: 'EUR',
  manual: 'CAD',
  'manual-002': 'CAD',
};
const step = fc.record({
  isSale: fc.boolean(),
  many: fc.integer({ min: 1, max: 3 }),
  isOther: fc.boolean(),
});

describe('the past value of a collection', () => {
  test('equals a count of each card on each day by the price of that day', async () => {
    const { rows: all } = await shop.owner.query<{ id: string }>(
      'select id from cards where set_id = $1 order by number',
      [TEST_SET],
    );
    const today = dayOf(new Date());
    await fc.assert(
      fc.asyncProperty(
        fc.array(price, { maxLength: 25 }),
        fc.tuple(...MOMENTS.map(() => fc.array(step, { maxLength: 2 }))),
        async (prices, story) => {
          const client = await shop.owner.connect();
          try {
            // The prices of future days are inserted as if they were recorded on those days.
            await client.query(`set session_replication_role = replica`);
            for (const one of prices) {
              await client.query(
                `insert into price_observations (card_id, source, observed_on, amount_minor, currency)
                 values ($1, $2, $3::date + $4::int, $5, $6) on conflict do nothing`,
                [all[one.card]!.id, one.source, today, one.day, one.minor, CURRENCY[one.source]],
              );
            }
            await client.query(`set session_replication_role = origin`);
          } finally {
            client.release();
          }
          const user = await shop.signUp(5_000);
          for (const [place, day] of MOMENTS.entries()) {
            const { context } = moments.get(day)!;
            await inTransaction(context.db, (db) =>
              revalueCards(
                db,
                all.map((one) => one.id),
                context.config,
              ),
            );
            const call = await at(day, user);
            for (const { isSale, many, isOther } of story[place]!) {
              if (isSale) await sellOneIn(call, many);
              else await buy(call, isOther ? otherTypeId : packTypeId, many);
            }
          }
          for (const days of [30, 90]) {
            const worth = await worthOf(user, days);
            expect(worth.days).toHaveLength(days);
            expect(worth.days).toEqual(
              await bruteForce(
                user,
                worth.days.map(({ date }) => date),
              ),
            );
            const last = worth.days.at(-1)!;
            const { packTypes, money } = worth;
            const sum = (of: (one: Worth['packTypes'][number]) => number) =>
              packTypes.reduce((cad, one) => cad + cents(of(one)), 0);
            expect(sum((one) => one.paid)).toBe(cents(last.paid));
            expect(sum((one) => one.soldBack)).toBe(cents(last.back));
            expect(sum((one) => one.here)).toBe(cents(last.here));
            expect([money.packs, money.soldBack, money.shipping, money.refunds]).toEqual([
              last.paid,
              last.back,
              0,
              0,
            ]);
            // A gift counts neither as money paid nor as money that came back.
            expect(money.bonus).toBe(5_000);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test('is refused for other periods, and empty for a user without a pack', async () => {
    const user = await shop.signUp();
    const refused = await shop.call('GET', '/users/collection-worth?days=7', { as: user });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'days must be 30, 90 or 365',
    ]);
    const { body } = await shop.call<Worth>('GET', '/users/collection-worth', { as: user });
    expect(body.data.packTypes).toEqual([]);
    expect(body.data.days).toHaveLength(30);
    expect(body.data.days.at(-1)).toEqual({
      date: dayOf(new Date()),
      paid: 0,
      back: 0,
      here: 0,
      home: 0,
      sealed: 0,
    });
  });
});
