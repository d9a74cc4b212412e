-- Adds what at most `p_most` journals earned and spent to the sums, and everything in `margin_due`. Only journals
-- before `summed_until` are summed: `sum_movements` has made sure that none of these is still being written or recorded
-- as late.
create or replace function sum_margins(p_most integer, out journals bigint, out is_behind boolean)
returns record
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  v_from timestamptz;
  v_end timestamptz;
  v_next timestamptz;
  v_to timestamptz;
begin
  journals := 0;
  is_behind := false;
  if not pg_try_advisory_xact_lock(7046051) then
    return;
  end if;
  select m.until, greatest(m.until, s.until) into v_from, v_end from margin_until m cross join summed_until s;
  v_next := (select j.created_at from journals j where j.created_at >= v_from order by j.created_at offset p_most limit 1);
  -- If more than `p_most` journals have the same time, all of them are summed at once.
  v_to := case when v_next is null then v_end else least(v_end, greatest(v_next, v_from + interval '1 microsecond')) end;
  if v_to <= v_from and not exists (select from margin_due) then
    return;
  end if;
  -- A single statement has a single snapshot. So a changed cost counts once, either with the journal of a sale or by
  -- its own row in `margin_due`.
  with due as (
    delete from margin_due returning *
  ), late as (
    select array_agg(d.journal_id) as ids from due d join journals j on j.id = d.journal_id where j.created_at < v_from
  ), changed as (
    select d.pack_id, d.figure, sum(d.amount) as amount from due d where d.pack_id is not null group by 1, 2
  ), counted as (
    -- Each sale and return of these packs whose journal was summed before.
    select c.pack_id, c.figure, c.amount, e.journal_id, e.times
    from changed c cross join lateral (
      select j.id, 1 from places p join journals j on j.reference_id = p.reservation_id and j.kind = 'pack_purchase'
      where p.pack_id = c.pack_id and p.state in ('sold', 'disputed', 'opened')
      union all
      select j.id, 1 from pack_returns r join journals j on j.reference_id = r.reservation_id and j.kind = 'pack_purchase'
      where r.pack_id = c.pack_id
      union all
      select journal_of_return(r.reservation_id, r.returned_at), -1 from pack_returns r where r.pack_id = c.pack_id
    ) e (journal_id, times)
  ), lines as (
    select m.day, m.line, m.game, m.pack_type_id, m.drop_id, m.figure, m.amount
    from late cross join lateral margin_lines(v_from, v_to, coalesce(late.ids, '{}')) m
    union all
    select coalesce(d.day, d.month), d.line, d.game, d.pack_type_id, d.drop_id, d.figure, d.amount from due d where d.line is not null
    union all
    select (j.created_at at time zone 'UTC')::date, 'packs', s.game, p.pack_type_id, p.drop_id, c.figure, c.times * c.amount
    from counted c join journals j on j.id = c.journal_id and j.created_at < v_from
    join places p on p.pack_id = c.pack_id join pack_types t on t.id = p.pack_type_id join card_sets s on s.id = t.set_id
    where not exists (select from due d where d.journal_id = j.id)
  ), added as (
    insert into margin_sums as s (month, line, game, pack_type_id, drop_id, figure, amount)
    select date_trunc('month', l.day)::date, l.line, l.game, l.pack_type_id, l.drop_id, l.figure, sum(l.amount) from lines l
    group by 1, 2, 3, 4, 5, 6 having sum(l.amount) <> 0
    on conflict (month, line, game, pack_type_id, drop_id, figure) do update set amount = s.amount + excluded.amount
  ), added_to_days as (
    insert into margin_days as s (day, line, pack_type_id, figure, amount)
    select l.day, l.line, l.pack_type_id, l.figure, sum(l.amount) from lines l
    where l.day > (shop_now() at time zone 'UTC')::date - 100
    group by 1, 2, 3, 4 having sum(l.amount) <> 0
    on conflict (pack_type_id, figure, line, day) do update set amount = s.amount + excluded.amount
  ), gone as (
    delete from margin_days where day <= (shop_now() at time zone 'UTC')::date - 100
  ), moved_on as (
    update margin_until set until = v_to where until < v_to
  )
  select count(*) into journals from journals j where j.created_at >= v_from and j.created_at < v_to;
  is_behind := v_to < v_end;
end $$;
comment on function sum_margins(integer) is 'Adds what at most `p_most` journals earned and spent to the sums.';
revoke execute on function sum_margins(integer) from public;
grant execute on function sum_margins(integer) to felt_and_foil_app;
