// Reads the print sheets in MTGJSON's set files, which decide how packs of the demo are filled.
import { packSize } from '#domain/collation.ts';
import type { Collation } from '#domain/collation.ts';
import type { Game } from '#domain/game.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import { mtgjsonUuids, readMtgjson, setsOf } from '../src/server/catalogue/import/mtgjson.ts';
import { isObject, SourceRecord } from '../src/server/catalogue/import/source-record.ts';
import type { JsonObject } from '../src/server/catalogue/import/source-record.ts';

/**
 * How a booster of the set is filled, according to the set file: cards drawn by weight from each of its named sheets.
 * `booster` is MTGJSON's word for the product, such as "default" or "play". Throws ImportProblem.
 */
export function readMtgjsonBooster(json: unknown, file: string, booster: string): Collation {
  const set = setsOf(json, file)[0] ?? {};
  const product = new SourceRecord(file, 0, objectIn(objectIn(set['booster'])[booster]));
  const uuids = mtgjsonUuids(json, file);
  const game = SEEDED_GAMES.find(({ id }) => id === 'magic') as Game;
  const cards = new Map(readMtgjson(json, file, { game }).map((card) => [card.externalId, card]));
  const sheets = Object.entries(product.object('sheets') ?? {}).map(([name, value]) => {
    const sheet = objectIn(value);
    const finish = sheet['foil'] === true ? 'foil' : 'nonfoil';
    const sheetCards = Object.entries(objectIn(sheet['cards'])).map(([uuid, weight]) => {
      const card = cards.get(`${uuids.get(uuid)}:${finish}`);
      if (!card) throw product.problem(`sheet ${name} has an unknown card ${uuid}`);
      if (typeof weight !== 'number')
        throw product.problem(`sheet ${name} has a card without weight`);
      const { setCode, number, nativeRarity } = card;
      const key = { set: setCode, number, rarity: nativeRarity, finish: card.finish };
      return { key, name: card.name, weight };
    });
    return [name, sheetCards] as const;
  });
  const variants = product.list('boosters').map((value) => {
    const { contents, weight } = objectIn(value);
    const slots = Object.entries(objectIn(contents)).map(([sheet, count]) => ({
      sheet,
      count: Number(count),
    }));
    return { weight: Number(weight), slots };
  });
  const collation = { variants, sheets: Object.fromEntries(sheets) };
  try {
    packSize(collation);
  } catch (error) {
    throw product.problem(`booster ${booster}: ${error instanceof Error ? error.message : '?'}`);
  }
  return collation;
}

function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
