-- Takes packs out of stock for many buyers at once, and opens them.
-- `p_lines` has the index in `p_orders` for each line of an order. `p_refs` has hashes in hex, separated by commas.
-- `p_waits` is allowed only for a single order.
create or replace function sell_and_open_each(p_orders uuid[], p_users uuid[], p_refs text[], p_lines integer[], p_types text[], p_quantities integer[], p_waits boolean, p_convert_after interval)
returns table(at integer, opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text, ticket jsonb)
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
set enable_seqscan to 'off'
as $$
#variable_conflict use_column
declare
  wanted uuid[];
  packs uuid[];
  types text[];
  drops uuid[];
  -- For each claimed pack, the index of its order in `p_orders`.
  lines int[];
begin
  if p_waits and cardinality(p_orders) > 1 then
    raise exception 'Nobody waits for packs in the transaction of others';
  end if;
  insert into reservations (id, user_id, state, refs)
  select w.order_id, w.user_id, 'paid', case when w.refs is not null then
    (select array_agg(decode(r.ref, 'hex') order by r.place) from unnest(string_to_array(w.refs, ',')) with ordinality as r (ref, place)) end
  from unnest(p_orders, p_users, p_refs) as w (order_id, user_id, refs)
  on conflict (id) do nothing;
  if p_waits then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id), array_agg(1)
    into wanted, packs, types, drops, lines
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update
    ) l;
  elsif cardinality(p_orders) = 1 then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id), array_agg(1)
    into wanted, packs, types, drops, lines
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update skip locked
    ) l;
  else
    -- Claims the packs of each type once for all orders, and then divides them. `skip locked` does not skip rows that
    -- this transaction has locked, so a separate claim per order would get packs that this transaction has already
    -- claimed for another order.
    with lines as (
      select w.line, w.pack_type_id, w.quantity, sum(w.quantity) over (partition by w.pack_type_id order by w.place) as last
      from unnest(p_lines, p_types, p_quantities) with ordinality as w (line, pack_type_id, quantity, place)
    ), claimed as (
      select l.*, row_number() over (partition by l.pack_type_id order by l.rank) as number
      from (select pack_type_id, sum(quantity) as quantity from lines group by 1) w cross join lateral (
        select id, pack_id, pack_type_id, drop_id, rank from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
        order by l.rank limit w.quantity for update skip locked
      ) l
    )
    select array_agg(c.id), array_agg(c.pack_id), array_agg(c.pack_type_id), array_agg(c.drop_id), array_agg(w.line)
    into wanted, packs, types, drops, lines
    from lines w join claimed c on c.pack_type_id = w.pack_type_id and c.number > w.last - w.quantity and c.number <= w.last;
  end if;
  -- Most purchases are of one pack. This query is faster for them, because it sorts nothing. If the pack could not be
  -- opened, because its contents differ from its sealed document, the query finds no row, and the query below returns
  -- the unopened pack.
  if cardinality(wanted) = 1 then
    return query
    select lines[1], o.opening_id, o.pack_id, o.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
      o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
      case when o.card_position = 1 and drops[1] is not null then live_ticket(wanted[1]) end
    from open_packs_of_each(array[p_users[lines[1]]], array[p_orders[lines[1]]], array[gen_random_uuid()], wanted, p_convert_after) o;
    if found then
      return;
    end if;
  end if;
  return query
  select c.line, o.opening_id, c.pack_id, c.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
    o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
    -- Only the first card of a pack has the ticket. The ticket is read after all packs are opened, because the openings
    -- issue the tickets.
    case when c.drop_id is not null and lag(c.place) over (order by c.place, o.card_position) is distinct from c.place
      then live_ticket(c.place_id) end
  from unnest(packs, types, wanted, drops, lines) with ordinality as c (pack_id, pack_type_id, place_id, drop_id, line, place)
  left join open_packs_of_each(
    array(select p_users[w.line] from unnest(lines) as w (line)), array(select p_orders[w.line] from unnest(lines) as w (line)),
    array(select gen_random_uuid() from unnest(wanted)), wanted, p_convert_after) o
    on o.pack_id = c.pack_id
  order by c.place, o.card_position;
end
$$;
comment on function sell_and_open_each(uuid[],uuid[],text[],integer[],text[],integer[],boolean,interval) is 'Takes packs out of stock for many buyers at once, and opens them.';
revoke execute on function sell_and_open_each(uuid[],uuid[],text[],integer[],text[],integer[],boolean,interval) from public;
grant execute on function sell_and_open_each(uuid[],uuid[],text[],integer[],text[],integer[],boolean,interval) to felt_and_foil_app;
