import { PEOPLE_COUNTED_MOST } from '#contract/margin.ts';
import type { GameId } from '#domain/game.ts';
import type { MarginGroup } from '#domain/margin-group.ts';
import type { MarginLine } from '#domain/margin.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type FigureRow = {
  key: string | null;
  /**
   * What the shop earned or spent the money on: packs, singles, parcels, credits, or nothing that was sold (`shop`).
   * Null unless the figures are grouped by pack type or drop.
   */
  line: MarginLine | null;
  /** The name of the pack type or drop. Null in other groupings. */
  name: string | null;
  figures: Record<string, number>;
};

/** How the sums are grouped. Every grouping includes all sums, so all groupings add up to the same total. */
const GROUPS: Record<MarginGroup, { key: string; line: string; name: string }> = {
  type: {
    key: 's.pack_type_id',
    line: 's.line',
    name: `(select t.name from pack_types t where t.id = m.key)`,
  },
  drop: {
    key: 's.drop_id::text',
    line: 's.line',
    name: `(select t.name || ', drop ' || d.number from drops d join pack_types t on t.id = d.pack_type_id where d.id = m.key::uuid)`,
  },
  month: { key: `to_char(s.month, 'YYYY-MM')`, line: 'null::text', name: 'null::text' },
  game: { key: 's.game', line: 'null::text', name: 'null::text' },
};

/** Sums the figures of the months from `from` to `to` (yyyy-mm, both included). */
export async function listMargins(
  db: Database,
  { from, to, by }: { from: string; to: string; by: MarginGroup },
): Promise<FigureRow[]> {
  const { key, line, name } = GROUPS[by];
  return statement<FigureRow>(
    db,
    `select m.key, m.line, m.figures, ${name} as name from (
       select key, line, jsonb_object_agg(figure, amount) as figures from (
         select ${key} as key, ${line} as line, s.figure, sum(s.amount)::bigint as amount from margin_sums s
         where s.month between ($1 || '-01')::date and ($2 || '-01')::date group by 1, 2, 3
       ) sums group by key, line
     ) m order by m.key is null, name, m.key, m.line`,
    [from, to],
  );
}

/** Sums the figures of the days from `from` to `to`, both included. */
export async function findFiguresOfDays(
  db: Database,
  from: string,
  to: string,
): Promise<Record<string, number>> {
  const [row] = await statement<{ figures: Record<string, number> | null }>(
    db,
    `select jsonb_object_agg(figure, amount) as figures from (
       select figure, sum(amount)::bigint as amount from margin_days where day between $1::date and $2::date group by figure
     ) sums`,
    [from, to],
  );
  return row!.figures ?? {};
}

/** Counts the accounts made on the days from `from` to `to`, both included, up to PEOPLE_COUNTED_MOST. */
export async function countNewPeople(db: Database, from: string, to: string): Promise<number> {
  const [row] = await statement<{ people: number }>(
    db,
    `select count(*)::int as people from (
       select from users where not is_key and created_at >= $1::date::timestamp at time zone 'UTC'
         and created_at < ($2::date + 1)::timestamp at time zone 'UTC' limit ${PEOPLE_COUNTED_MOST}
     ) u`,
    [from, to],
  );
  return row!.people;
}

/** Returns the time before which all journals are in the sums, or null if none are yet. */
export async function findCountedUntil(db: Database): Promise<Date | null> {
  const [row] = await statement<{ until: Date | null }>(
    db,
    `select case when isfinite(until) then until end as until from margin_until`,
    [],
  );
  return row?.until ?? null;
}

/** Adds what at most `most` journals earned and spent to the sums. */
export async function sumMarginsOnce(
  db: Transaction,
  most: number,
): Promise<{ journals: number; is_behind: boolean }> {
  const [row] = await statement<{ journals: number; is_behind: boolean }>(
    db,
    'select journals, is_behind from sum_margins($1)',
    [most],
    { writes: true },
  );
  return row!;
}

export async function valueStockNow(db: Transaction): Promise<void> {
  await statement(db, 'select value_stock()', [], { writes: true });
}

