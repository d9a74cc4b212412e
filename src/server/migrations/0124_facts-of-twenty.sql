-- Fewer than twenty sealed packs of a type are told of no more, from the transaction on that takes it below twenty. Figures that stayed
-- with their day went on promising a best card that somebody had pulled (choice 760).
create function set_possible_hits(p_types text[]) returns void
language sql
as $$
  delete from potential_hits where pack_type_id = any (p_types);
  insert into potential_hits (pack_type_id, place, card_id)
  select pack_type_id, place, card_id from (
    select o.*, row_number() over (partition by pack_type_id order by market_value desc, name, card_id) as place
    from (
      select distinct on (p.pack_type_id, c.name) p.pack_type_id, c.id as card_id, c.name, c.market_value
      from pack_type_cards p join cards c on c.id = p.card_id where p.pack_type_id = any (p_types)
      order by p.pack_type_id, c.name, c.market_value desc, c.id
    ) o
  ) ranked where place <= 10;
$$;
--> statement-breakpoint
revoke execute on function set_possible_hits(text[]) from public;
--> statement-breakpoint
grant execute on function set_possible_hits(text[]) to felt_and_foil_app;
--> statement-breakpoint
comment on function set_possible_hits(text[]) is 'Makes the most valuable cards that packs of these types can hold their potential hits, one a name.';
--> statement-breakpoint
create function remove_facts(p_types text[]) returns void
language plpgsql
as $$
declare
  removed text[];
begin
  with gone as (
    delete from pack_type_facts where pack_type_id = any (p_types) returning pack_type_id
  )
  select coalesce(array_agg(pack_type_id), '{}') into removed from gone;
  perform set_possible_hits(removed);
end
$$;
--> statement-breakpoint
revoke execute on function remove_facts(text[]) from public;
--> statement-breakpoint
comment on function remove_facts(text[]) is 'Removes the figures of types with fewer than twenty sealed packs. Their potential hits are those that a pack can hold, without chances.';
--> statement-breakpoint
create function has_few_counted(p_type text) returns boolean
language plpgsql stable
as $$
begin
  -- Not in SQL, which would be planned anew by each opening. Each place is looked up: a join may read those of all packs ever opened.
  return (select count(*) < 20 from (
    select from counted_packs k
    cross join lateral (select state from places where pack_id = k.pack_id limit 1) p
    where k.pack_type_id = p_type and k.is_counted and p.state not in ('opened', 'withdrawn') limit 20
  ) sealed);
end
$$;
--> statement-breakpoint
revoke execute on function has_few_counted(text) from public;
--> statement-breakpoint
comment on function has_few_counted(text) is 'Whether fewer than twenty of the packs that a type''s figures are counted over are sealed now.';
--> statement-breakpoint
create function facts_of_too_few() returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  -- Two who open at the same moment don't see each other; what they left due is settled by whoever looks next.
  select f.pack_type_id from pack_type_facts f
  where has_few_counted(f.pack_type_id) and not exists (
    select from facts_due d left join places p on p.pack_id = d.pack_id
    where f.pack_type_id = coalesce(d.pack_type_id, p.pack_type_id))
  union
  select h.pack_type_id from potential_hits h
  where h.packs is not null and not exists (select from pack_type_facts f where f.pack_type_id = h.pack_type_id)
$$;
--> statement-breakpoint
revoke execute on function facts_of_too_few() from public;
--> statement-breakpoint
grant execute on function facts_of_too_few() to felt_and_foil_app;
--> statement-breakpoint
comment on function facts_of_too_few() is 'The audit: types with figures, or chances of a single card, of fewer than twenty sealed packs.';
--> statement-breakpoint
create or replace function note_stock()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  one text;
begin
  if tg_op = 'INSERT' then
    insert into facts_due (pack_id) select pack_id from after where state not in ('opened', 'withdrawn');
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, count(*) from after where state = 'available' group by 1;
  else
    -- In one statement, for a purchase that opens nothing: it pays for none that it has no use of.
    with moved as (
      insert into facts_due (pack_id)
      select a.pack_id from after a join before b on b.id = a.id
      where (a.state in ('opened', 'withdrawn')) <> (b.state in ('opened', 'withdrawn'))
    )
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, sum(packs) from (
      select pack_type_id, 1 as packs from after where state = 'available'
      union all
      select pack_type_id, -1 from before where state = 'available'
    ) moved group by 1 having sum(packs) <> 0;
    if found and random() < 0.01 then
      perform fold_shown_changes();
    end if;
    -- Whoever takes a type below twenty sealed packs removes its figures: they would go on promising what is gone.
    for one in
      select distinct a.pack_type_id from after a join before b on b.id = a.id
      where a.state in ('opened', 'withdrawn') and b.state not in ('opened', 'withdrawn')
        and exists (select from pack_type_facts f where f.pack_type_id = a.pack_type_id)
      order by 1
    loop
      if has_few_counted(one) then
        perform remove_facts(array[one]);
      end if;
    end loop;
  end if;
  return null;
