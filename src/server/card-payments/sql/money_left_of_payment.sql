-- The money that is left of a payment, in cents. It is negative if the cardholder gets some of the money twice.
-- If a purchase could not be delivered, the amount that was paid may differ from the requested amount. The journal that
-- refers to the payment has the paid amount.
create or replace function money_left_of_payment(p_payment uuid)
returns bigint
language plpgsql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  return (
    select (coalesce(
        (select sum(t.amount) from journals j join transfers t on t.journal_id = j.id
         where j.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase') and j.reference_id = y.id
           and t.debit_account_id = 'house:card_clearing'), y.amount)
      - (select coalesce(sum(f.amount), 0) from refunds f
         where f.payment_id = y.id and f.state <> 'failed' and f.method <> 'bank')
      - (select coalesce(sum(d.amount), 0) from disputes d where d.payment_id = y.id and d.state in ('open', 'lost')))::bigint
    from payments y where y.id = p_payment
  );
end
$$;
revoke execute on function money_left_of_payment(uuid) from public;
grant execute on function money_left_of_payment(uuid) to felt_and_foil_app;
