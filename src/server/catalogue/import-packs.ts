// Taking in the packs of a file: all of them or none, and again without harm. A pack that came before
// is known by its serial; the database tells only whether it holds the same.
import { createHash } from 'node:crypto';
import type { Game } from '#domain/card.ts';
import { findNamedCard, type NamedCard } from '#domain/intake.ts';
import type { Database } from '../database/database.ts';
import { refreshPotentialHits, setIdOf } from './import-cards.ts';
import {
  lineProblem,
  type PackFile,
  type ReadPack,
  type ReadPackType,
} from './import/read-packs.ts';
import {
  comparePacks,
  listCardsOfSets,
  listKnownSets,
  listPackTypeRows,
  listSerialsByCertification,
} from './queries.ts';
import {
  originalPriceAfter,
  recountOdds,
  storePackType,
  USUAL_LIMIT,
  widenPackTypes,
} from './store-pack-type.ts';
import { takeInPacks, type IncomingPack } from './take-in-packs.ts';

export type PackImportCounts = { packTypes: number; newPacks: number; knownPacks: number };

/** Packs that go to the database together: few statements, and none of them long. */
const BATCH = 500;

/**
 * Stores the pack types of a file and takes in its packs, inside the caller's transaction. `show` is
 * told how many packs are done. Throws ImportProblem, with the line.
 */
export async function importPacks(
  db: Database,
  { file, packTypes, packs }: PackFile,
  show: (done: number) => void,
): Promise<PackImportCounts> {
  for (const type of packTypes) await storeType(db, file, type);

  const resolve = await packReader(db, file, packs);
  const seen = new Map<string, Resolved>();
  const counts = { packTypes: packTypes.length, newPacks: 0, knownPacks: 0 };
  for (let start = 0; start < packs.length; start += BATCH) {
    const batch = packs.slice(start, start + BATCH).map(resolve);
    const fresh = batch.filter((pack) => isFirst(file, pack, seen));
    const added = await takeInFresh(db, file, fresh);
    counts.newPacks += added;
    counts.knownPacks += batch.length - added;
    show(start + batch.length);
  }

  const typeIds = [...new Set(packs.map((pack) => pack.packType))];
  await widenPackTypes(db, setsOfTypes(packs, await typesById(db, typeIds)));
  await recountOdds(db, typeIds);
  await refreshPotentialHits(db);
  return counts;
}

/** Makes a type, or brings it up to date: what the line leaves out stays. */
async function storeType(db: Database, file: string, line: ReadPackType): Promise<void> {
  const setId = setIdOf({ game: line.game, setCode: line.set });
  const [old] = await listPackTypeRows(db, { id: line.id });
  const refuse = (problem: string) => lineProblem(file, line.line, problem);
  if (!(await listKnownSets(db, [setId])).has(setId)) {
    throw refuse(`the catalogue has no ${line.game} set "${line.set}": import its cards first`);
  }
  if (old !== undefined && old.card_count !== line.card_count) {
    throw refuse(`"${line.id}" has packs of ${old.card_count} cards, not of ${line.card_count}`);
  }
  if (old !== undefined && old.set_id !== setId) {
    throw refuse(`"${line.id}" is of the set ${old.set_id}, not of ${setId}`);
  }
  const originalPrice = originalPriceAfter(line, old ?? null);
  if (originalPrice !== null && originalPrice <= line.price) {
    throw refuse('originalPrice must be above price');
  }
  await storePackType(db, {
    id: line.id,
    setId,
    name: line.name,
    description: line.description ?? old?.description ?? '',
    price: line.price,
    originalPrice,
    cardCount: line.card_count,
    purchaseLimit:
      line.purchaseLimit === undefined
        ? old === undefined
          ? USUAL_LIMIT
          : old.purchase_limit
        : line.purchaseLimit,
    guaranteed: line.guaranteed ?? old?.guaranteed ?? false,
    tags: line.tags ?? old?.tags ?? [],
    details: line.details ?? old?.details ?? [],
    odds: null,
    position: null,
    isAvailable: line.is_available,
    cardIds: [],
  });
  await widenPackTypes(db, [{ packTypeId: line.id, setId }]);
}

type Resolved = { line: number; pack: IncomingPack; content: string };

