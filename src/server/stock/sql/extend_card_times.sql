-- Extends the time of a person's cards by a break that has just begun, as `stamp_break` counted it.
create or replace function extend_card_times(p_user uuid, p_by interval)
returns void
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  update physical_cards set auto_convert_at = auto_convert_at + p_by
  where opened_by_id = p_user and status in ('available', 'locked', 'shipped') and auto_convert_at is not null
    and coalesce(lock_reason, '') not in ('expired', 'refund') and p_by > '0'
$$;
comment on function extend_card_times(uuid,interval) is 'Extends the time of a person''s cards by a break that has just begun.';
revoke execute on function extend_card_times(uuid,interval) from public;
