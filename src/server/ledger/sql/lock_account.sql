-- Locks a user’s account and returns its balance. Call this before any stock is locked.
create or replace function lock_account(p_user uuid)
returns bigint
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  select balance from ledger_accounts where owner_id = p_user for update
$$;
revoke execute on function lock_account(uuid) from public;
grant execute on function lock_account(uuid) to felt_and_foil_app;
