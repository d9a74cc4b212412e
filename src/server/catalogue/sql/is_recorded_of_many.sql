-- Whether the newest audit entry is of this transaction and this action, and says these fields of a subject. Its `after` has the fields
-- by subject. A transaction writes its entries last, and entries are written one transaction at a time, so its own is the newest (choice 976).
create or replace function is_recorded_of_many(p_action text, p_subject text, p_after jsonb)
returns boolean
language sql
stable
as $$
  select exists (
    select from (select action, after, xmin as written_by from audit_log order by id desc limit 1) newest
    where action = p_action and after->p_subject @> p_after and written_by = pg_current_xact_id()::xid
  )
$$;
