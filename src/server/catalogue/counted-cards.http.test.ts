// Compares the shop's figures about each card with a model that counts pack by pack, after any
// sequence of intakes, openings and departures. Also checks that the audit detects manual changes
// of the counts.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { showCardFacts } from '#contract/prices.ts';
import { RARITIES, type Finish, type Rarity } from '#domain/card.ts';
import { COUNTED_LEAST, shareOfPacks } from '#domain/pack-facts.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { stockPackType, TEST_SET } from '../../testing/stock.ts';
import { promisesOf } from '../admin/run-audit.ts';
import { inTransaction } from '#engine/database.ts';
import { openSoldPacks } from '../opening/openings-queries.ts';
import { importCards } from '../prices/import-cards.ts';
import { insertPacks } from '../stock/physical-packs-queries.ts';

type CardFacts = z.input<typeof showCardFacts.reply>;

const shop = useTestApp();
let buyer: SignedIn;

type Card = { id: string; rarity: Rarity; finish: Finish; value: number };
/** All cards of the shop in the test's model. */
const cards: Card[] = [];
/** For each card, how many copies were opened, from packs of all types. */
const openedEver = new Map<string, number>();
/** The number of pages with counted packs that the test has compared so far. */
let compared = 0;

beforeAll(async () => {
  buyer = await shop.signUp(10_000_000);
  await stockPackType(shop.context, { packs: 0 });
  const { rows } = await shop.owner.query<Card>(
    'select id, rarity, finish, market_value::int as value from cards order by number',
  );
  cards.push(...rows);
});

type Pack = { holds: Card[]; is: 'waiting' | 'counted' | 'withdrawn' | 'opened'; market?: number };
/** The packs of the type under test, by their ids. */
type Packs = Map<string, Pack>;

const some = fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 12 });
const which = fc.nat({ max: 999 });
const holding = fc.array(which, { minLength: 3, maxLength: 3 });
/**
 * Makes long lists as likely as short ones, because fast-check prefers short lists. Without this,
 * less than half of the runs would have enough counted packs.
 */
const intake = fc.array(holding, { minLength: 1, maxLength: 45, size: 'max' });
const STEP = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ takeIn: intake }),
  },
  { weight: 3, arbitrary: fc.record({ open: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ withdraw: some }) },
  { weight: 2, arbitrary: fc.record({ putBack: some }) },
  fc.record({ revalue: which, to: fc.nat({ max: 5_000 }) }),
  fc.record({ reclassify: which, as: fc.constantFrom(...RARITIES) }),
  fc.record({ print: fc.constantFrom<Finish>('normal', 'foil'), as: fc.constantFrom(...RARITIES) }),
);
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

const pick = <One>(list: readonly One[], at: number) => list[at % list.length]!;
const thoseThat = (packs: Packs, ...states: Pack['is'][]) =>
  [...packs].filter(([, { is }]) => states.includes(is)).map(([id]) => id);
const worthOf = ({ holds }: Pack) => holds.reduce((sum, { value }) => sum + value, 0);

async function takeIn(type: string, packs: Packs, incoming: number[][]) {
  const made = incoming.map((held) => ({
    serial: randomUUID(),
    holds: held.map((at) => pick(cards, at)),
  }));
  await inTransaction(shop.context.db, (db) =>
    insertPacks(
      db,
      made.map(({ serial, holds }) => ({
        packTypeId: type,
        serial,
        certificationNumber: `C-${serial}`,
        cards: holds.map(({ id }) => ({ cardId: id, condition: 'Near Mint' })),
      })),
    ),
  );
  const { rows } = await shop.owner.query<{ id: string; serial: string }>(
    'select id, serial from physical_packs where pack_type_id = $1',
    [type],
  );
  const idOf = new Map(rows.map(({ id, serial }) => [serial, id]));
  for (const { serial, holds } of made) packs.set(idOf.get(serial)!, { holds, is: 'waiting' });
}

