-- Gives one of the shop's cards to the owner of a lost card, whose loss names it (`card_losses`). The cost of the
-- owner's new holding is what the lost card was worth. So it sells back like a single that was bought for that amount
-- (choice 958).
create or replace function give_single(p_lost uuid)
returns uuid
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  given uuid := gen_random_uuid();
begin
  update house_cards h set state = 'given', exited_at = shop_now()
  from card_losses l where l.card_id = p_lost and h.id = l.replacement_id;
  insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, bought_as_id, cost)
  select given, h.pack_id, h.card_id, h.position, h.condition, 'available', l.user_id, h.exited_at, h.id, l.amount
  from card_losses l join house_cards h on h.id = l.replacement_id where l.card_id = p_lost;
  return given;
end
$$;
comment on function give_single(uuid) is 'Gives a card of the house to the owner of a lost card, whose loss names it.';
revoke execute on function give_single(uuid) from public;
grant execute on function give_single(uuid) to felt_and_foil_app;
