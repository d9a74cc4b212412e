import type { StockPace } from '#domain/stock-pace.ts';
import { statement, type Database } from '#engine/database.ts';
import { summedStock } from './pack-types-queries.ts';

/**
 * Lists how fast the packs of each type on sale sell, from the sums by day instead of the sales
 * themselves. Returns nothing while these sums are more than a day behind, such as after an upgrade
 * or a restore.
 */
export async function listStockPaces(
  db: Database,
): Promise<(StockPace & { packTypeId: string })[]> {
  return statement(
    db,
    `select t.id as "packTypeId", t.name, ${summedStock()} as left, coalesce(w.sold, 0)::int as "soldInWeek",
       ((shop_now() at time zone 'UTC')::date - l.day)::int as "soldDaysAgo",
       (select (shop_now() at time zone 'UTC')::date - (p.received_at at time zone 'UTC')::date from places p
        where p.pack_type_id = t.id and p.state = 'available' order by p.received_at limit 1) as "inStockDays"
     from pack_types t
     cross join lateral (
       select sum(d.amount) as sold from margin_days d
       where d.pack_type_id = t.id and d.figure = 'pack_count' and d.line = 'packs' and d.day > (shop_now() at time zone 'UTC')::date - 7
     ) w
     cross join lateral (
       select max(d.day) as day from margin_days d
       where d.pack_type_id = t.id and d.figure = 'pack_count' and d.line = 'packs' and d.amount > 0
     ) l
     where t.is_available and exists (select from margin_until where until > shop_now() - interval '1 day')
     order by t.name, t.id`,
    [],
  );
}
