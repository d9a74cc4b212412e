// Reads the data against which packs are checked at intake.
import type { TypeOfStock } from '#contract/stock-admin.ts';
import type { Finish, Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import type { PackPromises } from '#domain/pack-promises.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { PACK_PROMISES } from '../../catalogue/pack-types-queries.ts';

export type IntakeTypeRow = PackPromises & {
  id: string;
  name: string;
  game: GameId;
  /** The code of the type's set. Cards of this set need not name it. */
  set_code: string;
  card_count: number;
  seal_kind: SealKind;
  /** Whether a drop of the type is on sale. If so, new packs have to wait. */
  waits: boolean;
};

/** The rules for packs of some types, by the type's id. */
export async function listTypesForIntake(
  db: Database,
  ids: string[],
): Promise<Map<string, IntakeTypeRow>> {
  const rows = await statement<IntakeTypeRow>(
    db,
    `select t.id, t.name, s.game, s.code as set_code, t.card_count, t.seal_kind, shelf_state(t.id, null) = 'waiting' as waits, ${PACK_PROMISES}
     from pack_types t join card_sets s on s.id = t.set_id
     where t.id = any ($1::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists all pack types in display order, with what an operator's page needs in order to offer them. */
export async function listTypesOfStockRows(db: Database): Promise<TypeOfStock[]> {
  return statement<TypeOfStock>(
    db,
    `select t.id, t.name, s.game, t.set_id, t.card_count, t.seal_kind as "sealKind"
     from pack_types t join card_sets s on s.id = t.set_id order by t.position, t.id`,
    [],
  );
}

export type NamedCardRow = {
  card_id: string;
  name: string;
  native_rarity: string;
  finish: Finish;
  remote: string | null;
};

/** Lists the cards of a set with a collector number, for an operator who types packs in. */
export async function listNamedCards(
  db: Database,
  setId: string,
  number: string,
): Promise<NamedCardRow[]> {
  return statement<NamedCardRow>(
    db,
    `select id as card_id, name, native_rarity, finish, image_url as remote from cards
     where set_id = $1 and number = $2 order by finish desc, native_rarity`,
    [setId, number],
  );
}

type IntakeCardRow = { id: string; set_id: string; game: GameId; finish: Finish; rarity: Rarity };

/** Returns the cards that the packs of an intake name by id. */
export async function listCardsForIntake(
  db: Database,
  ids: string[],
): Promise<Map<string, IntakeCardRow>> {
  if (ids.length === 0) return new Map();
  const rows = await statement<IntakeCardRow>(
    db,
    `select c.id, c.set_id, c.finish, c.rarity, s.game from cards c join card_sets s on s.id = c.set_id
     where c.id = any ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Lets only one intake run at a time, until its transaction ends. So a serial that was found to be
 * new is still new when it is stored. Locks the types as well, so that their promises don't change
 * meanwhile.
 */
export async function lockIntake(db: Transaction, packTypeIds: string[]): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('intake of packs'))`, []);
  await statement(db, 'select from pack_types where id = any ($1::text[]) order by id for share', [
    packTypeIds,
  ]);
}
