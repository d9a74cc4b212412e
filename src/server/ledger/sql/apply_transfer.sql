-- Changes the balances of a transfer's two accounts, and stamps the transfer with the new balances and with its bought
-- credits (`bought_part`). Accounts of the house have no stored balance.
create or replace function apply_transfer()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  held ledger_accounts;
begin
  new.debit_version := null;
  new.debit_balance := null;
  new.credit_version := null;
  new.credit_balance := null;
  new.bought := 0;
  if not starts_with(new.debit_account_id, 'house:') then
    select * into held from ledger_accounts where id = new.debit_account_id;
    if held.bought > 0 then
      new.bought := bought_part(new.journal_id, new.debit_account_id, new.credit_account_id, new.amount, held.balance, held.bought);
    end if;
    update ledger_accounts
    set balance = balance - case when debtor_id is null then new.amount else -new.amount end, version = version + 1,
      bought = bought - new.bought
    where id = new.debit_account_id
    returning version, balance into new.debit_version, new.debit_balance;
  end if;
  if not starts_with(new.credit_account_id, 'house:') then
    if starts_with(new.debit_account_id, 'house:') then
      select * into held from ledger_accounts where id = new.credit_account_id;
      if held.owner_id is not null and held.bought is not null then
        new.bought := bought_part(new.journal_id, new.debit_account_id, new.credit_account_id, new.amount, held.balance, held.bought);
      end if;
    end if;
    update ledger_accounts
    set balance = balance + case when debtor_id is null then new.amount else -new.amount end, version = version + 1,
      bought = bought + case when debtor_id is null then new.bought else 0 end
    where id = new.credit_account_id
    returning version, balance into new.credit_version, new.credit_balance;
  end if;
  return new;
end
$$;
revoke execute on function apply_transfer() from public;

create or replace trigger transfers_apply before insert on transfers
for each row when (current_setting('felt_and_foil.stamped'::text, true) is distinct from 'on'::text) execute function apply_transfer();
