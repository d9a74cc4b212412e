-- Adds up movements that are older than a minute.
-- Sums at most `p_most` transfers, as many openings, and all movements that were recorded as late. Returns how many it summed, and whether more are due. If an open transaction may have written rows that are not visible yet, sums nothing.
create or replace function sum_movements(p_most integer, out movements bigint, out is_behind boolean)
returns record
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  v_began constant timestamptz := clock_timestamp();
  -- This time is computed before the check for open transactions. So a transaction that writes after the check either
  -- writes younger movements or records its movements as late.
  v_settled constant timestamptz := v_began - interval '1 minute';
  v_writers text[];
  v_from timestamptz;
  v_next timestamptz;
  v_to timestamptz;
begin
  movements := 0;
  is_behind := false;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sum_movements has to see what ends while it waits: it runs in read committed';
  end if;
  if not pg_try_advisory_xact_lock(7046050) then
    return;
  end if;
  -- A transaction that wrote movements holds a lock on the table until its rows are visible.
  select array_agg(virtualtransaction) into v_writers from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and relation in ('transfers'::regclass, 'openings'::regclass)
    and database = (select oid from pg_database where datname = current_database());
  while exists (
    select from pg_locks where virtualtransaction = any (v_writers)
      and mode = 'RowExclusiveLock' and relation in ('transfers'::regclass, 'openings'::regclass)
  ) loop
    if clock_timestamp() > v_began + interval '2 seconds' then
      return;
    end if;
    perform pg_sleep(0.01);
  end loop;

  select until into v_from from summed_until;
  v_next := movement_after(v_from, p_most);
  v_to := v_settled;
  if v_next < v_settled then
    -- If more than `p_most` movements have the same time, all of these movements are summed at once.
    v_to := greatest(v_next, v_from + interval '1 microsecond');
  end if;
  if v_to <= v_from then
    return;
  end if;
  -- A single statement has a single snapshot. So each visible late movement is summed once, either from the ledger or
  -- from its record.
  with moved as (
    select * from movements_between(v_from, v_to)
  ), noted as (
    delete from late_movements where happened_at < v_to returning *
  ), added as (
    insert into day_sums as d (day, sales, refunded, top_ups, sold_back, credits, openings)
    select day, sum(m.sales), sum(m.refunded), sum(m.top_ups), sum(m.sold_back), sum(m.credits), sum(m.openings)
    from (
      select day, m.sales, m.refunded, m.top_ups, m.sold_back, m.credits, m.openings from moved m
      union all
      select (happened_at at time zone 'UTC')::date, n.sales, n.refunded, n.top_ups, n.sold_back, n.credits, n.openings
      from noted n where happened_at < v_from
    ) m group by day
    on conflict (day) do update set sales = d.sales + excluded.sales, refunded = d.refunded + excluded.refunded,
      top_ups = d.top_ups + excluded.top_ups, sold_back = d.sold_back + excluded.sold_back, credits = d.credits + excluded.credits,
      openings = d.openings + excluded.openings
  ), moved_on as (
    update summed_until set until = v_to
  )
  select (coalesce(sum(m.movements), 0) + (select count(*) from noted where happened_at < v_from))::bigint into movements from moved m;
  is_behind := v_to < v_settled;
end $$;
comment on function sum_movements(integer) is 'Adds up movements that are older than a minute.';
revoke execute on function sum_movements(integer) from public;
grant execute on function sum_movements(integer) to felt_and_foil_app;
