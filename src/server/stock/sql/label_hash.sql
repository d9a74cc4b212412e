-- Computes the hash by which the log names a graded card (`labelHash`, domain/packproof/pack-document.ts).
create or replace function label_hash(p_label text)
returns bytea
language sql
stable
as $$
  select sha256(convert_to('packproof/v2/label', 'UTF8') || '\x00'::bytea
    || convert_to(translate(p_label, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), 'UTF8'))
$$;
