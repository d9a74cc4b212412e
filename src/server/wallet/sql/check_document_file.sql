-- The file of a document never changes. It is deleted only when the account is erased.
create or replace function check_document_file()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    -- Locks the user. An erasure of the account locks the user, too, so the later of the two transactions waits for the
    -- earlier one.
    perform from journals j join users u on u.id = j.user_id
    where j.id = new.journal_id and u.erased_at is null for share of u;
    if not found then
      raise exception 'An erased account has no files' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (
    select from journals j join users u on u.id = j.user_id where j.id = old.journal_id and u.erased_at is null) then
    return old;
  end if;
  raise exception 'A document keeps its file' using errcode = 'restrict_violation';
end $$;
comment on function check_document_file() is 'The file of a document never changes. It is deleted only when the account is erased.';

create or replace trigger document_files_never_change before insert or delete or update on document_files
for each row execute function check_document_file();
