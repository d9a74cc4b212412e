-- The document of one opened pack of a drop, for the proof of its place.
create or replace function shown_document(p_place uuid)
returns table(document text, salt bytea)
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select s.document, s.salt from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.id = p_place and p.drop_id is not null and p.state = 'opened'
$$;
revoke execute on function shown_document(uuid) from public;
grant execute on function shown_document(uuid) to felt_and_foil_app;
