-- Extends the deadlines of a person's cards because of a new break. p_by is the time that `stamp_break` computed.
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
comment on function extend_card_times(uuid,interval) is 'Extends the deadlines of a person''s cards because of a new break. p_by is the time that `stamp_break` computed.';
revoke execute on function extend_card_times(uuid,interval) from public;
