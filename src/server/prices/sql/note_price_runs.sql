-- Marks the freshness of the prices as changed, so that pages which show it are rebuilt.
create or replace function note_price_runs()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes) select '', 1 where exists (select from changed);
  return null;
end $$;
comment on function note_price_runs() is 'Records that the freshness of the prices changed.';
revoke execute on function note_price_runs() from public;

create or replace trigger price_runs_note_new after insert on price_runs referencing new table as changed
for each statement execute function note_price_runs();
create or replace trigger price_runs_note_changes after update on price_runs referencing new table as changed
for each statement execute function note_price_runs();
create or replace trigger price_runs_note_gone after delete on price_runs referencing old table as changed
for each statement execute function note_price_runs();
