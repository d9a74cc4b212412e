import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Game } from '#domain/game.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { ImportProblem } from './import-problem.ts';
import { mtgjsonUuids, readMtgjsonPrices } from './mtgjson.ts';
import { GAME_OF_SOURCE, parseSourceFile, readCardContents, readCardFiles } from './read-cards.ts';
import type { CardSource, ReadCard, ReadPrice, SetFields } from './read-card.ts';
import { isObject, parseCents } from './source-record.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const TODAY = '2026-03-01';
const fixture = (name: string): string => join(FIXTURES, name);
const gameOf = (source: CardSource) =>
  SEEDED_GAMES.find(({ id }) => id === GAME_OF_SOURCE[source]) as Game;

const folder = mkdtempSync(join(tmpdir(), 'cards-'));
afterAll(() => rmSync(folder, { recursive: true }));

function readFixture(source: CardSource, name: string, set?: SetFields): ReadCard[] {
  const request = { source, game: gameOf(source), observedOn: TODAY, files: [fixture(name)] };
  return readCardFiles(set ? { ...request, set } : request);
}

function readText(source: CardSource, content: unknown, file = 'cards.json'): ReadCard[] {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const files = [{ file, content: Buffer.from(text) }];
  return readCardContents({ source, game: gameOf(source), observedOn: TODAY, files });
}

function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ImportProblem) return error.message;
    throw error;
  }
  return 'no problem';
}

/** The fixture's records, with changes to the first. */
function changed(name: string, changes: object): Record<string, unknown>[] {
  const json: unknown = parseSourceFile(name, readFileSync(fixture(name)));
  const list = isObject(json) ? json['data'] : json;
  const [first, ...rest] = Array.isArray(list) ? list.filter(isObject) : [];
  return [{ ...first, ...changes }, ...rest];
}

function find(cards: ReadCard[], number: string, finish: string): ReadCard | undefined {
  return cards.find((card) => card.number === number && card.finish === finish);
}

const usd = (amountMinor: number, observedOn = TODAY): ReadPrice => ({
  source: 'tcgplayer',
  currency: 'USD',
  amountMinor,
  observedOn,
});
const eur = (amountMinor: number, observedOn = TODAY): ReadPrice => ({
  source: 'cardmarket',
  currency: 'EUR',
  amountMinor,
  observedOn,
});

describe('a Scryfall file', () => {
  const cards = readFixture('scryfall', 'scryfall.list.json');

  test('gives a row for each card and finish, with its prices of that day', () => {
    expect(cards).toHaveLength(7);
    expect(cards[0]).toEqual({
      externalId: '18092f68-b96e-4084-9eba-b240d2195d81:nonfoil',
      game: 'magic',
      setCode: 'mid',
      setName: 'Innistrad: Midnight Hunt',
      setReleasedOn: '2021-09-24',
      name: 'Adeline, Resplendent Cathar',
      number: '1',
      nativeRarity: 'rare',
      rarity: 'rare',
      finish: 'normal',
      imageUrl: expect.stringContaining('/normal/front/'),
      prices: [usd(380), eur(332)],
    });
  });

  test('omits cards that exist only on a screen', () => {
    expect(cards.filter((card) => card.number === '57†' || card.number === 'A-52')).toEqual([]);
  });

  test('shows the front of a double-faced card', () => {
    const card = find(cards, '2', 'normal');
    expect(card?.name).toBe('Ambitious Farmhand // Seasoned Cathar');
    expect(card?.imageUrl).toContain('/front/');
  });

  test('knows promos that are only foil, and foils that are cheaper', () => {
    expect(find(cards, '385', 'normal')).toBeUndefined();
    expect(find(cards, '385', 'foil')?.prices).toEqual([usd(83), eur(96)]);
    expect(find(cards, '16', 'normal')?.prices[0]).toEqual(usd(5));
    expect(find(cards, '16', 'foil')?.prices[0]).toEqual(usd(4));
  });

  test('may be a bulk file, which is a bare list in all languages', () => {
    const list = changed('scryfall.list.json', { lang: 'ja' });
    expect(readText('scryfall', list)).toEqual(cards.slice(2));
  });

  test('may have an etched finish, which the shop ranks between normal and foil', () => {
    const prices = { usd: null, usd_etched: '1.005', eur: null };
    const [card] = readText(
      'scryfall',
      changed('scryfall.list.json', { finishes: ['etched'], prices }),
    );
    expect(card).toMatchObject({ finish: 'reverse-foil', prices: [usd(101)] });
    expect(card?.externalId).toMatch(/:etched$/);
  });
});

