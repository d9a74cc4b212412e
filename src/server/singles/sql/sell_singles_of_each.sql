-- Sells the singles of paid orders of many buyers at once, and gives each buyer a new holding (a row of
-- `physical_cards`). The orders' lines are in `order_singles`. Cards that are neither on sale nor reserved for their
-- order are left out. Rows are locked by `for no key update`: an order's line already locks its single against
-- deletion, and with a stronger lock two buyers of it would wait for each other. `p_waits`: whether to wait for cards
-- that other purchases are claiming. Allowed only for a single order.
create or replace function sell_singles_of_each(p_orders uuid[], p_waits boolean)
returns table(at integer, house_card_id uuid, new_card_id uuid, card_id uuid)
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
set enable_seqscan to 'off'
as $$
#variable_conflict use_column
declare
  claimed uuid[];
begin
  if p_waits and cardinality(p_orders) > 1 then
    raise exception 'Nobody waits for singles in the transaction of others';
  end if;
  if p_waits then
    claimed := array(
      select h.id from house_cards h
      where h.id = any (array(select s.house_card_id from order_singles s where s.order_id = any (p_orders)))
        and (h.state = 'on_sale' or h.state = 'reserved' and h.reservation_id = any (p_orders))
      order by h.id for no key update);
  else
    claimed := array(
      select h.id from house_cards h
      where h.id = any (array(select s.house_card_id from order_singles s where s.order_id = any (p_orders)))
        and (h.state = 'on_sale' or h.state = 'reserved' and h.reservation_id = any (p_orders))
      order by h.id for no key update skip locked);
  end if;
  return query
  with lines as (
    -- If several orders have the same card, the first of them gets it.
    select distinct on (s.house_card_id) w.at::int as at, s.*
    from unnest(p_orders) with ordinality as w (order_id, at) join order_singles s on s.order_id = w.order_id
    where s.house_card_id = any (claimed)
    order by s.house_card_id, w.at
  ), sold as (
    update house_cards h set state = 'sold', reservation_id = l.order_id, exited_at = shop_now()
    from lines l where h.id = l.house_card_id
    returning l.at, l.order_id, l.new_card_id, l.unit_price - l.discount as cost, h.id, h.pack_id, h.position, h.card_id, h.condition, h.exited_at
  ), held as (
    insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, bought_as_id, cost)
    select d.new_card_id, d.pack_id, d.card_id, d.position, d.condition, 'available', o.user_id, d.exited_at, d.id, d.cost
    from sold d join orders o on o.id = d.order_id
    returning id
  )
  select d.at, d.id, d.new_card_id, d.card_id from sold d join held c on c.id = d.new_card_id order by d.at, d.id;
end
$$;
comment on function sell_singles_of_each(uuid[],boolean) is 'Sells the singles of paid orders of many buyers at once, and gives each buyer a holding of their own.';
revoke execute on function sell_singles_of_each(uuid[],boolean) from public;
grant execute on function sell_singles_of_each(uuid[],boolean) to felt_and_foil_app;
