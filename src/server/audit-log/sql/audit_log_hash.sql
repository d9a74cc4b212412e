-- Computes the hash over an entry of the audit log and the hash of the entry before it.
create or replace function audit_log_hash(entry audit_log, previous text)
returns text
language sql
immutable
as $$
  select encode(sha256(convert_to(
    concat_ws(e'\x1f', previous, entry.id, extract(epoch from entry.at), entry.actor_id, entry.action,
      entry.subject_kind, entry.subject_id, entry.before::text, entry.after::text, entry.ip, entry.request_id),
    'UTF8')), 'hex')
$$;