describe('an MTGJSON file', () => {
  const setFile = parseSourceFile('set', readFileSync(fixture('mtgjson.set.json')));
  const priceFile = parseSourceFile('prices', readFileSync(fixture('mtgjson.prices.json')));
  const cards = readFixture('mtgjson', 'mtgjson.set.json');

  test('has the same cards as Scryfall, each double-faced card once', () => {
    const ids = new Set(
      readFixture('scryfall', 'scryfall.list.json').map((card) => card.externalId),
    );
    expect(cards).toHaveLength(6);
    expect(cards.filter((card) => ids.has(card.externalId)).map((card) => card.number)).toEqual([
      '1',
      '1',
      '2',
      '2',
    ]);
    expect(cards[0]).toMatchObject({ setCode: 'mid', setReleasedOn: '2021-09-24', prices: [] });
  });

  test('of prices has the history of the cards with a known uuid', () => {
    const history = readMtgjsonPrices(priceFile, 'prices', mtgjsonUuids(setFile, 'set'));
    expect(history).toEqual([
      {
        externalId: '18092f68-b96e-4084-9eba-b240d2195d81:nonfoil',
        prices: [usd(600, '2026-02-12'), usd(600, '2026-02-13'), usd(591, '2026-02-14')],
      },
      {
        externalId: '18092f68-b96e-4084-9eba-b240d2195d81:foil',
        prices: [usd(360, '2026-02-12'), usd(360, '2026-02-13'), usd(381, '2026-02-14')],
      },
    ]);
  });

  test('given with its prices has cards with prices; prices alone are refused', () => {
    const request = { source: 'mtgjson', game: gameOf('mtgjson'), observedOn: TODAY } as const;
    const prices = fixture('mtgjson.prices.json');
    const read = readCardFiles({ ...request, files: [fixture('mtgjson.set.json'), prices] });
    expect(read[0]?.prices).toHaveLength(3);
    expect(problemOf(() => readCardFiles({ ...request, files: [prices] }))).toContain(
      'holds no cards',
    );
  });
});

describe('a Pokemon file', () => {
  const cards = readFixture('pokemontcg', 'pokemontcg.api-v2.json');

  test('gives a row for each variant, dated as the file says', () => {
    const day = '2025-04-25';
    expect(cards.filter((card) => card.name === 'Ivysaur')).toMatchObject([
      { externalId: 'sv3pt5-2:normal', finish: 'normal', prices: [usd(13, day), eur(8, day)] },
      {
        externalId: 'sv3pt5-2:reverseHolofoil',
        finish: 'reverse-foil',
        prices: [usd(27, day), eur(26, day)],
      },
    ]);
    expect(cards[0]).toMatchObject({
      setCode: 'sv3pt5',
      setName: '151',
      setReleasedOn: '2023-09-22',
    });
  });

  test('gives a rare card that exists only as a foil one row', () => {
    const charizards = cards.filter((card) => card.number === '199');
    expect(charizards).toMatchObject([{ finish: 'foil', rarity: 'mythic' }]);
    expect(charizards[0]?.prices[0]).toEqual(usd(21_247, '2025-04-25'));
  });

  test('gives cards without prices or rarity one row, common and without a price', () => {
    expect(cards.filter((card) => card.setCode === 'sve')).toMatchObject([
      { number: '3', nativeRarity: 'Common', finish: 'normal', prices: [] },
      { number: '10', nativeRarity: 'Common', finish: 'normal', prices: [] },
    ]);
  });

  test('is read at the market price, or the middle, or the lowest', () => {
    const priceOf = (normal: object) =>
      readText(
        'pokemontcg',
        changed('pokemontcg.api-v2.json', {
          cardmarket: null,
          tcgplayer: { prices: { normal } },
        }),
      )[0]?.prices;
    expect(priceOf({ market: 0.3, mid: 0.2, low: 0.1 })).toEqual([usd(30)]);
    expect(priceOf({ market: null, mid: 0.2, low: 0.1 })).toEqual([usd(20)]);
    expect(priceOf({ market: null, mid: null, low: 0.1, high: 99 })).toEqual([usd(10)]);
    expect(priceOf({ market: null, high: 99 })).toEqual([]);
  });

  test('of old sets distinguishes two editions of one card by their rarity', () => {
    const prices = { '1stEdition': { market: 9 }, unlimited: { market: 2 } };
    const [first, second] = readText(
      'pokemontcg',
      changed('pokemontcg.api-v2.json', { tcgplayer: { prices } }),
    );
    expect(first).toMatchObject({ nativeRarity: 'Uncommon', externalId: 'sv3pt5-2:unlimited' });
    expect(second).toMatchObject({ nativeRarity: 'Uncommon (1st Edition)', rarity: 'uncommon' });
  });

  test('of the GitHub data takes its set from the list beside it', () => {
    expect(readFixture('pokemontcg', 'sv3pt5.json')).toMatchObject([
      { externalId: 'sv3pt5-2:normal', setCode: 'sv3pt5', setName: '151', prices: [] },
      { externalId: 'sv3pt5-199:holofoil', setReleasedOn: '2023-09-22', finish: 'foil' },
    ]);
  });

  test('of the GitHub data, alone, takes its set from its name', () => {
    const text = readFileSync(fixture('sv3pt5.json'), 'utf8');
    expect(readText('pokemontcg', text, 'sv3pt5.json')[0]).toMatchObject({ setName: 'sv3pt5' });
    const other = problemOf(() => readText('pokemontcg', text, 'download.json'));
    expect(other).toBe('download.json, record 1 ("Ivysaur"): has no set');
  });
});

