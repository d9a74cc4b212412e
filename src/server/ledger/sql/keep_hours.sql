-- Sums up to `p_most` past hours, and as many hours that got late movements, for processes of 1.0.0: goes in 1.3.0.
-- Returns the number of summed hours. While an older transaction is still running, sums nothing and returns 0, because the rows of that transaction are not visible yet.
-- A movement is late if its date is more than ten minutes before it was written. All other movements of an hour were written at most ten minutes after the hour. So when all older transactions have ended, every movement of the hour is visible, except late ones.
create or replace function keep_hours(p_most integer)
returns integer
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  v_over constant timestamptz := date_trunc('hour', now() - interval '10 minutes', 'UTC');
  v_from timestamptz;
  v_to timestamptz;
  v_again int;
  v_kept int;
begin
  -- Waits up to two seconds until older transactions have ended. Younger transactions don't matter.
  perform pg_current_xact_id();
  while pg_snapshot_xmin(pg_current_snapshot()) <> pg_current_xact_id() and clock_timestamp() < now() + interval '2 seconds' loop
    perform pg_sleep(0.01);
  end loop;
  if pg_snapshot_xmin(pg_current_snapshot()) <> pg_current_xact_id() then
    return 0;
  end if;
  -- A transaction that writes late movements holds this advisory lock until it ends.
  if not pg_try_advisory_xact_lock(7046049) then
    return 0;
  end if;

  update kept_hours k set is_late = false, sales = coalesce(m.sales, 0), refunded = coalesce(m.refunded, 0),
    top_ups = coalesce(m.top_ups, 0), sold_back = coalesce(m.sold_back, 0), credits = coalesce(m.credits, 0),
    openings = coalesce(m.openings, 0)
  from (select hour from kept_hours where is_late order by hour limit p_most) late
  left join lateral moved_between(late.hour, late.hour + interval '1 hour') m on true
  where k.hour = late.hour;
  get diagnostics v_again = row_count;

  select coalesce(max(k.hour) + interval '1 hour',
    date_trunc('hour', least((select min(created_at) from transfers), (select min(opened_at) from openings)), 'UTC'))
  into v_from from kept_hours k;
  v_to := least(v_over, v_from + p_most * interval '1 hour');
  insert into kept_hours (hour, sales, refunded, top_ups, sold_back, credits, openings)
  select h, coalesce(m.sales, 0), coalesce(m.refunded, 0), coalesce(m.top_ups, 0), coalesce(m.sold_back, 0),
    coalesce(m.credits, 0), coalesce(m.openings, 0)
  from generate_series(v_from, v_to - interval '1 hour', interval '1 hour') h
  left join moved_between(v_from, v_to) m on m.hour = h;
  get diagnostics v_kept = row_count;
  return v_again + v_kept;
end $$;
comment on function keep_hours(integer) is 'Sums up to `p_most` past hours, and as many hours that got late movements, for processes of the previous version.';
revoke execute on function keep_hours(integer) from public;
grant execute on function keep_hours(integer) to felt_and_foil_app;
