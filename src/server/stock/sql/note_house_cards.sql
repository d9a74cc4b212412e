-- A holding that ends at the house (sold, converted, reclaimed, returned) becomes a card of the house, at what the house paid for it.
-- One that was bought as a single and is undone costs what it cost before.
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
comment on function note_house_cards() is 'A holding that ends at the house becomes a card of the house, at what the house paid for it.';
revoke execute on function note_house_cards() from public;

create or replace trigger physical_cards_note_house_cards after update on physical_cards referencing new table as ended
for each statement execute function note_house_cards();
