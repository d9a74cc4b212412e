-- Whether this transaction wrote an audit entry with this action, subject and fields.
-- Triggers call this at commit, because a transaction writes its audit entries last.
create or replace function is_recorded(p_action text, p_subject text, p_after jsonb)
returns boolean
language sql
stable
as $$
  select exists (
    select from audit_log
    where subject_id = p_subject and action = p_action and after @> p_after and xmin = pg_current_xact_id()::xid
  )
$$;
