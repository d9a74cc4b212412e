-- A shipped card can be locked only for a dispute. `allowed_steps` can't express this rule.
create or replace function check_physical_card()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if old.status = 'shipped' and new.status = 'locked' and new.lock_reason is distinct from 'dispute' then
    raise exception 'A card can''t go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
revoke execute on function check_physical_card() from public;

create or replace trigger physical_cards_check before update on physical_cards
for each row when (new.status <> old.status) execute function check_physical_card();
