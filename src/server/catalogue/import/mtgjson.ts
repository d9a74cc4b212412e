// Reads files of MTGJSON (mtgjson.com): a set file, AllPrintings (`{meta, data}`), or prices in the
// layout of AllPrices. Card files have no prices, and price files name cards only by their uuids.
import type { Finish } from '#domain/card.ts';
import { findRarity } from '#domain/game-words.ts';
import { ImportProblem } from './import-problem.ts';
import type { ReadCard, ReadOptions, ReadPrice } from './read-card.ts';
import { isIsoDate, isObject, SourceRecord } from './source-record.ts';
import type { JsonObject } from './source-record.ts';

const FINISHES: Record<string, Finish> = {
  nonfoil: 'normal',
  foil: 'foil',
  etched: 'reverse-foil',
  glossy: 'foil',
};

// Maps the name of a finish in a price file to its name in a set file.
const PRICE_FINISHES: Record<string, string> = {
  normal: 'nonfoil',
  foil: 'foil',
  etched: 'etched',
};

// Prices of the file's other providers are left out, because each provider is a single shop, whose
// asking prices are not market values.
const MARKETS = ['tcgplayer', 'cardmarket'];

type OfGame = Pick<ReadOptions, 'game'>;

/**
 * Returns one row per card and finish, without prices and pictures. A row's external id contains
 * the Scryfall id, so that both sources identify a card alike. MTGJSON has an entry for every face
 * of a double-faced card; the first entry represents the card. Cards that don't exist on paper are
 * left out. Throws ImportProblem.
 */
export function readMtgjson(json: unknown, file: string, options: OfGame): ReadCard[] {
  return setsOf(json, file).flatMap((set) => {
    const faceOf = new Map<string, string>();
    return cardsOf(set, file).flatMap((record) => {
      if (!isOnPaper(record)) return [];
      const scryfallId = scryfallIdOf(record);
      const uuid = record.text('uuid');
      const isOtherFace =
        typeof record.get('side') === 'string' && (faceOf.get(scryfallId) ?? uuid) !== uuid;
      if (isOtherFace) return [];
      faceOf.set(scryfallId, uuid);
      return readPrinting(record, set, { file, options });
    });
  });
}

/** Maps each uuid of a set file to the Scryfall id that the card's external ids begin with. */
export function mtgjsonUuids(json: unknown, file: string): Map<string, string> {
  return new Map(
    setsOf(json, file)
      .flatMap((set) => cardsOf(set, file))
      .map((record) => [record.text('uuid'), scryfallIdOf(record)]),
  );
}

/**
 * Reads the price history of the cards in `uuids`, oldest price first. Other uuids are skipped,
 * because AllPrices holds every card. The prices are what buyers pay (`retail`) on paper at
 * TCGplayer and Cardmarket. Throws ImportProblem.
 */
export function readMtgjsonPrices(
  json: unknown,
  file: string,
  uuids: ReadonlyMap<string, string>,
): { externalId: string; prices: ReadPrice[] }[] {
  if (!isMtgjsonPrices(json)) throw new ImportProblem(file, null, 'is not a file of prices');
  const known = new Map<string, ReadPrice[]>();
  for (const [at, [uuid, entry]] of Object.entries(json.data).entries()) {
    const scryfallId = uuids.get(uuid);
    if (scryfallId === undefined) continue;
    const record = new SourceRecord(file, at, entry);
    const paper = record.object('paper') ?? {};
    for (const source of MARKETS) {
      const market = paper[source];
      const retail = isObject(market) ? market['retail'] : null;
      if (!isObject(market) || !isObject(retail)) continue;
      for (const [word, days] of Object.entries(retail)) {
        const finish = PRICE_FINISHES[word];
        if (!finish) throw record.problem(`finish "${word}" is not known`);
        const externalId = `${scryfallId}:${finish}`;
        // Skips the second face of a card, because its prices equal those of the first face.
        if (known.get(externalId)?.some((price) => price.source === source)) continue;
        const prices = readDays(record, days, source, currencyOf(record, market));
        known.set(externalId, [...(known.get(externalId) ?? []), ...prices]);
      }
    }
  }
  return [...known].map(([externalId, prices]) => ({ externalId, prices }));
}

