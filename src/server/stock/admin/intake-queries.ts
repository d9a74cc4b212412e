// The data that packs are checked against at intake.
import type { Finish, Game, Rarity } from '#domain/card.ts';
import type { PackPromises } from '#domain/pack-promises.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { PACK_PROMISES } from '../../catalogue/pack-types-queries.ts';

export type IntakeTypeRow = PackPromises & {
  id: string;
  name: string;
  game: Game;
  card_count: number;
  seal_kind: SealKind;
  /** Whether a drop of the type is on sale. New packs then wait. */
  waits: boolean;
};

/** The rules for packs of some types, by the type's id. */
export async function listTypesForIntake(
  db: Database,
  ids: string[],
): Promise<Map<string, IntakeTypeRow>> {
  const rows = await statement<IntakeTypeRow>(
    db,
    `select t.id, t.name, s.game, t.card_count, t.seal_kind, shelf_state(t.id, null) = 'waiting' as waits, ${PACK_PROMISES}
     from pack_types t join card_sets s on s.id = t.set_id
     where t.id = any ($1::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

type IntakeCardRow = { id: string; set_id: string; game: Game; finish: Finish; rarity: Rarity };

/** The cards that packs name by id. */
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
 * Lets only one intake run at a time, until its transaction ends. So serials that were found to be
 * new are still new when they are stored. The types are locked too, so that their promises don't
 * change meanwhile.
 */
export async function lockIntake(db: Transaction, packTypeIds: string[]): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('intake of packs'))`, []);
  await statement(db, 'select from pack_types where id = any ($1::text[]) order by id for share', [
    packTypeIds,
  ]);
}
