-- Records that values of cards, or the dates of their prices, changed.
-- The rows make pages show the new values: the row without a type for the catalogue, the others for types with such
-- hits.
create or replace function note_cards()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes)
  select distinct h.pack_type_id, 1 from changed c join potential_hits h on h.card_id = c.id
  union all
  select '', 1 where exists (select from changed);
  return null;
end $$;
comment on function note_cards() is 'Records that values of cards, or the dates of their prices, changed.';
revoke execute on function note_cards() from public;

create or replace trigger cards_note_new after insert on cards referencing new table as changed
for each statement execute function note_cards();
create or replace trigger cards_note_changes after update on cards referencing new table as changed
for each statement execute function note_cards();
