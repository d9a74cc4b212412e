// Tests the rules that set the prices of single cards. An admin previews and saves them, and a job applies them every
// day.
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listSingles, Single } from '#contract/singles-admin.ts';
import type { previewPriceRules, savePriceRules, ShownRules } from '#contract/singles-prices.ts';
import { CONDITIONS, RARITIES } from '#domain/card.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import { priceByRules, type SinglePriceRule } from '#domain/single-price.ts';
import { toCents } from '#domain/money.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { cardsOf, groupsOf, ownerOfCards } from '../../../testing/shipments.ts';
import { stockPackType } from '../../../testing/stock.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { JOBS } from '../../jobs/table.ts';
import { insertHeldPrices } from '../../prices/held-prices-queries.ts';
import { revalueCards } from '../../prices/import-cards.ts';
import { insertPriceRun } from '../../prices/price-runs-queries.ts';
import { insertPrices } from '../../prices/prices-queries.ts';
import { priceAllSingles } from '../price-by-rules.ts';
import { countSingles } from '../count-singles.ts';

type Rule = z.input<typeof savePriceRules.body>['settings']['rules'][number];
type Preview = z.input<typeof previewPriceRules.reply>;

const shop = useTestApp();
let admin: SignedIn;

const RULE: Rule = {
  game: null,
  setId: null,
  rarity: null,
  condition: null,
  valueFrom: null,
  valueBelow: null,
  ageDays: null,
  percent: 90,
  floor: 0.05,
};

const shown = async () =>
  (await shop.call<ShownRules>('GET', '/admin/singles/price-rules', { as: admin })).body.data;
const preview = async (rules: Rule[]) => {
  const { status, body } = await shop.call<Preview>('POST', '/admin/singles/price-rules/preview', {
    as: admin,
    body: { rules },
  });
  expect(status).toBe(200);
  return body.data;
};
const save = async (rules: Rule[], version?: number) =>
  shop.call<ShownRules>('PUT', '/admin/singles/price-rules', {
    as: admin,
    key: crypto.randomUUID(),
    body: { version: version ?? (await shown()).version, settings: { rules } },
  });
const run = () => priceAllSingles(shop.context, new AbortController().signal);

async function apply(...rules: Rule[]): Promise<void> {
  expect((await save(rules)).status).toBe(200);
  await run();
}

type Row = z.input<typeof listSingles.reply>['singles'][number];
const singlesOf = async (typeId: string): Promise<Row[]> => {
  const { body } = await shop.call<{ singles: Row[] }>(
    'GET',
    `/admin/singles?limit=100&search=FF-${typeId}`,
    { as: admin },
  );
  return body.data.singles.toSorted((a, b) => (a.cardNumber < b.cardNumber ? -1 : 1));
};
const pricesOf = async (typeId: string) =>
  (await singlesOf(typeId)).map(({ state, price }) => [state, price]);

/** Makes three of the shop's cards, worth CAD 1.40, 0.35 and 7.00. `isTaken`: whether they lie on a shelf. */
async function onShelf(isTaken = true): Promise<string> {
  const typeId = await stockPackType(shop.context, { packs: 1, purchaseLimit: null });
  const { user } = await ownerOfCards(shop, typeId);
  const cards = groupsOf(await cardsOf(shop, user)).flatMap(({ packOpeningId, cardIds }) =>
    cardIds.map((cardId) => ({ cardId, packOpeningId })),
  );
  await shop.call('POST', '/cards/sell/bulk', { as: user, body: { cards } });
  if (isTaken) await take(typeId);
  return typeId;
}

async function take(typeId: string, condition = 'Near Mint'): Promise<void> {
  const { status } = await shop.call('POST', '/admin/singles/take-in-hand', {
    as: admin,
    body: {
      shelf: 'A-1',
      cards: [1, 2, 3].map((place) => ({ number: `FF-${typeId}-0-${place}`, condition })),
    },
  });
  expect(status).toBe(200);
}

/** Moves the time at which a pack's cards came back into the past. */
async function age(typeId: string, days: string): Promise<void> {
  await shop.owner.query('alter table house_cards disable trigger user');
  await shop.owner.query(
    `update house_cards set came_at = came_at - $2::interval where pack_id in
       (select id from physical_packs where pack_type_id = $1)`,
    [typeId, days],
  );
  await shop.owner.query('alter table house_cards enable trigger user');
}

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});
beforeEach(async () => {
  if ((await shown()).version > 0) await apply();
});

