-- Whether the current role owns the tables. The owner may act as an operator without signing in, for example on the command line.
create or replace function acts_as_owner()
returns boolean
language sql
stable
as $$
  select pg_has_role(current_user, relowner, 'member') from pg_class where oid = 'public.users'::regclass
$$;
