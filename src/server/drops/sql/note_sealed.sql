-- Records the log entry that has sealed some tickets of a drop.
create or replace function note_sealed(p_refs bytea[], p_entry bigint)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  noted int;
begin
  update tickets t set sealed_in = p_entry
  from log_entries e join drops d on d.hash = e.manifest
  cross join lateral jsonb_to_recordset(e.data::jsonb->'tickets') as s (hash text, place int)
  where t.ref = any (p_refs) and t.drop_id = d.id and t.place = s.place and s.hash = ticket_hash(t)
    and e.index = p_entry and e.kind = 'seal' and e.log = (select max(number) from logs);
  get diagnostics noted = row_count;
  if noted <> cardinality(p_refs) then
    raise exception 'A ticket is sealed by the entry that has it' using errcode = 'restrict_violation';
  end if;
end
$$;
revoke execute on function note_sealed(bytea[],bigint) from public;
grant execute on function note_sealed(bytea[],bigint) to felt_and_foil_app;
