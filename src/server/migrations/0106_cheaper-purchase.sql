-- What a purchase costs (choices 675 and 676). What is promised stays as it was.

-- Each second each process looks whether a drop has packs that were withdrawn and of which the log says nothing yet. It counted
-- all packs of the shop for that; by this it finds those few, or none.
create index places_withdrawn_of_drop on places (drop_id) where state = 'withdrawn' and drop_id is not null;
--> statement-breakpoint
comment on index places_withdrawn_of_drop is 'What the log may have to be told of, each second.';
--> statement-breakpoint

-- For one pack nothing is joined, numbered and sorted.
create or replace function sell_and_open(
  p_order uuid, p_user uuid, p_types text[], p_quantities int[], p_waits boolean, p_convert_after interval, p_refs bytea[])
returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint, id uuid, card_id uuid,
  condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text,
  photograph text, ticket jsonb)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  wanted uuid[];
  packs uuid[];
  types text[];
  drops uuid[];
begin
  insert into reservations (id, user_id, state, refs) values (p_order, p_user, 'paid', p_refs) on conflict (id) do nothing;
  if p_waits then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id) into wanted, packs, types, drops
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update
    ) l;
  else
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id) into wanted, packs, types, drops
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update skip locked
    ) l;
  end if;
  -- One pack, as nearly everybody buys: nothing has to be put into order. It is the whole call again where it is unlike its
  -- document, and was not opened.
  if cardinality(wanted) = 1 then
    return query
    select o.opening_id, o.pack_id, o.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
      o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
      case when o.card_position = 1 and drops[1] is not null then live_ticket(wanted[1]) end
    from open_packs(p_user, array[gen_random_uuid()], wanted, p_convert_after, p_order) o;
    if found then
      return;
    end if;
  end if;
  return query
  select o.opening_id, c.pack_id, c.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
    o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
    -- With its first card. It is asked after all of them were opened, by which the tickets were made.
    case when c.drop_id is not null and lag(c.place) over (order by c.place, o.card_position) is distinct from c.place
      then live_ticket(c.place_id) end
  from unnest(packs, types, wanted, drops) with ordinality as c (pack_id, pack_type_id, place_id, drop_id, place)
  left join open_packs(p_user, array(select gen_random_uuid() from unnest(wanted)), wanted, p_convert_after, p_order) o
    on o.pack_id = c.pack_id
  order by c.place, o.card_position;
end
$$;
--> statement-breakpoint

-- The thirty days of a card are asked with the rest of what it is, and apart only where something is wrong.
create or replace function check_revealed_cards() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  wrong record;
  short record;
begin
  select coalesce(c.pack_id, w.pack_id) as pack_id into wrong
  from revealed c
  full join (
    select s.pack_id, d.id, d.card_id, d.condition, d.position, l.state, o.user_id, o.opened_at
    from (select distinct pack_id from revealed) r
    join pack_secrets s on s.pack_id = r.pack_id
    join places l on l.pack_id = s.pack_id
    join openings o on o.pack_id = s.pack_id
    cross join lateral rows from (
      unnest(s.physical_card_ids), unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text)
    ) with ordinality as d (id, card_id, condition, position)
  ) w on w.id = c.id
  where c.id is null or w.id is null or w.state <> 'opened'
    or (c.pack_id, c.card_id, c.condition, c.position, c.status, c.opened_by_id, c.opened_at)
      is distinct from (w.pack_id, w.card_id, w.condition, w.position, 'available', w.user_id, w.opened_at)
    or not coalesce(c.auto_convert_at <= c.opened_at + interval '30 days', false)
  limit 1;
  if found then
    select id into short from revealed
    where not coalesce(auto_convert_at <= opened_at + interval '30 days', false) limit 1;
    if found then
      raise exception 'Card % keeps its thirty days', short.id using errcode = 'restrict_violation';
    end if;
    raise exception 'An opening reveals what the document of pack % says', wrong.pack_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
