-- Records the graded cards that an entry of the log retires, so that they never come back in a pack (choice 964). Each
-- log must name a verifier before its first such entry, because verifiers from before 1.2.0 refuse a log with such
-- entries.
create or replace function retire_labels()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if not exists (select from log_entries where log = new.log and kind = 'verifier' and index < new.index) then
    raise exception 'A verifier is published before the first card is retired' using errcode = 'restrict_violation';
  end if;
  insert into retired_labels (label_hash, log, index)
  select decode(w.label, 'hex'), new.log, new.index from jsonb_array_elements_text(new.data::jsonb->'labels') w (label)
  on conflict do nothing;
  return null;
end
$$;
revoke execute on function retire_labels() from public;

create or replace trigger log_entries_retire_labels after insert on log_entries
for each row when (new.kind = 'x-retired') execute function retire_labels();
