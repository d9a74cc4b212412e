-- Returns a text as searches compare it, without case, accents and kinds of apostrophes (`searchKey`, domain/search-key.ts).
-- So "cote" finds "Côté".
-- The function uses no extension, because the database's owner may not be allowed to create one. A changed rule needs a new function name, because indexes store the results. The letters are listed in both cases, because a database with the collation C knows the case of ASCII letters only.
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
comment on function search_key(text) is 'Returns a text as searches compare it, without case, accents and kinds of apostrophes.';
