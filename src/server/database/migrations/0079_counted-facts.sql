-- What is said of a pack type's packs before one is bought is counted over those that are still sealed, not taken from how
-- packs are filled (docs/product.md §4). Packs that leave are taken out at once, packs that come in count in batches of
-- twenty or more: nobody reads one pack out of the difference of two figures.

create table counted_packs (
  pack_id uuid primary key,
  pack_type_id text not null,
  is_counted boolean not null default false,
  rarities int,
  market bigint,
  sold_back bigint,
  constraint counted_packs_are_valued check (
    (is_counted and rarities is not null and market >= 0 and sold_back between 0 and market)
    or (not is_counted and rarities is null and market is null and sold_back is null))
);
--> statement-breakpoint
create index counted_packs_of_type on counted_packs (pack_type_id);
--> statement-breakpoint
comment on table counted_packs is 'The sealed packs of each type, and what those hold that are counted. As secret as the documents. Written by settle_facts alone.';
--> statement-breakpoint
comment on column counted_packs.is_counted is 'It is in the figures that are told; else it is newly come in, and waits until there are twenty.';
--> statement-breakpoint
comment on column counted_packs.rarities is 'The sum of the bits of its cards'' rarities (rarity_bit).';
--> statement-breakpoint
comment on column counted_packs.market is 'The market value of its cards, in cents, at today''s prices.';
--> statement-breakpoint
comment on column counted_packs.sold_back is 'What the shop would give for its cards, in cents: half of each, rounded down.';
--> statement-breakpoint

create table counted_cards (
  pack_type_id text not null,
  card_id uuid not null,
  packs int not null check (packs > 0),
  copies int not null check (copies >= packs),
  primary key (pack_type_id, card_id)
);
--> statement-breakpoint
create index counted_cards_of_card on counted_cards (card_id);
--> statement-breakpoint
comment on table counted_cards is 'In how many counted packs of a type each card is, and how often. As secret as the documents. Written by settle_facts alone.';
--> statement-breakpoint

create table facts_due (
  id bigint generated always as identity primary key,
  pack_id uuid
);
--> statement-breakpoint
comment on table facts_due is 'Packs that came in, left, or came back since the facts were settled: rows that are only added, so that no opening waits for another.';
--> statement-breakpoint
comment on column facts_due.pack_id is 'Null: a card''s value or rarity, or a price, has changed.';
--> statement-breakpoint

create table pack_type_facts (
  pack_type_id text primary key,
  counted_at timestamptz not null,
  packs int not null,
  sealed int not null,
  newer int not null,
  price bigint not null,
  odds jsonb not null,
  market_mean bigint not null,
  market_median bigint not null,
  market_best bigint not null,
  market_brings int not null,
  sold_back_mean bigint not null,
  sold_back_median bigint not null,
  sold_back_best bigint not null,
  sold_back_brings int not null,
  constraint pack_type_facts_are_of_twenty check (packs >= 20),
  constraint pack_type_facts_are_kept_below_twenty check (sealed = packs or sealed between 0 and 19),
  constraint pack_type_facts_newer_wait check (newer between 0 and 19),
  constraint pack_type_facts_shares check (market_brings between sold_back_brings and packs and sold_back_brings >= 0),
  constraint pack_type_facts_values check (
    0 <= sold_back_mean and sold_back_mean <= market_mean and market_mean <= market_best
    and 0 <= sold_back_median and sold_back_median <= market_median and market_median <= market_best
    and sold_back_mean <= sold_back_best and sold_back_median <= sold_back_best and sold_back_best <= market_best)
);
--> statement-breakpoint
comment on table pack_type_facts is 'What is told of a type''s sealed packs: sums, never of fewer than twenty. Written by settle_facts alone.';
--> statement-breakpoint
comment on column pack_type_facts.counted_at is 'When the figures were counted that are told. Below twenty packs they stay as they are.';
--> statement-breakpoint
comment on column pack_type_facts.packs is 'Over how many packs the figures are counted.';
--> statement-breakpoint
comment on column pack_type_facts.sealed is 'How many of the counted packs are sealed now: as many as the figures say, or fewer than twenty.';
--> statement-breakpoint
comment on column pack_type_facts.newer is 'How many came in since, and are in no figure yet.';
--> statement-breakpoint
comment on column pack_type_facts.price is 'What a pack cost then, before tax, in cents.';
--> statement-breakpoint
comment on column pack_type_facts.odds is 'For each rarity, how many of the packs hold at least one card of it; 0 too.';
--> statement-breakpoint
comment on column pack_type_facts.market_mean is 'What a pack''s cards are worth on average, in cents, rounded down; as are the medians.';
--> statement-breakpoint
comment on column pack_type_facts.market_brings is 'How many packs hold cards that are worth the price or more.';
--> statement-breakpoint
comment on column pack_type_facts.sold_back_brings is 'How many packs hold cards that the shop gives the price or more for.';
--> statement-breakpoint
alter table potential_hits add column packs int check (packs > 0);
--> statement-breakpoint
comment on column potential_hits.packs is 'How many of the type''s counted packs hold this very card; null where nothing is counted: it can be in one.';
--> statement-breakpoint
revoke all on counted_packs, counted_cards, facts_due, pack_type_facts from felt_and_foil_app;
--> statement-breakpoint
grant select on facts_due, pack_type_facts to felt_and_foil_app;
--> statement-breakpoint

