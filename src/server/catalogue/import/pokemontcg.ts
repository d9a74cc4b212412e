// Reads Pokemon cards from the Pokemon TCG API v2 (`{data: [...]}`) or from its GitHub data files.
// The API gives set and prices with each card; the GitHub files are bare lists without sets and
// prices.
import type { Finish } from '#domain/card.ts';
import { findRarity } from '#domain/game-words.ts';
import { ImportProblem } from './import-problem.ts';
import type { ReadCard, ReadOptions, ReadPrice, SetFields } from './read-card.ts';
import { isObject, SourceRecord } from './source-record.ts';
import type { JsonObject } from './source-record.ts';

// The variants that TCGplayer lists. The ordinary variants come first.
const VARIANTS: Record<string, Finish> = {
  normal: 'normal',
  holofoil: 'foil',
  unlimited: 'normal',
  unlimitedHolofoil: 'foil',
  '1stEdition': 'normal',
  '1stEditionHolofoil': 'foil',
  reverseHolofoil: 'reverse-foil',
};
const REVERSE = 'reverseHolofoil';

// A card that was printed in two editions becomes two cards with the same number and finish. Their
// rarities then name the editions, so that the two cards have different keys.
const EDITIONS: Record<string, string> = {
  unlimited: 'Unlimited',
  unlimitedHolofoil: 'Unlimited',
  '1stEdition': '1st Edition',
  '1stEditionHolofoil': '1st Edition',
};

/**
 * Returns one row per card and variant that TCGplayer lists. The price is TCGplayer's market price,
 * or else the middle price, or else the lowest price. The ordinary and the reverse variant also get
 * Cardmarket's trend as a second price. If no variants are listed, the card gets one row, in the
 * finish that its rarity implies. A missing rarity becomes Common. If two editions have the same
 * finish, their rarities name the edition, as in "Rare (1st Edition)". For a file without sets, the
 * set comes from `options` or from the file's name. Throws ImportProblem.
 */
export function readPokemonTcg(json: unknown, file: string, options: ReadOptions): ReadCard[] {
  const list = isObject(json) ? json['data'] : json;
  if (!Array.isArray(list)) throw new ImportProblem(file, null, 'is not a list of Pokemon cards');
  return list.flatMap((value, at) => {
    const record = new SourceRecord(file, at, value);
    const id = record.text('id');
    const set = setOf(record, id, options);
    const given = record.get('rarity');
    const nativeRarity = given === undefined || given === null ? 'Common' : record.text('rarity');
    const rarity = findRarity(options.game, nativeRarity)?.rarity;
    if (!rarity) throw record.unknownRarity(nativeRarity, options.game);
    const tcgplayer = record.object('tcgplayer');
    const listed = pricesIn(record, tcgplayer, 'tcgplayer') ?? {};
    for (const variant of Object.keys(listed)) {
      if (!VARIANTS[variant]) throw record.problem(`price variant "${variant}" is not known`);
    }
    const found = Object.keys(VARIANTS).filter((variant) => variant in listed);
    const variants = found.length > 0 ? found : [impliedVariant(nativeRarity, set.code)];
    return variants.map((variant, place) => ({
      externalId: `${id}:${variant}`,
      game: options.game.id,
      setCode: set.code,
      setName: set.name,
      setReleasedOn: set.releasedOn,
      name: record.text('name'),
      number: record.text('number'),
      nativeRarity: withEdition(nativeRarity, variant, variants.slice(0, place)),
      rarity,
      finish: VARIANTS[variant] ?? 'normal',
      imageUrl: imageOf(record),
      prices: [
        ...tcgplayerPrice(record, tcgplayer, listed[variant], options),
        // Cardmarket has one price for the ordinary variant of a card and another price for the
        // reverse variant.
        ...(variant === REVERSE
          ? cardmarketPrice(record, 'reverseHoloTrend', options)
          : place === 0
            ? cardmarketPrice(record, 'trendPrice', options)
            : []),
      ],
    }));
  });
}

/** Whether the file is a list of sets, like `sets/en.json` of the GitHub data. */
export function isPokemonSetList(json: unknown): boolean {
  const list = isObject(json) ? json['data'] : json;
  const first: unknown = Array.isArray(list) ? list[0] : null;
  return isObject(first) && 'printedTotal' in first && 'series' in first && !('number' in first);
}

