-- The overview added up every movement since the last hour that was kept: up to seventy minutes of them, and all of them while the
-- job did not run. A job now adds up what is older than a minute, a bounded number of movements at a time, and remembers how far it
-- is. `kept_hours` and `keep_hours` stay for processes of the version before, and go a release later.

create function amounts_of(t transfers)
returns table (sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint)
language sql immutable parallel safe as $$
  select
    case 'house:sales' when t.credit_account_id then t.amount when t.debit_account_id then -t.amount else 0 end,
    case when t.debit_account_id = 'house:sales' then t.amount else 0 end,
    case when t.debit_account_id = 'house:card_clearing' and t.credit_version is not null then t.amount else 0 end,
    case when t.debit_account_id = 'house:buyback' then t.amount else 0 end,
    case when t.credit_version is not null and t.credit_account_id not like 'debt:%' then t.amount else 0 end
      - case when t.debit_version is not null and t.debit_account_id not like 'debt:%' then t.amount else 0 end
$$;
comment on function amounts_of(transfers) is 'What a transfer adds to the figures of the overview.';
--> statement-breakpoint

create function movements_between(p_from timestamptz, p_to timestamptz)
returns table (day date, movements bigint, sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint, openings bigint)
language sql stable as $$
  select m.day, count(*), sum(m.sales)::bigint, sum(m.refunded)::bigint, sum(m.top_ups)::bigint, sum(m.sold_back)::bigint,
    sum(m.credits)::bigint, sum(m.openings)::bigint
  from (
    select (t.created_at at time zone 'UTC')::date as day, a.*, 0 as openings
    from transfers t cross join lateral amounts_of(t) a where t.created_at >= p_from and t.created_at < p_to
    union all
    select (o.opened_at at time zone 'UTC')::date, 0, 0, 0, 0, 0, 1
    from openings o where o.opened_at >= p_from and o.opened_at < p_to
  ) m group by m.day
$$;
comment on function movements_between(timestamptz, timestamptz) is 'The sums of transfers and openings from an instant to before another, by day in UTC.';
--> statement-breakpoint

create function movement_after(p_from timestamptz, p_skipped int) returns timestamptz language plpgsql stable as $$
begin
  return least(
    (select created_at from transfers where created_at >= p_from order by created_at offset p_skipped limit 1),
    (select opened_at from openings where opened_at >= p_from order by opened_at offset p_skipped limit 1));
end $$;
comment on function movement_after(timestamptz, int) is 'When the next movement happened after so many transfers, or so many openings, from an instant on. Null: there are no more.';
--> statement-breakpoint

create table day_sums (
  day date not null,
  sales bigint not null,
  refunded bigint not null,
  top_ups bigint not null,
  sold_back bigint not null,
  credits bigint not null,
  openings bigint not null,
  constraint day_sums_pkey primary key (day)
);
comment on table day_sums is 'The sums of all movements before `summed_until`, by day in UTC. Written by `sum_movements` alone.';
comment on column day_sums.sales is 'What packs were sold for, less refunds, before tax and fees.';
comment on column day_sums.credits is 'What the credits of all users grew by. The sum over all days is what they hold.';

create table summed_until (until timestamptz not null);
comment on table summed_until is 'One row: movements before this instant are in `day_sums`. Written by `sum_movements` alone.';
create unique index summed_until_once on summed_until ((true));

create table late_movements (
  happened_at timestamptz not null,
  sales bigint not null default 0,
  refunded bigint not null default 0,
  top_ups bigint not null default 0,
  sold_back bigint not null default 0,
  credits bigint not null default 0,
  openings bigint not null default 0
);
comment on table late_movements is 'Movements that were written more than a minute after the instant that they bear, until `sum_movements` adds them up. Few, if any. Those before `summed_until` are not in `day_sums`.';

revoke all on day_sums, summed_until, late_movements from felt_and_foil_app;
grant select on day_sums, summed_until, late_movements to felt_and_foil_app;
--> statement-breakpoint

create or replace function note_late() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_at constant timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
  v_hour constant timestamptz := date_trunc('hour', v_at, 'UTC');
begin
  if tg_table_name = 'transfers' then
    insert into late_movements (happened_at, sales, refunded, top_ups, sold_back, credits) select v_at, a.* from amounts_of(new) a;
  else
    insert into late_movements (happened_at, openings) values (v_at, 1);
  end if;
  -- For processes of the version before.
  if v_at < clock_timestamp() - interval '10 minutes' then
    perform pg_advisory_xact_lock_shared(7046049);
    insert into kept_hours (hour, is_late)
    select v_hour, true where exists (select from kept_hours where hour >= v_hour)
    on conflict (hour) do update set is_late = true where not kept_hours.is_late;
  end if;
  return null;
end $$;
comment on function note_late() is 'Notes what is written late: beside the sums of its day, and for processes of the version before at its hour.';
-- Writers wait from here to the end of the transaction, so that nothing comes in unnoticed. No long table is read meanwhile.
create or replace trigger transfers_note_late after insert on transfers for each row
  when (new.created_at < clock_timestamp() - interval '1 minute') execute function note_late('created_at');
create or replace trigger openings_note_late after insert on openings for each row
  when (new.opened_at < clock_timestamp() - interval '1 minute') execute function note_late('opened_at');
--> statement-breakpoint

create function sum_movements(p_most int, out movements bigint, out is_behind boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_began constant timestamptz := clock_timestamp();
  -- Taken before it looks who is writing: a later writer writes what is younger, or notes it as late.
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
  -- A transaction that wrote holds its lock on the table until its rows can be seen.
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
    -- More of one instant than are added up at once are added up together.
    v_to := greatest(v_next, v_from + interval '1 microsecond');
  end if;
  if v_to <= v_from then
    return;
  end if;
  -- One statement, so one snapshot: what is late and can be seen is added up once, from the ledger or from its note.
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
  select coalesce(sum(m.movements), 0) + (select count(*) from noted where happened_at < v_from) into movements from moved m;
  is_behind := v_to < v_settled;
end $$;
comment on function sum_movements(int) is 'Adds up at most so many transfers and as many openings that are older than a minute, and all that are noted as late. Says how many, and whether more are due; none while somebody is writing whom it could not see.';
revoke execute on function sum_movements(int) from public;
grant execute on function sum_movements(int) to felt_and_foil_app;
--> statement-breakpoint

-- One statement, so one snapshot: an old process may keep another hour meanwhile.
with added as (
  insert into day_sums (day, sales, refunded, top_ups, sold_back, credits, openings)
  select (hour at time zone 'UTC')::date, sum(sales), sum(refunded), sum(top_ups), sum(sold_back), sum(credits), sum(openings)
  from (
    select hour, sales, refunded, top_ups, sold_back, credits, openings from kept_hours where not is_late
    union all
    select m.* from (select hour from kept_hours where is_late) late, moved_between(late.hour, late.hour + interval '1 hour') m
  ) kept group by 1
)
insert into summed_until (until) select coalesce(max(hour) + interval '1 hour', '-infinity') from kept_hours;
comment on table kept_hours is 'For processes of the version before: what moved in each hour that is over. No hour is left out between the first and the last. Written by `keep_hours` and `note_late` alone.';
