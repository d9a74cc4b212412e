-- Returns an account in the notation of `permitted_transfers`. An account of another user is returned unchanged, so
-- that no row of that table permits it.
create or replace function side_of_transfer(p_account text, p_user uuid)
returns text
language sql
immutable
as $$
  select replace(p_account, coalesce(p_user::text, ''), 'user')
$$;
