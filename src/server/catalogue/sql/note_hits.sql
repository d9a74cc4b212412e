-- Records that the potential hits or the statistics of these pack types changed.
create or replace function note_hits()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes) select distinct pack_type_id, 1 from changed;
  return null;
end $$;
comment on function note_hits() is 'Records that the potential hits or the statistics of these pack types changed.';
revoke execute on function note_hits() from public;

create or replace trigger potential_hits_note_new after insert on potential_hits referencing new table as changed
for each statement execute function note_hits();
create or replace trigger potential_hits_note_changes after update on potential_hits referencing new table as changed
for each statement execute function note_hits();
create or replace trigger potential_hits_note_gone after delete on potential_hits referencing old table as changed
for each statement execute function note_hits();
create or replace trigger pack_type_facts_note_new after insert on pack_type_facts referencing new table as changed
for each statement execute function note_hits();
create or replace trigger pack_type_facts_note_changes after update on pack_type_facts referencing new table as changed
for each statement execute function note_hits();
