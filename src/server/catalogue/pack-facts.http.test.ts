// The statistics of sealed packs that a shopper sees over HTTP, compared with what the packs hold.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { listPackTypes, showPackFacts } from '#contract/catalogue.ts';
import type { showSampleCard } from '#contract/catalogue-sample.ts';
import type { showCardFacts } from '#contract/prices.ts';
import { COUNTED_LEAST, shareOfPacks } from '#domain/pack-facts.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { expectTrue, heldBy, type Held } from '../../testing/brute-facts.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { stockPackType, TEST_SET } from '../../testing/stock.ts';
import { releaseReservations } from '../card-payments/release-reservations.ts';
import { inTransaction } from '#engine/database.ts';
import { openPool, overPool } from '../database/pool.ts';
import { appUrlOf } from '../database/app-role.ts';
import { findCardIds } from './cards-queries.ts';
import { insertPacks } from '../stock/physical-packs-queries.ts';

type Facts = z.input<typeof showPackFacts.reply>;
type Types = z.input<typeof listPackTypes.reply>;
type CardFacts = z.input<typeof showCardFacts.reply>;

const shop = useTestApp({ DEMO: 'on' }, { cards: true, filled: true });
let admin: SignedIn;
/** A type with three cards per pack, none in stock. */
let type: string;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});
beforeEach(async () => {
  type = await stockPackType(shop.context, { packs: 0, purchaseLimit: null });
});

const factsOf = async (id = type) =>
  (await shop.call<Facts>('GET', `/pack-types/${id}/facts`)).body.data;
/** All statistics except the stock. The stock may change with each sale. */
const figuresOf = async (id = type) => {
  const { left: _left, ...figures } = await factsOf(id);
  return figures;
};

/** Takes in packs over HTTP, one for each list of three cards of the test set. */
const takeIn = async (packs: string[][]) => {
  const body = {
    packs: packs.map((numbers) => {
      const serial = randomUUID();
      const cards = numbers.map((number) => ({ set: 'tst', number }));
      return { packTypeId: type, serial, certificationNumber: `C-${serial}`, cards };
    }),
  };
  const response = await shop.call('POST', '/admin/stock/intake', { as: admin, body });
  expect(response.status).toBe(200);
};
const PLAIN = ['1', '2', '5'];
const WITH_RARE = ['1', '2', '3'];
const WITH_MYTHIC = ['1', '2', '4'];
const plain = (packs: number) => Array.from({ length: packs }, () => PLAIN);

const packIdsOf = async (where: string) =>
  (
    await shop.owner.query<{ id: string }>(
      `select p.id from places p join pack_secrets s on s.pack_id = p.pack_id
       where p.pack_type_id = $1 and ${where} order by p.id`,
      [type],
    )
  ).rows.map(({ id }) => id);
const HOLDS_BELL = `exists (select from cards c where c.id = any (s.card_ids) and c.name = 'The Ninth Bell')`;
const move = (id: string, what: 'withdraw' | 'put-back') =>
  shop.call('POST', `/admin/stock/packs/${id}/${what}`, { as: admin, body: { reason: 'Torn' } });
const chancesOf = ({ odds }: Facts) => odds.map(({ rarity, packs }) => `${rarity} ${packs}`);

/** The test requests the page of every fiftieth card of the demo. */
const PAGES_APART = 50;
/**
 * Number of cards per statement. The shop aborts a statement after five seconds, and on a busy
 * machine one statement about all ten thousand cards may take longer.
 */
const CARDS_AT_ONCE = 500;

const sealedPacks = (id: string) => heldBy(shop.owner, id);

/**
 * Checks the statistics after a step. They must match the counted packs. If fewer than twenty packs
 * are counted, there must be no statistics.
 */
function expectTold(facts: Facts, { packs, waiting }: { packs: Held[]; waiting: number }) {
  if (packs.length < COUNTED_LEAST) {
    expectNothingTold(facts);
    return;
  }
  expect(facts.counted?.newerPacks).toBe(waiting);
  expectTrue(facts, packs);
}

