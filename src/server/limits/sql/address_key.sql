-- A postal address without punctuation, spaces, case and accents. Null if it is no address.
-- A function with other results needs a new name here, because indexes hold the results. Indexes are built with an empty search
-- path, so names include `public`.
create or replace function address_key(p_line text, p_postal_code text, p_country text)
returns text
language sql
immutable parallel safe
as $$
  select translate(public.search_key(nullif(p_country, '') || '|' || nullif(p_postal_code, '') || '|' || nullif(p_line, '')), ' .,;:#''/-', '')
$$;
comment on function address_key(text,text,text) is 'A postal address without signs and spaces, case and accents. Null: it is none.';
