-- A card is locked, released or reclaimed only as the state of its order's dispute allows.
create or replace function keep_card_with_dispute()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  dispute text := disputes_of_order(order_of_card(new.pack_id, new.bought_as_id));
begin
  if new.lock_reason = 'dispute' and dispute is distinct from 'open'
    or old.lock_reason = 'dispute' and dispute = 'open'
    or old.lock_reason = 'dispute' and dispute = 'lost' and new.status <> 'reclaimed'
    or new.status = 'reclaimed' and old.lock_reason is distinct from 'refund'
      and (dispute is distinct from 'lost' or coalesce(old.lock_reason, '') not in ('dispute', 'shipping_payment'))
    or new.status = 'available' and dispute = 'open'
    or new.status in ('available', 'shipped') and old.lock_reason = 'shipping_payment' and dispute = 'lost' then
    raise exception 'Card % waits for its dispute', new.id
      using errcode = 'restrict_violation', constraint = 'disputed_card_is_locked';
  end if;
  return new;
end
$$;
revoke execute on function keep_card_with_dispute() from public;

create or replace trigger physical_cards_keep_with_dispute before update on physical_cards
for each row when ((old.status = any (array['available'::text, 'locked'::text, 'shipped'::text])) and (new.status is distinct from old.status or new.lock_reason is distinct from old.lock_reason) and (old.lock_reason = 'dispute'::text or new.lock_reason = 'dispute'::text or (new.status = any (array['available'::text, 'shipped'::text, 'reclaimed'::text])))) execute function keep_card_with_dispute();
