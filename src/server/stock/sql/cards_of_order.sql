-- Returns the holdings (rows of `physical_cards`) that a paid order brought its buyer: the cards of its opened packs, and its singles.
create or replace function cards_of_order(p_order uuid)
returns setof uuid
language sql
stable
as $$
  select k.id from places p join physical_cards k on k.pack_id = p.pack_id and k.bought_as_id is null
  where p.reservation_id = p_order and p.state = 'opened'
  union all
  select k.id from order_singles s join physical_cards k on k.id = s.new_card_id where s.order_id = p_order
$$;
comment on function cards_of_order(uuid) is 'Returns the holdings that a paid order brought its buyer: the cards of its opened packs, and its singles.';
