// Imports the packs of a file, either all or none. The import can be repeated: a known pack is
// recognized by its serial, and the database says only whether its content equals the content in
// the file.
import { brokenByStock } from '#domain/pack-promises.ts';
import { judgePackType } from '#domain/pack-type-change.ts';
import type { Transaction } from '#engine/database.ts';
import { setIdOf } from '../catalogue/store-cards-queries.ts';
import { refreshPotentialHits } from '../catalogue/pack-type-facts-queries.ts';
import { lineProblem, type PackFile, type ReadPackType } from './import/read-packs.ts';
import { openIntake, finishIntake } from './judge-packs.ts';
import { listKnownSets } from '../catalogue/cards-queries.ts';
import {
  listBrokenPromises,
  storePackType,
  allowCardsOfSets,
} from '../catalogue/pack-types-queries.ts';
import {
  findAdminPackTypes,
  hasPacks,
  lockPackTypes,
} from '../catalogue/admin/pack-types-queries.ts';
import { comparePacks, insertPacks, listKnownLabels } from './physical-packs-queries.ts';
import { countWaiting } from './places-queries.ts';
import { lockIntake } from './admin/intake-queries.ts';

export type PackImportCounts = {
  packTypes: number;
  newPacks: number;
  knownPacks: number;
  /** The number of new packs that wait because a drop of their type is on sale. */
  waitingPacks: number;
};

/** The number of packs per statement. It limits both the number of statements and their duration. */
const BATCH = 500;

/**
 * Stores the pack types of a file and takes in its packs, inside the caller's transaction. Calls
 * `show` with the number of packs done so far. Throws ImportProblem, which names the line.
 */
export async function importPacks(
  db: Transaction,
  { file, packTypes, packs }: PackFile,
  show: (done: number) => void,
): Promise<PackImportCounts> {
  await lockIntake(
    db,
    packs.map((pack) => pack.packType),
  );
  for (const type of packTypes) await storeType(db, file, type);

  const stock = await openIntake(
    db,
    packs.map((pack) => ({
      ...pack,
      packTypeId: pack.packType,
      certificationNumber: pack.certification,
      at: `line ${pack.line}`,
    })),
    {
      compare: (asked) => comparePacks(db, asked, null),
      knownLabels: (labels) => listKnownLabels(db, labels),
    },
  );
  const counts = { packTypes: packTypes.length, newPacks: 0, knownPacks: 0, waitingPacks: 0 };
  for (let start = 0; start < packs.length; start += BATCH) {
    const { fresh, known, problems } = await stock.judge(start, start + BATCH);
    const [wrong] = problems;
    if (wrong) throw lineProblem(file, packs[wrong.index]!.line, wrong.problem);
    await insertPacks(db, fresh);
    counts.newPacks += fresh.length;
    counts.knownPacks += known.length;
    show(Math.min(start + BATCH, packs.length));
  }
  counts.waitingPacks = await countWaiting(
    db,
    packs.map((pack) => pack.packType),
  );
  await finishIntake(db, stock.sets);
  if (packTypes.length > 0) await refreshPotentialHits(db);
  return counts;
}

/** Creates or updates a type. If the line omits a field, the stored field does not change. */
async function storeType(db: Transaction, file: string, line: ReadPackType): Promise<void> {
  const setId = setIdOf({ game: line.game, setCode: line.set });
  // Locks the type before its fields are read, because the omitted fields are stored again with the
  // values that are read here.
  await lockPackTypes(db, [line.id]);
  const [old = null] = await findAdminPackTypes(db, [line.id]);
  const refuse = (problem: string) => lineProblem(file, line.line, problem);
  const judged = judgePackType(
    { ...line, setId, cardCount: line.card_count, isAvailable: line.is_available },
    {
      old,
      hasSet: (await listKnownSets(db, [setId])).has(setId),
      hasPacks: await hasPacks(db, line.id),
      isInDrop: old !== null && old.held_by !== null,
    },
  );
  if ('problem' in judged) throw refuse(judged.problem);
  const { fields } = judged;
  const [broken] = await listBrokenPromises(db, line.id, fields);
  if (broken !== undefined) throw refuse(brokenByStock(fields, broken));
  await storePackType(db, { id: line.id, setId, cardCount: line.card_count, fields });
  await allowCardsOfSets(db, [{ packTypeId: line.id, setId }]);
}
