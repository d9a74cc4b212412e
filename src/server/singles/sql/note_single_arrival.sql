-- Records that a copy of a card went on sale, to notify users who wish for the card. A copy that comes back from a
-- reservation or from another shop is not new.
create or replace function note_single_arrival()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into single_arrivals (card_id) values (new.card_id);
  return null;
end $$;
comment on function note_single_arrival() is 'Records that a copy of a card went on sale, for those who wish for the card.';
revoke execute on function note_single_arrival() from public;

create or replace trigger house_cards_note_arrival after update on house_cards
for each row when (new.state = 'on_sale' and old.state not in ('on_sale', 'reserved', 'elsewhere')) execute function note_single_arrival();