/** Checks that the shop shows no figures about the type, and no chances of single cards. */
function expectNothingTold(facts: Facts) {
  expect(facts).toMatchObject({ basis: 'unknown', counted: null, odds: [] });
  expect(facts.top.map((hit) => hit.packs)).toEqual(facts.top.map(() => null));
}

test('every odd and value of the demo is counted over its sealed packs, and every hit is in one of them', async () => {
  const { body } = await shop.call<Types>('GET', '/pack-types');
  const counted = body.data.filter((one) => one.counted !== null);
  expect(counted).toHaveLength(8);
  for (const one of counted) {
    const packs = await sealedPacks(one.id);
    expectTrue(
      {
        ...one,
        packTypeId: one.id,
        basis: 'counted',
        left: one.stock,
        top: one.potentialHitsCards,
      },
      packs,
    );
    expect(await factsOf(one.id)).toMatchObject({
      basis: 'counted',
      odds: one.odds,
      counted: one.counted,
      // The hits' URLs may differ, because pages replace a hit's drawing that repeats an earlier
      // hit's (choice 941).
      top: one.potentialHitsCards.map((hit) => ({ ...hit, cardImageUrl: expect.any(String) })),
      left: one.stock,
    });
  }
  // No pack holds a mythic. The rarity is listed because a pack of this type could hold one.
  const paldea = body.data.find((one) => one.id === 'pokemon-sv2')!;
  expect(paldea.odds).toContainEqual({ rarity: 'mythic', chance: 0, packs: 0 });
});

test('every chance on a card’s page is counted over the demo’s sealed packs, and includes every pack that holds the card', async () => {
  const { body } = await shop.call<Types>('GET', '/pack-types');
  const counted = body.data.filter((one) => one.counted !== null);
  const packsOf = new Map<string, Held[]>();
  for (const { id } of counted) packsOf.set(id, await sealedPacks(id));
  const { rows: cards } = await shop.owner.query<{ id: string; types: string[] }>(
    `select card_id as id, array_agg(pack_type_id) as types from pack_type_cards
     where pack_type_id = any ($1) group by 1`,
    [[...packsOf.keys()]],
  );
  const held = new Set([...packsOf.values()].flat().flatMap((pack) => pack.cards.map((c) => c.id)));
  expect(new Set(cards.map(({ id }) => id)).isSupersetOf(held)).toBe(true);
  const due = (id: string, types: string[]) =>
    types.toSorted().map((packTypeId) => {
      const packs = packsOf.get(packTypeId)!;
      const holding = packs.filter((pack) => pack.cards.some((card) => card.id === id)).length;
      return { packTypeId, packs: holding, of: packs.length };
    });
  // Checks the query that the pages use for all cards, and the pages themselves for some cards.
  const toldOf = new Map<string, object[]>();
  for (let from = 0; from < cards.length; from += CARDS_AT_ONCE) {
    const { rows: told } = await shop.context.db.client.query<{ id: string; told: object[] }>(
      `select c.id, json_agg(json_build_object('packTypeId', p.pack_type_id, 'packs', p.packs, 'of', p.of_packs)
         order by p.pack_type_id collate "C") as told
       from cards c cross join lateral packs_of_card(c.id) p
       where c.id = any ($1::uuid[]) and p.is_current group by c.id`,
      [cards.slice(from, from + CARDS_AT_ONCE).map(({ id }) => id)],
    );
    for (const one of told) toldOf.set(one.id, one.told);
  }
  for (const { id, types } of cards) expect([id, toldOf.get(id)]).toEqual([id, due(id, types)]);
  for (const { id, types } of cards.filter((_card, at) => at % PAGES_APART === 0)) {
    const response = await shop.call<CardFacts>('GET', `/cards/${id}/facts`);
    const shown = response.body.data.packs.filter((one) => one.counted !== null);
    expect(shown.map((one) => one.packTypeId).toSorted()).toEqual(types.toSorted());
    for (const { packTypeId, counted: figures } of shown) {
      const { packs, of } = due(id, [packTypeId])[0]!;
      expect(figures).toMatchObject({ packs, of, chance: shareOfPacks(packs, of) });
    }
  }
});

