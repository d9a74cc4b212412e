-- What operators did is written down once and never changed. Each entry carries a hash over itself and the
-- hash before it, so that a missing or changed one shows.
create function chain_audit_log() returns trigger
language plpgsql security definer set search_path = public, pg_temp
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
--> statement-breakpoint
create function audit_log_hash(entry audit_log, previous text) returns text
language sql immutable
as $$
  select encode(sha256(convert_to(
    concat_ws(e'\x1f', previous, entry.id, extract(epoch from entry.at), entry.actor_id, entry.action,
      entry.subject_kind, entry.subject_id, entry.before::text, entry.after::text, entry.ip, entry.request_id),
    'UTF8')), 'hex')
$$;
--> statement-breakpoint
create trigger audit_log_chain before insert on audit_log
for each row execute function chain_audit_log();
--> statement-breakpoint
create trigger audit_log_never_changes before update or delete or truncate on audit_log
for each statement execute function refuse_change();
--> statement-breakpoint
revoke update, delete on audit_log from felt_and_foil_app;
--> statement-breakpoint
revoke execute on function chain_audit_log() from public;
