-- Records a journal that is written late, so that the margins of its month include it.
create or replace function note_late_journal()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into margin_due (journal_id) values (new.id);
  return null;
end $$;
comment on function note_late_journal() is 'Records a journal that is written late, so that the margins of its month include it.';
revoke execute on function note_late_journal() from public;

create or replace trigger journals_note_late after insert on journals
for each row when (new.created_at < (clock_timestamp() - '00:01:00'::interval)) execute function note_late_journal();
