-- While a drop of a type is on sale, what is told of the type's packs is counted over the sealed packs of that drop, and
-- over no others (docs/product.md §4). What was told of the others before is kept aside, and counts again when it is over.

alter table facts_due add column pack_type_id text;
--> statement-breakpoint
comment on column facts_due.pack_type_id is 'A drop of this type went on sale, or is over: other packs are told of.';
--> statement-breakpoint
comment on column facts_due.pack_id is 'Null without a type: a card''s value or rarity, or a price, has changed.';
--> statement-breakpoint
alter table counted_packs
  add column is_aside boolean not null default false,
  add constraint counted_packs_are_told_once check (not (is_counted and is_aside));
--> statement-breakpoint
comment on column counted_packs.is_aside is 'It may be told of among others, but a drop is on sale that it is not of: it is in no figure meanwhile.';
--> statement-breakpoint
alter table pack_type_facts add column drop_id uuid;
--> statement-breakpoint
comment on column pack_type_facts.drop_id is 'The drop whose sealed packs it tells of; null: all that are sealed.';
--> statement-breakpoint

create or replace function count_facts(p_type text) returns setof pack_type_facts
language sql stable
as $$
  select t.id, shop_now(), c.packs, c.packs, c.newer, t.price, c.odds,
    c.market_mean, c.market_median, c.market_best, c.market_brings,
    c.sold_back_mean, c.sold_back_median, c.sold_back_best, c.sold_back_brings, o.drop_id
  from pack_types t
  left join lateral (
    select id as drop_id from drops where pack_type_id = t.id and state in ('open', 'paused')
  ) o on true
  cross join lateral (
    select count(*) filter (where is_counted)::int as packs,
      count(*) filter (where not is_counted and not is_aside and o.drop_id is null)::int as newer,
      jsonb_build_array(
        jsonb_build_object('rarity', 'common', 'packs', count(*) filter (where rarities & rarity_bit('common') <> 0)),
        jsonb_build_object('rarity', 'uncommon', 'packs', count(*) filter (where rarities & rarity_bit('uncommon') <> 0)),
        jsonb_build_object('rarity', 'rare', 'packs', count(*) filter (where rarities & rarity_bit('rare') <> 0)),
        jsonb_build_object('rarity', 'mythic', 'packs', count(*) filter (where rarities & rarity_bit('mythic') <> 0))
      ) as odds,
      floor(avg(market))::bigint as market_mean, max(market) as market_best,
      floor(percentile_cont(0.5) within group (order by market))::bigint as market_median,
      count(*) filter (where market >= t.price)::int as market_brings,
      floor(avg(sold_back))::bigint as sold_back_mean, max(sold_back) as sold_back_best,
      floor(percentile_cont(0.5) within group (order by sold_back))::bigint as sold_back_median,
      count(*) filter (where sold_back >= t.price)::int as sold_back_brings
    from counted_packs k where k.pack_type_id = t.id
  ) c
  where t.id = p_type and c.packs >= 20
$$;
--> statement-breakpoint

create or replace function settle_facts(p_wait boolean) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  moved uuid[];
  fresh uuid[];
  batch uuid[];
  types text[];
  turned text[];
  selling text[];
  is_valued_anew boolean;
  before jsonb;
begin
  if p_wait then
    perform pg_advisory_xact_lock(7046085);
  elsif not pg_try_advisory_xact_lock(7046085) then
    return;
  end if;
  with due as (delete from facts_due returning pack_id, pack_type_id)
  select coalesce(array_agg(distinct pack_id) filter (where pack_id is not null), '{}'),
    coalesce(array_agg(distinct pack_type_id) filter (where pack_type_id is not null), '{}'),
    coalesce(bool_or(pack_id is null and pack_type_id is null), false)
  into moved, turned, is_valued_anew from due;
  if cardinality(moved) = 0 and cardinality(turned) = 0 and not is_valued_anew then
    return;
  end if;
  -- After what is due: a drop that turns meanwhile is due the next time.
  selling := array(select pack_type_id from drops where state in ('open', 'paused'));
  types := array(select pack_type_id from places where pack_id = any (moved) union select unnest(turned));
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
  if cardinality(turned) > 0 then
    delete from pack_type_facts where pack_type_id = any (turned);
    delete from potential_hits where pack_type_id = any (turned);
    delete from counted_cards where pack_type_id = any (turned);
    update counted_packs set is_counted = false, is_aside = true, rarities = null, market = null, sold_back = null
    where pack_type_id = any (turned) and is_counted;
  end if;

  fresh := array(
    select pack_id from counted_packs where not is_counted and not is_aside and pack_type_id in (
      select pack_type_id from counted_packs
      where not is_counted and not is_aside and pack_type_id = any (types) group by 1 having count(*) >= 20));
  batch := array(
    select pack_id from counted_packs where pack_id = any (fresh) and pack_type_id <> all (selling)
    union all
    select pack_id from counted_packs where pack_type_id = any (turned) and pack_type_id <> all (selling) and is_aside
    union all
    -- A drop is at least twenty packs, and its manifest tells of all of them together.
    select k.pack_id from drops d join places p on p.drop_id = d.id join counted_packs k on k.pack_id = p.pack_id
    where d.state in ('open', 'paused') and d.pack_type_id = any (turned));
  if cardinality(selling) > 0 then
    update counted_packs set is_aside = true where pack_id = any (fresh) and pack_type_id = any (selling);
  end if;
  if cardinality(batch) > 0 then
    insert into counted_cards as c (pack_type_id, card_id, packs, copies)
    select k.pack_type_id, h.card_id, count(distinct k.pack_id), count(*)
    from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
    where k.pack_id = any (batch) group by 1, 2
    on conflict (pack_type_id, card_id) do update set packs = c.packs + excluded.packs, copies = c.copies + excluded.copies;
    update counted_packs k set is_counted = true, is_aside = false, rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(batch) v where k.pack_id = v.pack_id;
  end if;
  if is_valued_anew then
    update counted_packs k set rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(array(select pack_id from counted_packs where is_counted)) v where k.pack_id = v.pack_id
      and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back);
    types := array(select pack_type_id from counted_packs union select unnest(types));
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
    select w.type, count(k.pack_id) filter (where k.is_counted) as sealed,
      count(k.pack_id) filter (where not k.is_counted and not k.is_aside and w.type <> all (selling)) as newer
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

create or replace function facts_counted_wrong() returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
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
      or c.packs is null and f.sealed = f.packs
    union all
    select h.pack_type_id from potential_hits h join pack_type_facts f on f.pack_type_id = h.pack_type_id and f.sealed = f.packs
    left join counted_cards c on c.pack_type_id = h.pack_type_id and c.card_id = h.card_id
    where h.packs is distinct from c.packs
  )
  select distinct s.id from settled s join wrong w on w.type = s.id
$$;
--> statement-breakpoint

create function note_shelf() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into facts_due (pack_type_id) values (new.pack_type_id);
  return null;
end
$$;
--> statement-breakpoint
comment on function note_shelf() is 'A drop went on sale, or is over: other packs of its type are told of.';
--> statement-breakpoint
revoke execute on function note_shelf() from public;
--> statement-breakpoint
create trigger drops_note_shelf after update of state on drops
for each row when ((old.state in ('open', 'paused')) <> (new.state in ('open', 'paused'))) execute function note_shelf();
--> statement-breakpoint
-- Drops that are on sale already.
insert into facts_due (pack_type_id) select pack_type_id from drops where state in ('open', 'paused');
--> statement-breakpoint
select settle_facts(true);
