// Queries of the statistics of sealed packs. The database counts the packs' contents and returns
// only sums.
import type { Finish, Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type PackTypeFactsRow = {
  /** The time of the count, in ISO 8601. */
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
  /** The hash, in hex, of the manifest of the packs' drop. Null if the packs belong to no drop. */
  drop: string | null;
};

/** The statistics of `pack_types t` as JSON. Null if the type has no statistics. */
export const FACTS_OF_TYPE = `(select to_jsonb(f) || jsonb_build_object('drop', encode(d.hash, 'hex'))
  from pack_type_facts f left join drops d on d.id = f.drop_id where f.pack_type_id = t.id)`;

/**
 * Takes the lock of recounts until the transaction ends. A transaction that recounts takes it before the lock of the
 * audit log, so one that writes entries earlier calls this first.
 */
export async function lockRecounts(db: Transaction): Promise<void> {
  await statement(db, 'select pg_advisory_xact_lock(7046085)', []);
}

/**
 * Recounts the statistics after packs moved or prices changed, one type after the other. If `wait`
 * is true, waits for recounts by other processes. An intake waits; a read does not, because the
 * next read recounts the rest.
 */
export async function recountFacts(db: Database, { wait }: { wait: boolean }): Promise<void> {
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

/**
 * Recomputes the potential hits of every pack type: the most valuable cards, one per name, that the
 * type's counted packs hold. If no packs of a type are counted, chooses among the cards that its
 * packs can hold.
 */
export async function refreshPotentialHits(db: Transaction): Promise<void> {
  // Packs of types without a known filling can hold every card of their sets. The sets may have new
  // cards, so the statement adds these cards to the types.
  await statement(
    db,
    `insert into pack_type_cards (pack_type_id, card_id)
     select w.pack_type_id, c.id
     from (
       select distinct p.pack_type_id, c.set_id
       from pack_type_cards p join cards c on c.id = p.card_id join pack_types t on t.id = p.pack_type_id
       where t.odds_counted
     ) w
     join cards c on c.set_id = w.set_id
     on conflict do nothing`,
    [],
  );
  await recountFacts(db, { wait: true });
  await statement(
    db,
    `select set_possible_hits(array(
       select id from pack_types where id not in (select pack_type_id from pack_type_facts)))`,
    [],
    { writes: true },
  );
}

/**
 * The market values of a type's opened packs, each at the time of its opening, lowest first. Only
 * complete groups of ten packs are included.
 */
export async function listOpenedValues(db: Database, packTypeId: string): Promise<Cents[]> {
  const [row] = await statement<{ market: string }>(
    db,
    'select to_json(market)::text as market from opened_values($1)',
    [packTypeId],
  );
  return JSON.parse(row!.market) as Cents[];
}

type SampleCardRow = {
  id: string;
  name: string;
  rarity: Rarity;
  finish: Finish;
  market_value: Cents;
  remote: string | null;
  packs: number;
  better: number;
};

/** The card that the sample of a type shows. Null if too few packs of the type are counted. */
export async function findSampleCard(
  db: Database,
  packTypeId: string,
): Promise<SampleCardRow | null> {
  const [row] = await statement<SampleCardRow>(
    db,
    `select c.id, c.name, c.rarity, c.finish, c.market_value, c.image_url as remote, s.packs, s.better
     from sample_card($1) s join cards c on c.id = s.card_id`,
    [packTypeId],
  );
  return row ?? null;
}
