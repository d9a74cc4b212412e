// What is told of sealed packs: the database counts it, and answers sums only.
import type { Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';

export type PackTypeFactsRow = {
  /** ISO 8601, as JSON has it. */
  counted_at: string;
  packs: number;
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
  /** The hash of the manifest of the drop that the packs are of, in hex; null: of the type. */
  drop: string | null;
};

/** The facts of `pack_types t` as JSON, or null. */
export const FACTS_OF_TYPE = `(select to_jsonb(f) || jsonb_build_object('drop', encode(d.hash, 'hex'))
  from pack_type_facts f left join drops d on d.id = f.drop_id where f.pack_type_id = t.id)`;

/**
 * Brings the facts up to date with packs that moved and prices that changed, one type after the other. `wait` for who is
 * at it already: an intake does; a reading does not, and the next one looks again.
 */
export async function settleFacts(db: Database, { wait }: { wait: boolean }): Promise<void> {
  for (let isMoreDue = true; isMoreDue;) {
    const [row] = await statement<{ more: boolean }>(
      db,
      'select settle_next_facts($1) as more',
      [wait],
      { writes: true },
    );
    isMoreDue = row!.more;
  }
}

/** The market values of a type's opened packs on the day of each, in full tens, lowest first. */
export async function listOpenedValues(db: Database, packTypeId: string): Promise<Cents[]> {
  const [row] = await statement<{ market: string }>(
    db,
    'select to_json(market)::text as market from opened_values($1)',
    [packTypeId],
  );
  return JSON.parse(row!.market) as Cents[];
}
