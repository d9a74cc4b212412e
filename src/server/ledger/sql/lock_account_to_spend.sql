-- `lock_accounts_to_spend` for one account, for processes of 1.0.0: goes in 1.3.0.
create or replace function lock_account_to_spend(p_user uuid, out balance bigint, out pause text)
returns record
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$ select balance, pause from lock_accounts_to_spend(array[p_user]) $$;
comment on function lock_account_to_spend(uuid) is '`lock_accounts_to_spend` for one account, for processes of the previous version.';
revoke execute on function lock_account_to_spend(uuid) from public;
grant execute on function lock_account_to_spend(uuid) to felt_and_foil_app;
