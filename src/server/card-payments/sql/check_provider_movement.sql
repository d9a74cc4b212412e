-- A recorded movement of the card provider never changes.
create or replace function check_provider_movement()
returns trigger
language plpgsql
as $$
begin
  if (new.id, new.provider_id, new.category, new.amount, new.fee, new.source_id, new.intent_id, new.moved_at, new.taken_in_at)
      is distinct from (old.id, old.provider_id, old.category, old.amount, old.fee, old.source_id, old.intent_id, old.moved_at, old.taken_in_at)
    or old.agreed_at is not null then
    raise exception 'What the card provider told stays as it was told' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
revoke execute on function check_provider_movement() from public;

create or replace trigger provider_movements_check before update on provider_movements
for each row execute function check_provider_movement();
