-- Checks that a dispute's user is its payment's user, and that the dispute's payment never changes.
create or replace function check_dispute()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('inquiry', 'open')
      or not exists (select from payments where id = new.payment_id and user_id = new.user_id and amount >= new.amount) then
      raise exception 'A dispute begins with a payment of its user' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.payment_id, new.user_id, new.provider_id, new.raised_at, new.created_at)
      is distinct from (old.id, old.payment_id, old.user_id, old.provider_id, old.raised_at, old.created_at)
    or (old.opened_at is not null and (new.amount, new.opened_at) is distinct from (old.amount, old.opened_at))
    or (old.state in ('won', 'lost') and (new.decided_at, new.debt, new.loss) is distinct from (old.decided_at, old.debt, old.loss)) then
    raise exception 'A dispute keeps its payment, its amount and its end' using errcode = 'restrict_violation';
  end if;
  if new.state = 'lost' and old.state <> 'lost' then
    insert into ledger_accounts (id, debtor_id) values ('debt:' || new.user_id, new.user_id) on conflict do nothing;
  end if;
  return new;
end
$$;
revoke execute on function check_dispute() from public;

create or replace trigger disputes_check before insert or update on disputes
for each row execute function check_dispute();
