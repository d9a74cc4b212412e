-- Records that packs of a type came in. Records nothing but the type.
create or replace function note_arrival()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'INSERT' then
    insert into pack_arrivals (pack_type_id) select distinct pack_type_id from added where state = 'available';
  else
    insert into pack_arrivals (pack_type_id) values (new.pack_type_id);
  end if;
  return null;
end $$;
comment on function note_arrival() is 'Records that packs of a type came in. Records nothing but the type.';
revoke execute on function note_arrival() from public;

create or replace trigger places_note_arrivals after insert on places referencing new table as added
for each statement execute function note_arrival();
create or replace trigger places_note_return after update on places
for each row when ((old.state = 'withdrawn'::text or old.awaits_drop) and new.state = 'available'::text and new.drop_id is null) execute function note_arrival();
