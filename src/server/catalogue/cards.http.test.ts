// Shoppers find the cards of the shop's sets and read about each card, over HTTP.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { showCardFacts, type showCardShelf } from '#contract/prices.ts';
import { showPackType, type listMarketCards, type showOpenedPacks } from '#contract/catalogue.ts';
import type { listMySets } from '#contract/collection.ts';
import type { listOwnCopies } from '#contract/collection-copies.ts';
import { COUNTED_LEAST, shareOfPacks } from '#domain/pack-facts.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { stockPackType, TEST_SET } from '../../testing/stock.ts';
import { ROUTES } from '../app.ts';
import { callInProcess } from '../http/serve.ts';

type Facts = z.input<typeof showCardFacts.reply>;
type Shelf = z.input<typeof showCardShelf.reply>;
type List = z.input<typeof listMarketCards.reply>;

const shop = useTestApp({ DEMO: 'on' }, { cards: true, filled: true });

const find = async (search: string, more = '') =>
  (
    await shop.call<List>(
      'GET',
      `/cards/search?pageSize=100&search=${encodeURIComponent(search)}${more}`,
    )
  ).body.data;
const namesOf = ({ cards }: List) => [...new Set(cards.map(({ name }) => name))];
const cardNamed = async (name: string) => {
  const { rows } = await shop.owner.query<{ id: string; set_id: string; number: string }>(
    'select id, set_id, number from cards where name = $1 order by finish desc, id limit 1',
    [name],
  );
  return rows[0]!;
};
const factsOf = async (id: string) =>
  (await shop.call<Facts>('GET', `/cards/${id}/facts`)).body.data;

