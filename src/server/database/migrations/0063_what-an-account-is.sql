-- Postgres reads the conditions of a table anew for each statement that writes to it, sign by sign: what an account is was
-- asked each time that its balance changed, and took longer than the change. It is asked as the account is made, and stays.
alter table ledger_accounts
  drop constraint ledger_accounts_of_user_debtor_or_house,
  add constraint ledger_accounts_house_has_no_balance
    check (balance = 0 or owner_id is not null or debtor_id is not null);
--> statement-breakpoint
create function refuse_account() returns trigger
language plpgsql
as $$
begin
  raise exception 'An account is a user''s, a debtor''s or the house''s, and is called after them: not %', new.id
    using errcode = 'check_violation', constraint = 'ledger_accounts_of_user_debtor_or_house';
end
$$;
--> statement-breakpoint
create trigger ledger_accounts_of_user_debtor_or_house before insert on ledger_accounts
for each row when ((
  case
    when new.owner_id is not null then new.id = new.owner_id::text and new.debtor_id is null
    when new.debtor_id is not null then new.id = 'debt:' || new.debtor_id
    else starts_with(new.id, 'house:')
  end
) is not true) execute function refuse_account();
--> statement-breakpoint
drop trigger ledger_accounts_keep_their_id on ledger_accounts;
--> statement-breakpoint
create trigger ledger_accounts_stay_what_they_are before update of id, owner_id, debtor_id on ledger_accounts
for each statement execute function refuse_change();
