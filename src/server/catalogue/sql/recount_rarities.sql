-- Recounts cards by rarity when a source corrects a card's rarity.
create or replace function recount_rarities()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  changed text[] := array(
    select distinct h.pack_type_id from before b join after a on a.id = b.id and a.rarity <> b.rarity
    join held_cards h on h.card_id = a.id order by 1);
  type text;
begin
  if cardinality(changed) > 0 then
    -- Takes the lock that intakes take, so that the packs of a concurrent intake are counted exactly once.
    perform pg_advisory_xact_lock(hashtext('intake of packs'));
  end if;
  foreach type in array changed loop
    delete from held_rarities where pack_type_id = type;
    insert into held_rarities (pack_type_id, rarities, packs)
    select type, s.rarities, s.times from sum_contents(type, false) s where s.card_id is null;
  end loop;
  return null;
end
$$;
revoke execute on function recount_rarities() from public;

create or replace trigger cards_recount_rarities after update on cards referencing old table as before new table as after
for each statement execute function recount_rarities();
