-- Returns the next picture, by name after `p_after`, that was uploaded before pictures were re-encoded.
create or replace function next_original(p_after text)
returns table(name text, original bytea)
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select p.name, p.original from pictures p where p.original is not null and p.name > p_after order by p.name limit 1
$$;
revoke execute on function next_original(text) from public;
grant execute on function next_original(text) to felt_and_foil_app;
