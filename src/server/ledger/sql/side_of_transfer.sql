-- The side of a transfer as `permitted_transfers` writes it. Somebody else's account stays what it is, and so is in no line.
create or replace function side_of_transfer(p_account text, p_user uuid)
returns text
language sql
immutable
as $$
  select replace(p_account, coalesce(p_user::text, ''), 'user')
$$;
