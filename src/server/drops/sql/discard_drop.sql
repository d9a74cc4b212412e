-- Discards a draft, and makes the draft's packs loose again. Those that came in for a drop await another one.
create or replace function discard_drop(p_id uuid)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  update drops set state = 'given_up', closed_at = shop_now() where id = p_id and state = 'draft';
  if not found then
    raise exception 'Only a draft is discarded' using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  update places set drop_id = null, state = case when awaits_drop then 'waiting' else shelf_state(pack_type_id, null) end where drop_id = p_id;
end
$$;
revoke execute on function discard_drop(uuid) from public;
grant execute on function discard_drop(uuid) to felt_and_foil_app;
