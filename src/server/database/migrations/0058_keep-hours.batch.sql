-- A week at a time, each in a transaction of its own. It ends early while somebody is writing: the job goes on then.
select keep_hours(168) as done, coalesce(extract(epoch from
  date_trunc('hour', now() - interval '10 minutes', 'UTC')
  - coalesce((select max(hour) + interval '1 hour' from kept_hours), (select date_trunc('hour', min(created_at), 'UTC') from transfers))
) / 3600, 0)::int as waiting;