/** Whether the file has the layout of AllPrices. If it does not, it is a set file or AllPrintings. */
export function isMtgjsonPrices(json: unknown): json is { data: JsonObject } {
  if (!isObject(json) || !isObject(json['data'])) return false;
  const first = Object.values(json['data'])[0];
  return isObject(first) && ('paper' in first || 'mtgo' in first);
}

function readDays(
  record: SourceRecord,
  days: unknown,
  source: string,
  currency: ReadPrice['currency'],
): ReadPrice[] {
  if (!isObject(days)) throw record.problem('prices are not listed by day');
  return Object.entries(days)
    .sort(([day], [other]) => (day < other ? -1 : 1))
    .flatMap(([observedOn, price]) => {
      if (!isIsoDate(observedOn)) throw record.problem(`day "${observedOn}" is not a date`);
      const amountMinor = record.priceCents(price);
      return amountMinor === null ? [] : [{ source, amountMinor, currency, observedOn }];
    });
}

function currencyOf(record: SourceRecord, market: JsonObject): ReadPrice['currency'] {
  const { currency } = market;
  if (currency === 'USD' || currency === 'EUR') return currency;
  throw record.problem(`currency ${JSON.stringify(currency)} is neither USD nor EUR`);
}

function readPrinting(
  record: SourceRecord,
  set: JsonObject,
  { file, options }: { file: string; options: OfGame },
): ReadCard[] {
  const setCode = setText(set, 'code', file).toLowerCase();
  const nativeRarity = record.text('rarity');
  const rarity = findRarity(options.game, nativeRarity)?.rarity;
  if (!rarity) throw record.unknownRarity(nativeRarity, options.game);
  const releasedOn = set['releaseDate'];
  return record.finishes().map((word) => {
    const finish = FINISHES[word];
    if (!finish) throw record.problem(`finish "${word}" is not known`);
    return {
      externalId: `${scryfallIdOf(record)}:${word}`,
      game: options.game.id,
      setCode,
      setName: setText(set, 'name', file),
      setReleasedOn: typeof releasedOn === 'string' ? record.date(releasedOn, 'releaseDate') : null,
      name: record.text('name'),
      number: record.text('number'),
      nativeRarity,
      rarity,
      finish,
      imageUrl: null,
      prices: [],
    };
  });
}

function isOnPaper(record: SourceRecord): boolean {
  const places = record.list('availability');
  return record.get('isOnlineOnly') !== true && (places.length === 0 || places.includes('paper'));
}

function scryfallIdOf(record: SourceRecord): string {
  return record.textOf(record.object('identifiers')?.['scryfallId'], 'scryfallId');
}

/** Returns the one set of a set file, or all sets of AllPrintings. Throws ImportProblem. */
export function setsOf(json: unknown, file: string): JsonObject[] {
  const data = isObject(json) ? json['data'] : null;
  if (isMtgjsonPrices(json)) {
    throw new ImportProblem(file, null, 'holds prices, not cards: give the set file with it');
  }
  if (isObject(data) && Array.isArray(data['cards'])) return [data];
  const sets = isObject(data) ? Object.values(data) : [];
  const areSets = sets.every((set) => isObject(set) && Array.isArray(set['cards']));
  if (sets.length === 0 || !areSets) {
    throw new ImportProblem(file, null, 'is not an MTGJSON set file');
  }
  return sets.filter(isObject);
}

function cardsOf(set: JsonObject, file: string): SourceRecord[] {
  const cards = Array.isArray(set['cards']) ? set['cards'] : [];
  return cards.map((card, at) => new SourceRecord(file, at, card));
}

function setText(set: JsonObject, field: string, file: string): string {
  const text = set[field];
  if (typeof text === 'string' && text !== '') return text;
  throw new ImportProblem(file, null, `the set has no ${field}`);
}
