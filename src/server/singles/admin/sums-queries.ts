// Sums of the shop's cards by state.
import type { HouseCardState } from '#domain/house-card.ts';
import type { Cents } from '#domain/money.ts';
import { inLongTransaction, statement, type Database } from '#engine/database.ts';

export type StateSumsRow = { state: HouseCardState; cards: number; paid: Cents; market: Cents };

/** The largest stock that a page sums by itself. A larger stock is summed by a job every ten minutes (choice 957). */
const SUMMED_MOST = 10_000;

const SUMS = `select h.state, count(*)::int as cards, sum(h.paid)::bigint as paid, sum(c.market_value)::bigint as market
  from house_cards h join cards c on c.id = h.card_id group by h.state`;

/** Sums all the shop's cards now. */
export async function listCurrentSums(db: Database): Promise<StateSumsRow[]> {
  return statement<StateSumsRow>(db, SUMS, []);
}

/** Returns the sums of the job's last run. Returns null if the stock is small enough for pages to sum it. */
export async function findCountedSums(
  db: Database,
): Promise<{ states: StateSumsRow[]; countedAt: Date } | null> {
  const states = await statement<StateSumsRow & { counted_at: Date }>(
    db,
    'select state, cards::int as cards, paid, market, counted_at from single_sums',
    [],
  );
  const [first] = states;
  if (first === undefined) return null;
  return {
    states: states.map(({ counted_at: _countedAt, ...sums }) => sums),
    countedAt: first.counted_at,
  };
}

/**
 * Sums a large stock and stores the sums. Deletes the stored sums of a small stock. Returns the number of states that
 * it stored.
 */
export async function storeSums(db: Database): Promise<number> {
  return inLongTransaction(db, async (tx) => {
    await statement(tx, 'delete from single_sums', []);
    const stored = await statement(
      tx,
      `insert into single_sums (state, cards, paid, market)
       select state, cards, paid, market from (${SUMS}) s
       where (select count(*) from (select from house_cards limit ${SUMMED_MOST + 1}) x) > ${SUMMED_MOST}
       returning state`,
      [],
    );
    return stored.length;
  });
}
