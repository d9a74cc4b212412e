-- Returns how secret a pack’s content is. `opened`: not secret. `looked into`: the pack is withdrawn, and an operator has looked into it (audit log). `secret`: any other pack.
-- The high cost keeps plans from calling the function for photographs that were not requested.
create or replace function secrecy_of(p_pack uuid)
returns text
language sql
stable security definer cost 1000
set search_path to 'public', 'pg_temp'
as $$
  select coalesce((
    select case
      when p.state = 'opened' then 'opened'
      when p.state = 'withdrawn' and exists (
        select from audit_log a where a.subject_id = p_pack::text and a.subject_kind = 'pack' and a.action = 'look_into_pack'
      ) then 'looked into'
    end
    from places p where p.pack_id = p_pack
  ), 'secret')
$$;
revoke execute on function secrecy_of(uuid) from public;
grant execute on function secrecy_of(uuid) to felt_and_foil_app;
