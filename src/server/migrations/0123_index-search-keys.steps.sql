-- Each is a transaction of its own (migrate.ts): who writes to its table waits for one index, and not for all of them. The indexes
-- that they take the place of are for processes of the version before, and go a release later.
create index if not exists users_email_key_begins on users (search_key(email) text_pattern_ops);
comment on index users_email_key_begins is 'How an address begins.';
--> statement-breakpoint
create index if not exists users_username_key_begins on users (search_key(username) text_pattern_ops);
comment on index users_username_key_begins is 'How a username begins.';
--> statement-breakpoint
create index if not exists users_name_key_begins on users (search_key(full_name) text_pattern_ops);
comment on index users_name_key_begins is 'How a name begins.';
--> statement-breakpoint
create index if not exists users_name_key_from_second_word on users (substring(search_key(full_name) from '^\S+\s+(.+)$') text_pattern_ops);
comment on index users_name_key_from_second_word is 'How a name begins without its first word.';
--> statement-breakpoint
create index if not exists users_name_key_from_third_word on users (substring(search_key(full_name) from '^\S+\s+\S+\s+(.+)$') text_pattern_ops);
comment on index users_name_key_from_third_word is 'How a name begins without its first two words.';
--> statement-breakpoint
create index if not exists users_last_word_of_name_key on users (substring(search_key(full_name) from '\s(\S+)$') text_pattern_ops);
comment on index users_last_word_of_name_key is 'How the last word of a name begins.';
--> statement-breakpoint
create index if not exists shipments_in_state_recipient_key_begins
  on shipments (state, search_key((address ->> 'firstName') || ' ' || (address ->> 'lastName')) text_pattern_ops);
comment on index shipments_in_state_recipient_key_begins is 'How the name of who gets a parcel begins.';
--> statement-breakpoint
create index if not exists shipments_in_state_last_name_key_begins on shipments (state, search_key(address ->> 'lastName') text_pattern_ops);
comment on index shipments_in_state_last_name_key_begins is 'How the last name of who gets a parcel begins.';
--> statement-breakpoint
create index if not exists mails_to_other_address on mails (search_key(to_address) text_pattern_ops)
  where octet_length(to_address) <> length(to_address);
comment on index mails_to_other_address is 'How an address begins that is not in ASCII: few, if any.';
--> statement-breakpoint
create index if not exists cards_name_key_parts on cards using gin (search_key(name) gin_trgm_ops);
comment on index cards_name_key_parts is 'Parts of names, and names that are like a word.';
--> statement-breakpoint
-- What plans know of an expression is counted with its index there.
analyze users, shipments, cards;
