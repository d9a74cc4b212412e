-- The state of a free pack. Loose packs wait while a drop of their type is on sale; a drop's packs wait until it opens.
create or replace function shelf_state(p_type text, p_drop uuid)
returns text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select case
    when p_drop is null and exists (select from drops where pack_type_id = p_type and state in ('open', 'paused'))
      or p_drop is not null and not exists (select from drops where id = p_drop and state = 'open')
    then 'waiting' else 'available' end
$$;
revoke execute on function shelf_state(text,uuid) from public;
grant execute on function shelf_state(text,uuid) to felt_and_foil_app;
