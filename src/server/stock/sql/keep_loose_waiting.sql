-- Makes the loose packs of a type wait while a drop of the type is on sale.
-- The function runs once a second for each drop, so it must not read all places of the drop. It reads only ranks below
-- one: loose packs have random ranks below one, and a drop's packs have their numbers as ranks, so it reads at most one
-- of these.
create or replace function keep_loose_waiting(p_type text)
returns void
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  with loose as materialized (
    select id from places where pack_type_id = p_type and state = 'available' and rank < 1 and drop_id is null
      and shelf_state(p_type, null) = 'waiting' for update skip locked
  )
  update places p set state = 'waiting' from loose l where p.id = l.id
$$;
revoke execute on function keep_loose_waiting(text) from public;
grant execute on function keep_loose_waiting(text) to felt_and_foil_app;
