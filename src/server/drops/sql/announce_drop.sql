-- Sets the time at which the shop publishes a draft automatically. If the time is null, an operator publishes it.
create or replace function announce_drop(p_id uuid, p_publishes_at timestamp with time zone)
returns void
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  update drops set publishes_at = p_publishes_at where id = p_id and state = 'draft'
$$;
comment on function announce_drop(uuid,timestamp with time zone) is 'Sets the time at which the shop publishes a draft automatically. If the time is null, an operator publishes it.';
revoke execute on function announce_drop(uuid,timestamp with time zone) from public;
grant execute on function announce_drop(uuid,timestamp with time zone) to felt_and_foil_app;
