-- While a card is shipped or waits for its shipping payment, it is in a shipment. After it came back, it is in none.
create or replace function keep_card_with_shipment()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  is_in_one boolean := exists (select from shipment_cards where card_id = new.id and is_live);
begin
  if (new.status = 'shipped' or new.lock_reason = 'shipping_payment') and not is_in_one then
    raise exception 'Card % is in no shipment', new.id using errcode = 'restrict_violation';
  end if;
  if (new.status in ('available', 'sold', 'converted', 'reclaimed', 'lost', 'returned') or new.lock_reason = 'dispute') and is_in_one then
    raise exception 'Card % is in a shipment', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
revoke execute on function keep_card_with_shipment() from public;

create or replace trigger physical_cards_keep_with_shipment before update on physical_cards
for each row when (new.status <> old.status) execute function keep_card_with_shipment();
