-- A postal address without punctuation and spaces, case and accents. Null: it is none.
-- A changed result needs a new name here, too. Indexes are built with an empty search path, hence `public`.
create or replace function address_key(p_line text, p_postal_code text, p_country text)
returns text
language sql
immutable parallel safe
as $$
  select translate(public.search_key(nullif(p_country, '') || '|' || nullif(p_postal_code, '') || '|' || nullif(p_line, '')), ' .,;:#''/-', '')
$$;
comment on function address_key(text,text,text) is 'A postal address without signs and spaces, case and accents. Null: it is none.';