/** Reads the sets in a file for which `isPokemonSetList` is true. Throws ImportProblem. */
export function readPokemonSets(json: unknown, file: string): SetFields[] {
  const list = isObject(json) ? json['data'] : json;
  if (!Array.isArray(list)) throw new ImportProblem(file, null, 'is not a list of Pokemon sets');
  return list.map((value, at) => {
    const record = new SourceRecord(file, at, value);
    return {
      code: record.text('id'),
      name: record.text('name'),
      releasedOn: record.optionalDate('releaseDate'),
    };
  });
}

function setOf(
  record: SourceRecord,
  id: string,
  options: ReadOptions,
): { code: string; name: string; releasedOn: string | null } {
  const embedded = record.object('set');
  if (embedded) {
    const { releaseDate } = embedded;
    return {
      code: record.textOf(embedded['id'], 'set'),
      name: record.textOf(embedded['name'], 'set name'),
      releasedOn: releaseDate === undefined ? null : record.date(releaseDate, 'releaseDate'),
    };
  }
  const code = options.set?.code ?? setCodeOfFile(record.file);
  const known = options.sets?.find((set) => set.code === code);
  // Without a list of sets, only the file's name gives the set, so the card's id must begin with
  // that name.
  if (!known && !options.set?.code && !id.startsWith(`${code}-`))
    throw record.problem('has no set');
  return {
    code,
    name: options.set?.name ?? known?.name ?? code,
    releasedOn: options.set?.releasedOn ?? known?.releasedOn ?? null,
  };
}

function withEdition(nativeRarity: string, variant: string, before: string[]): string {
  const isSecond = before.some((other) => VARIANTS[other] === VARIANTS[variant]);
  return isSecond ? `${nativeRarity} (${EDITIONS[variant] ?? variant})` : nativeRarity;
}

/** Returns, for example, "sv3pt5" for "cards/en/sv3pt5.json" and for "sv3pt5.pokemon-tcg-data.json.gz". */
function setCodeOfFile(file: string): string {
  return (file.split(/[/\\]/).at(-1) ?? '').split('.')[0] ?? '';
}

// Returns the variant of a card without listed variants. Cards of Double Rare or a higher rarity
// are always foil. In sets of the Scarlet & Violet years, every Rare is foil too.
function impliedVariant(nativeRarity: string, setCode: string): string {
  const isPlain =
    ['Common', 'Uncommon', 'None', 'Promo'].includes(nativeRarity) ||
    (nativeRarity === 'Rare' && !setCode.startsWith('sv'));
  return isPlain ? 'normal' : 'holofoil';
}

function pricesIn(
  record: SourceRecord,
  block: JsonObject | null,
  field: string,
): JsonObject | null {
  const prices = block?.['prices'];
  if (prices === undefined || prices === null) return null;
  if (!isObject(prices)) throw record.problem(`${field} prices are not an object`);
  return prices;
}

function tcgplayerPrice(
  record: SourceRecord,
  tcgplayer: JsonObject | null,
  prices: unknown,
  options: ReadOptions,
): ReadPrice[] {
  if (prices === undefined || prices === null) return [];
  if (!isObject(prices)) throw record.problem('tcgplayer prices are not an object');
  // Parses all three prices, because an invalid price must be reported even if another price is
  // used.
  const [market, mid, low] = ['market', 'mid', 'low'].map((kind) =>
    record.priceCents(prices[kind]),
  );
  const amountMinor = market ?? mid ?? low ?? null;
  if (amountMinor === null) return [];
  const observedOn = seenOn(record, tcgplayer, options);
  return [{ source: 'tcgplayer', amountMinor, currency: 'USD', observedOn }];
}

function cardmarketPrice(record: SourceRecord, field: string, options: ReadOptions): ReadPrice[] {
  const cardmarket = record.object('cardmarket');
  const amountMinor = record.priceCents(pricesIn(record, cardmarket, 'cardmarket')?.[field]);
  if (amountMinor === null) return [];
  const observedOn = seenOn(record, cardmarket, options);
  return [{ source: 'cardmarket', amountMinor, currency: 'EUR', observedOn }];
}

function seenOn(record: SourceRecord, block: JsonObject | null, options: ReadOptions): string {
  const updatedAt = block?.['updatedAt'];
  return updatedAt === undefined || updatedAt === null
    ? options.observedOn
    : record.date(updatedAt, 'updatedAt');
}

function imageOf(record: SourceRecord): string | null {
  const images = record.object('images');
  const image = images?.['large'] ?? images?.['small'];
  return typeof image === 'string' ? image : null;
}
