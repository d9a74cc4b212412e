-- Which version of which text somebody accepted, and that they confirmed their age: written once, never changed
-- (docs/choices.md, 320 and 321).
create table consents (
  user_id uuid not null references users (id),
  text_key text not null,
  version int not null,
  occasion text not null,
  given_at timestamptz not null default shop_clock(),
  primary key (user_id, occasion, text_key, version),
  constraint consents_text_exists foreign key (text_key, version) references shop_texts (key, version),
  constraint consents_text_is_legal check (text_key in ('terms', 'privacy', 'refunds', 'shipping')),
  constraint consents_occasion_known check (occasion in ('sign_up', 'purchase'))
);
comment on table consents is 'Versions of the shop''s legal texts that somebody accepted. Never changed, and kept with the books when an account is erased.';
comment on column consents.occasion is 'purchase: the first, and the first under a new version.';
create trigger consents_never_change before update or delete or truncate on consents
for each statement execute function refuse_change();

create table age_confirmations (
  user_id uuid not null references users (id),
  age smallint not null,
  region text,
  given_at timestamptz not null default shop_clock(),
  primary key (user_id, age),
  constraint age_confirmations_age_is_one check (age between 13 and 25)
);
comment on table age_confirmations is 'That somebody confirmed to be of an age, or older. No date of birth. Never changed.';
comment on column age_confirmations.region is 'Where they said to live then, such as CA-ON; null: they had not said.';
create trigger age_confirmations_never_change before update or delete or truncate on age_confirmations
for each statement execute function refuse_change();

revoke update, delete on consents, age_confirmations from felt_and_foil_app;
