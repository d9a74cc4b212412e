-- Checks the stamps of transfers, which the database itself writes. A function that declares it may change an account
-- once for many transfers, and stamp these transfers itself. Then this trigger compares the stamps with the account and
-- with earlier stamps. Without the declaration, `apply_transfer` stamps the transfers. So every transfer is either
-- checked or stamped.
create or replace function check_stamps()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from (
      select t.*, row_number() over newer - 1 as newer, sum(amount) over newer - amount as moved_since
      from posted t
      window newer as (partition by credit_account_id order by credit_version desc)
    ) t
    left join ledger_accounts a on a.id = t.credit_account_id and a.owner_id is not null
    where t.debit_account_id <> 'house:buyback' or t.bought <> 0 or t.debit_version is not null or t.debit_balance is not null
      or t.credit_version is distinct from a.version - t.newer
      or t.credit_balance is distinct from a.balance - t.moved_since
  ) or exists (
    -- The state of an account before the first of these transfers must equal the stamp of the transfer before that one.
    select from (
      select credit_account_id as account, min(credit_version) - 1 as version, min(credit_balance - amount) as balance
      from posted group by 1
    ) t
    where t.balance is distinct from coalesce(
      (select credit_balance from transfers where credit_account_id = t.account and credit_version = t.version),
      (select debit_balance from transfers where debit_account_id = t.account and debit_version = t.version),
      case when t.version = 0 then 0 end)
  ) then
    raise exception 'A transfer is stamped with what its account has come to'
      using errcode = 'check_violation', constraint = 'transfers_are_stamped';
  end if;
  return null;
end
$$;
revoke execute on function check_stamps() from public;

create or replace trigger transfers_are_stamped after insert on transfers referencing new table as posted
for each statement when (current_setting('felt_and_foil.stamped'::text, true) = 'on'::text) execute function check_stamps();
