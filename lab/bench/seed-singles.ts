// Fills a shop with cards of the house, ten of each pack, by statements inside the database.
import type pg from 'pg';

const COPIES_OF_PACK = 10;

/**
 * Adds this many copies of the catalogue's cards, each in one of `states`, which may repeat to be more frequent. The
 * copies come out of new packs of the first type, and the first user took them in hand. Returns the ids of those that
 * are on sale. Signs in as a superuser, who can switch off the checks of each row.
 */
export async function seedSingles(
  client: pg.Client,
  howMany: number,
  states: readonly string[],
): Promise<string[]> {
  if (howMany === 0) return [];
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  await client.query(
    `insert into physical_packs (id, pack_type_id, serial, certification_number)
     select gen_random_uuid(), (select id from pack_types order by position limit 1), 'SINGLES-' || n, 'FF-SINGLES-' || n
     from generate_series(0, ($1::int - 1) / ${COPIES_OF_PACK}) n`,
    [howMany],
  );
  // Hashes are even, and independent of each other for each property.
  await client.query(
    `create function pg_temp.any_of(n int, property int, many bigint) returns bigint language sql immutable
       as $$ select abs(hashint8extended(n, property)) % many $$`,
  );
  await client.query(
    `with catalogue as materialized (
       select c.id, c.set_id, c.rarity, s.game, row_number() over (order by c.id) - 1 as place
       from cards c join card_sets s on s.id = c.set_id
     ), copies as (
       select n, ($2::text[])[1 + any_of(n, 1, cardinality($2))] as state,
         -- One card is in every house: a hundredth of all copies are of it.
         case when any_of(n, 7, 100) = 0 then 0 else any_of(n, 2, (select count(*) from catalogue)) end as place,
         (array['Near Mint', 'Near Mint', 'Near Mint', 'Near Mint', 'Lightly Played', 'Lightly Played', 'Moderately Played',
           'Heavily Played', 'Damaged'])[1 + any_of(n, 3, 9)] as condition,
         -- As rules set prices: four of ten cost the least that any single costs, and all end in 5 or 0.
         case when any_of(n, 4, 10) < 4 then 25 else 25 + 5 * any_of(n, 6, 6000) end as price
       from generate_series(0, $1::int - 1) n
     )
     insert into house_cards (id, pack_id, position, card_id, condition, state, paid, came_at, checked_at, checked_by_id, shelf,
       price, priced_at, reservation_id, listed_elsewhere, exited_at, game, set_id, rarity)
     select gen_random_uuid(), p.id, 1 + k.n % ${COPIES_OF_PACK}, c.id, k.condition, k.state, k.price / 2, shop_now() - k.n * interval '1 second',
       case when is_checked then shop_now() - k.n * interval '1 second' end, case when is_checked then (select id from users order by id limit 1) end,
       case when is_priced then 'A-' || k.n % 50 end, case when is_priced then k.price end,
       case when is_priced then shop_now() - any_of(k.n, 5, 31000000) * interval '1 second' end,
       case when k.state in ('reserved', 'sold') then gen_random_uuid() end,
       case when k.state in ('elsewhere', 'sold_elsewhere') then 'Other shop' end,
       case when k.state in ('sold', 'lost', 'sold_elsewhere', 'given') then shop_now() end, c.game, c.set_id, c.rarity
     from copies k
     join catalogue c on c.place = k.place
     join physical_packs p on p.serial = 'SINGLES-' || k.n / ${COPIES_OF_PACK}
     cross join lateral (
       select k.state not in ('came_back', 'withdrawn', 'lost') as is_checked,
         k.state not in ('came_back', 'checked', 'withdrawn', 'lost') as is_priced) s`.replaceAll(
      'any_of(',
      'pg_temp.any_of(',
    ),
    [howMany, states],
  );
  await client.query('commit');
  const { rows } = await client.query<{ id: string }>(
    `select id from house_cards where state = 'on_sale' order by id limit $1`,
    [howMany],
  );
  return rows.map(({ id }) => id);
}
