-- As many names as whoever narrows them further may need: two hundred dearer cards of one name hid the one of a set.
drop function cards_called_like(text);
--> statement-breakpoint
-- Its settings are known to a session that has used it: an owner who is no superuser may not name them before.
select word_similarity('', '');
--> statement-breakpoint
create function cards_called_like(p_words text, p_most int default 200) returns table (card_id uuid, likeness real)
language sql stable rows 50 set "pg_trgm.word_similarity_threshold" to '0.45' as $$
  select id, word_similarity(lower(p_words), lower(name)) from cards
  where lower(p_words) <% lower(name) order by 2 desc, market_value desc, id limit p_most
$$;
--> statement-breakpoint
comment on function cards_called_like(text, int) is 'The cards whose names are most like some words, however those are spelt.';
