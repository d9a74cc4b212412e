-- Normalizes a postal address by removing punctuation, spaces, case and accents. Returns null if the text is no address.
-- A changed rule needs a new function name, because indexes store the results. Names in the function include `public`, because indexes are built with an empty search path.
create or replace function address_key(p_line text, p_postal_code text, p_country text)
returns text
language sql
immutable parallel safe
as $$
  select translate(public.search_key(nullif(p_country, '') || '|' || nullif(p_postal_code, '') || '|' || nullif(p_line, '')), ' .,;:#''/-', '')
$$;
comment on function address_key(text,text,text) is 'Normalizes a postal address by removing punctuation, spaces, case and accents. Returns null if the text is no address.';
