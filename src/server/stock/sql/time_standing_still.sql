-- How much longer the break of a person stops the deadlines of the person's cards.
create or replace function time_standing_still(p_user uuid)
returns interval
language sql
stable
set search_path to 'public', 'pg_temp'
as $$
  select greatest(coalesce(max(still_until) - shop_now(), '0'), '0') from breaks where user_id = p_user
$$;
comment on function time_standing_still(uuid) is 'How much longer the break of a person stops the deadlines of the person''s cards.';
revoke execute on function time_standing_still(uuid) from public;
grant execute on function time_standing_still(uuid) to felt_and_foil_app;
