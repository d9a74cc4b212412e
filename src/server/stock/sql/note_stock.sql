-- Updates the number of packs for sale of each type, once per statement.
create or replace function note_stock()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  one text;
begin
  if tg_op = 'INSERT' then
    insert into facts_due (pack_id) select pack_id from after where state not in ('opened', 'withdrawn');
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, count(*) from after where state = 'available' group by 1;
  else
    -- One statement makes both inserts, because a purchase that opens nothing should not pay for a second statement.
    with moved as (
      insert into facts_due (pack_id)
      select a.pack_id from after a join before b on b.id = a.id
      where (a.state in ('opened', 'withdrawn')) <> (b.state in ('opened', 'withdrawn'))
    )
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, sum(packs) from (
      select pack_type_id, 1 as packs from after where state = 'available'
      union all
      select pack_type_id, -1 from before where state = 'available'
    ) moved group by 1 having sum(packs) <> 0;
    if found and random() < 0.01 then
      perform fold_shown_changes();
    end if;
    -- If an opening or withdrawal leaves a type with fewer than twenty sealed packs, the type's statistics are removed.
    -- They would describe cards that are gone.
    for one in
      select distinct a.pack_type_id from after a join before b on b.id = a.id
      where a.state in ('opened', 'withdrawn') and b.state not in ('opened', 'withdrawn')
        and exists (select from pack_type_facts f where f.pack_type_id = a.pack_type_id)
      order by 1
    loop
      if has_few_counted(one) then
        perform remove_facts(array[one]);
      end if;
    end loop;
  end if;
  return null;
end $$;
comment on function note_stock() is 'Updates the number of packs for sale of each type, once per statement.';
revoke execute on function note_stock() from public;

create or replace trigger places_note_stock after update on places referencing old table as before new table as after
for each statement execute function note_stock();
create or replace trigger places_note_stock_of_new after insert on places referencing new table as after
for each statement execute function note_stock();
