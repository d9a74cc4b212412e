-- Figures of sealed packs are counted one type at a time, each in a statement of its own (choice 700). Twenty-four drops that opened
-- at once were one statement of seconds, and so was the price of one pack type: all packs of the shop were valued again.
alter table facts_due add column is_of_values boolean not null default false;
--> statement-breakpoint
comment on column facts_due.is_of_values is 'Of a type: its price changed, or what a card is worth that it can hold.';
--> statement-breakpoint
comment on column facts_due.pack_id is 'A pack that came in, left, or came back.';
--> statement-breakpoint
comment on column facts_due.pack_type_id is 'All figures of this type: a drop of it went on sale or is over, so that other packs are told of; or see is_of_values.';
--> statement-breakpoint

-- By what a type can hold, not by what is counted: a pack that is being counted meanwhile is valued again as well.
create or replace function note_values() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_table_name = 'pack_types' then
    insert into facts_due (pack_type_id, is_of_values) values (new.id, true);
  else
    with changed as materialized (
      select a.id from before b join after a on a.id = b.id
      where (a.market_value, a.rarity) is distinct from (b.market_value, b.rarity)
    )
    insert into facts_due (pack_type_id, is_of_values)
    select pack_type_id, true from pack_type_cards where card_id in (select id from changed)
    union
    select pack_type_id, true from counted_cards where card_id in (select id from changed);
  end if;
  return null;
end
$$;
--> statement-breakpoint
comment on function note_values() is 'What counted packs of a type are worth, or cost, is to be counted again.';
--> statement-breakpoint
insert into facts_due (pack_type_id, is_of_values)
select distinct pack_type_id, true from counted_packs
where exists (select from facts_due where pack_id is null and pack_type_id is null);
--> statement-breakpoint
delete from facts_due where pack_id is null and pack_type_id is null;
--> statement-breakpoint
alter table facts_due add constraint facts_due_of_one check ((pack_id is null) <> (pack_type_id is null));
--> statement-breakpoint

-- It answers whether more is due. The version before does not ask, and looks again a second later.
drop function settle_facts(boolean);
--> statement-breakpoint
create function settle_facts(p_wait boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp
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
  counted pack_type_facts[] := '{}';
  few text[];
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
    delete from pack_type_facts where pack_type_id = due_type;
    delete from potential_hits where pack_type_id = due_type;
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
  -- Below twenty the figures stay, and their day.
  few := array(select unnest(types) except select pack_type_id from unnest(counted));
  update pack_type_facts f set sealed = c.sealed, newer = c.newer
  from (
    select w.type, count(k.pack_id) filter (where k.is_counted) as sealed,
      count(k.pack_id) filter (where not k.is_counted and not k.is_aside and w.type <> all (selling)) as newer
    from unnest(few) as w (type) left join counted_packs k on k.pack_type_id = w.type group by 1
  ) c
  where f.pack_type_id = c.type and (f.sealed, f.newer) is distinct from (c.sealed, c.newer);

  -- A hit that is in no counted pack any more is none.
  types := array(select pack_type_id from pack_type_facts where pack_type_id = any (types) and sealed = packs);
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
--> statement-breakpoint
comment on function settle_facts(boolean) is 'Brings what is told of sealed packs up to date: of all that moved, and of one type that is due. It answers whether another type is.';
--> statement-breakpoint
revoke execute on function settle_facts(boolean) from public;
--> statement-breakpoint
grant execute on function settle_facts(boolean) to felt_and_foil_app;
