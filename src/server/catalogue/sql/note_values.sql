-- Marks pack types for a recount when the value or rarity of a card, or a type's own price, changed.
-- Marks every type whose packs can hold the card, so that a pack that is being counted at this moment is valued again,
-- too.
create or replace function note_values()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_table_name = 'pack_types' then
    insert into facts_due (pack_type_id, is_of_values) values (new.id, true);
  else
    with changed as materialized (
      select a.id from before b join after a on a.id = b.id
      where (a.market_value, a.rarity) is distinct from (b.market_value, b.rarity)
    )
    insert into facts_due (pack_type_id, is_of_values)
    select pack_type_id, true from pack_type_cards where card_id in (select id from changed)
    union
    select pack_type_id, true from counted_cards where card_id in (select id from changed);
  end if;
  return null;
end
$$;
comment on function note_values() is 'Marks pack types for a recount when the value or rarity of a card, or a type''s own price, changed.';
revoke execute on function note_values() from public;

create or replace trigger cards_note_values after update on cards referencing old table as before new table as after
for each statement execute function note_values();
create or replace trigger pack_types_note_price after update on pack_types
for each row when (old.price <> new.price) execute function note_values();
