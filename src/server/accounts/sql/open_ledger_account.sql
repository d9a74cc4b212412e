-- Opens a ledger account for every new user. The account of an API key gets none, so it can own no credits.
create or replace function open_ledger_account()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into ledger_accounts (id, owner_id) values (new.id::text, new.id);
  return new;
end
$$;
revoke execute on function open_ledger_account() from public;

create or replace trigger users_open_ledger_account after insert on users
for each row when (not new.is_key) execute function open_ledger_account();
