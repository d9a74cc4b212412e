// Reads the demo shop's catalogue from the files in data/demo, which scripts/make-demo-extract.ts
// writes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finish, Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import { cardKeyText, fillPack } from '#domain/collation.ts';
import type { CardKey, Collation, Slot } from '#domain/collation.ts';
import type { Cents } from '#domain/money.ts';
import type { PackPromises } from '#domain/pack-promises.ts';
import type { PackTypeFields } from '#domain/pack-type.ts';
import { seededRandom } from '#domain/seeded-random.ts';
import type { ReadCard, ReadPrice } from './read-card.ts';

/** A pack type of the demo, with the cards of its packs and its number of packs. */
export type DemoPackType = Pick<
  PackTypeFields,
  'name' | 'description' | 'purchaseLimit' | 'guaranteed' | 'tags' | 'details'
> &
  Partial<PackPromises> & {
    /** A slug: the pack type's id. */
    id: string;
    game: GameId;
    setCode: string;
    setName: string;
    cardCount: number;
    /** The price in CAD. */
    priceCents: Cents;
    /** The former price in the demo's made-up price history. Null: the type has no former price. */
    originalPriceCents: Cents | null;
    /**
     * For each rarity, the chance that a pack holds at least one card of it, rounded to four
     * decimal places. The lowest rarity comes first.
     */
    odds: { rarity: Rarity; chance: number }[];
    /** The average value of a pack in CAD cents, at the demo's prices. The value may be a fraction. */
    expectedValueCents: number;
    /** The number of packs that come in. A single one is sold at the start (`seed-singles.ts`). */
    packs: number;
    collation: Collation;
  };

/** A sealed pack of the demo's stock. `cards` has the order in which the cards are in the pack. */
export type DemoPack = { serial: string; certification: string; cards: CardKey[] };

/**
 * A file `data/demo/cards/*.json`. It has one set, with a row per card and finish, and a price from
 * each price list.
 */
export type DemoCardFile = {
  source: string;
  game: GameId;
  setCode: string;
  setName: string;
  setReleasedOn: string | null;
  priceLists: Omit<ReadPrice, 'amountMinor'>[];
  columns: string[];
  rows: [string, string, string, string, Rarity, Finish, ...(number | null)[]][];
};

/** The file `data/demo/price-history.json`. It has the prices of later days, with a row per card and finish. */
export type DemoHistoryFile = Pick<ReadPrice, 'source' | 'currency'> & {
  days: string[];
  rows: [string, ...(number | null)[]][];
};

/**
 * A part of a sheet. `share` is the pool's part of the sheet's draws, such as "1/12"; every card of
 * the pool gets an equal part of the share.
 */
export type DemoPool = {
  share: string;
  set: string;
  rarity: string;
  finish: Finish;
  numbers: string[];
};

/** A pack type in `data/demo/pack-types.json`, where sheets are written as pools. */
export type DemoPackTypeRow = Omit<DemoPackType, 'collation'> & {
  collation: {
    variants: { weight: number; slots: Slot[] }[];
    sheets: Record<string, DemoPool[]>;
  };
};

const FOLDER = join(import.meta.dirname, '../../../../data/demo');

/** Loads every card and pack type of the demo. Throws if the data contradicts itself. */
export function loadDemoCatalogue(): { cards: ReadCard[]; packTypes: DemoPackType[] } {
  const files = readdirSync(join(FOLDER, 'cards')).sort();
  const cards = files.flatMap((file) => cardsOf(readJson<DemoCardFile>(join('cards', file))));
  const byId = new Map(cards.map((card) => [card.externalId, card]));
  const history = readJson<DemoHistoryFile>('price-history.json');
  for (const [externalId, ...amounts] of history.rows) {
    byId.get(externalId)?.prices.push(...pricesOf(history, amounts));
  }
  const names = new Map(cards.map((card) => [cardKeyText(keyOf(card)), card.name]));
  const packTypes = readJson<DemoPackTypeRow[]>('pack-types.json').map((row) => ({
    ...row,
    collation: collationOf(row, names),
  }));
  return { cards, packTypes };
}

