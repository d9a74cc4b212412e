-- A transaction knows whether it moved money or stock: the answers of those that did are kept under their
-- Idempotency-Key without a limit, because each of them cost somebody something (docs/choices.md, 177).
create function note_move() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform set_config('felt_and_foil.moved', 'on', true);
  return new;
end $$;
comment on function note_move() is 'Marks the transaction as one that moved money or stock; has_moved() asks.';

create function has_moved() returns boolean language sql stable set search_path = public, pg_temp as
  $$ select coalesce(current_setting('felt_and_foil.moved', true), '') = 'on' $$;
comment on function has_moved() is 'Whether this transaction has moved money or stock so far.';

create trigger transfers_note_move before insert on transfers
  for each row when (not has_moved()) execute function note_move();
create trigger physical_packs_note_move before insert or update on physical_packs
  for each row when (not has_moved()) execute function note_move();
create trigger physical_cards_note_move before insert or update on physical_cards
  for each row when (not has_moved()) execute function note_move();
