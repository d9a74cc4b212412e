-- The part of a pack's document that follows the cards. It has the pack's fields, sorted by name.
-- `writePackDocument` (domain/packproof/pack-document.ts) writes the whole document.
create or replace function document_end(p_pack_type text, p_serial text, p_certification text, p_taken_in_at timestamp with time zone)
returns text
language sql
stable
as $$
  select format('],"certification":%s,"packType":%s,"serial":%s,"takenInAt":%s,"v":2}',
    to_json(normalize(p_certification)), to_json(p_pack_type), to_json(normalize(p_serial)),
    floor(extract(epoch from p_taken_in_at))::bigint)
$$;
