-- What operators decide of a drop: which packs by their intake, its times until it is published, and whether it opens by
-- itself. What buyers will be told of its packs is counted before, over these packs alone.

alter table drops add column opens_itself boolean not null default false;
--> statement-breakpoint
comment on column drops.opens_itself is 'It opens at its time without anybody doing it, once its public number has ordered it.';
--> statement-breakpoint
create or replace function keep_drop() returns trigger
language plpgsql
as $$
begin
  if (new.id, new.pack_type_id, new.chain, new.created_at) is distinct from (old.id, old.pack_type_id, old.chain, old.created_at)
    or old.state <> 'draft' and (new.opens_at, new.closes_by, new.staff_may_buy, new.opens_itself)
      is distinct from (old.opens_at, old.closes_by, old.staff_may_buy, old.opens_itself)
    or old.manifest is not null and (new.manifest, new.hash, new.number) is distinct from (old.manifest, old.hash, old.number)
    or old.state in ('closed', 'given_up') then
    raise exception 'A drop stays as it was published' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'draft' then new.state in ('published', 'given_up')
    when 'published' then new.state in ('open', 'closed', 'given_up')
    when 'open' then new.state in ('paused', 'closed', 'given_up')
    when 'paused' then new.state in ('open', 'closed', 'given_up')
    else false
  end) then
    raise exception 'A drop can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create or replace function check_drop_moved() returns trigger
language plpgsql
as $$
begin
  -- It is asked in the name of the functions below: who is signed in counts.
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.drops'::regclass), 'member')
    or new.state = 'closed' and new.carries_to is null and new.closes_by <= shop_now()
    -- Whoever published it said so.
    or new.state = 'open' and old.state = 'published' and new.opens_itself and new.opens_at <= shop_now()
    or is_recorded(case new.state when 'draft' then 'draft_drop' when 'published' then 'publish_drop' when 'open' then 'open_drop'
      when 'paused' then 'pause_drop' when 'closed' then 'close_drop' else 'discard_drop' end, new.id::text, '{}') then
    return null;
  end if;
  raise exception 'Only operators decide about drops' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
drop function draft_drop(uuid, text, int, text, timestamptz, timestamptz, boolean);
--> statement-breakpoint
create function draft_drop(
  p_id uuid, p_type text, p_most int, p_chain text, p_opens_at timestamptz, p_closes_by timestamptz, p_staff_may_buy boolean,
  p_received_from timestamptz, p_received_to timestamptz
) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  taken int;
begin
  insert into drops (id, pack_type_id, chain, opens_at, closes_by, staff_may_buy)
  values (p_id, p_type, p_chain, p_opens_at, p_closes_by, p_staff_may_buy);
  with chosen as materialized (
    select id from places where pack_type_id = p_type and drop_id is null and state in ('available', 'waiting')
      -- Whoever names a time has it in milliseconds.
      and (p_received_from is null or date_trunc('milliseconds', received_at) >= p_received_from)
      and (p_received_to is null or date_trunc('milliseconds', received_at) <= p_received_to)
    order by received_at, id limit p_most for update skip locked
  )
  update places p set drop_id = p_id, state = 'waiting' from chosen c where p.id = c.id;
  get diagnostics taken = row_count;
  if taken < 20 then
    raise exception 'A drop has at least 20 packs, and % are loose', taken
      using errcode = 'check_violation', constraint = 'drops_have_twenty_packs';
  end if;
  if taken > 9000 then
    raise exception 'A drop has at most 9,000 packs' using errcode = 'check_violation', constraint = 'drops_are_not_too_large';
  end if;
  return taken;
end
$$;
--> statement-breakpoint
comment on function draft_drop(uuid, text, int, text, timestamptz, timestamptz, boolean, timestamptz, timestamptz) is 'Sets loose packs of a type aside, those first that came in first; of one intake, where its times are told.';
--> statement-breakpoint
create function decide_drop(p_id uuid, p_opens_at timestamptz, p_closes_by timestamptz, p_staff_may_buy boolean, p_opens_itself boolean)
returns void
language sql security definer set search_path = public, pg_temp
as $$
  update drops set opens_at = p_opens_at, closes_by = p_closes_by, staff_may_buy = p_staff_may_buy, opens_itself = p_opens_itself
  where id = p_id and state = 'draft'
