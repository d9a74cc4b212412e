-- Returns the market values in cents of a type's opened packs, each at the time of its opening, in groups of ten packs.
-- Returns at most the last 500 packs. Complete groups and the order by value hide the times and the buyers of single
-- openings (docs/product.md §4).
create or replace function opened_values(p_type text)
returns table(market bigint[])
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  with known as (
    select market, row_number() over (order by opened_at, pack_id) as place, count(*) over () as packs
    from opened_packs where pack_type_id = p_type and market is not null
  ), told as (
    select market from known where place <= packs - packs % 10 and place > packs - packs % 10 - 500
  )
  select coalesce(array_agg(market order by market), '{}') from told
$$;
comment on function opened_values(text) is 'Returns the market values in cents of a type''s opened packs, each at the time of its opening, in groups of ten packs.';
revoke execute on function opened_values(text) from public;
grant execute on function opened_values(text) to felt_and_foil_app;
