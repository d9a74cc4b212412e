-- Rejects operators who buy from a drop that is not for staff.
create or replace function refuse_staff()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from after a join before b on b.id = a.id join drops d on d.id = a.drop_id join users u on u.id = a.buyer_id
    where b.state = 'available' and a.buyer_id is not null and not d.staff_may_buy and u.role <> 'user'
  ) then
    raise exception 'Staff don''t buy of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_not_for_staff';
  end if;
  return null;
end
$$;
revoke execute on function refuse_staff() from public;

create or replace trigger places_refuse_staff after update on places referencing old table as before new table as after
for each statement when (has_drops()) execute function refuse_staff();
