-- The documents of those packs of a drop whose contents may be shown.
-- These packs are withdrawn, returned without the secret, or opened. A pack whose contents were shown is never sold
-- again.
create or replace function shown_documents(p_drop uuid)
returns table(leaf integer, place integer, document text, salt bytea)
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select l.leaf, l.place, s.document, s.salt
  from drop_leaves l join places p on p.pack_id = l.pack_id and p.drop_id = l.drop_id
  join pack_secrets s on s.pack_id = l.pack_id
  where l.drop_id = p_drop and p.state in ('withdrawn', 'opened')
  order by l.leaf
$$;
revoke execute on function shown_documents(uuid) from public;
grant execute on function shown_documents(uuid) to felt_and_foil_app;
