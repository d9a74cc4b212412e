-- An invoice's or a credit note's PDF is drawn once, because a numbered document never changes, and stored. It names its buyer, so it goes with
-- the account: by a trigger, since a version before this one that erases accounts beside it knows nothing of files.
create table document_files (
  journal_id uuid primary key references documents (journal_id),
  pdf bytea not null
);
--> statement-breakpoint
-- What is in a PDF is compressed.
alter table document_files alter column pdf set storage external;
--> statement-breakpoint
comment on table document_files is 'The PDF of an invoice or a credit note, stored when somebody first gets it. Never changed; erased with the account of its buyer.';
--> statement-breakpoint
create function check_document_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- Whoever erases the account has its user locked: either waits for the other.
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
--> statement-breakpoint
comment on function check_document_file() is 'A document''s file stays as it is until the account is erased.';
--> statement-breakpoint
create trigger document_files_never_change before insert or update or delete on document_files
  for each row execute function check_document_file();
--> statement-breakpoint
create trigger document_files_never_truncated before truncate on document_files
  for each statement execute function refuse_change();
--> statement-breakpoint
revoke update, delete on document_files from felt_and_foil_app;
--> statement-breakpoint
create function erase_document_files() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from document_files f using journals j where j.id = f.journal_id and j.user_id = new.id;
  return null;
end $$;
--> statement-breakpoint
comment on function erase_document_files() is 'Erases the files of an account with the account.';
--> statement-breakpoint
create trigger users_erase_their_files after update of erased_at on users
  for each row when (new.erased_at is not null and old.erased_at is null) execute function erase_document_files();