$$;
--> statement-breakpoint
comment on function decide_drop(uuid, timestamptz, timestamptz, boolean, boolean) is 'The times of a draft and who may buy, until it is published.';
--> statement-breakpoint

-- A drop is published with twenty packs at least that were in none before, and 9,000 at most.
create function check_drop_size() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if (select count(*) from drop_leaves l where l.drop_id = new.id and not exists (
      select from drop_leaves b join drops e on e.id = b.drop_id where b.pack_id = l.pack_id and e.carries_to = new.id)) < 20 then
    raise exception 'A drop has at least 20 new packs' using errcode = 'check_violation', constraint = 'drops_have_twenty_packs';
  end if;
  if (select count(*) from drop_leaves where drop_id = new.id) > 9000 then
    raise exception 'A drop has at most 9,000 packs' using errcode = 'check_violation', constraint = 'drops_are_not_too_large';
  end if;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_drop_size() from public;
--> statement-breakpoint
create trigger drops_have_their_size after update of state on drops
for each row when (new.state = 'published' and old.state <> 'published') execute function check_drop_size();
--> statement-breakpoint

-- The packs that a drop holds, or will: with those that are left of the one that it succeeds. Nothing once it is on sale,
-- when everybody is told.
create function packs_of_draft(p_id uuid, p_succeeds uuid) returns uuid[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select array_agg(p.pack_id) from places p join drops d on d.id = p_id and d.state in ('draft', 'published')
  where p.drop_id = d.id and p.state <> 'withdrawn'
    or d.state = 'draft' and p.state in ('available', 'waiting') and p.drop_id = (
      select e.id from drops e where e.id = p_succeeds and e.pack_type_id = d.pack_type_id and e.state in ('open', 'paused'))
  having count(*) >= 20
$$;
--> statement-breakpoint
revoke execute on function packs_of_draft(uuid, uuid) from public;
--> statement-breakpoint
-- As count_facts tells of a type's packs.
create function facts_of_draft(p_id uuid, p_succeeds uuid) returns setof pack_type_facts
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.id, shop_now(), c.packs, c.packs, 0, t.price, c.odds,
    c.market_mean, c.market_median, c.market_best, c.market_brings,
    c.sold_back_mean, c.sold_back_median, c.sold_back_best, c.sold_back_brings, d.id
  from drops d join pack_types t on t.id = d.pack_type_id cross join lateral (
    select count(*)::int as packs,
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
    from value_packs(packs_of_draft(d.id, p_succeeds))
  ) c
  where d.id = p_id and c.packs >= 20
$$;
--> statement-breakpoint
comment on function facts_of_draft(uuid, uuid) is 'What buyers will be told of a draft''s packs, and those that it takes over; never of fewer than twenty.';
--> statement-breakpoint
revoke execute on function facts_of_draft(uuid, uuid) from public;
--> statement-breakpoint
grant execute on function facts_of_draft(uuid, uuid) to felt_and_foil_app;
--> statement-breakpoint
create function hits_of_draft(p_id uuid, p_succeeds uuid) returns table (card_id uuid, packs int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select o.card_id, o.packs from (
    select distinct on (c.name) h.card_id, h.packs, c.name, c.market_value
    from (
      select k.card_id, count(distinct s.pack_id)::int as packs
      from pack_secrets s cross join unnest(s.card_ids) k (card_id)
      where s.pack_id = any (packs_of_draft(p_id, p_succeeds)) group by 1
    ) h join cards c on c.id = h.card_id
    order by c.name, c.market_value desc, c.id
  ) o order by o.market_value desc, o.name, o.card_id limit 10
$$;
--> statement-breakpoint
comment on function hits_of_draft(uuid, uuid) is 'The cards of highest value in a draft''s packs, as settle_facts lists them.';
--> statement-breakpoint
revoke execute on function hits_of_draft(uuid, uuid), draft_drop(uuid, text, int, text, timestamptz, timestamptz, boolean, timestamptz, timestamptz), decide_drop(uuid, timestamptz, timestamptz, boolean, boolean) from public;
--> statement-breakpoint
grant execute on function hits_of_draft(uuid, uuid), draft_drop(uuid, text, int, text, timestamptz, timestamptz, boolean, timestamptz, timestamptz), decide_drop(uuid, timestamptz, timestamptz, boolean, boolean) to felt_and_foil_app;
