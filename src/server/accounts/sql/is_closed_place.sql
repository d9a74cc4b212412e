-- Whether a region is closed, by the newest version of the shop's places: the shop does not sell to buyers there.
-- This is the negation of `isSoldIn` (`domain/sales-places.ts`).
create or replace function is_closed_place(p_region text)
returns boolean
language sql
stable
set search_path to 'public', 'pg_temp'
as $$
  select coalesce((
    select not coalesce((
      select (p.place ->> 'isOpen')::boolean from jsonb_array_elements(v.places) p (place)
      where p.place ->> 'region' in (p_region, left(p_region, 2))
      order by length(p.place ->> 'region') desc limit 1
    ), v.sells_elsewhere)
    from (select * from sales_places order by version desc limit 1) v
  ), false)
$$;
comment on function is_closed_place(text) is 'Whether a region is closed, by the newest version of the shop''s places: the shop does not sell to buyers there.';
revoke execute on function is_closed_place(text) from public;
grant execute on function is_closed_place(text) to felt_and_foil_app;
