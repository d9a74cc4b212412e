-- Each entry of the audit log carries a hash over itself and the hash before it, so that a missing or changed one shows.
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
  -- One writer at a time, until it has committed: the chain has one end.
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