end $function$;
--> statement-breakpoint
create or replace function settle_next_facts(p_wait boolean)
 returns boolean
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
  counted pack_type_facts[] := '{}';
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
  -- After what is due: a drop that turns meanwhile is due the next time.
  selling := array(select pack_type_id from drops where state in ('open', 'paused'));
  -- A type that is due still has its figures then: now they would be of the packs that it was told of until today.
  types := array(
    select pack_type_id from places where pack_id = any (moved)
    except select pack_type_id from facts_due where pack_type_id is not null
    union select due_type where due_type is not null);
  perform count_opened(moved);

  -- Whatever moved leaves. One that is sealed still, or again, is newly come in.
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

  -- Of a type whose drop went on sale, or is over, other packs are told of: what was told of the others is kept aside.
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
    -- A drop is at least twenty packs, and its manifest tells of all of them together.
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

  -- Each type by itself, and once: a plan of the statements below may begin with every type there is.
  foreach one in array types loop
    counted := counted || array(select c from count_facts(one) c);
  end loop;
  -- Figures that are what they were have their time still: packs that wait don't move it.
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
  -- Of fewer than twenty nothing is told.
  perform remove_facts(array(select unnest(types) except select pack_type_id from unnest(counted)));

  -- A hit that is in no counted pack any more is none.
  -- Locked, as an opening that removes figures at this moment writes the same hits.
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
$function$;
--> statement-breakpoint
create or replace function facts_counted_wrong()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select coalesce(d.pack_type_id, p.pack_type_id) as pack_type_id from facts_due d left join places p on p.pack_id = d.pack_id group by 1
  ), settled as materialized (
    select id from pack_types t
    where not exists (select from due where pack_type_id is null) and not exists (select from due where pack_type_id = t.id)
  ), held as materialized (
    select k.pack_type_id, h.card_id, count(distinct k.pack_id) as packs, count(*) as copies
    from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
    where k.is_counted group by 1, 2
  ), wrong as (
    select coalesce(k.pack_type_id, p.pack_type_id) as type
    from (select * from places where state not in ('opened', 'withdrawn')) p full join counted_packs k on k.pack_id = p.pack_id
    where p.pack_type_id is distinct from k.pack_type_id
    union all
    -- While a drop is on sale its packs are told of, and no others.
    select k.pack_type_id from counted_packs k join places p on p.pack_id = k.pack_id
    left join drops d on d.pack_type_id = k.pack_type_id and d.state in ('open', 'paused')
    where case when d.id is null then k.is_aside else k.is_counted <> coalesce(p.drop_id = d.id, false) end
    union all
    select k.pack_type_id from counted_packs k left join value_packs(array(select pack_id from counted_packs)) v on v.pack_id = k.pack_id
    where k.is_counted and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back)
    union all
    select coalesce(h.pack_type_id, c.pack_type_id)
    from held h full join counted_cards c on c.pack_type_id = h.pack_type_id and c.card_id = h.card_id
    where (h.packs, h.copies) is distinct from (c.packs, c.copies)
    union all
    select t.id from pack_types t left join lateral count_facts(t.id) c on true left join pack_type_facts f on f.pack_type_id = t.id
    where c.packs is not null and to_jsonb(c) - 'counted_at' is distinct from to_jsonb(f) - 'counted_at'
      or c.packs is null and f.pack_type_id is not null
    union all
    select h.pack_type_id from potential_hits h join pack_type_facts f on f.pack_type_id = h.pack_type_id
    left join counted_cards c on c.pack_type_id = h.pack_type_id and c.card_id = h.card_id
    where h.packs is distinct from c.packs
  )
  select distinct s.id from settled s join wrong w on w.type = s.id
$function$;
--> statement-breakpoint
create or replace function packs_of_card(p_card uuid)
 returns table(pack_type_id text, packs integer, of_packs integer, counted_at timestamp with time zone, is_current boolean)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  with at as (
    select pack_type_id, null::int as packs, true as can_hold from pack_type_cards where card_id = p_card
    union all
    select pack_type_id, packs, false from counted_cards where card_id = p_card
  ), types as (
    select pack_type_id, max(packs) as packs, bool_or(can_hold) as can_hold from at group by 1
  )
  select t.pack_type_id,
    case when f.packs is not null then coalesce(t.packs, 0) end,
    f.packs, f.counted_at, f.packs is not null
  from types t left join pack_type_facts f on f.pack_type_id = t.pack_type_id
  where t.can_hold or f.packs is not null
$function$;
--> statement-breakpoint
select remove_facts(array(select pack_type_id from pack_type_facts where sealed <> packs));
--> statement-breakpoint
comment on column pack_type_facts.counted_at is 'When the figures were counted that are told.';
--> statement-breakpoint
comment on column pack_type_facts.sealed is 'How many of the counted packs are sealed now: as many as the figures say. For the version before, which kept figures below twenty.';
