-- Whether a person is excluded at their own request, for a time or for ever. A pause is not an exclusion.
create or replace function is_excluded(p_user uuid)
returns boolean
language sql
stable
set search_path to 'public', 'pg_temp'
as $$
  select exists (
    select from breaks where user_id = p_user and kind not in ('day', 'week', 'month') and (ends_at is null or ends_at > shop_now())
  )
$$;
comment on function is_excluded(uuid) is 'Whether a person is excluded at their own request, for however long. A pause is not an exclusion.';
revoke execute on function is_excluded(uuid) from public;
grant execute on function is_excluded(uuid) to felt_and_foil_app;
