// Queries about what packs cost the shop, by intake. An intake here is the packs of one type that came in on one day
// with one invoice.
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type IntakeCostsRow = {
  received_on: string;
  invoice: string | null;
  packs: number;
  cost: Cents | null;
  tax: Cents | null;
  suppliers: string[];
};

/** Lists the newest intakes of a type. Reads only the packs of the newest days, because a type may have many packs. */
export async function listIntakeRows(
  db: Database,
  packTypeId: string,
  most: number,
): Promise<IntakeCostsRow[]> {
  return statement<IntakeCostsRow>(
    db,
    `with recursive days (day) as (
       select (max(received_at) at time zone 'UTC')::date from physical_packs where pack_type_id = $1
       union all
       select (
         select (p.received_at at time zone 'UTC')::date from physical_packs p
         where p.pack_type_id = $1 and p.received_at < d.day::timestamp at time zone 'UTC'
         order by p.received_at desc nulls last limit 1
       ) from days d where d.day is not null
     )
     select to_char(p.received_at at time zone 'UTC', 'YYYY-MM-DD') as received_on, c.invoice, count(*)::int as packs,
       sum(c.cost)::bigint as cost, sum(c.tax)::bigint as tax,
       coalesce(array_agg(distinct s.supplier) filter (where s.supplier is not null), '{}') as suppliers
     from physical_packs p left join pack_costs c on c.pack_id = p.id left join pack_suppliers s on s.pack_id = p.id
     where p.pack_type_id = $1
       and p.received_at >= (select min(day) from (select day from days limit $2) newest)::timestamp at time zone 'UTC'
     group by 1, c.invoice, c.pack_id is null order by 1 desc, c.pack_id is null desc, c.invoice nulls first limit $2`,
    [packTypeId, most],
  );
}

export type CostedPackRow = { id: string; cost: Cents | null; tax: Cents | null };

/** Lists the packs of an intake in the order of their serials. The caller holds the lock on intakes. */
export async function listIntakePacks(
  db: Transaction,
  intake: { packTypeId: string; receivedOn: string; invoice: string | null; isKnown: boolean },
): Promise<CostedPackRow[]> {
  return statement<CostedPackRow>(
    db,
    `select p.id, c.cost, c.tax from physical_packs p left join pack_costs c on c.pack_id = p.id
     where p.pack_type_id = $1 and p.received_at >= $2::date::timestamp at time zone 'UTC'
       and p.received_at < ($2::date + 1)::timestamp at time zone 'UTC'
       and (c.pack_id is not null) = $4 and c.invoice is not distinct from $3
     order by p.serial`,
    [intake.packTypeId, intake.receivedOn, intake.invoice, intake.isKnown],
  );
}

export async function storeCosts(
  db: Transaction,
  packs: { id: string; cost: Cents; tax: Cents }[],
  { invoice, operatorId }: { invoice: string | null; operatorId: string },
): Promise<void> {
  await statement(
    db,
    `insert into pack_costs as c (pack_id, cost, tax, invoice, recorded_by_id)
     select w.id, w.cost, w.tax, $4, $5 from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as w (id, cost, tax)
     on conflict (pack_id) do update set cost = excluded.cost, tax = excluded.tax, invoice = excluded.invoice,
       recorded_at = shop_now(), recorded_by_id = excluded.recorded_by_id`,
    [
      packs.map(({ id }) => id),
      packs.map(({ cost }) => cost),
      packs.map(({ tax }) => tax),
      invoice,
      operatorId,
    ],
  );
}

export async function storeSupplier(
  db: Transaction,
  packIds: string[],
  supplier: string,
): Promise<void> {
  await statement(
    db,
    `insert into pack_suppliers (pack_id, supplier) select unnest($1::uuid[]), $2
     on conflict (pack_id) do update set supplier = excluded.supplier`,
    [packIds, supplier],
  );
}

export type StockCostRow = {
  packs: number;
  withoutCost: number;
  cost: Cents | null;
  returned: Cents | null;
};

/** Returns what a type's packs in stock (for sale, or waiting to be) cost and return on average. */
export async function findCostInStock(db: Database, packTypeId: string): Promise<StockCostRow> {
  const [row] = await statement<StockCostRow>(
    db,
    `select count(*)::int as packs, (count(*) - count(c.cost))::int as "withoutCost", round(avg(c.cost))::bigint as cost,
       (select sold_back_mean from pack_type_facts where pack_type_id = $1) as returned
     from places l left join pack_costs c on c.pack_id = l.pack_id
     where l.pack_type_id = $1 and l.state in ('available', 'waiting')`,
    [packTypeId],
  );
  return row!;
}
