-- Records a movement that is written late, so that the sums of its day include it.
-- The second record, of the movement's hour, is for processes of 1.0.0 and goes in 1.3.0.
create or replace function note_late()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  v_at constant timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
  v_hour constant timestamptz := date_trunc('hour', v_at, 'UTC');
begin
  if tg_table_name = 'transfers' then
    insert into late_movements (happened_at, sales, refunded, top_ups, sold_back, credits) select v_at, a.* from amounts_of(new) a;
  else
    insert into late_movements (happened_at, openings) values (v_at, 1);
  end if;
  -- This record is for processes of 1.0.0: goes in 1.3.0.
  if v_at < clock_timestamp() - interval '10 minutes' then
    perform pg_advisory_xact_lock_shared(7046049);
    insert into kept_hours (hour, is_late)
    select v_hour, true where exists (select from kept_hours where hour >= v_hour)
    on conflict (hour) do update set is_late = true where not kept_hours.is_late;
  end if;
  return null;
end $$;
comment on function note_late() is 'Records a movement that is written late, so that the sums of its day include it.';
revoke execute on function note_late() from public;

create or replace trigger transfers_note_late after insert on transfers
for each row when (new.created_at < (clock_timestamp() - '00:01:00'::interval)) execute function note_late('created_at');
create or replace trigger openings_note_late after insert on openings
for each row when (new.opened_at < (clock_timestamp() - '00:01:00'::interval)) execute function note_late('opened_at');
