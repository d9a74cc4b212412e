-- The sums of transfers and openings per day (UTC), from `p_from` to before `p_to`.
create or replace function movements_between(p_from timestamp with time zone, p_to timestamp with time zone)
returns table(day date, movements bigint, sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint, openings bigint)
language sql
stable
as $$
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
comment on function movements_between(timestamp with time zone,timestamp with time zone) is 'The sums of transfers and openings per day (UTC), from `p_from` to before `p_to`.';
