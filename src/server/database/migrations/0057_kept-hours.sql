-- The overview added up every transfer of its days, and every balance of the shop: it took as long as there are shoppers.
-- What moved in an hour is added up once, when the hour is over, and kept. What comes in later than that marks its hour, which
-- is read from the ledger again until it is kept anew: a sum that is kept is never behind what it is a sum of.
create table kept_hours (
  hour timestamptz not null,
  sales bigint not null default 0,
  refunded bigint not null default 0,
  top_ups bigint not null default 0,
  sold_back bigint not null default 0,
  credits bigint not null default 0,
  openings bigint not null default 0,
  is_late boolean not null default false,
  constraint kept_hours_pkey primary key (hour)
);
comment on table kept_hours is 'What moved in each hour that is over, by `moved_between`: no hour is left out between the first and the last. Written by `keep_hours` and `note_late` alone.';
comment on column kept_hours.hour is 'When it began.';
comment on column kept_hours.sales is 'What packs were sold for, less what was given back, before tax and fees.';
comment on column kept_hours.credits is 'What the credits of all users grew by. The sum over all time is what they hold.';
comment on column kept_hours.is_late is 'Something of this hour came in after it was kept: its sums don''t count until it is kept again.';
create index kept_hours_late on kept_hours (hour) where is_late;
comment on index kept_hours_late is 'What is to be kept again: few, if any.';

create function moved_between(p_from timestamptz, p_to timestamptz)
returns table (hour timestamptz, sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint, openings bigint)
language sql stable as $$
  select moved.hour, sum(moved.sales)::bigint, sum(moved.refunded)::bigint, sum(moved.top_ups)::bigint,
    sum(moved.sold_back)::bigint, sum(moved.credits)::bigint, sum(moved.openings)::bigint
  from (
    select date_trunc('hour', t.created_at, 'UTC') as hour,
      case 'house:sales' when t.credit_account_id then t.amount when t.debit_account_id then -t.amount else 0 end as sales,
      case when t.debit_account_id = 'house:sales' then t.amount else 0 end as refunded,
      case when t.debit_account_id = 'house:card_clearing' and t.credit_version is not null then t.amount else 0 end as top_ups,
      case when t.debit_account_id = 'house:buyback' then t.amount else 0 end as sold_back,
      case when t.credit_version is not null and t.credit_account_id not like 'debt:%' then t.amount else 0 end
        - case when t.debit_version is not null and t.debit_account_id not like 'debt:%' then t.amount else 0 end as credits,
      0 as openings
    from transfers t where t.created_at >= p_from and t.created_at < p_to
    union all
    select date_trunc('hour', o.opened_at, 'UTC'), 0, 0, 0, 0, 0, 1
    from openings o where o.opened_at >= p_from and o.opened_at < p_to
  ) moved group by moved.hour
$$;
comment on function moved_between(timestamptz, timestamptz) is 'What moved from an instant to before another, by the hour. Hours without a movement are left out.';

-- What is written down as of more than ten minutes ago is late. Whatever is not late was written before its hour was over for
-- ten minutes, by a transaction that had begun by then. So an hour can be kept once every transaction that is older than
-- the one that keeps it has ended: it sees all of them.
create function keep_hours(p_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_over constant timestamptz := date_trunc('hour', now() - interval '10 minutes', 'UTC');
  v_from timestamptz;
  v_to timestamptz;
  v_again int;
  v_kept int;
begin
  -- Those who are older, and still at it, are soon done; younger ones don't matter.
  perform pg_current_xact_id();
  while pg_snapshot_xmin(pg_current_snapshot()) <> pg_current_xact_id() and clock_timestamp() < now() + interval '2 seconds' loop
    perform pg_sleep(0.01);
  end loop;
  if pg_snapshot_xmin(pg_current_snapshot()) <> pg_current_xact_id() then
    return 0;
  end if;
  -- Who writes something late holds it until they are done.
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
comment on function keep_hours(int) is 'Keeps at most so many hours that are over, and as many again that something late came to. Returns how many; none while somebody is writing whom it could not see.';

create function note_late() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_hour constant timestamptz := date_trunc('hour', (to_jsonb(new) ->> tg_argv[0])::timestamptz, 'UTC');
begin
  perform pg_advisory_xact_lock_shared(7046049);
  insert into kept_hours (hour, is_late)
  select v_hour, true where exists (select from kept_hours where hour >= v_hour)
  on conflict (hour) do update set is_late = true where not kept_hours.is_late;
  return null;
end $$;
comment on function note_late() is 'Marks the hour of what is written down late, if it is kept. Nobody keeps hours before that is committed.';
create trigger transfers_note_late after insert on transfers for each row
  when (new.created_at < clock_timestamp() - interval '10 minutes') execute function note_late('created_at');
create trigger openings_note_late after insert on openings for each row
  when (new.opened_at < clock_timestamp() - interval '10 minutes') execute function note_late('opened_at');

grant select on kept_hours to felt_and_foil_app;
revoke insert, update, delete on kept_hours from felt_and_foil_app;
revoke execute on function keep_hours(int), note_late() from public;
grant execute on function keep_hours(int) to felt_and_foil_app;
