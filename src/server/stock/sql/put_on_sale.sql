-- Releases a pack that awaits a drop and is in none yet, so that it is sold like a loose pack. Returns whether it was
-- such a pack.
create or replace function put_on_sale(p_id uuid)
returns boolean
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  update places set awaits_drop = false, state = shelf_state(pack_type_id, null)
  where id = p_id and awaits_drop and drop_id is null and state = 'waiting';
  return found;
end
$$;
revoke execute on function put_on_sale(uuid) from public;
grant execute on function put_on_sale(uuid) to felt_and_foil_app;
