-- Protects the shop's cards (`domain/house-card.ts`). A card's origin never changes. Its condition only gets worse, and
-- never while buyers see it. Once it has left, nothing of it changes.
create or replace function check_house_card()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if (new.id, new.pack_id, new.position, new.card_id, new.paid, new.came_at)
      is distinct from (old.id, old.pack_id, old.position, old.card_id, old.paid, old.came_at)
    or old.exited_at is not null and (new.state, new.condition, new.price, new.reservation_id, new.exited_at)
      is distinct from (old.state, old.condition, old.price, old.reservation_id, old.exited_at) then
    raise exception 'What card % of the house is never changes', old.id using errcode = 'restrict_violation';
  end if;
  if new.condition <> old.condition and (condition_rank(new.condition) >= condition_rank(old.condition)) is not true
    or new.condition <> old.condition and old.state not in ('came_back', 'checked', 'shelved', 'withdrawn') then
    raise exception 'The condition of card % only gets worse', old.id
      using errcode = 'restrict_violation', constraint = 'house_card_gets_no_better';
  end if;
  if new.state = 'reserved' and old.state <> 'reserved' and not exists (
      select from reservations r where r.id = new.reservation_id and r.state = 'held') then
    raise exception 'Card % of the house is reserved without a reservation', old.id using errcode = 'restrict_violation';
  end if;
  if old.state = 'reserved' and new.state = 'on_sale' and exists (
      select from reservations r where r.id = old.reservation_id and r.state = 'held') then
    raise exception 'Card % of the house is reserved', old.id using errcode = 'restrict_violation';
  end if;
  if new.state = 'sold' and old.state <> 'sold' and not exists (
      select from order_singles s join orders o on o.id = s.order_id
      where s.house_card_id = new.id and s.order_id = new.reservation_id and o.paid_at is not null) then
    raise exception 'Card % of the house is sold without an order', old.id using errcode = 'restrict_violation';
  end if;
  if new.state = 'given' and old.state <> 'given' and not exists (
      select from card_losses l join physical_cards c on c.id = l.card_id
      where l.replacement_id = new.id and (c.card_id, c.condition) = (new.card_id, new.condition)) then
    raise exception 'Card % of the house replaces no lost card', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
comment on function check_house_card() is 'Protects the shop''s cards: the origin never changes, the condition only gets worse, and once a card has left, nothing of it changes.';
revoke execute on function check_house_card() from public;

create or replace trigger house_cards_check before update on house_cards
for each row execute function check_house_card();
