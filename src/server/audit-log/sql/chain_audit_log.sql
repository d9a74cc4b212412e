-- Gives each entry of the audit log a hash over itself and the previous entry's hash, so that missing or changed entries are detected.
create or replace function chain_audit_log()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  last_id bigint;
  previous text;
begin
  -- Lets only one transaction add entries until that transaction commits. Otherwise two entries could follow the same
  -- entry, and the chain would fork.
  perform pg_advisory_xact_lock(7046003);
  select id, hash into last_id, previous from audit_log order by id desc limit 1;
  new.id := coalesce(last_id, 0) + 1;
  new.hash := audit_log_hash(new, coalesce(previous, ''));
  return new;
end
$$;
revoke execute on function chain_audit_log() from public;

create or replace trigger audit_log_chain before insert on audit_log
for each row execute function chain_audit_log();
