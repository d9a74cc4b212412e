-- The cards whose names are most like some words, for processes of 1.0.0: goes in 1.3.0.
-- The file calls a function of pg_trgm first, which loads pg_trgm's settings into the session. Without that call, an
-- owner who is not a superuser may not set the threshold below.
select word_similarity('', '');
create or replace function cards_called_like(p_words text, p_most integer default 200)
returns table(card_id uuid, likeness real)
language sql
stable rows 50
set "pg_trgm.word_similarity_threshold" to '0.45'
as $$
  select id, word_similarity(lower(p_words), lower(name)) from cards
  where lower(p_words) <% lower(name) order by 2 desc, market_value desc, id limit p_most
$$;
comment on function cards_called_like(text,integer) is 'The cards whose names are most like some words, for processes of the previous version.';
