-- What is told of a card: in which packs it is or can be, and how many of it were opened here (docs/product.md §4).

-- How many of a card came out of packs. Counted when the facts are settled, so that no opening writes one more row.
create table opened_packs (
  pack_id uuid primary key,
  pack_type_id text not null,
  opened_at timestamptz not null,
  market bigint check (market >= 0)
);
--> statement-breakpoint
create index opened_packs_of_type on opened_packs (pack_type_id, opened_at, pack_id);
--> statement-breakpoint
comment on table opened_packs is 'Packs that were opened, and what their cards were worth then. Written by settle_facts alone.';
--> statement-breakpoint
comment on column opened_packs.market is 'The market value of its cards, in cents, when its opening was counted: seconds later, while anybody looks at the shop. Null: it was opened before that was written down.';
--> statement-breakpoint
create table opened_cards (
  card_id uuid primary key,
  copies bigint not null check (copies > 0)
);
--> statement-breakpoint
comment on table opened_cards is 'How many of each card came out of opened packs. Written by settle_facts alone.';
--> statement-breakpoint
revoke all on opened_packs, opened_cards from felt_and_foil_app;
--> statement-breakpoint
grant select on opened_cards to felt_and_foil_app;
--> statement-breakpoint

create function count_opened(p_packs uuid[]) returns void
language sql
as $$
  with opened as (
    insert into opened_packs (pack_id, pack_type_id, opened_at, market)
    select p.pack_id, p.pack_type_id, o.opened_at, v.market
    from places p join openings o on o.pack_id = p.pack_id join value_packs(p_packs) v on v.pack_id = p.pack_id
    where p.pack_id = any (p_packs)
    on conflict do nothing returning pack_id
  )
  insert into opened_cards as c (card_id, copies)
  select h.card_id, count(*) from opened o join pack_secrets s on s.pack_id = o.pack_id cross join unnest(s.card_ids) h (card_id)
  group by 1 on conflict (card_id) do update set copies = c.copies + excluded.copies
$$;
--> statement-breakpoint
comment on function count_opened(uuid[]) is 'Counts the cards of packs that were opened, each pack once.';
--> statement-breakpoint
revoke execute on function count_opened(uuid[]) from public;
--> statement-breakpoint
create or replace function settle_facts(p_wait boolean) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  moved uuid[];
  batch uuid[];
  types text[];
  is_valued_anew boolean;
  before jsonb;
begin
  if p_wait then
    perform pg_advisory_xact_lock(7046085);
  elsif not pg_try_advisory_xact_lock(7046085) then
    return;
  end if;
  with due as (delete from facts_due returning pack_id)
  select coalesce(array_agg(distinct pack_id) filter (where pack_id is not null), '{}'), coalesce(bool_or(pack_id is null), false)
  into moved, is_valued_anew from due;
  if cardinality(moved) = 0 and not is_valued_anew then
    return;
  end if;
  types := array(select distinct pack_type_id from places where pack_id = any (moved));
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

  batch := array(
    select pack_id from counted_packs where not is_counted and pack_type_id in (
      select pack_type_id from counted_packs
      where not is_counted and pack_type_id = any (types) group by 1 having count(*) >= 20));
  if cardinality(batch) > 0 then
    insert into counted_cards as c (pack_type_id, card_id, packs, copies)
    select k.pack_type_id, h.card_id, count(distinct k.pack_id), count(*)
    from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
    where k.pack_id = any (batch) group by 1, 2
    on conflict (pack_type_id, card_id) do update set packs = c.packs + excluded.packs, copies = c.copies + excluded.copies;
    update counted_packs k set is_counted = true, rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(batch) v where k.pack_id = v.pack_id;
  end if;
  if is_valued_anew then
    update counted_packs k set rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(array(select pack_id from counted_packs where is_counted)) v where k.pack_id = v.pack_id
      and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back);
    types := array(select distinct pack_type_id from counted_packs);
  end if;

  -- Figures that are what they were have their time still: packs that wait don't move it.
  with counted as (
    select c.* from unnest(types) as w (type) cross join lateral count_facts(w.type) c
  ), other as (
    delete from pack_type_facts f using counted c
    where f.pack_type_id = c.pack_type_id and to_jsonb(f) - 'counted_at' <> to_jsonb(c) - 'counted_at'
    returning f.*
  )
  select coalesce(jsonb_object_agg(pack_type_id, to_jsonb(other)), '{}') into before from other;
  insert into pack_type_facts
  select n.* from unnest(types) as w (type) cross join lateral count_facts(w.type) c
  cross join lateral jsonb_populate_record(c, case
    when (before->w.type) - '{counted_at,newer}'::text[] = to_jsonb(c) - '{counted_at,newer}'::text[]
    then jsonb_build_object('counted_at', before->w.type->'counted_at') else '{}' end) n
  where not exists (select from pack_type_facts f where f.pack_type_id = w.type);
  -- Below twenty the figures stay, and their day.
  update pack_type_facts f set sealed = c.sealed, newer = c.newer
  from (
    select w.type, count(k.pack_id) filter (where k.is_counted) as sealed, count(k.pack_id) filter (where not k.is_counted) as newer
    from unnest(types) as w (type) left join counted_packs k on k.pack_type_id = w.type group by 1
  ) c
  where f.pack_type_id = c.type and c.sealed < 20 and (f.sealed, f.newer) is distinct from (c.sealed, c.newer);

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
end
$$;
--> statement-breakpoint
-- What was opened before: how many of each card, without what they were worth.
with opened as (
  insert into opened_packs (pack_id, pack_type_id, opened_at)
  select p.pack_id, p.pack_type_id, o.opened_at from places p join openings o on o.pack_id = p.pack_id
  returning pack_id
)
insert into opened_cards (card_id, copies)
select h.card_id, count(*) from opened o join pack_secrets s on s.pack_id = o.pack_id cross join unnest(s.card_ids) h (card_id)
group by 1;
--> statement-breakpoint

-- In which types' packs a card is, or can be. Counted are types whose figures are of the packs that are sealed now, never
-- fewer than twenty; of one that fell below, only what stands among its hits, with the day of its figures.
create function packs_of_card(p_card uuid)
returns table (pack_type_id text, packs int, of_packs int, counted_at timestamptz, is_current boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.id, case when f.sealed = f.packs then coalesce(k.packs, 0) else h.packs end, f.packs, f.counted_at, f.sealed = f.packs
  from pack_types t
  left join pack_type_facts f on f.pack_type_id = t.id
  left join counted_cards k on k.pack_type_id = t.id and k.card_id = p_card
  left join potential_hits h on h.pack_type_id = t.id and h.card_id = p_card
  where (k.card_id is not null and f.sealed = f.packs)
    or exists (select from pack_type_cards c where c.pack_type_id = t.id and c.card_id = p_card)
$$;
--> statement-breakpoint
comment on function packs_of_card(uuid) is 'In how many counted packs of each type a card is, of the types that can hold it; sums only.';
--> statement-breakpoint
revoke execute on function packs_of_card(uuid) from public;
--> statement-breakpoint
grant execute on function packs_of_card(uuid) to felt_and_foil_app;
