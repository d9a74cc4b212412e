-- Locks accounts. Returns each account's balance, and why the account may not spend.
create or replace function lock_accounts_to_spend(p_users uuid[])
returns table(at bigint, balance bigint, pause text)
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  perform from ledger_accounts a where a.owner_id = any (p_users) order by a.owner_id for update;
  -- This query runs after the accounts are locked, so that it sees the changes of a dispute that held one of these
  -- locks.
  return query
  select w.at, a.balance, account_pause(w.user_id) from unnest(p_users) with ordinality as w (user_id, at)
  cross join lateral (select a.balance from ledger_accounts a where a.owner_id = w.user_id limit 1) a;
end
$$;
comment on function lock_accounts_to_spend(uuid[]) is 'Locks accounts. Returns each account''s balance, and why the account may not spend.';
revoke execute on function lock_accounts_to_spend(uuid[]) from public;
grant execute on function lock_accounts_to_spend(uuid[]) to felt_and_foil_app;
