-- Checks that a checkpoint matches the entries of its log, and follows the earlier checkpoints.
create or replace function check_checkpoint()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if new.size > (select count(*) from log_entries where log = new.log)
    or not starts_with(new.note, format(E'%s\n%s\n%s\n\n',
      (select origin from logs where number = new.log), new.size, encode(log_root(new.log, new.size), 'base64'))) then
    raise exception 'A checkpoint says what the log holds' using errcode = 'check_violation';
  end if;
  if new.size < (select max(size) from log_checkpoints where log = new.log) then
    raise exception 'A checkpoint comes after those before it' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
revoke execute on function check_checkpoint() from public;

create or replace trigger log_checkpoints_say_what_is before insert on log_checkpoints
for each row execute function check_checkpoint();
