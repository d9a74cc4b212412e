// Reads Yu-Gi-Oh! cards from YGOPRODeck's `cardinfo.php` (`{data: [card]}`). Each card has all of
// its printings in `card_sets`.
import type { Rarity } from '#domain/card.ts';
import { findRarity } from '#domain/game-words.ts';
import { ImportProblem } from './import-problem.ts';
import type { ReadCard, ReadOptions, ReadPrice, SetFields } from './read-card.ts';
import { isObject, SourceRecord } from './source-record.ts';

// Sets by the prefix of their card numbers. Each has 60 cards, all of them foil, and 5 in a pack, with a Secret Rare in
// every pack. In these sets a Super Rare is an ordinary card, and a Secret Rare is not legendary.
const ALL_FOIL_SETS = ['DESO', 'FUEN', 'SPWA', 'DASA', 'HISU', 'INCH', 'MYFI', 'SESL'];
const ALL_FOIL_RARITIES = new Map<string, Rarity>([
  ['Super Rare', 'uncommon'],
  ['Secret Rare', 'rare'],
]);

const PLAIN_RARITIES = ['Common', 'Short Print', 'Super Short Print', 'Rare'];

/**
 * Returns one row per printing of the set in `options`, or of every set if `options` names none.
 * Number and rarity identify a printing: several rarities share a number, and the source's id
 * belongs to an artwork and changes over the years. The source has one price per card, the price of
 * the cheapest printing, so each price is a lower bound. `set_price` is not read, because it is
 * years old. Pictures are left out, because the source's terms forbid links to them. Throws
 * ImportProblem.
 */
export function readYgoprodeck(json: unknown, file: string, options: ReadOptions): ReadCard[] {
  const list = isObject(json) ? json['data'] : json;
  if (!Array.isArray(list)) throw new ImportProblem(file, null, 'is not a list of Yu-Gi-Oh! cards');
  const printings: { card: ReadCard; record: SourceRecord }[] = [];
  const contents = new Map<string, string>();
  for (const [at, value] of list.entries()) {
    const record = new SourceRecord(file, at, value);
    const id = record.text('id');
    const content = JSON.stringify(value);
    if ((contents.get(id) ?? content) !== content) {
      throw record.problem(`id ${id} came before with other content`);
    }
    contents.set(id, content);
    printings.push(...readPrintings(record, options).map((card) => ({ card, record })));
  }
  const { set } = options;
  if (list.length > 0 && printings.length === 0 && set) {
    throw new ImportProblem(file, null, `has no card of the set "${set.name ?? set.code}"`);
  }
  const cards = new Map<string, ReadCard>();
  for (const { card, record } of printings) {
    const known = cards.get(card.externalId);
    if (!known || known.name === card.name) {
      cards.set(card.externalId, known ? cheaper(known, card) : card);
      continue;
    }
    // The source sometimes lists a card under a neighbouring card's number as well as under its
    // own.
    const [knownElsewhere, cardElsewhere] = [known, card].map((claim) =>
      printings.some((other) => isSamePrintingElsewhere(claim, other.card)),
    );
    if (knownElsewhere === cardElsewhere) {
      throw record.problem(`${card.number} in ${card.nativeRarity} is "${known.name}" as well`);
    }
    if (knownElsewhere) cards.set(card.externalId, card);
  }
  return [...cards.values()];
}

/** Whether the file is a list of sets from `cardsets.php`. */
export function isYgoprodeckSetList(json: unknown): boolean {
  const first: unknown = Array.isArray(json) ? json[0] : null;
  return isObject(first) && 'set_name' in first && 'num_of_cards' in first;
}

/** Reads the sets in a file for which `isYgoprodeckSetList` is true. Throws ImportProblem. */
export function readYgoprodeckSets(json: unknown, file: string): SetFields[] {
  if (!Array.isArray(json)) throw new ImportProblem(file, null, 'is not a list of Yu-Gi-Oh! sets');
  return json.map((value, at) => {
    const record = new SourceRecord(file, at, value);
    return { name: record.text('set_name'), releasedOn: record.optionalDate('tcg_date') };
  });
}

function readPrintings(record: SourceRecord, options: ReadOptions): ReadCard[] {
  const name = record.text('name');
  const prices = pricesOf(record, options.observedOn);
  return record.list('card_sets').flatMap((printing) => {
    if (!isObject(printing)) throw record.problem('a printing is not an object');
    const number = record.textOf(printing['set_code'], 'set_code');
    const setName = record.textOf(printing['set_name'], 'set_name');
    const setCode = number.split('-')[0] ?? number;
    const { set } = options;
    if (set?.name !== undefined && set.name !== setName) return [];
    if (set?.code !== undefined && set.code !== setCode) return [];
    const given = printing['set_rarity'];
    const nativeRarity = typeof given === 'string' && given.trim() ? given.trim() : 'Common';
    const isAllFoil = ALL_FOIL_SETS.includes(setCode.toUpperCase());
    const rarity =
      (isAllFoil ? ALL_FOIL_RARITIES.get(nativeRarity) : undefined) ??
      findRarity(options.game, nativeRarity)?.rarity;
    if (!rarity) throw record.unknownRarity(nativeRarity, options.game);
    return [
      {
        externalId: `${number}:${nativeRarity}`,
        game: options.game.id,
        setCode,
        setName,
        setReleasedOn:
          set?.releasedOn ?? options.sets?.find((one) => one.name === setName)?.releasedOn ?? null,
        name,
        number,
        nativeRarity,
        rarity,
        // The data has no finish, so every rarity except the plain ones counts as foil.
        finish: PLAIN_RARITIES.includes(nativeRarity) ? ('normal' as const) : ('foil' as const),
        imageUrl: null,
        prices,
      },
    ];
  });
}

function pricesOf(record: SourceRecord, observedOn: string): ReadPrice[] {
  const given = record.list('card_prices')[0] ?? {};
  if (!isObject(given)) throw record.problem('card_prices are not objects');
  const usd = record.priceCents(given['tcgplayer_price']);
  const eur = record.priceCents(given['cardmarket_price']);
  return [
    ...(usd === null
      ? []
      : [{ source: 'tcgplayer', amountMinor: usd, currency: 'USD' as const, observedOn }]),
    ...(eur === null
      ? []
      : [{ source: 'cardmarket', amountMinor: eur, currency: 'EUR' as const, observedOn }]),
  ];
}

function isSamePrintingElsewhere(card: ReadCard, other: ReadCard): boolean {
  return (
    other.name === card.name &&
    other.setName === card.setName &&
    other.nativeRarity === card.nativeRarity &&
    other.number !== card.number
  );
}

/**
 * Merges two artworks with equal number and rarity into one printing. The printing gets the lower
 * of the two prices.
 */
function cheaper(one: ReadCard, other: ReadCard): ReadCard {
  const sources = new Set([...one.prices, ...other.prices].map((price) => price.source));
  const prices = [...sources].flatMap((source) =>
    [...one.prices, ...other.prices]
      .filter((price) => price.source === source)
      .sort((left, right) => left.amountMinor - right.amountMinor)
      .slice(0, 1),
  );
  return { ...one, prices };
}
