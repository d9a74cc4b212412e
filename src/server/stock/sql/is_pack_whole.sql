-- Whether a pack has a document that matches its commitment.
create or replace function is_pack_whole(p_pack uuid)
returns boolean
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select exists (
    select from physical_packs p join pack_secrets s on s.pack_id = p.id
    where p.id = p_pack and p.commitment = pack_commitment(s.salt, s.document))
$$;
revoke execute on function is_pack_whole(uuid) from public;
grant execute on function is_pack_whole(uuid) to felt_and_foil_app;
