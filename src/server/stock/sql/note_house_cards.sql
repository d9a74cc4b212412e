-- When a holding (a row of `physical_cards`) ends at the shop (sold, converted, reclaimed, returned), makes it one of
-- the shop's cards, at the price that the shop paid. If the sale of a single is undone without a price, the card costs
-- what it cost before that sale.
create or replace function note_house_cards()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into house_cards (id, pack_id, position, card_id, condition, paid, came_at)
  select e.id, e.pack_id, e.position, e.card_id, e.condition,
    coalesce(e.exit_price, (select h.paid from house_cards h where h.id = e.bought_as_id), 0), e.exited_at
  from ended e where e.status in ('sold', 'converted', 'reclaimed', 'returned')
  on conflict (id) do nothing;
  return null;
end
$$;
comment on function note_house_cards() is 'When a holding ends at the shop, makes it one of the shop''s cards, at the price that the shop paid.';
revoke execute on function note_house_cards() from public;

create or replace trigger physical_cards_note_house_cards after update on physical_cards referencing new table as ended
for each statement execute function note_house_cards();
