-- Whether this transaction has moved money or stock so far, for processes of 1.1.0: goes in 1.3.0.
-- The function has no `set` clause, so that the planner inlines it into conditions instead of calling it for each row.
create or replace function has_moved()
returns boolean
language sql
stable
as $$ select coalesce(pg_catalog.current_setting('felt_and_foil.moved', true), '') = 'on' $$;
comment on function has_moved() is 'Whether this transaction has moved money or stock so far, for processes of the previous version.';
