-- Makes one key from a person's last name and postal address, the same for different spellings. Returns null if the
-- name or the address is missing.
create or replace function home_key(p_name text, p_line text, p_postal_code text, p_country text)
returns text
language sql
immutable parallel safe
as $$
  select search_key(nullif(regexp_replace(btrim(p_name), '^.*\s', ''), '')) || '|' || address_key(p_line, p_postal_code, p_country)
$$;
comment on function home_key(text,text,text,text) is 'Makes one key of a person''s last name and postal address, which is the same for different spellings. Returns null if the name or the address is missing.';
