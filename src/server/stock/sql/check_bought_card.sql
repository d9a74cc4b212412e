-- Checks a holding (a row of `physical_cards`) that was bought as a single: it must be of the shop's card that was sold
-- for it, belong to the order's buyer, and cost the line's price. A holding that replaces a lost card must be of the
-- card that the loss names, and cost what the lost card was worth.
create or replace function check_bought_card()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if new.status <> 'available' or not exists (
    select from house_cards h
    join order_singles s on s.house_card_id = h.id and s.order_id = h.reservation_id
    join orders o on o.id = s.order_id
    where h.id = new.bought_as_id and h.state = 'sold'
      and (h.pack_id, h.position, h.card_id, h.condition, h.exited_at) = (new.pack_id, new.position, new.card_id, new.condition, new.opened_at)
      and s.new_card_id = new.id and s.unit_price - s.discount = new.cost and o.user_id = new.opened_by_id
  ) and not exists (
    select from house_cards h join card_losses l on l.replacement_id = h.id
    where h.id = new.bought_as_id and h.state = 'given'
      and (h.pack_id, h.position, h.card_id, h.condition, h.exited_at) = (new.pack_id, new.position, new.card_id, new.condition, new.opened_at)
      and l.amount = new.cost and l.user_id = new.opened_by_id
  ) then
    raise exception 'Card % was not bought as the single that it says', new.id
      using errcode = 'restrict_violation', constraint = 'bought_card_is_of_its_order';
  end if;
  return null;
end
$$;
comment on function check_bought_card() is 'Checks a holding that was bought as a single: it must be of the shop''s card that was sold for it, belong to the order''s buyer, and cost the line''s price.';
revoke execute on function check_bought_card() from public;

create or replace trigger physical_cards_are_bought after insert on physical_cards
for each row when (new.bought_as_id is not null) execute function check_bought_card();
