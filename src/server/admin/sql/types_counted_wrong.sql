-- The audit: types whose sums differ from their packs' contents. Does not reveal what the packs contain.
create or replace function types_counted_wrong()
returns setof text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select distinct t.id from pack_types t cross join lateral (
    select from (select * from sum_contents(t.id, false)) s
    full join (
      select card_id, null::int as rarities, copies as times from held_cards where pack_type_id = t.id
      union all
      select null, rarities, packs from held_rarities where pack_type_id = t.id
    ) k on coalesce(k.card_id::text, k.rarities::text) = coalesce(s.card_id::text, s.rarities::text)
    where k.times is distinct from s.times
  ) wrong
$$;
revoke execute on function types_counted_wrong() from public;
grant execute on function types_counted_wrong() to felt_and_foil_app;
