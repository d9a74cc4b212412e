-- A user never owes more for a refund than the refund's amount.
create or replace function check_refund_debt()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  debtor uuid;
begin
  select y.user_id into debtor from refunds f join payments y on y.id = f.payment_id
  where f.id = new.refund_id
    and f.amount >= new.amount + (select coalesce(sum(amount), 0) from refund_debts where refund_id = f.id);
  if not found then
    raise exception 'Nobody owes more than a refund gave them' using errcode = 'check_violation';
  end if;
  insert into ledger_accounts (id, debtor_id) values ('debt:' || debtor, debtor) on conflict do nothing;
  return new;
end
$$;
revoke execute on function check_refund_debt() from public;

create or replace trigger refund_debts_check before insert on refund_debts
for each row execute function check_refund_debt();
