-- Returns the card of the home page's sample pack, and how many packs have a better card (docs/product.md §4).
-- The card is the median of the best cards of a type's counted packs. All results are null if the type has fewer than
-- twenty packs.
create or replace function sample_card(p_type text, out card_id uuid, out packs integer, out better integer)
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  with best as materialized (
    select b.card_id, b.market_value
    from counted_packs k join pack_secrets s on s.pack_id = k.pack_id
    cross join lateral (
      select c.id as card_id, c.market_value from unnest(s.card_ids) h (card_id) join cards c on c.id = h.card_id
      order by c.market_value desc, c.id limit 1
    ) b
    where k.pack_type_id = p_type and k.is_counted
  ), placed as (
    select b.card_id, b.market_value, count(*) over () as packs, row_number() over (order by b.market_value, b.card_id) as place from best b
  )
  select m.card_id, m.packs::int, (select count(*) from best b where b.market_value > m.market_value)::int
  from placed m where m.place = (m.packs + 1) / 2 and m.packs >= 20
$$;
comment on function sample_card(text) is 'Returns the card of the home page''s sample pack, and how many packs have a better card.';
revoke execute on function sample_card(text) from public;
grant execute on function sample_card(text) to felt_and_foil_app;
