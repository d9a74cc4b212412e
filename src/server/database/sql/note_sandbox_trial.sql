-- Marks a database as used for trials when the card sandbox writes to it.
-- The trigger runs in the transaction of the sandbox's first row, so that the sandbox has no row without the mark.
create or replace function note_sandbox_trial()
returns trigger
language plpgsql
as $$
begin
  if not exists (select from public.trials where kind = 'sandbox') then
    insert into public.trials (kind) values ('sandbox') on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger objects_are_a_trial after insert on sandbox.objects
for each row execute function note_sandbox_trial();
create or replace trigger answers_are_a_trial after insert on sandbox.answers
for each row execute function note_sandbox_trial();
create or replace trigger events_are_a_trial after insert on sandbox.events
for each row execute function note_sandbox_trial();
