// Writes data/demo from a folder of public card data: `node scripts/make-demo-extract.ts FOLDER`. Writes only facts
// (names, numbers, rarities, finishes, prices, dates), and no pictures or rules texts.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finish } from '#domain/card.ts';
import { cardKeyText, expectedValueCents, packOdds, packSize } from '#domain/collation.ts';
import type { Collation, SheetCard, Slot } from '#domain/collation.ts';
import type { Game } from '#domain/game.ts';
import type { PackPromises } from '#domain/pack-promises.ts';
import { toCents } from '#domain/money.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import { keyOf } from '../src/server/catalogue/import/demo-data.ts';
import type {
  DemoCardFile,
  DemoHistoryFile,
  DemoPackTypeRow,
  DemoPool,
} from '../src/server/catalogue/import/demo-data.ts';
import { mtgjsonUuids, readMtgjsonPrices } from '../src/server/catalogue/import/mtgjson.ts';
import type { ReadCard } from '../src/server/catalogue/import/read-card.ts';
import { parseSourceFile, readCardFiles } from '../src/server/catalogue/import/read-cards.ts';
import { demoPrice, demoValueCents } from './demo-price.ts';
import { readMtgjsonBooster } from './read-mtgjson-booster.ts';

const SCRYFALL_DAY = '2025-11-01'; // when the Scryfall responses were recorded
const POKEMON_DAY = '2025-04-25'; // only for blocks without a date of their own
const YGOPRODECK_DAY = '2026-01-14'; // when the YGOPRODeck responses were recorded
const DEMO = join(import.meta.dirname, '../data/demo');

/** The attributes that a pack type states itself. All others are calculated from its cards. */
type Plan = {
  id: string;
  name: string;
  description: string;
  cards: ReadCard[];
  sheets: Record<string, SheetCard[]>;
  variants: { weight: number; slots: Slot[] }[];
  tags: string[];
  /** The guarantees that hold for every pack filled in this way. */
  promises?: Partial<PackPromises>;
  details: string[];
  packs: number;
  purchaseLimit?: null;
  reducedByCents?: number;
};

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: node scripts/make-demo-extract.ts FOLDER');
  process.exit(2);
}
const source = (name: string): string => join(folder, name);
const gameOf = (id: string) => SEEDED_GAMES.find((game) => game.id === id) as Game;

const midSetFile = source('magic/mid.mtgjson.set.json.gz');
const midSet = parseSourceFile(midSetFile, readFileSync(midSetFile));
const historyFile = source('prices/mid.AllPrices-layout.history.json.gz');
const history = readMtgjsonPrices(
  parseSourceFile(historyFile, readFileSync(historyFile)),
  historyFile,
  mtgjsonUuids(midSet, midSetFile),
);

const midnightHunt = readCardFiles({
  files: [1, 2, 3].map((page) => source(`magic/mid.scryfall.search.page${page}.json.gz`)),
  source: 'scryfall',
  game: gameOf('magic'),
  observedOn: SCRYFALL_DAY,
});
const energies = readPokemon('sve.api-v2.cards.json');

rmSync(join(DEMO, 'cards'), { recursive: true, force: true });
mkdirSync(join(DEMO, 'cards'), { recursive: true });
writeCards('scryfall', midnightHunt);
writeCards('pokemontcg', energies);
const days = writeHistory();
// The newest price of a card is its value, so this adds the newest price.
for (const card of midnightHunt) {
  const later = history.find(({ externalId }) => externalId === card.externalId);
  card.prices.push(...(later?.prices ?? []));
}

