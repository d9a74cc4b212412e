-- A payment's user, purpose, amount and intent never change.
create or replace function check_payment()
returns trigger
language plpgsql
as $$
begin
  if (new.id, new.user_id, new.purpose, new.subject_id, new.amount)
      is distinct from (old.id, old.user_id, old.purpose, old.subject_id, old.amount)
    or (old.intent_id is not null and new.intent_id is distinct from old.intent_id) then
    raise exception 'A payment keeps its user, its purpose, its amount and its intent' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace trigger payments_check before update on payments
for each row execute function check_payment();
