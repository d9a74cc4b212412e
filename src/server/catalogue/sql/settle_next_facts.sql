-- Recounts the statistics of all packs that moved and of one type that is due. Returns whether another type is due.
create or replace function settle_next_facts(p_wait boolean)
returns boolean
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  moved uuid[];
  fresh uuid[];
  aside uuid[];
  batch uuid[];
  types text[];
  due_type text;
  has_turned boolean;
  selling text[];
  before jsonb;
  one text;
  counted pack_type_facts[] := '{}'::pack_type_facts[];
begin
  if p_wait then
    perform pg_advisory_xact_lock(7046085);
  elsif not pg_try_advisory_xact_lock(7046085) then
    return false;
  end if;
  with due as (
    delete from facts_due where pack_id is not null
      or pack_type_id = (select pack_type_id from facts_due where pack_type_id is not null order by pack_type_id limit 1)
    returning pack_id, pack_type_id, is_of_values
  )
  select coalesce(array_agg(distinct pack_id) filter (where pack_id is not null), '{}'), max(pack_type_id),
    bool_or(not is_of_values) filter (where pack_type_id is not null)
  into moved, due_type, has_turned from due;
  if cardinality(moved) = 0 and due_type is null then
    return false;
  end if;
  -- Reads the drops on sale after the due types. If a drop's state changes between these two statements, its type
  -- becomes due again and the next call counts it.
  selling := array(select pack_type_id from drops where state in ('open', 'paused'));
  -- Leaves out types that are still due, because each of them has its own turn. If they were counted now, their
  -- statistics would cover packs from before the change.
  types := array(
    select pack_type_id from places where pack_id = any (moved)
    except select pack_type_id from facts_due where pack_type_id is not null
    union select due_type where due_type is not null);
  perform count_opened(moved);

  -- Removes every moved pack from the counts. If the pack is sealed, it is added back below as a new pack.
  with gone as (
    delete from counted_packs where pack_id = any (moved) returning pack_id, pack_type_id, is_counted
  ), held as (
    select g.pack_type_id, h.card_id, count(distinct g.pack_id) as packs, count(*) as copies
    from gone g join pack_secrets s on s.pack_id = g.pack_id cross join unnest(s.card_ids) h (card_id)
    where g.is_counted group by 1, 2
  ), fewer as (
    update counted_cards c set packs = c.packs - h.packs, copies = c.copies - h.copies from held h
    where c.pack_type_id = h.pack_type_id and c.card_id = h.card_id and c.packs > h.packs
  )
  delete from counted_cards c using held h
  where c.pack_type_id = h.pack_type_id and c.card_id = h.card_id and c.packs = h.packs;
  insert into counted_packs (pack_id, pack_type_id)
  select p.pack_id, p.pack_type_id from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.pack_id = any (moved) and p.state not in ('opened', 'withdrawn');

  -- While a type's drop is on sale, only the packs of the drop count; otherwise all sealed packs of the type do. When
  -- that changes, the packs that were counted until now are set aside first.
  if has_turned then
    delete from counted_cards where pack_type_id = due_type;
    update counted_packs set is_counted = false, is_aside = true, rarities = null, market = null, sold_back = null
    where pack_type_id = due_type and is_counted;
  elsif due_type is not null then
    update counted_packs k set rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(array(select pack_id from counted_packs where pack_type_id = due_type and is_counted)) v
    where k.pack_id = v.pack_id
      and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back);
  end if;

  select coalesce(array_agg(pack_id) filter (where pack_type_id <> all (selling)), '{}'),
    coalesce(array_agg(pack_id) filter (where pack_type_id = any (selling)), '{}')
  into fresh, aside from (
    select pack_type_id, unnest(array_agg(pack_id)) as pack_id from counted_packs
    where pack_type_id = any (types) and not is_counted and not is_aside group by pack_type_id having count(*) >= 20
  ) newly;
  batch := fresh || array(
    select pack_id from counted_packs where has_turned and pack_type_id = due_type and due_type <> all (selling) and is_aside
    union all
    -- Counts all packs of a drop at once, because a drop has at least twenty packs and its manifest describes all of
    -- them.
    select k.pack_id from drops d join places p on p.drop_id = d.id join counted_packs k on k.pack_id = p.pack_id
    where d.state in ('open', 'paused') and has_turned and d.pack_type_id = due_type);
  update counted_packs set is_aside = true where pack_id = any (aside);
  if cardinality(batch) > 0 then
    insert into counted_cards as c (pack_type_id, card_id, packs, copies)
    select pack_type_id, card_id, count(*), sum(copies) from (
      select k.pack_type_id, h.card_id, count(*) as copies
      from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
      where k.pack_id = any (batch) group by k.pack_id, h.card_id
    ) held group by 1, 2
    on conflict (pack_type_id, card_id) do update set packs = c.packs + excluded.packs, copies = c.copies + excluded.copies;
    update counted_packs k set is_counted = true, is_aside = false, rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(batch) v where k.pack_id = v.pack_id;
  end if;

  -- Counts each type in a separate call. If one statement counted all types together, its plan might scan every type.
  foreach one in array types loop
    counted := counted || array(select c from count_facts(one) c);
  end loop;
  -- Statistics that did not change keep their time. A changed number of waiting packs (`newer`) alone does not change
  -- the time either.
  with other as (
    delete from pack_type_facts f using unnest(counted) c
    where f.pack_type_id = c.pack_type_id and to_jsonb(f) - 'counted_at' <> to_jsonb(c) - 'counted_at'
    returning f.*
  )
  select coalesce(jsonb_object_agg(pack_type_id, to_jsonb(other)), '{}') into before from other;
  insert into pack_type_facts
  select n.* from unnest(counted) c cross join lateral jsonb_populate_record(c, case
    when (before->c.pack_type_id) - '{counted_at,newer}'::text[] = to_jsonb(c) - '{counted_at,newer}'::text[]
    then jsonb_build_object('counted_at', before->c.pack_type_id->'counted_at') else '{}' end) n
  where not exists (select from pack_type_facts f where f.pack_type_id = c.pack_type_id);
  -- Types with fewer than twenty sealed packs get no statistics.
  perform remove_facts(array(select unnest(types) except select pack_type_id from unnest(counted)));

  -- Replaces the hits, so that cards in no counted pack disappear.
  -- Locks the types, because a concurrent opening that removes statistics writes the hits of these types as well.
  types := array(select pack_type_id from pack_type_facts where pack_type_id = any (types) order by 1 for update);
  delete from potential_hits where pack_type_id = any (types);
  insert into potential_hits (pack_type_id, place, card_id, packs)
  select pack_type_id, place, card_id, packs from (
    select o.*, row_number() over (partition by pack_type_id order by market_value desc, name, card_id) as place
    from (
      select distinct on (h.pack_type_id, c.name) h.pack_type_id, h.card_id, h.packs, c.name, c.market_value
      from counted_cards h join cards c on c.id = h.card_id where h.pack_type_id = any (types)
      order by h.pack_type_id, c.name, c.market_value desc, c.id
    ) o
  ) ranked where place <= 10;
  return exists (select from facts_due where pack_type_id is not null);
end
$$;
comment on function settle_next_facts(boolean) is 'Recounts the statistics of all packs that moved and of one type that is due. Returns whether another type is due.';
revoke execute on function settle_next_facts(boolean) from public;
grant execute on function settle_next_facts(boolean) to felt_and_foil_app;