async function open(type: string, packs: Packs, wanted: number) {
  const quantity = Math.min(wanted, thoseThat(packs, 'waiting', 'counted').length);
  if (quantity === 0) return;
  const places = await buySealedPacks(shop.context, buyer.userId, type, quantity);
  const opened = await inTransaction(shop.context.db, (db) =>
    openSoldPacks(db, {
      userId: buyer.userId,
      openingIds: places.map(() => randomUUID()),
      packIds: places,
    }),
  );
  for (const id of new Set(opened.map((card) => card.pack_id))) {
    const pack = packs.get(id)!;
    Object.assign(pack, { is: 'opened', market: worthOf(pack) });
    for (const card of pack.holds) openedEver.set(card.id, (openedEver.get(card.id) ?? 0) + 1);
  }
}

async function move(packs: Packs, at: number[], from: Pack['is'][], to: 'withdrawn' | 'available') {
  const all = thoseThat(packs, ...from);
  const ids = [...new Set(at.flatMap((one) => (all.length === 0 ? [] : [pick(all, one)])))];
  await shop.owner.query('update places set state = $2 where pack_id = any ($1::uuid[])', [
    ids,
    to,
  ]);
  for (const id of ids) packs.get(id)!.is = to === 'available' ? 'waiting' : 'withdrawn';
}

async function printCard(finish: Finish, rarity: Rarity) {
  const externalId = randomUUID();
  const card = { externalId, name: 'Late Print', number: externalId, nativeRarity: rarity, rarity };
  const set = {
    game: 'magic',
    setCode: 'tst',
    setName: 'Test Harbour',
    setReleasedOn: null,
  } as const;
  await inTransaction(shop.context.db, (db) =>
    importCards(db, [{ ...card, ...set, finish, imageUrl: null, prices: [] }], shop.context.config),
  );
  const { rows } = await shop.owner.query<{ id: string }>(
    'select id from cards where external_id = $1',
    [externalId],
  );
  cards.push({ id: rows[0]!.id, rarity, finish, value: 0 });
}

async function take(step: Step, type: string, packs: Packs): Promise<void> {
  if ('takeIn' in step) await takeIn(type, packs, step.takeIn);
  else if ('open' in step) await open(type, packs, step.open);
  else if ('withdraw' in step)
    await move(packs, step.withdraw, ['waiting', 'counted'], 'withdrawn');
  else if ('putBack' in step) await move(packs, step.putBack, ['withdrawn'], 'available');
  else if ('print' in step) await printCard(step.print, step.as);
  else if ('revalue' in step) {
    const card = pick(cards, step.revalue);
    card.value = step.to;
    await shop.owner.query('update cards set market_value = $2 where id = $1', [card.id, step.to]);
  } else {
    const card = pick(cards, step.reclassify);
    card.rarity = step.as;
    await shop.owner.query('update cards set rarity = $2 where id = $1', [card.id, step.as]);
  }
  const waiting = thoseThat(packs, 'waiting');
  if (waiting.length < COUNTED_LEAST) return;
  for (const id of waiting) packs.get(id)!.is = 'counted';
}

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await shop.owner.query<Record<string, unknown>>(text, values)).rows;
const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
const countBy = <One>(list: readonly One[], keyOf: (one: One) => string) => {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
};

/**
 * Compares the pages of the shop's cards, and the stored counts behind them, with the contents of
 * the packs in the model.
 */
async function expectTrue(type: string, packs: Packs): Promise<void> {
  const counted = thoseThat(packs, 'counted').map((id) => packs.get(id)!.holds);
  const packsWith = countBy(
    counted.flatMap((holds) => [...new Set(holds)]),
    ({ id }) => id,
  );
  for (const { id } of cards.slice(0, CARDS_ASKED)) {
    const told = (await shop.call<CardFacts>('GET', `/cards/${id}/facts`)).body.data;
    expect(told.openedCopies).toBe(openedEver.get(id) ?? 0);
    const figures = told.packs.find((one) => one.packTypeId === type)?.counted;
    const isTold = counted.length >= COUNTED_LEAST;
    compared += Number(isTold);
    const holders = packsWith.get(id) ?? 0;
    const of = counted.length;
    const due = isTold ? { packs: holders, of, chance: shareOfPacks(holders, of) } : null;
    expect(
      figures ? { packs: figures.packs, of: figures.of, chance: figures.chance } : null,
    ).toEqual(due);
  }
  const copies = countBy(counted.flat(), ({ id }) => id);
  expect(
    inOrder(
      await rowsOf('select card_id, packs, copies from counted_cards where pack_type_id = $1', [
        type,
      ]),
    ),
  ).toEqual(
    inOrder([...copies].map(([id, of]) => ({ card_id: id, packs: packsWith.get(id), copies: of }))),
  );
  const opened = await rowsOf(
    'select pack_id, market::int as market from opened_packs where pack_type_id = $1',
    [type],
  );
  expect(inOrder(opened)).toEqual(
    inOrder(
      thoseThat(packs, 'opened').map((id) => ({ pack_id: id, market: packs.get(id)!.market })),
    ),
  );
  expect(inOrder(await rowsOf('select card_id, copies::int as copies from opened_cards'))).toEqual(
    inOrder([...openedEver].map(([id, of]) => ({ card_id: id, copies: of }))),
  );
  const kinds = countBy(cards, ({ rarity, finish }) => `${TEST_SET} ${rarity} ${finish}`);
  const stored = await rowsOf(
    `select concat_ws(' ', set_id, rarity, finish) as kind, cards from card_counts where cards <> 0`,
  );
  expect(new Map(stored.map(({ kind, cards: of }) => [kind, of]))).toEqual(kinds);
}
/**
 * The number of cards whose pages the test requests after each step. For all other cards, the test
 * compares only the stored counts.
 */
