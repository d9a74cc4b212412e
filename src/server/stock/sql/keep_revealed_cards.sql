-- The fields of a card, and the user who opened it, never change (choice 573).
create or replace function keep_revealed_cards()
returns trigger
language plpgsql
as $$
begin
  raise exception 'What a pack holds never changes, and a card is revealed once, to one user' using errcode = 'restrict_violation';
end
$$;

create or replace trigger physical_cards_keep_what_they_are before update of id, pack_id, card_id, "position", condition, opened_by_id, opened_at, bought_as_id, cost on physical_cards
for each statement execute function keep_revealed_cards();