describe('a Yu-Gi-Oh! file', () => {
  const ofSet = (name: string) => readFixture('ygoprodeck', 'ygoprodeck.cardinfo.json', { name });

  test('gives a row for each printing of the requested set', () => {
    expect(ofSet('Dimension Force')).toMatchObject([
      {
        externalId: 'DIFO-EN007:Secret Rare',
        name: 'Therion "King" Regulus',
        setCode: 'DIFO',
        setReleasedOn: '2022-05-19',
        rarity: 'mythic',
        finish: 'foil',
        prices: [usd(289), eur(227)],
      },
      { externalId: 'DIFO-EN007:Starlight Rare', number: 'DIFO-EN007', rarity: 'mythic' },
      { externalId: 'DIFO-EN014:Common', rarity: 'common', finish: 'normal' },
    ]);
  });

  test('gives every printing if no set is requested', () => {
    expect(readFixture('ygoprodeck', 'ygoprodeck.cardinfo.json')).toHaveLength(9);
    expect(problemOf(() => ofSet('Metal Raiders'))).toContain(
      'has no card of the set "Metal Raiders"',
    );
  });

  test('is foil from Super Rare on; in an all-foil set a Secret Rare is rare and a Super Rare uncommon', () => {
    const rarities = ['Common', 'Short Print', 'Rare', 'Super Rare', 'Secret Rare'];
    const cardsOf = (setCode: string) =>
      readText('ygoprodeck', [
        {
          id: 1,
          name: 'One',
          card_sets: rarities.map((set_rarity) => ({
            set_code: `${setCode}-EN001`,
            set_name: 'Some set',
            set_rarity,
          })),
        },
      ]).map(({ rarity, finish }) => `${rarity} ${finish}`);
    const plain = ['common normal', 'common normal', 'uncommon normal'];
    expect(cardsOf('DIFO')).toEqual([...plain, 'rare foil', 'mythic foil']);
    expect(cardsOf('MYFI')).toEqual([...plain, 'uncommon foil', 'rare foil']);
  });

  test('never uses set_price, and reads "0" as no price', () => {
    const card_prices = [{ tcgplayer_price: '0.00', cardmarket_price: '0' }];
    const [card] = readText('ygoprodeck', changed('ygoprodeck.cardinfo.json', { card_prices }));
    expect(card?.prices).toEqual([]);
  });

  test('may have one printing under two artworks, and the cheaper counts', () => {
    const [first] = changed('ygoprodeck.cardinfo.json', {});
    const artwork = { ...first, id: 1, card_prices: [{ tcgplayer_price: '0.5' }] };
    const cards = readText('ygoprodeck', [first, artwork]);
    expect(cards).toHaveLength(3);
    expect(cards[0]?.prices).toEqual([usd(50), eur(227)]);
  });

  test('may list a card under a neighbour’s number too; its own number counts', () => {
    const printing = (set_code: string) => ({
      set_code,
      set_name: 'Maximum Gold',
      set_rarity: 'Rare',
    });
    const [own, neighbour] = [printing('MAGO-EN011'), printing('MAGO-EN010')];
    const cards = readText('ygoprodeck', [
      { id: 1, name: 'Astray', card_sets: [neighbour, own], card_prices: [] },
      { id: 2, name: 'Neighbour', card_sets: [neighbour], card_prices: [] },
    ]);
    expect(cards.map((card) => [card.number, card.name])).toEqual([
      ['MAGO-EN010', 'Neighbour'],
      ['MAGO-EN011', 'Astray'],
    ]);
    const undecided = [
      { id: 1, name: 'One', card_sets: [own] },
      { id: 2, name: 'Other', card_sets: [own] },
    ];
    expect(problemOf(() => readText('ygoprodeck', undecided))).toBe(
      'cards.json, record 2 ("Other"): MAGO-EN011 in Rare is "One" as well',
    );
  });
});

