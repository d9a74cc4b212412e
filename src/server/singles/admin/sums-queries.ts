// Sums of the house's cards by state.
import type { HouseCardState } from '#domain/house-card.ts';
import type { Cents } from '#domain/money.ts';
import { inLongTransaction, statement, type Database } from '#engine/database.ts';

export type StateSumsRow = { state: HouseCardState; cards: number; paid: Cents; market: Cents };

/** Up to this number of cards, pages sum them as they are. For more, a job does every ten minutes (choice 957). */
const SUMMED_MOST = 10_000;

const SUMS = `select h.state, count(*)::int as cards, sum(h.paid)::bigint as paid, sum(c.market_value)::bigint as market
  from house_cards h join cards c on c.id = h.card_id group by h.state`;

/** Sums all cards of the house. */
export async function listCurrentSums(db: Database): Promise<StateSumsRow[]> {
  return statement<StateSumsRow>(db, SUMS, []);
}

/** Finds the sums of the last count. Returns null if the stock is small enough to be summed as it is. */
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

/** Counts a large stock, and forgets the count of a small one. Returns how many states it stored. */
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
