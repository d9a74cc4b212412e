-- The sums of movements per hour, from `p_from` to before `p_to`, for processes of 1.0.0: goes in 1.3.0.
create or replace function moved_between(p_from timestamp with time zone, p_to timestamp with time zone)
returns table(hour timestamp with time zone, sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint, openings bigint)
language sql
stable
as $$
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
comment on function moved_between(timestamp with time zone,timestamp with time zone) is 'The sums of movements per hour, from `p_from` to before `p_to`, for processes of the previous version.';
