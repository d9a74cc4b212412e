-- A card keeps its pack and its place for ever, and goes from state to state as its owner and the shop may.
-- What a pack holds is fixed at intake; a card is in one pack for ever, so a card that was sold back can never be part of a new
-- one.
create or replace function check_physical_card()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if not (case old.status
    when 'available' then new.status in ('locked', 'sold', 'converted', 'shipped')
    when 'locked' then new.status in ('available', 'converted', 'shipped', 'reclaimed')
    when 'shipped' then new.status in ('available', 'delivered') or new.lock_reason = 'dispute'
    else false
  end) then
    raise exception 'A card can''t go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
revoke execute on function check_physical_card() from public;

create or replace trigger physical_cards_check before update on physical_cards
for each row when (new.status <> old.status) execute function check_physical_card();