const plans = [
  midnightHuntDraft(),
  scarletViolet({
    code: 'sv3pt5',
    name: 'Pokemon 151 Booster Pack',
    description:
      'The first 151 Pokemon, each with a card of its own in one set. A few illustration cards carry most of what the set is worth, so most packs hold less than they cost.',
    rates: { double: 8, illustration: 12, ultra: 16, special: 32, hyper: 51 },
    tags: ['Booster pack', 'Kanto', '2023'],
    packs: 40,
  }),
  scarletViolet({
    code: 'sv1',
    name: 'Scarlet & Violet Booster Pack',
    description:
      'The set that opened the Scarlet & Violet years, with the Paldea starters and the first Pokemon ex of the era. There is no limit on how many you buy.',
    rates: { double: 8, illustration: 13, ultra: 15, special: 30, hyper: 56 },
    tags: ['Booster pack', 'Paldea', '2023'],
    packs: 120,
    purchaseLimit: null,
  }),
  scarletViolet({
    code: 'sv2',
    name: 'Paldea Evolved Booster Pack',
    description:
      'The largest of the first four Scarlet & Violet sets, with three dozen illustration rares to find.',
    rates: { double: 7, illustration: 13, ultra: 15, special: 31, hyper: 53 },
    tags: ['Booster pack', 'Paldea', '2023'],
    packs: 30,
  }),
  scarletViolet({
    code: 'sv3',
    name: 'Obsidian Flames Booster Pack',
    description:
      'A smaller set around a Charizard of a new type. For now a dollar less than its usual price.',
    rates: { double: 7, illustration: 13, ultra: 15, special: 32, hyper: 52 },
    tags: ['Booster pack', 'Reduced', '2023'],
    packs: 30,
    reducedByCents: 100,
  }),
  scarletViolet({
    code: 'sv4',
    name: 'Paradox Rift Booster Pack',
    description:
      'Ancient and future Pokemon meet in the autumn set of 2023. Double Rares come a little more often here, the rarest cards less so.',
    rates: { double: 6, illustration: 13, ultra: 15, special: 47, hyper: 82 },
    tags: ['Booster pack', 'Paldea', '2023'],
    packs: 30,
  }),
  mysticFighters(),
  pharaonicGuardian(),
  dimensionForce(),
];
const rows = plans.map(packTypeRow);
writeJson('pack-types.json', `[\n${rows.map(packTypeText).join(',\n')}\n]\n`);
for (const row of rows) {
  const value = (row.expectedValueCents / 100).toFixed(2);
  const price = (row.priceCents / 100).toFixed(2);
  console.log(
    `${row.id}: ${row.cardCount} cards, worth ${value}, price ${price}, ${row.packs} packs`,
  );
}
console.log(`Prices of ${days} days for ${history.length} printings of Midnight Hunt.`);

function midnightHuntDraft(): Plan {
  const booster = readMtgjsonBooster(midSet, midSetFile, 'default');
  // The sheets are in the order of the cards in a pack, the rare ones last.
  const order = [
    'sfcCommon',
    'dfcCommon',
    'basic',
    'sfcUncommon',
    'dfcUncommon',
    'foil',
    'sfcRareMythic',
    'dfcRareMythic',
  ];
  return {
    id: 'magic-mid-draft',
    name: 'Innistrad: Midnight Hunt Draft Booster',
    description:
      'A draft booster of the werewolf set from autumn 2021: 15 cards, at least two of them with two faces. Every pack holds a rare or a mythic rare.',
    cards: midnightHunt,
    sheets: Object.fromEntries(
      Object.entries(booster.sheets).map(([name, cards]) => [name, [...cards]]),
    ),
    variants: booster.variants.map(({ weight, slots }) => ({
      weight,
      slots: slots.toSorted((one, other) => order.indexOf(one.sheet) - order.indexOf(other.sheet)),
    })),
    tags: ['Draft booster', 'Double-faced cards', '2021'],
    promises: { promisesRarity: 'rare' },
    details: [
      '10 commons, 3 uncommons, 1 rare or mythic rare and 1 basic land; at least two of the cards are double-faced',
      'Filled with a foil of any rarity in place of a common in one pack of three',
      'How packs are filled is an estimate: it follows from the print sheets that players have worked out (MTGJSON)',
    ],
    packs: 40,
  };
}

