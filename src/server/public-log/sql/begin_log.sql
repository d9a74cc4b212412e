-- Checks that a log's number is above the numbers of all earlier logs. Only the owner of the database may begin a second log.
create or replace function begin_log()
returns trigger
language plpgsql
as $$
begin
  -- Lets only one transaction write to the log until that transaction commits. Otherwise the log could get two ends.
  perform pg_advisory_xact_lock(7046021);
  if new.number <= (select max(number) from logs) then
    raise exception 'A log comes after those before it' using errcode = 'check_violation';
  end if;
  if exists (select from logs)
    and not pg_has_role(session_user, (select relowner from pg_class where oid = 'public.logs'::regclass), 'member') then
    raise exception 'Another log is begun by the owner of the database alone' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace trigger logs_begin before insert on logs
for each row execute function begin_log();
