-- Checks that an order's pack types exist. This check stands in for a foreign key.
create or replace function check_order_lines()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  unknown text;
begin
  select l.pack_type_id into unknown from placed l
  where not exists (select from pack_types t where t.id = l.pack_type_id) limit 1;
  if found then
    raise exception 'An order is of pack types that there are: % is none', unknown
      using errcode = 'foreign_key_violation', constraint = 'order_lines_of_known_types';
  end if;
  return null;
end
$$;

create or replace trigger order_lines_of_known_types after insert on order_lines referencing new table as placed
for each statement execute function check_order_lines();
