-- Deletes a picture, unless a row still refers to the picture.
create or replace function drop_picture(p_name text)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  delete from pictures where name = p_name;
exception when foreign_key_violation then
  null;
end
$$;
revoke execute on function drop_picture(text) from public;
grant execute on function drop_picture(text) to felt_and_foil_app;