describe('a file is refused as a whole, with a reason in one line:', () => {
  const good = readFileSync(fixture('scryfall.list.json'));
  const scryfall = (changes: object) => () =>
    readText('scryfall', changed('scryfall.list.json', changes));
  const prices = (usdPrice: unknown) => scryfall({ prices: { usd: usdPrice } });

  test.each<[string, () => unknown, string]>([
    ['empty', () => readText('scryfall', ' \n'), 'cards.json: is empty'],
    ['not JSON', () => readText('scryfall', '<html>'), 'cards.json: is not JSON'],
    [
      'cut off',
      () => readText('scryfall', good.toString().slice(0, -900)),
      'cards.json: is JSON that ends too early',
    ],
    [
      'cut off after an object',
      () => readText('scryfall', '{"data":[{"id":1}'),
      'cards.json: is JSON that ends too early',
    ],
    ['an empty list', () => readText('scryfall', []), 'cards.json: holds no cards'],
    [
      'not a list',
      () => readText('scryfall', { error: 'gone' }),
      'cards.json: is not a list of Scryfall cards',
    ],
    [
      'a list of texts',
      () => readText('pokemontcg', ['x']),
      'cards.json, record 1: is not an object',
    ],
    [
      'an error of the source',
      () => readText('scryfall', { object: 'error', details: 'No cards found' }),
      'cards.json: is an error of Scryfall: No cards found',
    ],
    [
      "another source's file",
      () => readText('ygoprodeck', good.toString()),
      'cards.json: is a file of scryfall, not of ygoprodeck',
    ],
    [
      "another game's source",
      () =>
        readCardContents({
          source: 'scryfall',
          game: gameOf('pokemontcg'),
          observedOn: TODAY,
          files: [{ file: 'cards.json', content: good }],
        }),
      'cards.json: scryfall has cards of magic, not of pokemon',
    ],
    ['no name', scryfall({ name: '' }), 'cards.json, record 1: has no name'],
    [
      'no set',
      scryfall({ set: undefined }),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): has no set',
    ],
    [
      'no number',
      scryfall({ collector_number: null }),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): has no collector_number',
    ],
    [
      'an unknown rarity',
      scryfall({ rarity: 'epic' }),
      `cards.json, record 1 ("Adeline, Resplendent Cathar"): rarity "epic" is not known in Magic: The Gathering`,
    ],
    [
      'an unknown finish',
      scryfall({ finishes: ['wet'] }),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): finish "wet" is not known',
    ],
    [
      'no finish',
      scryfall({ finishes: [] }),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): has no finishes',
    ],
    [
      'a price in words',
      prices('abc'),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): price "abc" is not a number',
    ],
    [
      'a price as an object',
      prices({}),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): price {} is not a number',
    ],
    [
      'a negative price',
      prices('-1.50'),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): price -1.50 is negative',
    ],
    [
      'a tiny negative price',
      prices(-0.001),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): price -0.001 is negative',
    ],
    [
      'a date that is none',
      scryfall({ released_at: '2021-02-30' }),
      'cards.json, record 1 ("Adeline, Resplendent Cathar"): released_at "2021-02-30" is not a date',
    ],
    [
      'a variant nobody knows',
      () =>
        readText(
          'pokemontcg',
          changed('pokemontcg.api-v2.json', { tcgplayer: { prices: { gold: {} } } }),
        ),
      'cards.json, record 1 ("Ivysaur"): price variant "gold" is not known',
    ],
    [
      'one id with two contents',
      () =>
        readText('scryfall', [
          ...changed('scryfall.list.json', {}),
          ...changed('scryfall.list.json', { name: 'Other' }),
        ]),
      'cards.json: 18092f68-b96e-4084-9eba-b240d2195d81:nonfoil ("Other") came before with other content',
    ],
    [
      'two cards of one number',
      () =>
        readText('scryfall', [
          ...changed('scryfall.list.json', {}),
          ...changed('scryfall.list.json', { id: 'x', name: 'Other' }),
        ]),
      'cards.json: "Adeline, Resplendent Cathar" and "Other" are both mid 1 (rare, normal)',
    ],
  ])('%s', (_what, read, message) => {
    expect(problemOf(read)).toBe(message);
  });

  test('gzip that was cut off', () => {
    const file = join(folder, 'cut.json.gz');
    const request = { source: 'scryfall', game: gameOf('scryfall'), observedOn: TODAY } as const;
    const read = () => readCardFiles({ ...request, files: [file] });
    writeFileSync(file, gzipSync(good));
    expect(read()).toHaveLength(7);
    writeFileSync(file, gzipSync(good).subarray(0, -20));
    expect(problemOf(read)).toBe(`${file}: is gzip that ends too early`);
  });

  test('text that is not UTF-8', () => {
    const bytes = Buffer.concat([good, Buffer.from([0xff])]);
    const request = { source: 'scryfall', game: gameOf('scryfall'), observedOn: TODAY } as const;
    const files = [{ file: 'x.json', content: bytes }];
    expect(problemOf(() => readCardContents({ ...request, files }))).toBe(
      'x.json: is not UTF-8 text',
    );
  });

  test('for any cut of a good file, nothing is accepted', () => {
    const text = good.toString().trimEnd();
    fc.assert(
      fc.property(fc.nat(text.length - 1), (length) => {
        expect(problemOf(() => readText('scryfall', text.slice(0, length)))).toMatch(
          /is empty|is JSON that ends too early/,
        );
      }),
    );
  });
});