describe('a search for a card', () => {
  test('finds it by a part of its name, in any case', async () => {
    expect(namesOf(await find('ariZARd'))).toEqual(expect.arrayContaining(['Charizard ex']));
  });

  test.each([
    ['charzard', 'Charizard ex'],
    ['meowsacrada', 'Meowscarada ex'],
    ['pikahcu', 'Pikachu'],
  ])('finds it misspelt: %s', async (typed, name) => {
    const found = await find(typed);
    expect(found.isAlike).toBe(true);
    expect(namesOf(found)[0]).toContain(name.split(' ')[0]);
  });

  test.each([
    ['charzard 151', 'Charizard ex'],
    ['151 pikahcu', 'Pikachu'],
    ['pikahcu 025/165', 'Pikachu'],
    ['gisa glorius innistrad', 'Gisa, Glorious Resurrector'],
    ['thereon king', 'Therion "King" Regulus'],
  ])('finds it by what is spelt right beside a misspelt name: %s', async (typed, name) => {
    const found = await find(typed);
    expect([found.isAlike, ...namesOf(found)]).toEqual([true, name]);
  });

  test.each(['’', '‘', '`', "'"])('finds it by the apostrophe %s', async (apostrophe) => {
    const found = await find(`viper${apostrophe}s`);
    expect([found.isAlike, ...namesOf(found)]).toEqual([false, "Saryth, the Viper's Fang"]);
  });

  test('finds it without its accents, and with others, by its name and its set, spelt right or wrong', async () => {
    await shop.owner.query(
      `insert into card_sets (id, game, code, name) values ('pokemon-accents', 'pokemon', 'accents', 'Pokémon Förest Trials')`,
    );
    await shop.owner.query(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
       values (gen_random_uuid(), 'pokemon-accents', '1', 'Jötun Grûnthal’s Pokédex', 'X1', 'rare', 'any', 'normal')`,
    );
    for (const typed of [
      'jotun grunthal',
      'JÖTUN',
      'jòtun',
      "grunthal's pokedex",
      'pokédex grûnthal',
      'jotun forest',
      'Jötun FÖREST',
      'jotun pokemon trials',
    ]) {
      const { isAlike, cards } = await find(typed);
      expect([typed, isAlike, ...cards.map(({ number }) => number)]).toEqual([typed, false, 'X1']);
    }
    expect(namesOf(await find('jotun', '&setName=pokemon+forest'))).toHaveLength(1);
    const misspelt = await find('grünthall');
    expect([misspelt.isAlike, namesOf(misspelt)[0]]).toEqual([true, 'Jötun Grûnthal’s Pokédex']);
  });

  test('finds it misspelt in its set, even if hundreds of dearer cards have its name', async () => {
    await shop.owner.query(
      `insert into card_sets (id, game, code, name) values ('magic-crowd', 'magic', 'crowd', 'A Crowd'), ('magic-quiet', 'magic', 'quiet', 'A Quiet Place')`,
    );
    await shop.owner.query(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish, market_value)
       select gen_random_uuid(), set_id, n::text, 'Gargantuan Owlbear', n::text, 'rare', 'any', 'normal', value
       from (select 'magic-crowd' as set_id, n, 900 as value from generate_series(1, 250) n
             union all select 'magic-quiet', 1, 5) c`,
    );
    for (const [typed, more] of [
      ['gargantaun owlbaer', '&setId=magic-quiet'],
      ['gargantaun quiet', ''],
    ] as const) {
      const { isAlike, cards } = await find(typed, more);
      expect([isAlike, ...cards.map(({ set_id }) => set_id)]).toEqual([true, 'magic-quiet']);
    }
  });

  test('finds nothing if no card is similar', async () => {
    const { isAlike, cards, pagination } = await find('qqxxzz');
    expect([isAlike, cards, pagination.totalItems]).toEqual([false, [], 0]);
  });

  test('finds it by its number and its set, in any order, as printed on the card', async () => {
    const { rows } = await shop.owner.query<{ number: string; set: string }>(
      `select c.number, s.name as set from cards c join card_sets s on s.id = c.set_id
       where c.name = 'Charizard ex' and s.game = 'pokemon' order by c.number limit 1`,
    );
    const { number, set } = rows[0]!;
    for (const typed of [
      `${number} ${set}`,
      `${set} ${number}/165`,
      `${set} 0${number}/165`,
      `#${number} ${set}`,
      `charizard ${number}`,
    ]) {
      expect([typed, ...namesOf(await find(typed))]).toEqual([typed, 'Charizard ex']);
    }
  });

  test('treats characters with a meaning for a database literally', async () => {
    expect((await find('%_')).cards).toEqual([]);
    expect((await find(String.raw`\\`)).cards).toEqual([]);
  });

  test('is narrowed by filters, and so is its count', async () => {
    const foils = await find('charizard', '&finish=foil&rarity=mythic');
    expect(foils.cards.length).toBeGreaterThan(0);
    expect(foils.pagination.totalItems).toBe(foils.cards.length);
    expect(
      foils.cards.every(({ finish, rarity }) => finish === 'foil' && rarity === 'mythic'),
    ).toBe(true);
    expect((await find('charizard', '&game=magic')).cards).toEqual([]);
  });
});