describe('the rules', () => {
  test('price nothing until somebody saves some, and then in their order', async () => {
    const typeId = await onShelf();
    expect(await pricesOf(typeId)).toEqual([
      ['shelved', null],
      ['shelved', null],
      ['shelved', null],
    ]);
    await apply({ ...RULE, rarity: 'rare', percent: 80 }, { ...RULE, valueFrom: 1, floor: 0.25 });
    expect(await pricesOf(typeId)).toEqual([
      ['on_sale', 1.25],
      ['shelved', null],
      ['on_sale', 5.6],
    ]);
    const rules = (await singlesOf(typeId)).map(async ({ id }) => {
      const { body } = await shop.call<{ priceRule: number | null }>(
        'GET',
        `/admin/singles/${id}`,
        {
          as: admin,
        },
      );
      return body.data.priceRule;
    });
    expect(await Promise.all(rules)).toEqual([2, null, 1]);
    await apply({ ...RULE, rarity: 'rare' });
    expect(await pricesOf(typeId)).toEqual([
      ['shelved', null],
      ['shelved', null],
      ['on_sale', 6.3],
    ]);
  });

  test('price a card when it is taken in hand, in the condition that it is in', async () => {
    const typeId = await onShelf(false);
    await apply({ ...RULE, condition: 'Damaged', percent: 20 }, RULE);
    expect((await pricesOf(typeId))[2]).toEqual(['came_back', null]);
    await take(typeId, 'Damaged');
    expect(await pricesOf(typeId)).toEqual([
      ['on_sale', 0.3],
      ['on_sale', 0.05],
      ['on_sale', 1.4],
    ]);
  });

  test('follow the age of a card', async () => {
    const typeId = await onShelf();
    await apply({ ...RULE, ageDays: 30, percent: 50 }, RULE);
    expect((await pricesOf(typeId))[2]).toEqual(['on_sale', 6.3]);
    await age(typeId, '30 days');
    await run();
    expect((await pricesOf(typeId))[2]).toEqual(['on_sale', 3.5]);
    await age(typeId, '-30 days');
  });

  test('leave a price by hand alone until it is left to them', async () => {
    const typeId = await onShelf();
    const [lantern] = await singlesOf(typeId);
    const price = (amount: number | null) =>
      shop.call('POST', '/admin/singles/price', {
        as: admin,
        body: { ids: [lantern!.id], price: amount },
      });
    await price(99);
    await apply(RULE);
    expect((await pricesOf(typeId))[0]).toEqual(['on_sale', 99]);
    await price(null);
    expect((await pricesOf(typeId))[0]).toEqual(['on_sale', 1.25]);
  });

  test('are saved on top of the version that the admin saw', async () => {
    const { version } = await shown();
    expect((await save([RULE], version)).status).toBe(200);
    const { status, body } = await save([], version);
    expect([status, body.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const { rows } = await shop.owner.query<{ action: string; after: object }>(
      `select action, after from audit_log where subject_kind = 'price_rules' order by id desc limit 1`,
    );
    expect(rows[0]).toEqual({ action: 'change_price_rules', after: { rules: [cents(RULE)] } });
  });

  test('refuse a floor that rounding would go below, and values that no card has', async () => {
    const wrong = await save([{ ...RULE, floor: 0.07 }]);
    expect(wrong.body.error.details).toEqual([
      expect.objectContaining({ path: 'settings.rules.0.floor' }),
    ]);
    const none = await save([{ ...RULE, valueFrom: 5, valueBelow: 5 }]);
    expect(none.body.error.details).toEqual([
      expect.objectContaining({ path: 'settings.rules.0.valueBelow' }),
    ]);
  });
});

/** Returns a rule in the form in which the shop stores it. */
function cents(rule: Rule): SinglePriceRule {
  const amount = (cad: number | null) => (cad === null ? null : toCents(Math.round(cad * 100)));
  return {
    ...rule,
    valueFrom: amount(rule.valueFrom),
    valueBelow: amount(rule.valueBelow),
    floor: amount(rule.floor)!,
  };
}

describe('the preview', () => {
  test('says what rules would ask for the whole stock, and changes nothing', async () => {
    const typeId = await onShelf();
    const fresh = await onShelf(false);
    await apply({ ...RULE, rarity: 'common' });
    const before = await singlesOf(typeId);
    const said = await preview([{ ...RULE, percent: 40 }]);
    expect(said.after.priced).toBe(said.cards);
    expect(said.before.priced).toBeLessThan(said.cards);
    expect(said.belowCost).toBeGreaterThan(0);
    expect(said.change).toBeCloseTo(said.after.sum - said.before.sum, 5);
    expect(said.examples.length).toBeGreaterThan(0);
    const heron = said.examples.find(({ single }) => single.cardNumber === `FF-${fresh}-0-3`);
    expect(heron).toMatchObject({ before: null, after: 2.8 });
    expect(await singlesOf(typeId)).toEqual(before);
  });

  test('agrees with the rules of the domain and with the job, whatever the rules are', async () => {
    await onShelf();
    const cad = (most: number) => fc.integer({ min: 0, max: most }).map((steps) => steps / 100);
    const orNull = <Value>(kind: fc.Arbitrary<Value>) => fc.option(kind, { nil: null });
    const rule = fc
      .record({
        game: orNull(fc.constantFrom(...SEEDED_GAMES.map(({ id }) => id))),
        setId: orNull(fc.constantFrom('magic-tst', 'magic-mid')),
        rarity: orNull(fc.constantFrom(...RARITIES)),
        condition: orNull(fc.constantFrom(...CONDITIONS)),
        valueFrom: orNull(cad(700)),
        valueBelow: orNull(cad(900)),
        ageDays: orNull(fc.integer({ min: 0, max: 40 })),
        percent: fc.integer({ min: 1, max: 300 }),
        floor: fc.integer({ min: 1, max: 40 }).map((steps) => (steps * 5) / 100),
      })
      .filter(
        ({ valueFrom, valueBelow }) =>
          valueFrom === null || valueBelow === null || valueBelow > valueFrom,
      );
    const cases = fc.sample(fc.array(rule, { maxLength: 5 }), { numRuns: 25, seed: 7 });
    const { rows: copies } = await shop.owner.query<{
      game: Single['game'];
      set_id: string;
      rarity: Single['rarity'];
      condition: Single['condition'];
      market_value: string;
      age_days: number;
      by_hand: string | null;
    }>(
      `select h.game, h.set_id, h.rarity, h.condition, c.market_value,
         greatest(0, floor(extract(epoch from shop_now() - h.came_at) / 86400))::int as age_days,
         case when h.price_by_hand then h.price end as by_hand
       from house_cards h join cards c on c.id = h.card_id
       where h.state in ('came_back', 'checked', 'shelved', 'on_sale', 'withdrawn')`,
    );
    for (const rules of cases) {
      const prices = copies.map((copy) =>
        copy.by_hand === null
          ? priceByRules(rules.map(cents), {
              game: copy.game,
              setId: copy.set_id,
              rarity: copy.rarity,
              condition: copy.condition,
              marketValue: toCents(Number(copy.market_value)),
              ageDays: copy.age_days,
            })
          : Number(copy.by_hand),
      );
      const priced = prices.filter((price) => price !== null);
      const said = await preview(rules);
      expect([said.cards, said.after.priced, Math.round(said.after.sum * 100)]).toEqual([
        copies.length,
        priced.length,
        priced.reduce<number>((total, price) => total + price, 0),
      ]);
    }
  });
});

describe('the job', () => {
  test('runs every day after prices were read, and goes on where a run was interrupted', async () => {
    expect(JOBS['price-singles'].schedule).toEqual({ dailyAtHour: 22 });
    const typeId = await onShelf();
    expect((await save([RULE])).status).toBe(200);
    const stopped = new AbortController();
    stopped.abort();
    expect(await priceAllSingles(shop.context, stopped.signal)).toEqual({ done: 0, failed: 0 });
    expect((await pricesOf(typeId))[2]).toEqual(['shelved', null]);
    expect((await run()).done).toBeGreaterThanOrEqual(3);
    expect((await pricesOf(typeId))[2]).toEqual(['on_sale', 6.3]);
    expect(await run()).toEqual({ done: 0, failed: 0 });
  });

  test('counts no small stock, whose sums the page counts itself', async () => {
    expect(await countSingles(shop.context)).toEqual({ done: 0, failed: 0 });
  });
});

// This test is last, because it changes market values that the other tests use.
test('the rules follow the market, but not a price that is held back', async () => {
  const typeId = await onShelf();
  await apply(RULE);
  const [, , heron] = await singlesOf(typeId);
  const now = {
    cardId: heron!.cardId,
    source: 'test',
    currency: 'USD',
    observedOn: '2026-11-20',
  };
  const before = { amountMinor: 500, currency: 'USD', observedOn: '2026-11-01' };
  const revalue = (work: (db: Transaction) => Promise<unknown>) =>
    inTransaction(shop.context.db, async (db) => {
      await work(db);
      await revalueCards(db, [heron!.cardId], shop.context.config);
    });
  const id = crypto.randomUUID();
  await insertPriceRun(shop.context.db, { id, source: 'test', startedAt: new Date() });
  await revalue((db) =>
    insertHeldPrices(db, id, [{ price: { ...now, amountMinor: 90_000 }, before }]),
  );
  await run();
  expect((await pricesOf(typeId))[2]).toEqual(['on_sale', 6.3]);
  // USD 6.00 are CAD 8.40, and 90% of that is 7.56, rounded to 7.55.
  await revalue((db) => insertPrices(db, [{ ...now, amountMinor: 600 }]));
  await run();
  expect((await pricesOf(typeId))[2]).toEqual(['on_sale', 7.55]);
});