describe('several files', () => {
  test('are read as one list, and a card in both is read once', () => {
    const files = [fixture('scryfall.list.json'), fixture('scryfall.list.json')];
    const cards = readCardFiles({
      files,
      source: 'scryfall',
      game: gameOf('scryfall'),
      observedOn: TODAY,
    });
    expect(cards).toHaveLength(7);
  });

  test('may include the list of sets, but need cards', () => {
    const request = {
      source: 'pokemontcg',
      game: gameOf('pokemontcg'),
      observedOn: TODAY,
    } as const;
    const sets = fixture('sets.en.json');
    expect(readCardFiles({ ...request, files: [sets, fixture('sv3pt5.json')] })).toHaveLength(2);
    expect(problemOf(() => readCardFiles({ ...request, files: [sets] }))).toContain(
      'holds no cards',
    );
  });
});

describe('an amount', () => {
  test('is read digit by digit, half a cent up', () => {
    expect(['12.345', '12.344999', '0.005', '3', '1.1'].map(parseCents)).toEqual([
      1235, 1234, 1, 300, 110,
    ]);
    expect([1.005, 0.285, 38.37, 1e-7].map(parseCents)).toEqual([101, 29, 3837, 0]);
    expect(['', '1e3', '1,50', '.5', 'NaN', '0x10', '1.'].map(parseCents)).toEqual(
      Array(7).fill(null),
    );
  });

  test('for any whole cents is read as it was written', () => {
    fc.assert(
      fc.property(fc.nat(1e9), (cents) => {
        expect(parseCents((cents / 100).toFixed(2))).toBe(cents);
        expect(parseCents(cents / 100)).toBe(cents);
      }),
    );
  });
});