function scarletViolet(set: {
  code: string;
  name: string;
  description: string;
  rates: { double: number; illustration: number; ultra: number; special: number; hyper: number };
  tags: string[];
  packs: number;
  purchaseLimit?: null;
  reducedByCents?: number;
}): Plan {
  const cards = readPokemon(`${set.code}.api-v2.cards.json.gz`);
  writeCards('pokemontcg', cards);
  const { double, illustration, ultra, special, hyper } = set.rates;
  const reverse = select(cards, ['Common', 'Uncommon', 'Rare'], 'reverse-foil');
  const printed = cards.filter(
    (card) => card.nativeRarity === 'Common' || card.nativeRarity === 'Uncommon',
  );
  const slots = {
    common: 4,
    uncommon: 3,
    energy: 1,
    reverse: 1,
    'reverse-or-art': 1,
    'rare-or-better': 1,
  };
  const { code: _code, rates: _rates, ...rest } = set;
  return {
    ...rest,
    id: `pokemon-${set.code}`,
    cards: [...cards, ...energies],
    sheets: {
      common: sheet([[null, select(printed, ['Common'], 'normal')]]),
      uncommon: sheet([[null, select(printed, ['Uncommon'], 'normal')]]),
      // Boosters of these years contain the first eight energies.
      energy: sheet([[null, energies.filter((card) => Number(card.number) <= 8)]]),
      reverse: sheet([[null, reverse]]),
      'reverse-or-art': sheet([
        [illustration, select(cards, ['Illustration Rare'], 'foil')],
        [special, select(cards, ['Special Illustration Rare'], 'foil')],
        [hyper, select(cards, ['Hyper Rare'], 'foil')],
        [null, reverse],
      ]),
      'rare-or-better': sheet([
        [double, select(cards, ['Double Rare'], 'foil')],
        [ultra, select(cards, ['Ultra Rare'], 'foil')],
        [null, select(cards, ['Rare'], 'foil')],
      ]),
    },
    variants: oneVariant(slots),
    details: [
      '4 commons, 3 uncommons, 1 basic energy, 1 reverse foil, 1 reverse foil or better, 1 foil rare or better',
      `Filled by estimate: Double Rare 1 pack in ${double}, Illustration Rare 1 in ${illustration}, Ultra Rare 1 in ${ultra}, Special Illustration Rare 1 in ${special}, Hyper Rare 1 in ${hyper}`,
      'How packs are filled is an estimate from openings that players reported; the publisher states none',
    ],
  };
}

function mysticFighters(): Plan {
  const cards = readYugioh('mystic-fighters', 'Mystic Fighters');
  return {
    id: 'yugioh-mystic-fighters',
    name: 'Mystic Fighters Booster Pack',
    description:
      'A small pack in which every card is foil, for three decks: Mathmech, Dragonmaid and Generaider.',
    cards,
    sheets: {
      super: sheet([[null, select(cards, ['Super Rare'], 'foil')]]),
      secret: sheet([[null, select(cards, ['Secret Rare'], 'foil')]]),
    },
    variants: oneVariant({ super: 4, secret: 1 }),
    tags: ['Booster pack', 'All foil', '2019'],
    promises: { promisesFoil: true, promisesRarity: 'rare' },
    details: [
      '4 Super Rares and 1 Secret Rare, all foil',
      'How packs are filled is an estimate: the split is that of sister sets, and cards of a rarity count as equally likely',
      'Cards are valued at the price of their cheapest printing, the only one the source knows',
    ],
    packs: 30,
  };
}

function pharaonicGuardian(): Plan {
  const cards = readYugioh('pharaonic-guardian', 'Pharaonic Guardian');
  const commons = select(cards, ['Common', 'Short Print'], 'normal');
  return {
    id: 'yugioh-pharaonic-guardian',
    name: 'Pharaonic Guardian Booster Pack',
    description:
      'A booster of 2003, full of tomb guardians and traps. In about two packs of three the ninth card is one more common.',
    cards,
    sheets: {
      common: sheet([[null, commons]]),
      rare: sheet([[null, select(cards, ['Rare'], 'normal')]]),
      ninth: sheet([
        [5, select(cards, ['Super Rare'], 'foil')],
        [12, select(cards, ['Ultra Rare'], 'foil')],
        [31, select(cards, ['Secret Rare'], 'foil')],
        [null, commons],
      ]),
    },
    variants: oneVariant({ common: 7, rare: 1, ninth: 1 }),
    tags: ['Booster pack', 'Vintage', '2003'],
    details: [
      '7 commons, 1 Rare, and a ninth card: estimated Super Rare 1 pack in 5, Ultra Rare 1 in 12, Secret Rare 1 in 31, else a common',
      'How packs are filled is an estimate from what collectors report for sets of that time; the publisher states none',
      'Cards are valued at the price of their cheapest printing, the only one the source knows',
    ],
    packs: 24,
  };
}

function dimensionForce(): Plan {
  const cards = readYugioh('dimension-force', 'Dimension Force');
  return {
    id: 'yugioh-dimension-force',
    name: 'Dimension Force Booster Pack',
    description: 'A core set of 2022 with a foil in every pack, at times a Starlight Rare.',
    cards,
    sheets: {
      common: sheet([[null, select(cards, ['Common'], 'normal')]]),
      foil: sheet([
        [6, select(cards, ['Ultra Rare'], 'foil')],
        [12, select(cards, ['Secret Rare'], 'foil')],
        [288, select(cards, ['Starlight Rare'], 'foil')],
        [null, select(cards, ['Super Rare'], 'foil')],
      ]),
    },
    variants: oneVariant({ common: 8, foil: 1 }),
    tags: ['Booster pack', 'Core set', '2022'],
    details: [
      '8 commons and 1 foil: estimated Ultra Rare 1 pack in 6, Secret Rare 1 in 12, Starlight Rare 1 in 288, else a Super Rare',
      'How packs are filled is an estimate from what collectors report; that of the Starlight Rares is the weakest',
      'Cards are valued at the price of their cheapest printing, the only one the source knows',
    ],
    packs: 1,
  };
}

