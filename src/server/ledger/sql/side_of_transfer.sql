-- The side of a transfer as `permitted_transfers` writes it. Another user's account is not translated, and so matches no line.
create or replace function side_of_transfer(p_account text, p_user uuid)
returns text
language sql
immutable
as $$
  select replace(p_account, coalesce(p_user::text, ''), 'user')
$$;
