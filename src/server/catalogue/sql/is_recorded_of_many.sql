-- Whether this transaction wrote the newest audit entry, and the entry has this action and, for this subject, these
-- fields.
-- The entry's `after` has the fields by subject. A transaction writes its entries last, and only one transaction at a
-- time writes entries, so its own entry is the newest (choice 976).
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
