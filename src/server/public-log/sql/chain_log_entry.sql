-- Numbers a new entry after the last one, hashes its text, and adds its nodes to the log's tree.
create or replace function chain_log_entry()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  said jsonb := new.data::jsonb;
  last_index bigint;
  last_said bigint;
  node bytea;
  height int := 0;
  at bigint;
begin
  perform pg_advisory_xact_lock(7046021);
  if new.log is distinct from (select max(number) from logs) then
    raise exception 'Only the newest log goes on' using errcode = 'restrict_violation';
  end if;
  select e.index, e.says_at into last_index, last_said from log_entries e where e.log = new.log order by e.index desc limit 1;
  new.index := coalesce(last_index, -1) + 1;
  new.kind := said->>'kind';
  new.leaf_hash := sha256('\x00'::bytea || convert_to(new.data, 'UTF8'));
  new.manifest := case when new.kind = 'manifest' then new.leaf_hash else decode(said->>'manifest', 'hex') end;
  new.says_at := coalesce((said->>'publishedAt')::bigint, (said->>'sealedAt')::bigint, (said->>'at')::bigint, last_said);
  if new.says_at is null or new.says_at < last_said or new.says_at > extract(epoch from shop_now()) + 60 then
    raise exception 'The times of a log never go back, and are none to come' using errcode = 'check_violation';
  end if;
  node := new.leaf_hash;
  at := new.index;
  insert into log_nodes (log, level, index, hash) values (new.log, 0, at, node);
  while at % 2 = 1 loop
    select log_node(n.hash, node) into strict node from log_nodes n
    where n.log = new.log and n.level = height and n.index = at - 1;
    at := at / 2;
    height := height + 1;
    insert into log_nodes (log, level, index, hash) values (new.log, height, at, node);
  end loop;
  return new;
end
$$;
revoke execute on function chain_log_entry() from public;

create or replace trigger log_entries_chain before insert on log_entries
for each row execute function chain_log_entry();
