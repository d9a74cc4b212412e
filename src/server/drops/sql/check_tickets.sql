-- A ticket's place must belong to the ticket's drop. This check stands in for a foreign key.
create or replace function check_tickets()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from issued i left join lateral (
      select l.drop_id, l.number from places l join drops d on d.id = l.drop_id where l.id = i.place_id limit 1
    ) l on true
    where (l.drop_id, l.number) is distinct from (i.drop_id, i.place)
  ) then
    raise exception 'A ticket is of a place of its drop: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'tickets_of_their_places';
  end if;
  return null;
end
$$;
revoke execute on function check_tickets() from public;

create or replace trigger tickets_of_their_places after insert on tickets referencing new table as issued
for each statement execute function check_tickets();
