-- Searches for people and mails cut lists of places of every three letters: they were as long as the shop has shoppers, and
-- each mail and each person was written into them. How something begins is one place in an ordered index.
drop index users_email_part;
drop index users_username_part;
drop index users_full_name_part;
create index users_username_begins on users (lower(username) text_pattern_ops);
comment on index users_username_begins is 'How a username begins.';
create index users_name_begins on users (lower(full_name) text_pattern_ops) where full_name is not null;
comment on index users_name_begins is 'How a name begins.';
create index users_name_from_second_word on users (substring(lower(full_name) from '^\S+\s+(.+)$') text_pattern_ops)
  where full_name is not null;
comment on index users_name_from_second_word is 'How a name begins without its first word.';
create index users_name_from_third_word on users (substring(lower(full_name) from '^\S+\s+\S+\s+(.+)$') text_pattern_ops)
  where full_name is not null;
comment on index users_name_from_third_word is 'How a name begins without its first two words.';
create index users_last_word_of_name on users (substring(lower(full_name) from '\s(\S+)$') text_pattern_ops)
  where full_name is not null;
comment on index users_last_word_of_name is 'How the last word of a name begins.';

drop index mails_words;
create index mails_to_address on mails (to_address text_pattern_ops, created_at);
comment on index mails_to_address is 'How an address begins, and the newest mails to one.';
create index mails_of_kind on mails (kind, created_at, id);