/** Reads packs against the catalogue: type, number of cards, and which cards they are. */
async function packReader(
  db: Database,
  file: string,
  packs: ReadPack[],
): Promise<(pack: ReadPack) => Resolved> {
  const types = await typesById(db, [...new Set(packs.map((pack) => pack.packType))]);
  const setIds = [...new Set(setsOfTypes(packs, types).map((one) => one.setId))];
  const cardsOf = new Map<string, NamedCard[]>();
  for (const row of await listCardsOfSets(db, setIds)) {
    const key = `${row.set_id} ${row.number}`;
    const card = { ...row, nativeRarity: row.native_rarity };
    cardsOf.set(key, [...(cardsOf.get(key) ?? []), card]);
  }
  const knownSets = await listKnownSets(db, setIds);

  return (pack) => {
    const refuse = (problem: string) => lineProblem(file, pack.line, problem);
    const type = types.get(pack.packType);
    if (type === undefined) throw refuse(`there is no pack type "${pack.packType}"`);
    if (pack.cards.length !== type.card_count) {
      throw refuse(
        `pack ${pack.serial} holds ${pack.cards.length} cards, its type says ${type.card_count}`,
      );
    }
    const cards = pack.cards.map((card, index) => {
      const setId = setIdOf({ game: type.game, setCode: card.set });
      if (!knownSets.has(setId)) {
        throw refuse(`card ${index + 1}: the catalogue has no ${type.game} set "${card.set}"`);
      }
      const found = findNamedCard(cardsOf.get(`${setId} ${card.number}`) ?? [], card);
      if (found === null) {
        const name = `${card.set} ${card.number} (${card.rarity}, ${card.finish})`;
        throw refuse(`card ${index + 1}: the catalogue has no card ${name}`);
      }
      return { cardId: found.id, condition: card.condition };
    });
    const incoming = {
      packTypeId: type.id,
      serial: pack.serial,
      certificationNumber: pack.certification,
      cards,
    };
    return { line: pack.line, pack: incoming, content: contentHash(incoming) };
  };
}

/** As `compare_packs` in the database hashes what it knows. */
function contentHash(pack: IncomingPack): string {
  const lines = [
    pack.packTypeId,
    pack.certificationNumber,
    ...pack.cards.map((card) => `${card.cardId} ${card.condition}`),
  ];
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Whether no line before had this serial; one with other content is refused. */
function isFirst(file: string, one: Resolved, seen: Map<string, Resolved>): boolean {
  const { serial } = one.pack;
  const before = seen.get(serial);
  if (before === undefined) {
    seen.set(serial, one);
    return true;
  }
  if (before.content === one.content) return false;
  throw lineProblem(file, one.line, `pack ${serial} is on line ${before.line} with other content`);
}

/** Takes in those packs that the shop does not have, and answers how many they were. */
async function takeInFresh(db: Database, file: string, batch: Resolved[]): Promise<number> {
  const known = await comparePacks(
    db,
    batch.map(({ pack, content }) => ({ serial: pack.serial, content })),
  );
  const fresh = batch.filter(({ line, pack }) => {
    const isSame = known.get(pack.serial);
    if (isSame === false) {
      throw lineProblem(file, line, `pack ${pack.serial} came in before with other content`);
    }
    return isSame === undefined;
  });
  const takenBy = await listSerialsByCertification(
    db,
    fresh.map(({ pack }) => pack.certificationNumber),
  );
  for (const { line, pack } of fresh) {
    const { certificationNumber: certification, serial } = pack;
    const other = takenBy.get(certification);
    if (other !== undefined) {
      throw lineProblem(file, line, `certification ${certification} belongs to pack ${other}`);
    }
    takenBy.set(certification, serial);
  }
  if (fresh.length > 0)
    await takeInPacks(
      db,
      fresh.map(({ pack }) => pack),
    );
  return fresh.length;
}

type TypeOfPack = { id: string; game: Game; card_count: number };

async function typesById(db: Database, ids: string[]): Promise<Map<string, TypeOfPack>> {
  const types = await Promise.all(ids.map((id) => listPackTypeRows(db, { id })));
  return new Map(types.flat().map((type) => [type.id, type]));
}

/** Which sets the packs of each type hold cards of. */
function setsOfTypes(
  packs: ReadPack[],
  types: Map<string, TypeOfPack>,
): { packTypeId: string; setId: string }[] {
  const found = new Map<string, { packTypeId: string; setId: string }>();
  for (const { packType: packTypeId, cards } of packs) {
    const type = types.get(packTypeId);
    if (type === undefined) continue;
    for (const card of cards) {
      const setId = setIdOf({ game: type.game, setCode: card.set });
      found.set(`${packTypeId} ${setId}`, { packTypeId, setId });
    }
  }
  return [...found.values()];
}