test('the statistics of an unknown type are not found', async () => {
  const { status, body } = await shop.call('GET', '/pack-types/no-such-pack/facts');
  expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
});

describe('a type whose packs were never counted', () => {
  test('shows its odds as an estimate if its filling is declared, and otherwise nothing', async () => {
    await takeIn(plain(19));
    expect(await factsOf()).toMatchObject({ basis: 'unknown', odds: [], counted: null, left: 19 });
    const odds = [{ rarity: 'mythic', chance: 0.25 }];
    await shop.owner.query('update pack_types set odds = $2 where id = $1', [
      type,
      JSON.stringify(odds),
    ]);
    expect(await factsOf()).toMatchObject({
      basis: 'estimate',
      odds: [{ rarity: 'mythic', chance: 0.25, packs: null }],
      counted: null,
    });
    await takeIn([WITH_RARE]);
    expect(await factsOf()).toMatchObject({
      basis: 'counted',
      counted: { packs: 20, newerPacks: 0 },
    });
  });

  test('shows nothing about packs that arrived and were opened until the next ones make twenty', async () => {
    await shop.owner.query('update pack_types set odds_counted = true where id = $1', [type]);
    const buyer = await shop.signUp(500);
    await takeIn(plain(10));
    const body = { packId: type, quantity: 5 };
    expect((await shop.call('POST', '/packs/purchase', { as: buyer, body })).status).toBe(200);
    await takeIn(plain(10));
    expect(await factsOf()).toMatchObject({ basis: 'unknown', odds: [], counted: null });
  });
});

