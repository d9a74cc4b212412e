-- The refunds of a payment never exceed the payment, and those that a bank paid never exceed the lost disputes.
create or replace function check_refunded()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from payments y
    where y.id = new.payment_id and y.state = 'succeeded'
      and y.amount < (select sum(f.amount) from refunds f where f.payment_id = y.id and f.state <> 'failed')
  ) or (
    new.method in ('credits', 'transfer')
    and exists (select from disputes where payment_id = new.payment_id and state in ('open', 'lost'))
    and money_left_of_payment(new.payment_id) < 0
  ) then
    raise exception 'More would go back than payment % brought', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  if new.method = 'bank' and
    (select sum(amount) from refunds where payment_id = new.payment_id and method = 'bank')
    > (select coalesce(sum(amount), 0) from disputes where payment_id = new.payment_id and state = 'lost') then
    raise exception 'No bank has taken so much of payment % back', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_by_bank_within_lost';
  end if;
  return null;
end
$$;
revoke execute on function check_refunded() from public;

create or replace trigger refunds_within_payment after insert on refunds
for each row execute function check_refunded();