function readPokemon(file: string): ReadCard[] {
  return readCardFiles({
    files: [source(`pokemon/${file}`)],
    source: 'pokemontcg',
    game: gameOf('pokemon'),
    observedOn: POKEMON_DAY,
  });
}

function readYugioh(file: string, name: string): ReadCard[] {
  const cards = readCardFiles({
    files: [source(`yugioh/${file}.cardinfo.json.gz`)],
    source: 'ygoprodeck',
    game: gameOf('yugioh'),
    observedOn: YGOPRODECK_DAY,
    set: { name },
  });
  writeCards('ygoprodeck', cards);
  return cards;
}

function select(cards: ReadCard[], rarities: string[], finish: Finish): ReadCard[] {
  const chosen = cards.filter(
    (card) => card.finish === finish && rarities.includes(card.nativeRarity),
  );
  if (chosen.length === 0) throw new Error(`No ${finish} ${rarities.join(' or ')}.`);
  return chosen;
}

/**
 * The cards of a sheet. A pool with the number N comes in one of N draws, and the pool with null comes in all other
 * draws. Within a pool all cards are equally likely, except that a short print is assumed to come half as often as
 * another common.
 */
function sheet(pools: [number | null, ReadCard[]][]): SheetCard[] {
  const partOf = (card: ReadCard): bigint => (card.nativeRarity === 'Short Print' ? 1n : 2n);
  const partsOf = (cards: ReadCard[]): bigint =>
    cards.reduce((sum, card) => sum + partOf(card), 0n);
  // All shares get one denominator, so that every card's weight is a whole number.
  const draws = pools.reduce(
    (all, [oneIn, cards]) => all * BigInt(oneIn ?? 1) * partsOf(cards),
    1n,
  );
  const named = pools.reduce(
    (sum, [oneIn]) => sum + (oneIn === null ? 0n : draws / BigInt(oneIn)),
    0n,
  );
  const weighted = pools.flatMap(([oneIn, cards]) => {
    const share = oneIn === null ? draws - named : draws / BigInt(oneIn);
    return cards.map((card) => ({ card, weight: (share / partsOf(cards)) * partOf(card) }));
  });
  const divisor = weighted.reduce((sum, { weight }) => greatestDivisor(sum, weight), 0n);
  return weighted.map(({ card, weight }) => ({
    key: keyOf(card),
    name: card.name,
    weight: Number(weight / divisor),
  }));
}

function oneVariant(counts: Record<string, number>): Plan['variants'] {
  const slots = Object.entries(counts).map(([name, count]) => ({ sheet: name, count }));
  return [{ weight: 1, slots }];
}

function packTypeRow(plan: Plan): DemoPackTypeRow {
  const { cards, sheets, variants, reducedByCents = null, purchaseLimit = 1 } = plan;
  const collation: Collation = { sheets, variants };
  const byKey = new Map(cards.map((card) => [cardKeyText(keyOf(card)), card]));
  const cardOf = (key: SheetCard['key']): ReadCard => {
    const card = byKey.get(cardKeyText(key));
    if (!card) throw new Error(`${plan.id}: no card ${cardKeyText(key)}.`);
    return card;
  };
  const [first] = cards;
  if (!first) throw new Error(`${plan.id} has no cards.`);
  const value = expectedValueCents(collation, (key) => demoValueCents(cardOf(key)));
  const priceCents = demoPrice(value);
  return {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    game: first.game,
    setCode: first.setCode,
    setName: first.setName,
    cardCount: packSize(collation),
    priceCents,
    originalPriceCents: reducedByCents === null ? null : toCents(priceCents + reducedByCents),
    purchaseLimit,
    // Every pack of the demo has a certification.
    guaranteed: true,
    tags: plan.tags,
    details: plan.details,
    ...plan.promises,
    odds: packOdds(collation, (key) => cardOf(key).rarity),
    expectedValueCents: Math.round(value * 100) / 100,
    packs: plan.packs,
    collation: {
      variants,
      sheets: Object.fromEntries(
        Object.entries(sheets).map(([name, sheetCards]) => [name, poolsOf(sheetCards)]),
      ),
    },
  };
}

