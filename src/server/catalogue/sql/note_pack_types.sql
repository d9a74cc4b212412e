-- Records that the shown fields of these pack types changed.
create or replace function note_pack_types()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes) select distinct id, 1 from changed;
  return null;
end $$;
comment on function note_pack_types() is 'Records that the shown fields of these pack types changed.';
revoke execute on function note_pack_types() from public;

create or replace trigger pack_types_note_new after insert on pack_types referencing new table as changed
for each statement execute function note_pack_types();
create or replace trigger pack_types_note_changes after update on pack_types referencing new table as changed
for each statement execute function note_pack_types();
create or replace trigger pack_types_note_gone after delete on pack_types referencing old table as changed
for each statement execute function note_pack_types();
