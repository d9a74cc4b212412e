-- The recipient of a document never changes. It is deleted when the account is erased.
create or replace function check_document_buyer()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from users where id = old.user_id and erased_at is null) then
      raise exception 'A document keeps its buyer' using errcode = 'restrict_violation';
    end if;
    return null;
  end if;
  raise exception 'A document keeps its buyer' using errcode = 'restrict_violation';
end $$;
comment on function check_document_buyer() is 'The recipient of a document never changes. It is deleted when the account is erased.';

create or replace trigger document_buyers_never_change before update on document_buyers
for each row execute function check_document_buyer();
create constraint trigger document_buyers_go_with_their_account after delete on document_buyers
deferrable initially deferred for each row execute function check_document_buyer();
