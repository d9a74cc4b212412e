-- Writes an entry in the name of a session's user, and returns whether the user is an operator. The shop's role has no other way to write entries.
create or replace function record_audit_entry(p_session uuid, p_action text, p_subject_kind text, p_subject_id text, p_before jsonb, p_after jsonb, p_ip text, p_request text)
returns boolean
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  actor uuid := operator_of(p_session);
begin
  if actor is null then
    return false;
  end if;
  insert into audit_log (actor_id, action, subject_kind, subject_id, before, after, ip, request_id)
  values (actor, p_action, p_subject_kind, p_subject_id, p_before, p_after, p_ip, p_request);
  return true;
end
$$;
revoke execute on function record_audit_entry(uuid,text,text,text,jsonb,jsonb,text,text) from public;
grant execute on function record_audit_entry(uuid,text,text,text,jsonb,jsonb,text,text) to felt_and_foil_app;
