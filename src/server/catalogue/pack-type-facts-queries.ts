// What is told of sealed packs: the database counts it, and answers sums only.
import type { Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '../database/database.ts';

export type PackTypeFactsRow = {
  /** ISO 8601, as JSON has it. */
  counted_at: string;
  packs: number;
  sealed: number;
  newer: number;
  price: Cents;
  odds: { rarity: Rarity; packs: number }[];
  market_mean: Cents;
  market_median: Cents;
  market_best: Cents;
  market_brings: number;
  sold_back_mean: Cents;
  sold_back_median: Cents;
  sold_back_best: Cents;
  sold_back_brings: number;
};

/** The facts of `pack_types t` as JSON, or null. */
export const FACTS_OF_TYPE = `(select to_jsonb(f) from pack_type_facts f where f.pack_type_id = t.id)`;

/**
 * Brings the facts up to date with packs that moved and prices that changed. `wait` for who is at it already: an intake
 * does; a reading does not, and the next one looks again.
 */
export async function settleFacts(db: Database, { wait }: { wait: boolean }): Promise<void> {
  await statement(db, 'select settle_facts($1)', [wait]);
}
