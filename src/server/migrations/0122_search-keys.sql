-- Who types "cote" finds "Côté", and "pokemon" finds "Pokémon". The same as `searchKey` (domain/search-key.ts), which writes
-- what is typed. It has no extension, because an owner may not be allowed to make one. Another meaning needs another name: indexes
-- hold what it returned. The letters are in both cases, because a database in the collation C only knows those of ASCII.
create function search_key(p_text text) returns text language sql immutable parallel safe as $$
  select case when octet_length(p_text) = length(p_text) then translate(lower(p_text), '`ı', '''i')
    else replace(replace(replace(replace(
      translate(lower(normalize(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g'), nfc)),
        'øØłŁđĐðÐħĦŧŦŀĿıſςÆŒẞÞ’‘ʼ`´', 'oollddddhhttllisσæœßþ'''''''''''),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th') end
$$;
comment on function search_key(text) is 'A text as searches read it: without case, accents and kinds of apostrophes.';
--> statement-breakpoint

-- Its settings are known to a session that has used it: an owner who is no superuser may not name them before.
select word_similarity('', '');
--> statement-breakpoint
create function cards_named_like(p_key text, p_most int) returns table (card_id uuid, likeness real)
language sql stable rows 50 set "pg_trgm.word_similarity_threshold" to '0.45' as $$
  select id, word_similarity(p_key, search_key(name)) from cards
  where p_key <% search_key(name) order by 2 desc, market_value desc, id limit p_most
$$;
comment on function cards_named_like(text, int) is 'The cards whose names are most like a search key, however it is spelt.';
comment on function cards_called_like(text, int) is 'For processes of the version before.';
comment on index users_email_start is 'For processes of the version before.';
comment on index users_username_begins is 'For processes of the version before.';
comment on index users_name_begins is 'For processes of the version before.';
comment on index users_name_from_second_word is 'For processes of the version before.';
comment on index users_name_from_third_word is 'For processes of the version before.';
comment on index users_last_word_of_name is 'For processes of the version before.';
comment on index shipments_in_state_recipient_begins is 'For processes of the version before.';
comment on index shipments_in_state_last_name_begins is 'For processes of the version before.';
comment on index cards_name_parts is 'For processes of the version before.';
