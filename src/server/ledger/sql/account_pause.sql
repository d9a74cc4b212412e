-- Returns why an account may not buy, sell or ship: `dispute` or `debt`. Returns null if the account may.
create or replace function account_pause(p_user uuid)
returns text
language plpgsql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  return case
    when exists (select from disputes where user_id = p_user and state = 'open' and pause_lifted_at is null)
      then 'dispute'
    when exists (select from ledger_accounts where debtor_id = p_user and balance > 0) then 'debt'
  end;
end
$$;
revoke execute on function account_pause(uuid) from public;
grant execute on function account_pause(uuid) to felt_and_foil_app;
