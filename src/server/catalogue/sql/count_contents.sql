-- Returns a type's odds and filling, counted from its packs. Returns nothing if the type has fewer than twenty packs.
-- The odds are the share of packs that hold a card of each rarity. The filling is the average number of cards of each
-- kind.
create or replace function count_contents(p_type text, out odds jsonb, out filling jsonb)
returns record
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  with gone as materialized (
    select * from sum_contents(p_type, true)
  ), packs as materialized (
    select rarities, sum(packs) as packs from (
      select rarities, packs from held_rarities where pack_type_id = p_type
      union all
      select rarities, -times from gone where card_id is null
    ) r group by rarities having sum(packs) > 0
  ), total as materialized (
    select sum(packs) as packs from packs having sum(packs) >= 20
  ), shares as (
    select r.place, r.name, round(sum(p.packs) / min(t.packs), 4) as chance
    from total t cross join packs p
    join unnest(array['common', 'uncommon', 'rare', 'mythic']) with ordinality r (name, place)
      on p.rarities & rarity_bit(r.name) <> 0
    group by r.place, r.name
  ), kinds as (
    select c.set_id, c.native_rarity, c.finish, round(sum(h.copies) / min(t.packs), 4) as per_pack
    from total t cross join (
      select card_id, copies from held_cards where pack_type_id = p_type
      union all
      select card_id, -times from gone where card_id is not null
    ) h join cards c on c.id = h.card_id
    group by c.set_id, c.native_rarity, c.finish having sum(h.copies) > 0
  )
  select
    (select coalesce(jsonb_agg(jsonb_build_object('rarity', name, 'chance', chance) order by place), '[]') from shares),
    (select coalesce(jsonb_agg(jsonb_build_object('setId', set_id, 'nativeRarity', native_rarity,
      'finish', finish, 'perPack', per_pack) order by set_id, native_rarity, finish), '[]') from kinds)
$$;
revoke execute on function count_contents(text) from public;
grant execute on function count_contents(text) to felt_and_foil_app;
