-- Checks that `permitted_transfers` allows a transfer between these accounts for its kind of journal (choice 156).
-- Runs once per statement and not per row, so that a sale of many cards needs one check.
create or replace function check_transfers()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
set enable_seqscan to 'off'
as $$
declare
  refused record;
begin
  select t.journal, t.kind, d.id as debit_account, c.id as credit_account,
    side_of_transfer(t.debit_account_id, t.user_id) as debit, side_of_transfer(t.credit_account_id, t.user_id) as credit
  into refused
  from (
    -- Transfers that are equal in these columns are checked only once.
    select distinct j.id is not null as journal, j.kind, j.user_id, p.debit_account_id, p.credit_account_id
    from posted p left join journals j on j.id = p.journal_id
  ) t
  left join ledger_accounts d on d.id = t.debit_account_id
  left join ledger_accounts c on c.id = t.credit_account_id
  where not t.journal or d.id is null or c.id is null or not exists (
    select from permitted_transfers p
    where p.kind = t.kind and p.debit = side_of_transfer(t.debit_account_id, t.user_id)
      and p.credit = side_of_transfer(t.credit_account_id, t.user_id)
  ) limit 1;
  if not found then
    return null;
  end if;
  if not refused.journal or refused.debit_account is null or refused.credit_account is null then
    raise exception 'A transfer has its journal and two accounts: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'transfers_refer_to_what_is_there';
  end if;
  raise exception 'A journal of kind % moves nothing from % to %', refused.kind, refused.debit, refused.credit
    using errcode = 'check_violation', constraint = 'permitted_transfers';
end
$$;
revoke execute on function check_transfers() from public;

create or replace trigger transfers_permitted after insert on transfers referencing new table as posted
for each statement execute function check_transfers();
