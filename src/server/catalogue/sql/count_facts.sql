-- Returns the statistics of a type’s counted packs, as pack_type_facts stores them. Empty below twenty packs.
create or replace function count_facts(p_type text)
returns setof pack_type_facts
language sql
stable
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
revoke execute on function count_facts(text) from public;
