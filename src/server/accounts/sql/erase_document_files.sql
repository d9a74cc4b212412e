-- Deletes the document files of an account when the account is erased.
create or replace function erase_document_files()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  delete from document_files f using journals j where j.id = f.journal_id and j.user_id = new.id;
  return null;
end $$;
comment on function erase_document_files() is 'Deletes the document files of an account when the account is erased.';

create or replace trigger users_erase_their_files after update of erased_at on users
for each row when (new.erased_at is not null and old.erased_at is null) execute function erase_document_files();
