-- Whether any drop was ever published. If none was, sales skip all checks for drops.
create or replace function has_drops()
returns boolean
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select exists (select from drops where manifest is not null)
$$;
revoke execute on function has_drops() from public;
grant execute on function has_drops() to felt_and_foil_app;
