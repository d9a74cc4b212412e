-- Records that the log has declared a returned ticket void.
-- If the log has the ticket's secret, the place is for sale again. Otherwise the log has shown the pack's contents, so
-- the pack is withdrawn.
create or replace function note_void(p_ref bytea, p_entry bigint)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  t tickets;
  said jsonb;
begin
  select * into strict t from tickets where ref = p_ref for update;
  select data::jsonb into strict said from log_entries e
  where e.index = p_entry and e.kind = 'void' and e.log = (select max(number) from logs)
    and e.manifest = (select hash from drops where id = t.drop_id) and (e.data::jsonb->>'place')::int = t.place
    and e.data::jsonb->>'ticket' = ticket_text(t);
  if said ? 'secret' and not t.is_freed then
    raise exception 'A place is sold again only where its buyer gave it back' using errcode = 'restrict_violation';
  end if;
  update tickets set void_in = p_entry where ref = p_ref;
  if said ? 'secret' then
    update places set state = shelf_state(pack_type_id, drop_id)
    where id = t.place_id and state = 'waiting' and shelf_state(pack_type_id, drop_id) <> 'waiting';
  else
    update places set state = 'withdrawn' where id = t.place_id and state = 'waiting';
    update drop_leaves set shown_in = p_entry where drop_id = t.drop_id and place = t.place and shown_in is null;
  end if;
end
$$;
revoke execute on function note_void(bytea,bigint) from public;
grant execute on function note_void(bytea,bigint) to felt_and_foil_app;
