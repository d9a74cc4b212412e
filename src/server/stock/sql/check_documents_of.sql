-- A pack on sale has a document that names this pack and has as many cards as the pack's type.
create or replace function check_documents_of(p_packs uuid[])
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  wrong record;
begin
  -- The query is materialized, so that each document is decompressed only once.
  with read as materialized (
    select p.serial, p.commitment, s.salt, s.document || '' as document, cardinality(s.card_ids) as held, t.card_count as wanted,
      document_end(p.pack_type_id, p.serial, p.certification_number, p.received_at) as says_last
    from physical_packs p
    join pack_types t on t.id = p.pack_type_id
    left join pack_secrets s on s.pack_id = p.id
    where p.id = any (p_packs)
  )
  select serial, wanted, coalesce(held, 0) as held into wrong
  from read
  where held is distinct from wanted or commitment is distinct from pack_commitment(salt, document)
    or not starts_with(document, '{"cards":[{') or right(document, length(says_last) + 1) <> '}' || says_last
  limit 1;
  if not found then
    return;
  elsif wrong.held <> wrong.wanted then
    raise exception 'Pack % holds % cards, its type says %', wrong.serial, wrong.held, wrong.wanted
      using errcode = 'check_violation', constraint = 'physical_packs_hold_card_count';
  end if;
  raise exception 'The document of pack % says something else than the pack', wrong.serial using errcode = 'check_violation';
end
$$;
revoke execute on function check_documents_of(uuid[]) from public;