create or replace function note_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  end if;
  return null;
end $$;
--> statement-breakpoint

create function note_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'pack_types' then
    insert into facts_due (pack_id) values (null);
  else
    insert into facts_due (pack_id)
    select null where exists (
      select from before b join after a on a.id = b.id
      where (a.market_value, a.rarity) is distinct from (b.market_value, b.rarity)
        and exists (select from counted_cards c where c.card_id = a.id)
    );
  end if;
  return null;
end $$;
--> statement-breakpoint
comment on function note_values() is 'What counted packs are worth, or cost, is to be counted again.';
--> statement-breakpoint
revoke execute on function note_values() from public;
--> statement-breakpoint
create trigger cards_note_values after update on cards
  referencing old table as before new table as after for each statement execute function note_values();
--> statement-breakpoint
create trigger pack_types_note_price after update on pack_types
  for each row when (old.price <> new.price) execute function note_values();
--> statement-breakpoint
create trigger pack_type_facts_note_new after insert on pack_type_facts
  referencing new table as changed for each statement execute function note_hits();
--> statement-breakpoint
create trigger pack_type_facts_note_changes after update on pack_type_facts
  referencing new table as changed for each statement execute function note_hits();
--> statement-breakpoint

-- What the cards of some packs are, together: read from the documents' cards.
create function value_packs(p_packs uuid[])
returns table (pack_id uuid, rarities int, market bigint, sold_back bigint)
language sql stable
as $$
  select s.pack_id, bit_or(rarity_bit(c.rarity)), sum(c.market_value)::bigint, sum(c.market_value / 2)::bigint
  from pack_secrets s cross join unnest(s.card_ids) h (card_id) join cards c on c.id = h.card_id
  where s.pack_id = any (p_packs) group by s.pack_id
$$;
--> statement-breakpoint
revoke execute on function value_packs(uuid[]) from public;
--> statement-breakpoint

-- What a type's counted packs say together, as it is kept. Nothing below twenty.
create function count_facts(p_type text) returns setof pack_type_facts
language sql stable
as $$
  select t.id, shop_now(), c.packs, c.packs, c.newer, t.price, c.odds,
    c.market_mean, c.market_median, c.market_best, c.market_brings,
    c.sold_back_mean, c.sold_back_median, c.sold_back_best, c.sold_back_brings
  from pack_types t cross join lateral (
    select count(*) filter (where is_counted)::int as packs, count(*) filter (where not is_counted)::int as newer,
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
revoke execute on function count_facts(text) from public;
--> statement-breakpoint

-- Brings the facts up to date with the packs that moved and the prices that changed. One at a time; `p_wait`: after the
-- one that is at it, else not at all, and what is due stays so.
create function settle_facts(p_wait boolean) returns void
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
comment on function settle_facts(boolean) is 'Brings what is told of sealed packs up to date. It answers nothing.';
--> statement-breakpoint
revoke execute on function settle_facts(boolean) from public;
--> statement-breakpoint
grant execute on function settle_facts(boolean) to felt_and_foil_app;
--> statement-breakpoint

-- Types whose facts are not what their documents say. For the audit: it says nothing of what they hold. Types that are due
-- are left out.
create function facts_counted_wrong() returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  with due as materialized (
    select p.pack_type_id from facts_due d left join places p on p.pack_id = d.pack_id group by 1
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
revoke execute on function facts_counted_wrong() from public;
--> statement-breakpoint
grant execute on function facts_counted_wrong() to felt_and_foil_app;
--> statement-breakpoint

-- What is sealed already.
insert into facts_due (pack_id) select pack_id from places where state not in ('opened', 'withdrawn');
--> statement-breakpoint
select settle_facts(true);