const CARDS_ASKED = 5;

test('the figures of a card match any stock, whatever arrived, was opened, left and returned', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 8, size: 'max' }), async (steps) => {
      const packs: Packs = new Map();
      const type = await stockPackType(shop.context, {
        packs: 0,
        purchaseLimit: null,
        cardsAreMade: true,
      });
      for (const step of steps) {
        await take(step, type, packs);
        await expectTrue(type, packs);
      }
    }),
    { numRuns: 15 },
  );
  expect([openedEver.size, compared].every((times) => times > 0)).toBe(true);
});

/** Turns triggers off. Only the owner of the database may do this. */
const PAST_TRIGGERS = 'set local session_replication_role = replica';

describe('the audit detects', () => {
  beforeAll(async () => {
    const type = await stockPackType(shop.context, {
      packs: 0,
      purchaseLimit: null,
      cardsAreMade: true,
    });
    const packs: Packs = new Map();
    await takeIn(type, packs, [[0, 0, 1]]);
    await open(type, packs, 1);
    await expectTrue(type, packs);
  });

  const OPENED = 'opened_packs_and_cards_are_counted_once';
  test.each([
    [
      'a card that is said to be opened more often',
      'update opened_cards set copies = copies + 1',
      OPENED,
    ],
    ['a card that is said not to be opened', 'delete from opened_cards', OPENED],
    [
      'a pack that nobody opened',
      `insert into opened_packs select gen_random_uuid(), pack_type_id, opened_at, 1 from opened_packs limit 1`,
      OPENED,
    ],
    ['an opened pack that is forgotten', `${PAST_TRIGGERS}; delete from opened_packs`, OPENED],
    [
      'an opened pack of another day',
      `${PAST_TRIGGERS}; update opened_packs set opened_at = opened_at - interval '1 day'`,
      OPENED,
    ],
    [
      'another number of cards in a set',
      'update card_counts set cards = cards + 1',
      'cards_are_counted_by_kind',
    ],
    [
      'a card that went past its counting',
      `${PAST_TRIGGERS}; update cards set finish = 'reverse-foil' where name = 'Glass Heron'`,
      'cards_are_counted_by_kind',
    ],
  ])('%s', async (_what, attack, promise) => {
    expect(await brokenBy('select 1')).toEqual([]);
    expect(await brokenBy(attack)).toEqual([promise]);
  });

  test('no wrong value of an opened pack, because the database refuses it', async () => {
    await expect(brokenBy('update opened_packs set market = 1')).rejects.toThrow(
      'may not be changed or deleted',
    );
  });
});

/**
 * Returns the invariants about counts that an action of the database's owner violates. Rolls the
 * action back.
 */
async function brokenBy(act: string): Promise<string[]> {
  const client = await shop.owner.connect();
  try {
    await client.query('begin');
    await client.query(act);
    const broken: string[] = [];
    for (const [name, query] of Object.entries(promisesOf(shop.context.config))) {
      if (/count/.test(name) && (await client.query(query)).rowCount !== 0) broken.push(name);
    }
    return broken;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
