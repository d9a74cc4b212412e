// The data that packs are validated against at intake.
import type { Game } from '#domain/card.ts';
import { statement, type Database, type Transaction } from '../../database/database.ts';

export type IntakeTypeRow = { id: string; name: string; game: Game; card_count: number };

/** What packs of some types must match, by id. */
export async function listTypesForIntake(
  db: Database,
  ids: string[],
): Promise<Map<string, IntakeTypeRow>> {
  const rows = await statement<IntakeTypeRow>(
    db,
    `select t.id, t.name, s.game, t.card_count from pack_types t join card_sets s on s.id = t.set_id
     where t.id = any ($1::text[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The cards that packs name by their ids, by id. */
export async function listCardsForIntake(
  db: Database,
  ids: string[],
): Promise<Map<string, { set_id: string; game: Game }>> {
  if (ids.length === 0) return new Map();
  const rows = await statement<{ id: string; set_id: string; game: Game }>(
    db,
    `select c.id, c.set_id, s.game from cards c join card_sets s on s.id = c.set_id
     where c.id = any ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** One intake at a time, until its transaction ends: what is judged to be new is new when it is stored. */
export async function lockIntake(db: Transaction): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('intake of packs'))`, []);
}
