-- A text as searches compare it: without case, accents and kinds of apostrophes (`searchKey`, domain/search-key.ts).
-- So "cote" finds "Côté", and "pokemon" finds "Pokémon". The same as `searchKey` (domain/search-key.ts), which converts the typed
-- text. It uses no extension, because an owner may not be allowed to create one. A changed result needs a new name: indexes hold
-- the values that it returned. The letters are listed in both cases, because a database in the collation C only knows those of
-- ASCII.
create or replace function search_key(p_text text)
returns text
language sql
immutable parallel safe
as $$
  select case when octet_length(p_text) = length(p_text) then translate(lower(p_text), '`ı', '''i')
    else replace(replace(replace(replace(
      translate(lower(normalize(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g'), nfc)),
        'øØłŁđĐðÐħĦŧŦŀĿıſςÆŒẞÞ’‘ʼ`´', 'oollddddhhttllisσæœßþ'''''''''''),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th') end
$$;
comment on function search_key(text) is 'A text as searches read it: without case, accents and kinds of apostrophes.';
