-- Checks that an account belongs to a user, a debtor or the house, and that its name matches its owner.
create or replace function refuse_account()
returns trigger
language plpgsql
as $$
begin
  raise exception 'An account is a user''s, a debtor''s or the house''s, and is called after them: not %', new.id
    using errcode = 'check_violation', constraint = 'ledger_accounts_of_user_debtor_or_house';
end
$$;

create or replace trigger ledger_accounts_of_user_debtor_or_house before insert on ledger_accounts
for each row when (
        case
            when new.owner_id is not null then new.id = new.owner_id::text and new.debtor_id is null
            when new.debtor_id is not null then new.id = ('debt:'::text || new.debtor_id)
            else starts_with(new.id, 'house:'::text)
        end is not true) execute function refuse_account();