/** The ids of the demo's pack types, without the rest of their data. */
export function loadDemoPackTypeIds(): string[] {
  return readJson<DemoPackTypeRow[]>('pack-types.json').map(({ id }) => id);
}

/** The key by which packs refer to this card. */
export function keyOf(card: ReadCard): CardKey {
  const { setCode, number, nativeRarity, finish } = card;
  return { set: setCode, number, rarity: nativeRarity, finish };
}

/**
 * Fills all packs of a type. Equal seeds give equal packs. Each pack depends only on its own
 * number, so that more stock never changes earlier packs.
 */
export function fillDemoPacks(packType: DemoPackType, seed: string): DemoPack[] {
  return Array.from({ length: packType.packs }, (_, index) => {
    const serial = `${packType.id.toUpperCase()}-${String(index + 1).padStart(4, '0')}`;
    return {
      serial,
      certification: certificationOf(seededRandom(`${seed}/certification/${serial}`)),
      cards: fillPack(packType.collation, seededRandom(`${seed}/cards/${serial}`)),
    };
  });
}

// Leaves out 0, O, 1 and I, which are hard to tell apart on a label.
const CERTIFICATION_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function certificationOf(random: () => number): string {
  const letters = Array.from({ length: 10 }, () =>
    CERTIFICATION_LETTERS.charAt(Math.floor(random() * CERTIFICATION_LETTERS.length)),
  ).join('');
  return `FF-${letters.slice(0, 5)}-${letters.slice(5)}`;
}

function cardsOf(file: DemoCardFile): ReadCard[] {
  const { game, setCode, setName, setReleasedOn, priceLists } = file;
  return file.rows.map(([externalId, number, name, nativeRarity, rarity, finish, ...amounts]) => ({
    externalId,
    game,
    setCode,
    setName,
    setReleasedOn,
    name,
    number,
    nativeRarity,
    rarity,
    finish,
    imageUrl: null,
    prices: priceLists.flatMap((list, at) => {
      const amountMinor = amounts[at] ?? null;
      return amountMinor === null ? [] : [{ ...list, amountMinor }];
    }),
  }));
}

function pricesOf(history: DemoHistoryFile, amounts: (number | null)[]): ReadPrice[] {
  const { source, currency, days } = history;
  return days.flatMap((observedOn, at) => {
    const amountMinor = amounts[at] ?? null;
    return amountMinor === null ? [] : [{ source, amountMinor, currency, observedOn }];
  });
}

function collationOf(row: DemoPackTypeRow, names: ReadonlyMap<string, string>): Collation {
  const sheets = Object.entries(row.collation.sheets).map(([sheet, pools]) => {
    const shares = pools.map((pool) => shareOf(pool));
    const total = shares.reduce((sum, share) => sum + share.top / share.bottom, 0);
    if (Math.abs(total - 1) > 1e-9)
      throw new Error(`${row.id}: the shares of ${sheet} make ${total}.`);
    // The weight of each card is a whole number: its share of the draws, over a common denominator.
    const scale = shares.reduce((sum, share) => leastMultiple(sum, share.bottom), 1);
    const cards = pools.flatMap((pool, at) => {
      const share = shares[at];
      return pool.numbers.map((number) => {
        const { set, rarity, finish } = pool;
        const key = { set, number, rarity, finish };
        const name = names.get(cardKeyText(key));
        if (!share || name === undefined)
          throw new Error(`${row.id}: no card ${cardKeyText(key)}.`);
        return { key, name, weight: (share.top * scale) / share.bottom / pool.numbers.length };
      });
    });
    return [sheet, cards] as const;
  });
  return { variants: row.collation.variants, sheets: Object.fromEntries(sheets) };
}

/**
 * The pool's share as a fraction. The numerator is a multiple of the pool's number of cards, so
 * that the share divides evenly among the cards.
 */
function shareOf(pool: DemoPool): { top: number; bottom: number } {
  const [top = 1, bottom = 1] = pool.share.split('/').map(Number);
  const count = pool.numbers.length;
  return { top: top * count, bottom: bottom * count };
}

function leastMultiple(one: number, other: number): number {
  let [divisor, rest] = [one, other];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (one / divisor) * other;
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as T;
}
