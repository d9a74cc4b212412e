-- The card and the price of a single in an order never change, and its price is refunded at most once, in the way in
-- which it was paid.
create or replace function keep_order_single()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if (new.order_id, new.house_card_id, new.unit_price, new.discount, new.new_card_id)
      is distinct from (old.order_id, old.house_card_id, old.unit_price, old.discount, old.new_card_id)
    or old.refunded_at is not null then
    raise exception 'A single of an order keeps what it cost, and is given back once' using errcode = 'restrict_violation';
  end if;
  if new.refund_taxes is not null and not exists (
      select from orders o where o.id = new.order_id and o.payment_method = 'balance')
    or new.refund_id is not null and not exists (
      select from refunds f join payments y on y.id = f.payment_id
      where f.id = new.refund_id and y.purpose = 'order' and y.subject_id = new.order_id) then
    raise exception 'A single is given back as it was paid' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
comment on function keep_order_single() is 'A single of an order keeps what it is and what it cost. Its price is given back once.';
revoke execute on function keep_order_single() from public;

create or replace trigger order_singles_keep before update on order_singles
for each row execute function keep_order_single();