describe('the statistics of sealed packs', () => {
  beforeEach(async () => {
    await takeIn([WITH_MYTHIC, WITH_RARE, WITH_RARE, ...plain(22)]);
  });

  test('do not change while packs are reserved, released, bought and left sealed, or returned', async () => {
    const before = await figuresOf();
    expect(before.counted?.packs).toBe(25);
    const left = [(await factsOf()).left];
    const poll = async () => {
      expect(await figuresOf()).toEqual(before);
      left.push((await factsOf()).left);
    };
    const buyer = await shop.signUp();
    await begunPayment(shop, buyer, type, { quantity: 3 });
    await poll();
    const later = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 11 * 60_000 });
    await releaseReservations({ ...shop.context, db: overPool(later) });
    await later.end();
    await poll();
    const intent = await begunPayment(shop, buyer, type, { quantity: 4 });
    await confirm(shop, intent);
    await purchased(shop, buyer, intent.paymentIntentId);
    await postAll(shop);
    await poll();
    const { body } = await shop.call<{ transactions: { id: string }[] }>('GET', '/transactions', {
      as: buyer,
    });
    const path = `/transactions/${body.data.transactions[0]!.id}/refund`;
    const given = await shop.call('POST', path, { as: buyer, body: { reason: 'Changed my mind' } });
    expect(given.status).toBe(200);
    await poll();
    expect(left).toEqual([25, 22, 25, 21, 25]);
  });

  test('include new packs from twenty on, together', async () => {
    const before = await figuresOf();
    await takeIn([WITH_MYTHIC]);
    await takeIn(plain(18));
    const waiting = await factsOf();
    expect(waiting.left).toBe(44);
    expect(waiting.counted?.newerPacks).toBe(19);
    expect({ ...waiting.counted, newerPacks: 0 }).toEqual(before.counted);
    expect([waiting.odds, waiting.top]).toEqual([before.odds, before.top]);
    await takeIn([WITH_MYTHIC]);
    const after = await factsOf();
    expect(after.counted).toMatchObject({ packs: 45, newerPacks: 0 });
    expect(chancesOf(after)).toEqual(['common 45', 'uncommon 40', 'rare 2', 'mythic 3']);
    expectTrue(after, await sealedPacks(type));
  });

  test('exclude a pack as soon as it is opened, and a hit that no other pack holds', async () => {
    const buyer = await shop.signUp(500);
    const [bell] = await packIdsOf(HOLDS_BELL);
    expect((await factsOf()).top[0]).toMatchObject({ cardName: 'The Ninth Bell', packs: 1 });
    await buySealedPacks(shop.context, buyer.userId, type, 25);
    expect(chancesOf(await factsOf())).toContain('mythic 1');
    expect((await shop.call('POST', `/packs/${bell}/open`, { as: buyer })).status).toBe(200);
    const after = await factsOf();
    expect(after.counted?.packs).toBe(24);
    expect(chancesOf(after)).toEqual(['common 24', 'uncommon 22', 'rare 2']);
    expect(after.top.map(({ cardName }) => cardName)).not.toContain('The Ninth Bell');
    expectTrue(after, await sealedPacks(type));
  });

  test('exclude a withdrawn pack, and count it as new when it is put back', async () => {
    const [bell] = await packIdsOf(HOLDS_BELL);
    expect((await move(bell!, 'withdraw')).status).toBe(200);
    const without = await factsOf();
    expect([without.counted?.packs, ...chancesOf(without)]).toEqual([
      24,
      'common 24',
      'uncommon 22',
      'rare 2',
    ]);
    expect((await move(bell!, 'put-back')).status).toBe(200);
    const back = await factsOf();
    expect(back.counted).toEqual({ ...without.counted, newerPacks: 1 });
    expect([back.odds, back.top]).toEqual([without.odds, without.top]);
  });

  test('are empty once fewer than twenty are sealed; hits are the cards that the type can hold, without chances', async () => {
    const ids = await packIdsOf('true');
    for (const id of ids.slice(0, 5)) await move(id, 'withdraw');
    expect((await factsOf()).counted).toMatchObject({ packs: 20, isCurrent: true });
    for (const id of ids.slice(5, 7)) await move(id, 'withdraw');
    const few = await factsOf();
    expectNothingTold(few);
    expect([few.left, few.top.map(({ cardName }) => cardName)]).toEqual([
      18,
      ['The Ninth Bell', 'Glass Heron', 'Harbour Lantern', 'Moss Wall', 'Blank Token'],
    ]);
    await takeIn(plain(19));
    expectNothingTold(await factsOf());
    await takeIn(plain(1));
    expect((await factsOf()).counted).toMatchObject({ packs: 38, isCurrent: true, newerPacks: 0 });
  });

  test('follow the prices of cards, and that of the pack', async () => {
    await shop.owner.query(
      `update cards set market_value = market_value + 101 where name = 'Moss Wall'`,
    );
    expectTrue(await factsOf(), await sealedPacks(type));
    await shop.owner.query('update pack_types set price = 300 where id = $1', [type]);
    const facts = await factsOf();
    expect(facts.counted?.price).toBe(3);
    expectTrue(facts, await sealedPacks(type));
    await shop.owner.query(
      `update cards set market_value = market_value - 101 where name = 'Moss Wall'`,
    );
  });

  test('are recounted only for the types concerned, whatever else the shop has', async () => {
    const due = async () =>
      (
        await shop.owner.query(
          'select distinct pack_type_id as id, is_of_values from facts_due order by 1',
        )
      ).rows;
    const price = `update pack_types set price = price + $2 where id = $1`;
    await factsOf();
    await shop.owner.query(price, [type, 1]);
    expect(await due()).toEqual([{ id: type, is_of_values: true }]);
    await factsOf();
    const card = `update cards set market_value = market_value + $1 where name = 'Moss Wall'`;
    await shop.owner.query(card, [1]);
    const { rows } = await shop.owner.query(
      `select distinct pack_type_id as id, true as is_of_values
       from pack_type_cards p join cards c on c.id = p.card_id where c.name = 'Moss Wall' order by 1`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(await due()).toEqual(rows);
    await shop.owner.query(card, [-1]);
    await factsOf();
    expect(await due()).toEqual([]);
  });

  test('are recounted by the audit, which names a type with other figures', async () => {
    const wrong = async () =>
      (await shop.owner.query('select facts_counted_wrong() as type')).rows.map((row) => row.type);
    await factsOf();
    for (const [change, back] of [
      [
        'pack_type_facts set market_brings = market_brings + 1',
        'pack_type_facts set market_brings = market_brings - 1',
      ],
      ['counted_packs set market = market + 1', 'counted_packs set market = market - 1'],
      ['counted_cards set copies = copies + 1', 'counted_cards set copies = copies - 1'],
    ]) {
      expect(await wrong()).toEqual([]);
      await shop.owner.query(`update ${change} where pack_type_id = $1`, [type]);
      expect(await wrong()).toEqual([type]);
      await shop.owner.query(`update ${back} where pack_type_id = $1`, [type]);
    }
    expect(await wrong()).toEqual([]);
  });

  test.each([
    ['figures', `update places set state = 'withdrawn' where pack_type_id = $1`],
    ['a chance of a single card', 'delete from pack_type_facts where pack_type_id = $1'],
  ])('are checked by the audit, which finds %s of fewer than twenty packs', async (_what, act) => {
    await factsOf();
    const client = await shop.owner.connect();
    const found = async () =>
      (await client.query<{ type: string }>('select facts_of_too_few() as type')).rows.map(
        (row) => row.type,
      );
    try {
      await client.query('begin');
      expect(await found()).not.toContain(type);
      await client.query('set local session_replication_role = replica');
      await client.query(act, [type]);
      expect(await found()).toContain(type);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('do not let the shop’s own role read a single pack', async () => {
    const { client } = shop.context.db;
    for (const table of ['counted_packs', 'counted_cards', 'pack_secrets']) {
      await expect(client.query(`select * from ${table}`)).rejects.toThrow('permission denied');
    }
    for (const call of ['count_facts($1)', 'value_packs(array[gen_random_uuid()])']) {
      const values = call.includes('$1') ? [type] : [];
      await expect(client.query(`select * from ${call}`, values)).rejects.toThrow(
        'permission denied',
      );
    }
    await expect(client.query('update pack_type_facts set packs = 99')).rejects.toThrow(
      'permission denied',
    );
  });
});

describe('a best card that was pulled is promised to nobody', () => {
  beforeEach(async () => {
    await takeIn([WITH_MYTHIC, ...plain(39)]);
  });
  /** The statistics as stored in the database. A request over HTTP would recount them. */
  const stored = async () => {
    const { rows } = await shop.owner.query(
      `select (select packs from pack_type_facts where pack_type_id = $1) as packs,
         (select count(packs)::int from potential_hits where pack_type_id = $1) as chances`,
      [type],
    );
    return rows[0] as { packs: number | null; chances: number };
  };
  const buy = async (buyer: SignedIn, quantity: number) => {
    const body = { packId: type, quantity };
    expect((await shop.call('POST', '/packs/purchase', { as: buyer, body })).status).toBe(200);
  };

  test('if one purchase takes 22 packs of 40', async () => {
    expect((await factsOf()).counted).toMatchObject({ packs: 40, market: { best: 43.75 } });
    await buy(await shop.signUp(1000), 22);
    expect(await stored()).toEqual({ packs: null, chances: 0 });
    const few = await factsOf();
    expectNothingTold(few);
    expect(few.left).toBe(18);
  });

  test('if packs are bought one by one, without a look at the page meanwhile', async () => {
    await factsOf();
    const buyer = await shop.signUp(1000);
    for (let left = 40; left > 20; left -= 1) await buy(buyer, 1);
    expect(await stored()).toEqual({ packs: 40, chances: 4 });
    await buy(buyer, 1);
    expect(await stored()).toEqual({ packs: null, chances: 0 });
    expectNothingTold(await factsOf());
  });
});

test('the statistics match any stock, whatever arrived and left', async () => {
  const keys = await findCardIds(shop.context.db as never, TEST_SET);
  const ids = [...keys.values()];
  const cards = fc.array(fc.nat({ max: ids.length - 1 }), { minLength: 3, maxLength: 3 });
  const step = fc.oneof(
    fc.record({ in: fc.array(cards, { minLength: 1, maxLength: 45 }) }),
    fc.record({ out: fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 12 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      type = await stockPackType(shop.context, { packs: 0, cardsAreMade: true });
      let counted = new Set<string>();
      let waiting = new Set<string>();
      for (const one of steps) {
        if ('in' in one) {
          const serials = one.in.map(() => randomUUID());
          await inTransaction(shop.context.db, (db) =>
            insertPacks(
              db,
              one.in.map((held, at) => ({
                packTypeId: type,
                serial: serials[at]!,
                certificationNumber: `C-${serials[at]}`,
                cards: held.map((place) => ({ cardId: ids[place]!, condition: 'Near Mint' })),
              })),
            ),
          );
          waiting = new Set(await packIdsOf(`p.state = 'available'`)).difference(counted);
          if (waiting.size >= COUNTED_LEAST)
            [counted, waiting] = [counted.union(waiting), new Set()];
        } else {
          const all = [...counted, ...waiting];
          const gone = new Set(one.out.flatMap((at) => all[at % all.length] ?? []));
          await shop.owner.query(
            `update places set state = 'withdrawn' where id = any ($1::uuid[])`,
            [[...gone]],
          );
          [counted, waiting] = [counted.difference(gone), waiting.difference(gone)];
        }
        const facts = await factsOf();
        const { rows } = await shop.owner.query<Held>(
          `select json_agg(json_build_object('id', c.id, 'rarity', c.rarity, 'market', c.market_value)) as cards
           from places p join pack_secrets s on s.pack_id = p.pack_id cross join unnest(s.card_ids) h (id)
           join cards c on c.id = h.id where p.id = any ($1::uuid[]) group by p.id`,
          [[...counted]],
        );
        expectTold(facts, { packs: rows, waiting: waiting.size });
      }
    }),
    { numRuns: 12 },
  );
  expect((await shop.owner.query('select facts_counted_wrong()')).rows).toEqual([]);
});

describe('the sample of a type', () => {
  const sampleOf = async () =>
    (await shop.call<z.input<typeof showSampleCard.reply>>('GET', `/pack-types/${type}/sample`))
      .body.data.sample;
  const of = (packs: number, cards: string[]) => Array.from({ length: packs }, () => cards);

  test('shows the median of the best cards of its sealed packs, and counts the packs with a better one', async () => {
    await takeIn([...of(6, PLAIN), ...of(12, WITH_RARE), ...of(4, WITH_MYTHIC)]);
    expect(await sampleOf()).toMatchObject({
      card: { name: 'Glass Heron', value: 7, sellPrice: 3.5 },
      packs: 22,
      better: 4,
    });
    // An expensive pack that leaves the stock is not counted any more.
    const [bell] = await packIdsOf(HOLDS_BELL);
    await move(bell!, 'withdraw');
    await factsOf();
    expect(await sampleOf()).toMatchObject({ packs: 21, better: 3 });
  });

  test('does not exist for fewer than twenty packs, or for an unknown type', async () => {
    await takeIn(plain(19));
    expect(await sampleOf()).toBeNull();
    const { status, body } = await shop.call('GET', '/pack-types/none/sample');
    expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
  });
});
