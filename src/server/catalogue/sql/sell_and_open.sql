-- `sell_and_open_each` for one buyer, for processes of 1.0.0: goes in 1.3.0.
create or replace function sell_and_open(p_order uuid, p_user uuid, p_types text[], p_quantities integer[], p_waits boolean, p_convert_after interval, p_refs bytea[])
returns table(opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text, ticket jsonb)
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  select opening_id, pack_id, pack_type_id, opened_at, pack_name, card_position, id, card_id, condition, name, rarity, native_rarity,
    finish, market_value, set_name, remote, photograph, ticket
  from sell_and_open_each(array[p_order], array[p_user],
    array[(select string_agg(encode(r.ref, 'hex'), ',' order by r.place) from unnest(p_refs) with ordinality as r (ref, place))],
    array_fill(1, array[cardinality(p_types)]), p_types, p_quantities, p_waits, p_convert_after)
$$;
comment on function sell_and_open(uuid,uuid,text[],integer[],boolean,interval,bytea[]) is '`sell_and_open_each` for one buyer, for processes of the previous version.';
revoke execute on function sell_and_open(uuid,uuid,text[],integer[],boolean,interval,bytea[]) from public;
grant execute on function sell_and_open(uuid,uuid,text[],integer[],boolean,interval,bytea[]) to felt_and_foil_app;
