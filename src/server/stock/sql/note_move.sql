-- Marks the transaction as one that moved money or stock, for has_moved() and so for processes of 1.1.0: goes in 1.3.0.
-- Responses of marked transactions are stored under their Idempotency-Key without a limit, because each cost its sender
-- something (docs/choices.md, 177).
create or replace function note_move()
returns trigger
language plpgsql
set search_path to 'public', 'pg_temp'
as $$
begin
  perform set_config('felt_and_foil.moved', 'on', true);
  return new;
end $$;
comment on function note_move() is 'Marks the transaction as one that moved money or stock, for has_moved() and so for processes of the previous version.';

create or replace trigger transfers_note_move before insert on transfers
for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
create or replace trigger physical_cards_note_move before update on physical_cards
for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
create or replace trigger places_note_move before update on places
for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
create or replace trigger places_note_new before insert on places
for each statement when (not has_moved()) execute function note_move();