describe('a search by words in the name of nearly every set', () => {
  // "Tides" matches more sets than a search looks up one by one; "tides 3" matches fewer sets than
  // that. A few cards have these words in their own names as well.
  beforeAll(async () => {
    await shop.owner.query(
      `insert into card_sets (id, game, code, name)
       select 'magic-tide' || n, 'magic', 'tide' || n, 'Common Tides ' || n from generate_series(1, 30) n`,
    );
    await shop.owner.query(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
       select gen_random_uuid(), 'magic-tide' || n, k::text, 'Wave ' || k, k::text,
         (array['common', 'rare'])[1 + k % 2], 'any', (array['normal', 'foil'])[1 + n % 2]
       from generate_series(1, 30) n, generate_series(1, 12) k
       union all
       select gen_random_uuid(), 'magic-mid', 'tides' || k, name, 'T' || k, 'rare', 'any', 'normal'
       from unnest(array['Common Tides', 'Tides of Dusk', 'Uncommon Tides 7', 'Tideswept']) with ordinality w (name, k)`,
    );
  });

  test.each([
    ['tides', ''],
    ['common tides', ''],
    ['tides common wave', ''],
    ['tides tides', '&rarity=rare'],
    ['common tides', '&rarity=rare&finish=foil'],
    ['common tides', '&game=magic'],
    ['common tides', '&setId=magic-mid'],
    ['common tides', '&setId=magic-tide7&rarity=rare'],
    ['common tides 7', ''],
    ['tides 12', '&rarity=common'],
    ['tides', '&setName=tides+7'],
  ])('finds the cards that have each of them, and counts them: "%s" %s', async (words, more) => {
    const asked = new URLSearchParams(more);
    const { rows } = await shop.owner.query<{ id: string }>(
      `select c.id from cards c join card_sets s on s.id = c.set_id
       where not exists (
         select from unnest($1::text[]) w where position(w in lower(c.name)) = 0 and not starts_with(lower(c.number), w)
           and position(w in lower(s.name)) = 0 and s.code <> w)
         and ($2::text is null or s.game = $2) and ($3::text is null or s.id = $3)
         and ($4::text is null or c.rarity = $4) and ($5::text is null or c.finish = $5)
         and ($6::text is null or position($6 in lower(s.name)) > 0)
       order by c.market_value desc, c.id`,
      [
        words.split(' '),
        ...['game', 'setId', 'rarity', 'finish', 'setName'].map((name) => asked.get(name)),
      ],
    );
    const ids = rows.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    const pages = Math.ceil(ids.length / 100);
    const shown: string[] = [];
    for (let page = 1; page <= pages + 1; page += 1) {
      const found = await find(words, `${more}&page=${page}`);
      expect([found.isAlike, found.pagination.totalItems]).toEqual([false, ids.length]);
      shown.push(...found.cards.map(({ id }) => id));
    }
    expect(shown).toEqual(ids);
  });
});

describe('the list of all cards', () => {
  const list = async (query: string, as?: SignedIn) =>
    (await shop.call<List>('GET', `/cards/market?pageSize=100${query}`, { as })).body.data;

  test.each(['', '&game=pokemon', '&setId=magic-mid', '&setId=magic-mid&rarity=rare&finish=foil'])(
    'shows how many there are, counted as: "%s"',
    async (query) => {
      const { pagination } = await list(query);
      const asked = new URLSearchParams(query);
      const { rows } = await shop.owner.query<{ cards: number }>(
        `select count(*)::int as cards from cards c join card_sets s on s.id = c.set_id
         where ($1::text is null or s.game = $1) and ($2::text is null or s.id = $2)
           and ($3::text is null or c.rarity = $3) and ($4::text is null or c.finish = $4)`,
        ['game', 'setId', 'rarity', 'finish'].map((name) => asked.get(name)),
      );
      expect(pagination.totalItems).toBe(rows[0]!.cards);
    },
  );

  test('is still counted when a card changes its rarity', async () => {
    const count = async (rarity: string) =>
      (await list(`&setId=magic-mid&rarity=${rarity}`)).pagination.totalItems;
    const before = [await count('common'), await count('rare')];
    const change = (from: string, to: string) =>
      shop.owner.query(
        `update cards set rarity = $2 where id = (
           select id from cards where set_id = 'magic-mid' and rarity = $1 order by id limit 1)`,
        [from, to],
      );
    await change('common', 'rare');
    expect([await count('common'), await count('rare')]).toEqual([before[0]! - 1, before[1]! + 1]);
    await change('rare', 'common');
    expect([await count('common'), await count('rare')]).toEqual(before);
  });

  test('begins with the sets and their numbers of cards, in which finishes do not count', async () => {
    const { sets, list: first } = (await shop.call<Shelf>('GET', '/cards/shelf')).body.data;
    expect(sets.find(({ id }) => id === 'pokemon-sv3pt5')?.cards).toBe(207);
    expect(first.cards.map(({ id }) => id)).toEqual(
      (await list('')).cards.slice(0, 24).map(({ id }) => id),
    );
  });

  test('can be narrowed to packs on sale: each card is in a counted pack of one', async () => {
    const { cards, pagination } = await list('&inPacks=true&sortBy=name&sortOrder=asc');
    expect(pagination.totalItems).toBeGreaterThan(0);
    for (const { id, name } of cards.slice(0, 10)) {
      const { packs } = await factsOf(id);
      const isHeld = packs.some(({ counted }) => counted === null || counted.packs > 0);
      expect([name, isHeld]).toEqual([name, true]);
    }
  });

  test('can be narrowed to one’s own cards only by a signed-in user', async () => {
    const { status, body } = await shop.call('GET', '/cards/market?mine=true');
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('the page of a card', () => {
  test('shows all its finishes with their prices, its credit value, and the market prices', async () => {
    const card = await cardNamed('Pikachu');
    const facts = await factsOf(card.id);
    expect(facts.printings.length).toBeGreaterThan(1);
    expect(new Set(facts.printings.map(({ number }) => number))).toEqual(new Set([card.number]));
    expect(facts.instantCredit).toBe(Math.floor(facts.card.marketValue * 50) / 100);
    expect(facts.prices.length).toBeGreaterThan(0);
    expect(facts.prices.at(-1)!.marketValue).toBeGreaterThan(0);
  });

  test('shows how many counted packs of each type hold it', async () => {
    const { rows } = await shop.owner.query<{
      id: string;
      type: string;
      packs: number;
      of: number;
    }>(
      `select h.card_id as id, p.pack_type_id as type, count(distinct p.pack_id)::int as packs, f.packs as of
       from places p join pack_secrets s on s.pack_id = p.pack_id cross join unnest(s.card_ids) h (card_id)
       join pack_type_facts f on f.pack_type_id = p.pack_type_id and f.sealed = f.packs
       where p.state not in ('opened', 'withdrawn') group by 1, 2, 4 order by 1, 2 limit 20`,
    );
    for (const { id, type, packs, of } of rows) {
      const told = (await factsOf(id)).packs.find(({ packTypeId }) => packTypeId === type);
      expect(told?.counted).toMatchObject({ packs, of, chance: shareOfPacks(packs, of) });
    }
  });

  test('shows nothing for an unknown card', async () => {
    const { status, body } = await shop.call('GET', `/cards/${randomUUID()}/facts`);
    expect([status, body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
  });

  test('has no address that is not a card’s, and says so', async () => {
    for (const id of ['nowhere', 'a\0b', 'x'.repeat(10_000)]) {
      await expect(
        callInProcess(shop.context, ROUTES, showCardFacts, { id }),
      ).rejects.toMatchObject({
        name: 'Rejection',
        code: 'VALIDATION_ERROR',
      });
    }
    await expect(
      callInProcess(shop.context, ROUTES, showPackType, { id: 'a\0b' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('a card whose packs arrive, are bought and opened', () => {
  let type: string;
  let me: SignedIn;
  beforeEach(async () => {
    me = await shop.signUp();
    type = await stockPackType(shop.context, { packs: COUNTED_LEAST, purchaseLimit: null });
  });

  const toldOf = async (id: string) => {
    const { packs, openedCopies } = await factsOf(id);
    return { openedCopies, counted: packs.find((one) => one.packTypeId === type)?.counted };
  };
  const heldBy = async () => {
    const { rows } = await shop.owner.query<{ id: string; packs: number }>(
      `select h.card_id as id, count(distinct p.pack_id)::int as packs
       from places p join pack_secrets s on s.pack_id = p.pack_id cross join unnest(s.card_ids) h (card_id)
       where p.pack_type_id = $1 group by 1 order by 2 desc, 1 limit 1`,
      [type],
    );
    return rows[0]!;
  };

  test('keeps its figures when a pack is bought and stays sealed; an opened pack leaves them and counts as opened', async () => {
    const { id } = await heldBy();
    const before = await toldOf(id);
    expect(before.counted).toMatchObject({ of: COUNTED_LEAST, isCurrent: true });
    const [pack] = await buySealedPacks(shop.context, me.userId, type, 1);
    expect(await toldOf(id)).toEqual(before);

    await shop.call('POST', `/packs/${pack}/open`, { as: me, key: randomUUID() });
    const after = await toldOf(id);
    // If fewer than twenty packs are sealed, the shop shows no current count.
    expect(after.counted?.isCurrent ?? false).toBe(false);
    const { rows } = await shop.owner.query<{ copies: number }>(
      'select count(*)::int as copies from physical_cards where card_id = $1 and opened_by_id = $2',
      [id, me.userId],
    );
    expect(after.openedCopies - before.openedCopies).toBe(rows[0]!.copies);
  });

  test('is listed with its history for the user who opened it, and counts in their progress of its set', async () => {
    const [pack] = await buySealedPacks(shop.context, me.userId, type, 1);
    await shop.call('POST', `/packs/${pack}/open`, { as: me, key: randomUUID() });
    const { rows } = await shop.owner.query<{ id: string; card: string; opening: string }>(
      `select p.id, p.card_id as card, o.id as opening from physical_cards p join openings o on o.pack_id = p.pack_id
       where p.opened_by_id = $1 order by p.position limit 1`,
      [me.userId],
    );
    const { id, card, opening } = rows[0]!;
    await shop.call('POST', '/cards/sell', {
      as: me,
      key: randomUUID(),
      body: { cardId: id, packOpeningId: opening },
    });
    const copies = (
      await shop.call<z.input<typeof listOwnCopies.reply>>('GET', `/cards/copies?cardId=${card}`, {
        as: me,
      })
    ).body.data.copies;
    expect(copies.find((one) => one.id === id)).toMatchObject({
      status: 'sold',
      packOpeningId: opening,
      exitPrice: expect.any(Number),
      exitedAt: expect.any(String),
    });

    const progress = (
      await shop.call<z.input<typeof listMySets.reply>>('GET', '/cards/my/sets', { as: me })
    ).body.data.sets;
    const had = await shop.owner.query<{ had: number }>(
      `select count(distinct c.number)::int as had from physical_cards p join cards c on c.id = p.card_id
       where p.opened_by_id = $1`,
      [me.userId],
    );
    expect(progress).toMatchObject([{ id: TEST_SET, had: had.rows[0]!.had }]);

    const mine = (
      await shop.call<List>('GET', '/cards/market?mine=true&pageSize=100', { as: me })
    ).body.data.cards.map((one) => one.id);
    const availableRows = await shop.owner.query<{ card_id: string }>(
      `select distinct card_id from physical_cards where opened_by_id = $1 and status = 'available'`,
      [me.userId],
    );
    expect(mine.toSorted()).toEqual(availableRows.rows.map((row) => row.card_id).toSorted());
  });
});

describe('the contents of opened packs', () => {
  test('are shown from ten packs on, by value, at the prices of each opening’s day', async () => {
    const type = await stockPackType(shop.context, { packs: 25, purchaseLimit: null, price: 500 });
    const buyer = await shop.signUp(500);
    const open = (quantity: number) =>
      shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: type, quantity } });
    const told = async () =>
      (await shop.call<z.input<typeof showOpenedPacks.reply>>('GET', `/pack-types/${type}/opened`))
        .body.data;
    await open(9);
    expect(await told()).toEqual({
      packTypeId: type,
      price: 5,
      packs: 0,
      abovePrice: 0,
      values: [],
    });
    await open(1);
    // The cards of each pack are worth 1.40 + 0.35 + 7.00.
    const first = { packs: 10, abovePrice: 10, values: Array.from({ length: 10 }, () => 8.75) };
    expect(await told()).toMatchObject(first);
    await open(9);
    expect(await told()).toMatchObject(first);

    // The value of an opened pack stays its value on the day of its opening.
    await shop.owner.query(
      `update cards set market_value = market_value + 100 where set_id = $1 and name = 'Moss Wall'`,
      [TEST_SET],
    );
    await open(1);
    const after = await told();
    await shop.owner.query(
      `update cards set market_value = market_value - 100 where set_id = $1 and name = 'Moss Wall'`,
      [TEST_SET],
    );
    expect(after).toMatchObject({
      packs: 20,
      values: [...Array.from({ length: 19 }, () => 8.75), 9.75],
    });
  });

  test('are empty for an unknown type', async () => {
    const { status, body } = await shop.call('GET', '/pack-types/nowhere/opened');
    expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
  });
});
