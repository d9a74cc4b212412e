-- The commitment to a pack’s document: a salted hash (`packCommitment`, domain/packproof/pack-document.ts).
create or replace function pack_commitment(p_salt bytea, p_document text)
returns bytea
language sql
stable
as $$
  select sha256(convert_to('packproof/v2/pack', 'UTF8') || '\x00'::bytea || p_salt || convert_to(p_document, 'UTF8'))
$$;