/**
 * Lists the drops to value: those on sale at every run, others once a day until 400 days after their opening, because
 * later sales and prices hardly matter.
 */
export async function listDropsToValue(db: Database): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select d.id from drops d left join drop_returns r on r.drop_id = d.id
     where d.number is not null and d.opens_at > shop_now() - interval '400 days'
       and (d.state in ('open', 'paused') or r.valued_at is null or r.valued_at < shop_now() - interval '20 hours')
     order by d.id`,
    [],
  );
  return rows.map(({ id }) => id);
}

export async function valueDrop(db: Transaction, dropId: string): Promise<void> {
  await statement(db, 'select value_drop($1)', [dropId], { writes: true });
}

export type OwedRow = {
  valuedAt: Date;
  creditsBought: Cents;
  creditsEarned: Cents;
  debts: Cents;
  sellableCards: number;
  sellableValue: Cents;
  sellableMarket: Cents;
  parcels: number;
  parcelCards: number;
  parcelMarket: Cents;
  sealedPacks: number;
  lostSingles: number;
  lostSinglesCost: Cents;
};

export async function findOwed(db: Database): Promise<OwedRow | null> {
  const [row] = await statement<OwedRow>(
    db,
    `select valued_at as "valuedAt", credits_bought as "creditsBought", credits_earned as "creditsEarned", debts,
       sellable_cards as "sellableCards", sellable_value as "sellableValue", sellable_market as "sellableMarket",
       parcels, parcel_cards as "parcelCards", parcel_market as "parcelMarket", sealed_packs as "sealedPacks",
       lost_singles as "lostSingles", lost_singles_cost as "lostSinglesCost"
     from owed_values`,
    [],
  );
  return row ?? null;
}

export type StockRow = {
  line: 'packs' | 'singles';
  game: GameId;
  packTypeId: string | null;
  name: string | null;
  pieces: number;
  withoutCost: number;
  cost: Cents;
  market: Cents | null;
};

export async function listStockValues(db: Database): Promise<StockRow[]> {
  return statement<StockRow>(
    db,
    `select v.line, v.game, v.pack_type_id as "packTypeId", t.name, v.pieces, v.without_cost as "withoutCost", v.cost, v.market
     from stock_values v left join pack_types t on t.id = v.pack_type_id order by v.line, v.game, t.name`,
    [],
  );
}

export type DropRow = {
  dropId: string;
  name: string;
  number: number;
  packs: number;
  opened: number;
  price: Cents;
  designed_sum: Cents;
  designed_squares: string;
  opened_sum: Cents;
  paid_back: Cents;
  valuedAt: Date;
};

/** Lists the newest drops that have been valued. */
export async function listDropReturns(db: Database, most: number): Promise<DropRow[]> {
  return statement<DropRow>(
    db,
    `select r.drop_id as "dropId", t.name, d.number, r.packs, r.opened, t.price, r.designed_sum,
       r.designed_squares::text as designed_squares, r.opened_sum, r.paid_back, r.valued_at as "valuedAt"
     from drop_returns r join drops d on d.id = r.drop_id join pack_types t on t.id = d.pack_type_id
     order by d.opens_at desc, r.drop_id limit ${most}`,
    [],
  );
}

export type PricedTypeRow = {
  packTypeId: string;
  name: string;
  price: Cents;
  cost: Cents;
  costed: number;
  returned: Cents | null;
};

/** Lists the types on sale, with what their packs in stock cost and what they return on average. */
export async function listPricedTypes(db: Database): Promise<PricedTypeRow[]> {
  return statement<PricedTypeRow>(
    db,
    `select t.id as "packTypeId", t.name, t.price, coalesce(v.cost, 0)::bigint as cost,
       coalesce(v.pieces - v.without_cost, 0)::int as costed, f.sold_back_mean as returned
     from pack_types t left join stock_values v on v.line = 'packs' and v.pack_type_id = t.id
     left join pack_type_facts f on f.pack_type_id = t.id
     where t.is_available order by t.name`,
    [],
  );
}
