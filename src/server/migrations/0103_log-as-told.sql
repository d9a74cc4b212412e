-- What only an operator does, or only the log, the shop's own role can't say on its own: that another log is in force, and
-- that the log has shown what a pack held which it never did.

create or replace function begin_log() returns trigger
language plpgsql
as $$
begin
  -- One writer at a time, until it has committed: the log has one end.
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
--> statement-breakpoint
create or replace function note_shown(p_drop uuid, p_leaf int, p_entry bigint) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update drop_leaves l set shown_in = p_entry from log_entries e join drops d on d.hash = e.manifest
  where l.drop_id = p_drop and l.leaf = p_leaf and l.shown_in is null and d.id = p_drop
    and e.index = p_entry and e.kind = 'withdraw' and e.log = (select max(number) from logs)
    and (e.data::jsonb->>'place')::int = l.place;
  if not found then
    raise exception 'A pack is shown by the entry that shows it' using errcode = 'restrict_violation';
  end if;
end
$$;
