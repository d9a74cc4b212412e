-- The statistics that buyers will see for a draft's packs and the packs that it takes over. Empty below twenty packs.
-- The figures are those that count_facts computes for a type's packs.
create or replace function facts_of_draft(p_id uuid, p_succeeds uuid)
returns setof pack_type_facts
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select t.id, shop_now(), c.packs, c.packs, 0, a.price, c.odds,
    c.market_mean, c.market_median, c.market_best, c.market_brings,
    c.sold_back_mean, c.sold_back_median, c.sold_back_best, c.sold_back_brings, d.id
  from drops d join pack_types t on t.id = d.pack_type_id cross join lateral (
    -- A draft goes on sale after the drop before it has ended, at the price that was recorded for that time.
    select case when d.state = 'draft' then coalesce(t.next_price, t.price) else t.price end as price
  ) a cross join lateral (
    select count(*)::int as packs,
      jsonb_build_array(
        jsonb_build_object('rarity', 'common', 'packs', count(*) filter (where rarities & rarity_bit('common') <> 0)),
        jsonb_build_object('rarity', 'uncommon', 'packs', count(*) filter (where rarities & rarity_bit('uncommon') <> 0)),
        jsonb_build_object('rarity', 'rare', 'packs', count(*) filter (where rarities & rarity_bit('rare') <> 0)),
        jsonb_build_object('rarity', 'mythic', 'packs', count(*) filter (where rarities & rarity_bit('mythic') <> 0))
      ) as odds,
      floor(avg(market))::bigint as market_mean, max(market) as market_best,
      floor(percentile_cont(0.5) within group (order by market))::bigint as market_median,
      count(*) filter (where market >= a.price)::int as market_brings,
      floor(avg(sold_back))::bigint as sold_back_mean, max(sold_back) as sold_back_best,
      floor(percentile_cont(0.5) within group (order by sold_back))::bigint as sold_back_median,
      count(*) filter (where sold_back >= a.price)::int as sold_back_brings
    from value_packs(packs_of_draft(d.id, p_succeeds))
  ) c
  where d.id = p_id and c.packs >= 20
$$;
comment on function facts_of_draft(uuid,uuid) is 'The statistics that buyers will see for a draft''s packs and the packs that it takes over. Empty below twenty packs.';
revoke execute on function facts_of_draft(uuid,uuid) from public;
grant execute on function facts_of_draft(uuid,uuid) to felt_and_foil_app;
