-- Sets a draft's times, whether it opens automatically, and whether staff may buy. Works until the draft is published.
create or replace function decide_drop(p_id uuid, p_opens_at timestamp with time zone, p_closes_by timestamp with time zone, p_staff_may_buy boolean, p_opens_itself boolean)
returns void
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  update drops set opens_at = p_opens_at, closes_by = p_closes_by, staff_may_buy = p_staff_may_buy, opens_itself = p_opens_itself
  where id = p_id and state = 'draft'
$$;
comment on function decide_drop(uuid,timestamp with time zone,timestamp with time zone,boolean,boolean) is 'Sets a draft''s times, whether it opens automatically, and whether staff may buy. Works until the draft is published.';
revoke execute on function decide_drop(uuid,timestamp with time zone,timestamp with time zone,boolean,boolean) from public;
grant execute on function decide_drop(uuid,timestamp with time zone,timestamp with time zone,boolean,boolean) to felt_and_foil_app;
