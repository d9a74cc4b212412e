// Reads Scryfall's card objects (scryfall.com/docs/api): a page of `/cards/search` (`{object:
// "list", data: [...]}`) or a bulk file (a bare list).
import type { Finish } from '#domain/card.ts';
import { findRarity } from '#domain/game-words.ts';
import { ImportProblem } from './import-problem.ts';
import type { ReadCard, ReadOptions, ReadPrice } from './read-card.ts';
import { isObject, SourceRecord } from './source-record.ts';

// Each finish with the names of its two prices. `usd` is TCGplayer's market price, and `eur` is
// Cardmarket's trend.
const FINISHES: Record<string, { finish: Finish; usd: string; eur: string }> = {
  nonfoil: { finish: 'normal', usd: 'usd', eur: 'eur' },
  foil: { finish: 'foil', usd: 'usd_foil', eur: 'eur_foil' },
  etched: { finish: 'reverse-foil', usd: 'usd_etched', eur: 'eur_etched' },
  glossy: { finish: 'foil', usd: 'usd_glossy', eur: 'eur_glossy' },
};

/**
 * Returns one row per card and finish. Leaves out cards that exist only on a screen (`digital`) and
 * printings in other languages than English, because the shop sells neither. Prices get the day of
 * the import, because Scryfall does not date them. Throws ImportProblem.
 */
export function readScryfall(json: unknown, file: string, options: ReadOptions): ReadCard[] {
  return listOf(json, file).flatMap((value, at) => {
    const record = new SourceRecord(file, at, value);
    if (record.get('digital') === true) return [];
    if ((record.get('lang') ?? 'en') !== 'en') return [];
    return readPrinting(record, options);
  });
}

function readPrinting(record: SourceRecord, options: ReadOptions): ReadCard[] {
  const id = record.text('id');
  const setCode = record.text('set').toLowerCase();
  const nativeRarity = record.text('rarity');
  const rarity = findRarity(options.game, nativeRarity)?.rarity;
  if (!rarity) throw record.unknownRarity(nativeRarity, options.game);
  const prices = record.object('prices') ?? {};
  return record.finishes().map((word) => {
    const known = FINISHES[word];
    if (!known) throw record.problem(`finish "${word}" is not known`);
    const price = (source: string, currency: ReadPrice['currency'], field: string): ReadPrice[] => {
      const amountMinor = record.priceCents(prices[field]);
      const { observedOn } = options;
      return amountMinor === null ? [] : [{ source, amountMinor, currency, observedOn }];
    };
    return {
      externalId: `${id}:${word}`,
      game: options.game.id,
      setCode,
      setName: record.text('set_name'),
      setReleasedOn: record.optionalDate('released_at'),
      name: record.text('name'),
      number: record.text('collector_number'),
      nativeRarity,
      rarity,
      finish: known.finish,
      imageUrl: imageOf(record),
      prices: [...price('tcgplayer', 'USD', known.usd), ...price('cardmarket', 'EUR', known.eur)],
    };
  });
}

/** The URL of a card's picture. A double-faced card has a picture per face; this URL shows the front. */
function imageOf(record: SourceRecord): string | null {
  const front = record.list('card_faces')[0];
  const uris = record.object('image_uris') ?? (isObject(front) ? front['image_uris'] : null);
  const normal = isObject(uris) ? uris['normal'] : null;
  return typeof normal === 'string' ? normal : null;
}

function listOf(json: unknown, file: string): unknown[] {
  if (isObject(json) && json['object'] === 'error') {
    throw new ImportProblem(file, null, `is an error of Scryfall: ${String(json['details'])}`);
  }
  const list = isObject(json) ? json['data'] : json;
  if (!Array.isArray(list)) throw new ImportProblem(file, null, 'is not a list of Scryfall cards');
  return list;
}
