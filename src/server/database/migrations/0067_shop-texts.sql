-- Texts that operators write, in Markdown: a row for each time one was saved, never changed. The newest of a key is what is
-- shown; without any, what the product says. The keys are the product's (domain/shop-texts.ts).
create table shop_texts (
  key text not null,
  version int not null,
  body text not null,
  shown_from timestamptz,
  shown_until timestamptz,
  made_by_id uuid references users (id),
  made_at timestamptz not null default shop_clock(),
  constraint shop_texts_pkey primary key (key, version),
  constraint shop_texts_key_is_a_word check (key ~ '^[a-z][a-z-]{0,39}$'),
  constraint shop_texts_versions_begin_at_one check (version > 0),
  constraint shop_texts_body_has_an_end check (length(body) <= 100000),
  constraint shop_texts_days_are_in_order check (shown_until > shown_from)
);
comment on table shop_texts is 'Texts in Markdown, each time they were saved: the newest version of a key is shown. Never changed, so that what somebody read or agreed to can be looked up.';
comment on column shop_texts.version is 'Counts up by one for each key. Who saves names the one they saw, so that of two at once one is refused.';
comment on column shop_texts.shown_from is 'Of a text that is shown for some time only; null: from when it was saved.';
comment on column shop_texts.shown_until is 'Null: until another version is saved.';
comment on column shop_texts.made_by_id is 'Null: by the command line.';

create trigger shop_texts_never_change before update or delete or truncate on shop_texts
for each statement execute function refuse_change();
revoke update, delete on shop_texts from felt_and_foil_app;
create trigger shop_texts_note_new after insert on shop_texts
  for each statement execute function note_shop();
