-- Records that the name of the set of some pack types changed.
create or replace function note_sets()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes)
  select distinct t.id, 1 from changed s join pack_types t on t.set_id = s.id;
  return null;
end $$;
comment on function note_sets() is 'Records that the name of the set of some pack types changed.';
revoke execute on function note_sets() from public;

create or replace trigger card_sets_note_changes after update on card_sets referencing new table as changed
for each statement execute function note_sets();
