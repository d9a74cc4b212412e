-- `open_packs_of_each` for one person, for processes of 1.0.0: goes in 1.3.0.
create or replace function open_packs(p_user uuid, p_openings uuid[], p_places uuid[], p_convert_after interval, p_order uuid default null::uuid)
returns table(opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text)
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  select * from open_packs_of_each(
    array_fill(p_user, array[cardinality(p_places)]), array_fill(p_order, array[cardinality(p_places)]), p_openings, p_places, p_convert_after)
$$;
comment on function open_packs(uuid,uuid[],uuid[],interval,uuid) is 'The same for one person, for processes of the version before alone.';
revoke execute on function open_packs(uuid,uuid[],uuid[],interval,uuid) from public;
grant execute on function open_packs(uuid,uuid[],uuid[],interval,uuid) to felt_and_foil_app;
