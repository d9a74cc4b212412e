-- Returns why nothing may be sold to an account now (`SaleBar`, domain/break.ts), or null if the account may buy. It is
-- in PL/pgSQL, which plans its two lookups only once for each connection, because every purchase calls it twice.
create or replace function sale_bar(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path to 'public', 'pg_temp'
as $$
begin
  return coalesce(
    (select jsonb_build_object('why', 'break', 'until', ends_at) from breaks
     where user_id = p_user and (ends_at is null or ends_at > shop_now()) order by ends_at desc nulls first limit 1),
    (select jsonb_build_object('why', 'excluded') from barred_accounts
     where user_id = p_user and let_through_at is null and is_excluded(excluded_id) limit 1));
end
$$;
comment on function sale_bar(uuid) is 'Returns why nothing may be sold to an account now, or null if the account may buy.';
revoke execute on function sale_bar(uuid) from public;
grant execute on function sale_bar(uuid) to felt_and_foil_app;
