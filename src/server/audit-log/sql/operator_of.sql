-- Returns the operator of a session that is active or was ended by this transaction, or the account of an API key that
-- may be used. Null for anybody else. An API key stands in the place of a session.
create or replace function operator_of(p_session uuid)
returns uuid
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select u.id from sessions s join users u on u.id = s.user_id
  where s.id = p_session and (s.ended_at is null or s.ended_at = shop_now())
    and u.role <> 'user' and u.locked_at is null
  union all
  select k.id from api_keys k where k.id = p_session and k.revoked_at is null and k.ends_at > shop_now()
$$;
revoke execute on function operator_of(uuid) from public;
