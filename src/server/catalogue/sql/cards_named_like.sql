-- The cards whose names are most similar to a search key, even if it is misspelt.
-- The file calls a function of pg_trgm first, which loads pg_trgm's settings into the session. Without that call, an
-- owner who is not a superuser may not set the threshold below.
select word_similarity('', '');
create or replace function cards_named_like(p_key text, p_most integer)
returns table(card_id uuid, likeness real)
language sql
stable rows 50
set "pg_trgm.word_similarity_threshold" to '0.45'
as $$
  select id, word_similarity(p_key, search_key(name)) from cards
  where p_key <% search_key(name) order by 2 desc, market_value desc, id limit p_most
$$;
comment on function cards_named_like(text,integer) is 'The cards whose names are most similar to a search key, even if it is misspelt.';
