-- Records the log entry that has shown the contents of a drop's pack.
create or replace function note_shown(p_drop uuid, p_leaf integer, p_entry bigint)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
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
revoke execute on function note_shown(uuid,integer,bigint) from public;
grant execute on function note_shown(uuid,integer,bigint) to felt_and_foil_app;