/** Groups the sheet's cards by set, rarity, finish and weight. Each group has its share of a draw. */
function poolsOf(cards: SheetCard[]): DemoPool[] {
  const total = cards.reduce((sum, card) => sum + BigInt(card.weight), 0n);
  const pools = Map.groupBy(cards, ({ key, weight }) =>
    JSON.stringify([key.set, key.rarity, key.finish, weight]),
  );
  return [...pools.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const weight = BigInt(first.weight) * BigInt(alike.length);
    const divisor = greatestDivisor(weight, total);
    const { set, rarity, finish } = first.key;
    return [
      {
        share: `${weight / divisor}/${total / divisor}`,
        set,
        rarity,
        finish,
        numbers: alike.map(({ key }) => key.number).toSorted(byNumber),
      },
    ];
  });
}

function writeCards(from: string, cards: ReadCard[]): void {
  const [first] = cards;
  if (!first) throw new Error('A set without cards.');
  const lists = new Map(
    cards
      .flatMap((card) => card.prices)
      .map(({ amountMinor: _amount, ...list }) => [JSON.stringify(list), list]),
  );
  const priceLists = [...lists.values()];
  const { game, setCode, setName, setReleasedOn } = first;
  const file: Omit<DemoCardFile, 'rows'> = {
    source: from,
    game,
    setCode,
    setName,
    setReleasedOn,
    priceLists,
    columns: [
      'externalId',
      'number',
      'name',
      'nativeRarity',
      'rarity',
      'finish',
      ...priceLists.map((list) => `${list.source} ${list.currency} cents`),
    ],
  };
  const sorted = cards.toSorted(
    (one, other) =>
      byNumber(one.number, other.number) || (one.externalId < other.externalId ? -1 : 1),
  );
  const cardRows: DemoCardFile['rows'] = sorted.map((card) => [
    ...([card.externalId, card.number, card.name, card.nativeRarity] as const),
    ...([card.rarity, card.finish] as const),
    ...priceLists.map(
      (list) => card.prices.find((price) => isOfList(price, list))?.amountMinor ?? null,
    ),
  ]);
  writeRows(join('cards', `${setCode.toLowerCase()}.json`), file, cardRows);
}

function isOfList(
  price: ReadCard['prices'][number],
  list: DemoCardFile['priceLists'][number],
): boolean {
  return price.source === list.source && price.observedOn === list.observedOn;
}

/** Writes the history of prices. Returns the number of days written. */
function writeHistory(): number {
  const dates = new Set(history.flatMap(({ prices }) => prices.map((price) => price.observedOn)));
  const sorted = [...dates].toSorted();
  const historyRows: DemoHistoryFile['rows'] = history.map(({ externalId, prices }) => [
    externalId,
    ...sorted.map((day) => prices.find((price) => price.observedOn === day)?.amountMinor ?? null),
  ]);
  const file = { source: 'tcgplayer', currency: 'USD', days: sorted };
  writeRows(
    'price-history.json',
    file,
    historyRows.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return sorted.length;
}

/** Writes one row on each line, so that a changed price makes a small diff. */
function writeRows(name: string, head: object, lines: unknown[]): void {
  const headLines = Object.entries(head).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},\n`,
  );
  writeJson(
    name,
    `{${headLines.join('')}"rows":[\n${lines.map((line) => JSON.stringify(line)).join(',\n')}\n]}\n`,
  );
}

/** A pack type as text, with one attribute or one pool on each line. */
function packTypeText({ collation, ...row }: DemoPackTypeRow): string {
  const fields = Object.entries(row).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  );
  const variants = collation.variants.map((variant) => `      ${JSON.stringify(variant)}`);
  const sheets = Object.entries(collation.sheets).map(
    ([name, pools]) =>
      `      ${JSON.stringify(name)}: [\n${pools.map((pool) => `        ${JSON.stringify(pool)}`).join(',\n')}\n      ]`,
  );
  return `{\n${fields.join('')}  "collation": {\n    "variants": [\n${variants.join(',\n')}\n    ],\n    "sheets": {\n${sheets.join(',\n')}\n    }\n  }\n}`;
}

function writeJson(name: string, text: string): void {
  JSON.parse(text);
  writeFileSync(join(DEMO, name), text);
}

/** Sorts "2" before "10", and letters alphabetically. */
function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other);
}
