-- What the shop tells everybody of its drops, for ever: a list that only grows, under one hash (RFC 6962). The tree is kept
-- by the database, so that what is signed is what stands here.
create table logs (
  number int primary key,
  origin text not null unique,
  key bytea not null,
  begun_at timestamptz not null default shop_now(),
  constraint logs_key_is_whole check (length(key) = 32)
);
--> statement-breakpoint
comment on table logs is 'The shop''s public log; a later one where the one before can''t go on (log recover). The newest is in force.';
--> statement-breakpoint
comment on column logs.origin is 'Its name and, behind https://, its address: shop.example/log, then shop.example/log/2.';
--> statement-breakpoint
comment on column logs.key is 'The public key that signed it first. Later ones are entries; secret ones are never in the database.';
--> statement-breakpoint
create table log_entries (
  log int not null references logs (number),
  index bigint not null,
  kind text not null,
  manifest bytea,
  says_at bigint not null,
  data text not null,
  leaf_hash bytea not null,
  added_at timestamptz not null default shop_now(),
  primary key (log, index),
  constraint log_entries_fit_a_tile check (octet_length(data) <= 49152),
  constraint log_entries_hash_is_theirs check (leaf_hash = sha256('\x00'::bytea || convert_to(data, 'UTF8')))
);
--> statement-breakpoint
comment on table log_entries is 'What the log says, one canonical JSON a row (domain/packproof).';
--> statement-breakpoint
comment on column log_entries.manifest is 'The drop that it is about, by its manifest''s hash.';
--> statement-breakpoint
comment on column log_entries.says_at is 'The time that it says, in seconds since 1970; an order says none and takes that of the entry before. Never lower than before.';
--> statement-breakpoint
create index log_entries_of_drop on log_entries (manifest, index) where manifest is not null;
--> statement-breakpoint
create index log_entries_of_kind on log_entries (log, kind, index);
--> statement-breakpoint
create table log_nodes (
  log int not null,
  level int not null,
  index bigint not null,
  hash bytea not null,
  primary key (log, level, index)
);
--> statement-breakpoint
comment on table log_nodes is
  'Hashes of the subtrees of 2^level entries that are whole, made by the database as entries come in: tiles and proofs are read from it.';
--> statement-breakpoint
create table log_checkpoints (
  log int not null references logs (number),
  size bigint not null,
  note text not null,
  at timestamptz not null default shop_now(),
  primary key (log, size)
);
--> statement-breakpoint
comment on table log_checkpoints is 'Signed notes of the shop: so long the log was, and this it held.';
--> statement-breakpoint
create table log_cosignatures (
  log int not null,
  size bigint not null,
  witness text not null,
  line text not null,
  at bigint not null,
  primary key (log, size, witness),
  constraint log_cosignatures_of_checkpoint foreign key (log, size) references log_checkpoints (log, size)
);
--> statement-breakpoint
comment on table log_cosignatures is 'Lines below a checkpoint by others, who saw it.';
--> statement-breakpoint
comment on column log_cosignatures.witness is 'Its name in the policy of the shop.';
--> statement-breakpoint
comment on column log_cosignatures.at is 'When it saw it, by its own clock, in seconds since 1970.';
--> statement-breakpoint
revoke update, delete, truncate on logs, log_entries, log_checkpoints, log_cosignatures from felt_and_foil_app;
--> statement-breakpoint
revoke insert, update, delete, truncate on log_nodes from felt_and_foil_app;
--> statement-breakpoint

create function log_node(p_left bytea, p_right bytea) returns bytea
language sql immutable
as $$
  select sha256('\x01'::bytea || p_left || p_right)
$$;
--> statement-breakpoint
-- The root over the first entries of a log: its whole subtrees from the right to the left.
create function log_root(p_log int, p_size bigint) returns bytea
language plpgsql stable
as $$
declare
  remaining bigint := p_size;
  height int := 0;
  root bytea;
  node bytea;
begin
  if p_size = 0 then
    return sha256('');
  end if;
  while remaining > 0 loop
    if remaining % 2 = 1 then
      select n.hash into strict node from log_nodes n where n.log = p_log and n.level = height and n.index = remaining - 1;
      root := case when root is null then node else log_node(node, root) end;
    end if;
    remaining := remaining / 2;
    height := height + 1;
  end loop;
  return root;
end
$$;
--> statement-breakpoint

create function begin_log() returns trigger
language plpgsql
as $$
begin
  -- One writer at a time, until it has committed: the log has one end.
  perform pg_advisory_xact_lock(7046021);
  if new.number <= (select max(number) from logs) then
    raise exception 'A log comes after those before it' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger logs_begin before insert on logs for each row execute function begin_log();
--> statement-breakpoint

create function chain_log_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp
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
--> statement-breakpoint
revoke execute on function chain_log_entry() from public;
--> statement-breakpoint
create trigger log_entries_chain before insert on log_entries for each row execute function chain_log_entry();
--> statement-breakpoint

create function check_checkpoint() returns trigger
language plpgsql security definer set search_path = public, pg_temp
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
--> statement-breakpoint
revoke execute on function check_checkpoint() from public;
--> statement-breakpoint
create trigger log_checkpoints_say_what_is before insert on log_checkpoints for each row execute function check_checkpoint();
--> statement-breakpoint

create trigger logs_never_change before update or delete or truncate on logs
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger log_entries_never_change before update or delete or truncate on log_entries
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger log_nodes_never_change before update or delete or truncate on log_nodes
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger log_checkpoints_never_change before update or delete or truncate on log_checkpoints
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger log_cosignatures_never_change before update or delete or truncate on log_cosignatures
for each statement execute function refuse_change();
--> statement-breakpoint

-- What is wrong with the tree, for the audit: a node for each fault.
create function log_faults() returns setof text
language sql stable
as $$
  select format('%s/%s', e.log, e.index) from (
    select log, index, row_number() over (partition by log order by index) - 1 as place, says_at,
      lag(says_at) over (partition by log order by index) as before
    from log_entries
  ) e where e.index <> e.place or e.says_at < e.before
  union all
  select format('%s/0/%s', coalesce(e.log, n.log), coalesce(e.index, n.index))
  from log_entries e full join (select * from log_nodes where level = 0) n on n.log = e.log and n.index = e.index
  where n.hash is distinct from e.leaf_hash
  union all
  select format('%s/%s/%s', n.log, n.level, n.index) from log_nodes n
  left join log_nodes l on l.log = n.log and l.level = n.level - 1 and l.index = n.index * 2
  left join log_nodes r on r.log = n.log and r.level = n.level - 1 and r.index = n.index * 2 + 1
  where n.level > 0 and n.hash is distinct from log_node(l.hash, r.hash)
  union all
  select format('%s/%s/missing', l.log, l.level) from log_nodes l
  join log_nodes r on r.log = l.log and r.level = l.level and r.index = l.index + 1
  where l.index % 2 = 0 and not exists (
    select from log_nodes n where n.log = l.log and n.level = l.level + 1 and n.index = l.index / 2)
  union all
  select format('checkpoint %s/%s', c.log, c.size) from log_checkpoints c
  join logs g on g.number = c.log
  where c.size > (select count(*) from log_entries e where e.log = c.log)
    or not starts_with(c.note, format(E'%s\n%s\n%s\n\n', g.origin, c.size, encode(log_root(c.log, c.size), 'base64')))
$$;
