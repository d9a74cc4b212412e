-- Returns the hash of an operator's credentials. Returns null if the user does not exist or is not an operator.
create or replace function operator_fingerprint(p_user uuid)
returns bytea
language sql
stable
as $$
  select sha256(convert_to(jsonb_build_array(
    u.email, u.password_hash, case when u.role = 'staff' then u.staff_role_id::text else u.role end, extract(epoch from u.locked_at), t.sealed_secret)::text, 'UTF8'))
  from users u left join two_factors t on t.user_id = u.id and t.confirmed_at is not null
  where u.id = p_user and u.role <> 'user' and u.erased_at is null
$$;
