-- Only an admin makes or revokes an API key. A revoked key stays revoked.
create or replace function check_api_key()
returns trigger
language plpgsql
as $$
declare
  given jsonb := case when tg_op = 'INSERT' then jsonb_build_object('name', new.name, 'rights', to_jsonb(new.rights)) else '{}' end;
begin
  if acts_as_owner() then
    return null;
  end if;
  if (tg_op = 'INSERT' or old.revoked_at is null) and exists (
    select from audit_log l join users a on a.id = l.actor_id and a.role = 'admin'
    where l.subject_id = new.id::text and l.action = tg_argv[0] and l.after @> given and l.xmin = pg_current_xact_id()::xid
  ) then
    return null;
  end if;
  raise exception 'An API key is made and revoked by an admin' using errcode = 'restrict_violation';
end
$$;

create constraint trigger api_keys_are_made after insert on api_keys
deferrable initially deferred for each row execute function check_api_key('make_api_key');
create constraint trigger api_keys_are_revoked after update of revoked_at on api_keys
deferrable initially deferred for each row when (new.revoked_at is distinct from old.revoked_at) execute function check_api_key('revoke_api_key');
