-- The database as 1.0.0 left it, in one piece: its first 99 migrations were 0000 to 0098. An older database is migrated
-- by 1.0.0 first. Keys, indexes, and checks between tables stand in the order in which those migrations made them, because
-- Postgres asks them in that order: the first that refuses gives the error its name.

-- The role that the shop works in. It owns nothing. Roles belong to the server, not to one database.
do $$
begin
  if not exists (select from pg_roles where rolname = 'felt_and_foil_app') then
    create role felt_and_foil_app nologin;
  end if;
  -- The owner steps into the role on each connection, which takes membership.
  if not pg_has_role(current_user, 'felt_and_foil_app', 'member') then
    execute format('grant felt_and_foil_app to %I', current_user);
  end if;
exception
  when insufficient_privilege then
    raise exception using
      message = 'The database user may not create the role that the shop works in.',
      hint = format(
        'As an administrator run: create role felt_and_foil_app nologin; grant felt_and_foil_app to %I;',
        current_user
      );
end
$$;

create extension if not exists pg_trgm;
-- Its settings are known to a session that has used it: an owner who is no superuser may not name them before.
select word_similarity('', '');

create schema sandbox;
comment on schema sandbox is 'What the card sandbox keeps in Stripe''s place. Empty in production.';

-- Functions stand before the tables that they ask.
set local check_function_bodies = off;

create table sessions (
  id uuid not null,
  user_id uuid not null,
  generation integer not null default 1,
  rotated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  reuse_detected boolean not null default false,
  user_agent text not null,
  ip text not null,
  created_at timestamp with time zone not null default now(),
  constraint sessions_pkey primary key (id)
);
create index sessions_of_user on sessions (user_id);
comment on table sessions is 'A sign-in on one device. Its refresh tokens are numbered; only the newest is good.';
comment on column sessions.generation is 'The number of the newest refresh token; tokens are derived from it, none is stored.';
comment on column sessions.rotated_at is 'When the newest one took the place of the one before.';
comment on column sessions.reuse_detected is 'The family ended because a used token came back.';

create table users (
  id uuid not null,
  email text not null,
  username text not null,
  password_hash text not null,
  role text not null default 'user'::text,
  email_verified_at timestamp with time zone,
  locked_at timestamp with time zone,
  full_name text,
  phone_number text,
  address_line_1 text,
  city text,
  state text,
  zip_code text,
  country text,
  preferences jsonb not null default '{"currency": "CAD", "language": "en", "smsNotifications": false, "emailNotifications": true, "packRecommendations": true, "preferredCategories": [], "autoConvertExpiredCards": true}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  auto_ship_threshold bigint,
  default_shipping_method text not null default 'standard'::text,
  privacy_level text not null default 'private'::text,
  password_changed_at timestamp with time zone,
  deletion_due_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint users_pkey primary key (id),
  constraint users_email_unique unique (email),
  constraint users_email_lower_case check ((email = lower(email))),
  constraint users_role_known check ((role = any (array['user'::text, 'moderator'::text, 'admin'::text]))),
  constraint users_auto_ship_threshold_not_negative check ((auto_ship_threshold >= 0))
);
create index users_by_time on users (created_at, id);
create index users_of_role on users (role, created_at) where (role <> 'user'::text);
create index users_out_of_the_ordinary on users (created_at) where ((erased_at is not null) or (locked_at is not null) or (deletion_due_at is not null));
create index users_email_start on users (email text_pattern_ops);
create index users_username_begins on users (lower(username) text_pattern_ops);
create index users_name_begins on users (lower(full_name) text_pattern_ops) where (full_name is not null);
create index users_name_from_second_word on users ("substring"(lower(full_name), '^\S+\s+(.+)$'::text) text_pattern_ops) where (full_name is not null);
create index users_name_from_third_word on users ("substring"(lower(full_name), '^\S+\s+\S+\s+(.+)$'::text) text_pattern_ops) where (full_name is not null);
create index users_last_word_of_name on users ("substring"(lower(full_name), '\s(\S+)$'::text) text_pattern_ops) where (full_name is not null);
comment on column users.email is 'In lower case: addresses are compared without case.';
comment on column users.auto_ship_threshold is 'Reminders list cards of this market value or more first; null: no such list.';
comment on column users.password_changed_at is 'Null: it is the one of the registration.';
comment on column users.deletion_due_at is 'The person asked for the account to be deleted, which is done at that instant; null: they did not.';
comment on column users.erased_at is 'Since then the row says nothing about the person; the books still need its id.';
comment on index users_of_role is 'Most users are active shoppers: only the others are worth an index.';
comment on index users_out_of_the_ordinary is 'Most users are active shoppers: only the others are worth an index.';
comment on index users_email_start is 'How an address begins.';
comment on index users_username_begins is 'How a username begins.';
comment on index users_name_begins is 'How a name begins.';
comment on index users_name_from_second_word is 'How a name begins without its first word.';
comment on index users_name_from_third_word is 'How a name begins without its first two words.';
comment on index users_last_word_of_name is 'How the last word of a name begins.';

create table card_sets (
  id text not null,
  game text not null,
  code text not null,
  name text not null,
  released_on date,
  constraint card_sets_pkey primary key (id),
  constraint card_sets_code_once unique (game, code),
  constraint card_sets_game_known check ((game = any (array['magic'::text, 'pokemon'::text, 'yugioh'::text])))
);
comment on column card_sets.id is 'Game and code: `magic-mid`.';

create table cards (
  id uuid not null,
  set_id text not null,
  external_id text not null,
  name text not null,
  number text not null,
  rarity text not null,
  native_rarity text not null,
  finish text not null,
  image_url text,
  market_value bigint not null default 0,
  priced_on date,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint cards_pkey primary key (id),
  constraint cards_external_id_once unique (set_id, external_id),
  constraint cards_printing_once unique (set_id, number, native_rarity, finish),
  constraint cards_rarity_known check ((rarity = any (array['common'::text, 'uncommon'::text, 'rare'::text, 'mythic'::text]))),
  constraint cards_finish_known check ((finish = any (array['normal'::text, 'foil'::text, 'reverse-foil'::text]))),
  constraint cards_market_value_not_negative check ((market_value >= 0))
);
create index cards_by_value on cards (market_value desc nulls last, id);
create index cards_by_price_day on cards (priced_on);
create index cards_name_parts on cards using gin (lower(name) gin_trgm_ops);
create index cards_by_number on cards (lower(number) text_pattern_ops);
create index cards_by_name on cards (lower(name), id);
create index cards_by_rarity on cards (array_position(array['common'::text, 'uncommon'::text, 'rare'::text, 'mythic'::text], rarity) desc, id);
comment on table cards is 'The catalogue: one printing of one card in one finish (choice 1).';
comment on column cards.external_id is 'The public source''s own id with the finish; importing again finds the card by it.';
comment on column cards.market_value is 'The newest price, in CAD; 0 when no source has one.';
comment on column cards.priced_on is 'The day of that price.';
comment on index cards_name_parts is 'Parts of names, and names that are like a word.';

create table pack_type_cards (
  pack_type_id text not null,
  card_id uuid not null,
  constraint pack_type_cards_pack_type_id_card_id_pk primary key (pack_type_id, card_id)
);
create index pack_type_cards_of_card on pack_type_cards (card_id);
comment on table pack_type_cards is 'The cards that a pack of the type can hold.';

create table pack_types (
  id text not null,
  set_id text not null,
  name text not null,
  description text not null default ''::text,
  price bigint not null,
  original_price bigint,
  card_count smallint not null,
  purchase_limit integer default 1,
  is_available boolean not null default true,
  guaranteed boolean not null default false,
  tags text[] not null default '{}'::text[],
  details text[] not null default '{}'::text[],
  odds jsonb not null default '[]'::jsonb,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  odds_counted boolean not null default false,
  picture text,
  filling jsonb not null default '[]'::jsonb,
  promises_foil boolean not null default false,
  promises_rarity text,
  promises_hits smallint,
  constraint pack_types_pkey primary key (id),
  constraint pack_types_price_positive check ((price > 0)),
  constraint pack_types_original_price_higher check ((original_price > price)),
  constraint pack_types_card_count check (((card_count >= 1) and (card_count <= 100))),
  constraint pack_types_purchase_limit_positive check ((purchase_limit > 0)),
  constraint pack_types_promises_rarity_known check ((promises_rarity = any (array['uncommon'::text, 'rare'::text, 'mythic'::text]))),
  constraint pack_types_promises_hits_fit check (((promises_hits >= 1) and (promises_hits <= card_count)))
);
create index pack_types_of_picture on pack_types (picture) where (picture is not null);
comment on table pack_types is 'What the catalogue sells. Stock is counted from physical packs, never typed in.';
comment on column pack_types.id is 'A slug: `magic-mid-draft`.';
comment on column pack_types.price is 'What the shopper pays before tax.';
comment on column pack_types.original_price is 'The higher price it is reduced from, if it is.';
comment on column pack_types.purchase_limit is 'Packs of this type that one user may ever buy; null = no limit.';
comment on column pack_types.odds is 'Chance per rarity that a pack holds at least one such card.';
comment on column pack_types."position" is 'Place in the shop''s order.';
comment on column pack_types.odds_counted is 'Nobody said how its packs are filled: the odds are counted from those that came in.';
comment on column pack_types.picture is 'Null: the shop''s own drawing.';
comment on column pack_types.filling is 'How many cards of each kind (set, the source''s rarity, finish) a pack holds on average; empty while nobody knows. For operators.';
comment on column pack_types.promises_foil is 'Every pack holds a card whose finish is not normal.';
comment on column pack_types.promises_rarity is 'Every pack holds a card of this rarity or above.';
comment on column pack_types.promises_hits is 'Every pack holds so many cards that are rare or mythic.';

create table physical_cards (
  id uuid not null,
  pack_id uuid not null,
  card_id uuid not null,
  "position" smallint not null,
  condition text not null default 'Near Mint'::text,
  status text not null,
  lock_reason text,
  opened_by_id uuid not null,
  opened_at timestamp with time zone not null,
  auto_convert_at timestamp with time zone,
  exit_price bigint,
  exited_at timestamp with time zone,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  reminded_days smallint,
  constraint physical_cards_pkey primary key (id),
  constraint physical_cards_place_once unique (pack_id, "position"),
  constraint physical_cards_lock_has_reason check (((status = 'locked'::text) = (lock_reason is not null))),
  constraint physical_cards_exit_price_not_negative check ((exit_price >= 0)),
  constraint physical_cards_on_their_way check ((((status = any (array['shipped'::text, 'delivered'::text])) = (shipped_at is not null)) and ((status = 'delivered'::text) = (delivered_at is not null)))),
  constraint physical_cards_reminded_days_known check ((reminded_days = any (array[7, 1]))),
  constraint physical_cards_exit_has_price check ((((status = any (array['sold'::text, 'converted'::text])) = (exit_price is not null)) and ((status = any (array['sold'::text, 'converted'::text, 'reclaimed'::text])) = (exited_at is not null)))),
  constraint physical_cards_status_known check ((status = any (array['available'::text, 'locked'::text, 'sold'::text, 'converted'::text, 'shipped'::text, 'delivered'::text, 'reclaimed'::text])))
);
create index physical_cards_of_user on physical_cards (opened_by_id, status, opened_at);
create index physical_cards_to_convert on physical_cards (auto_convert_at) where (status = 'available'::text);
create index physical_cards_locked on physical_cards (lock_reason, auto_convert_at, id) where (status = 'locked'::text);
comment on table physical_cards is 'One real card that somebody has opened. What a sealed pack holds is in its document (pack_secrets), and has no row here.';
comment on column physical_cards.card_id is 'No foreign key, as none of the three: what an opening reveals is checked against its document, once for all cards.';
comment on column physical_cards.opened_by_id is 'Who opened its pack. The house owns it again once it is sold or converted.';
comment on column physical_cards.exit_price is 'What was paid for it when it was sold back or converted.';
comment on column physical_cards.exited_at is 'When it became the house''s again.';
comment on column physical_cards.shipped_at is 'When its shipment was asked for, and when it arrived; null again if the shipment was cancelled.';
comment on column physical_cards.reminded_days is 'The last reminder of its conversion was mailed this many days ahead; null: none yet.';

create table physical_packs (
  id uuid not null,
  pack_type_id text not null,
  serial text not null,
  certification_number text not null,
  received_at timestamp with time zone not null default now(),
  commitment bytea,
  constraint physical_packs_pkey primary key (id),
  constraint physical_packs_serial_once unique (serial),
  constraint physical_packs_certification_once unique (certification_number),
  constraint physical_packs_commitment_is_whole check ((length(commitment) = 32))
);
create index physical_packs_by_time on physical_packs (received_at desc nulls last, id);
create index physical_packs_of_type on physical_packs (pack_type_id, received_at desc nulls last, id);
create index physical_packs_serial_begins on physical_packs (upper(serial) text_pattern_ops);
create index physical_packs_certification_begins on physical_packs (upper(certification_number) text_pattern_ops);
alter table physical_packs add constraint physical_packs_commitment_once unique (commitment);
create index physical_packs_without_commitment on physical_packs (received_at desc nulls last, id) where (commitment is null);
comment on table physical_packs is 'One pack that came in, as it came in. What it holds is in its document (pack_secrets), and where it is now says its place.';
comment on column physical_packs.commitment is 'SHA-256 over its document and a secret salt, for all to see: what it holds was fixed before it was sold. Null for a pack that was opened before there were documents.';
comment on index physical_packs_by_time is 'The operators'' list, newest first: of all.';
comment on index physical_packs_of_type is 'The operators'' list, newest first: of a type.';
comment on index physical_packs_without_commitment is 'Packs that are not yet for sale are among these.';

create table potential_hits (
  pack_type_id text not null,
  place smallint not null,
  card_id uuid not null,
  packs integer,
  constraint potential_hits_pack_type_id_place_pk primary key (pack_type_id, place),
  constraint potential_hits_packs_check check ((packs > 0))
);
comment on table potential_hits is 'The ten most valuable cards of each pack type, one per name; written anew after each price import.';
comment on column potential_hits.packs is 'How many of the type''s counted packs hold this very card; null where nothing is counted: it can be in one.';

create table price_observations (
  card_id uuid not null,
  source text not null,
  observed_on date not null,
  amount_minor bigint not null,
  currency text not null,
  constraint price_observations_card_id_source_observed_on_pk primary key (card_id, source, observed_on),
  constraint price_observations_not_negative check ((amount_minor >= 0))
);
comment on table price_observations is 'Every price that a public source told, kept for ever.';
comment on column price_observations.amount_minor is 'Hundredths of `currency`.';

create table reservations (
  id uuid not null,
  user_id uuid not null,
  state text not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  refs bytea[],
  constraint reservations_pkey primary key (id),
  constraint reservations_state_known check ((state = any (array['held'::text, 'paid'::text, 'released'::text, 'expired'::text]))),
  constraint reservations_held_expires check (((state <> 'held'::text) or (expires_at is not null)))
);
create index reservations_of_user on reservations (user_id);
create index reservations_held on reservations (id) where (state = 'held'::text);
comment on table reservations is 'Physical packs kept for one user: until `expires_at` while held, for good once paid.';
comment on column reservations.expires_at is 'Null once paid.';
comment on column reservations.refs is 'Hashes of the buyer''s secrets, for the tickets of its packs in their order; null: the shop makes the secrets.';

create table discount_codes (
  code text not null,
  percent integer,
  amount_off bigint,
  uses_max integer,
  uses integer not null default 0,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  uses_per_person integer,
  least_order bigint,
  is_free boolean not null default false,
  constraint discount_codes_pkey primary key (code),
  constraint discount_codes_upper_case check ((code = upper(code))),
  constraint discount_codes_one_worth check (((percent is null) <> (amount_off is null))),
  constraint discount_codes_percent check (((percent >= 1) and (percent <= 100))),
  constraint discount_codes_amount_positive check ((amount_off > 0)),
  constraint discount_codes_uses_limited check (((uses >= 0) and ((uses_max is null) or (uses <= uses_max)))),
  constraint discount_codes_uses_per_person check ((uses_per_person > 0)),
  constraint discount_codes_least_order_positive check ((least_order > 0))
);
create index discount_codes_by_time on discount_codes (created_at, code);
comment on table discount_codes is 'A code that takes a percentage or a fixed amount off the subtotal.';
comment on column discount_codes.code is 'In upper case: codes are compared without case.';
comment on column discount_codes.percent is 'Whole percent off; null for a fixed amount.';
comment on column discount_codes.uses_max is 'Orders that may use it; null = no limit.';
comment on column discount_codes.uses_per_person is 'Orders of one person that may use it; null = no limit.';
comment on column discount_codes.least_order is 'The smallest subtotal that it is for, in cents; null = any.';
comment on column discount_codes.is_free is 'It may take everything off; otherwise 50 cents of the subtotal remain.';

create table order_lines (
  order_id uuid not null,
  pack_type_id text not null,
  quantity integer not null,
  unit_price bigint not null,
  refunded integer not null default 0,
  constraint order_lines_order_id_pack_type_id_pk primary key (order_id, pack_type_id),
  constraint order_lines_quantity_positive check ((quantity > 0)),
  constraint order_lines_refunded_at_most_bought check (((refunded >= 0) and (refunded <= quantity)))
);
create index order_lines_refunded on order_lines (order_id) where (refunded > 0);
comment on column order_lines.refunded is 'Packs of it that came back unopened.';

create table orders (
  id uuid not null,
  user_id uuid not null,
  payment_method text not null,
  subtotal bigint not null,
  discount bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  total bigint not null,
  discount_code text,
  created_at timestamp with time zone not null default now(),
  paid_at timestamp with time zone,
  taxes jsonb,
  region text,
  constraint orders_pkey primary key (id),
  constraint orders_total_adds_up check ((total = (((subtotal - discount) + tax) + processing_fee))),
  constraint orders_amounts_not_negative check (((subtotal >= 0) and ((discount >= 0) and (discount <= subtotal)) and (tax >= 0) and (processing_fee >= 0))),
  constraint orders_payment_method_known check ((payment_method = any (array['balance'::text, 'stripe'::text]))),
  constraint orders_taxes_add_up check (((taxes is null) or ((jsonb_typeof(taxes) = 'array'::text) and (jsonb_array_length(taxes) <= 4) and (tax = (((coalesce((((taxes -> 0) ->> 'amount'::text))::bigint, (0)::bigint) + coalesce((((taxes -> 1) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 2) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 3) ->> 'amount'::text))::bigint, (0)::bigint)))))),
  constraint orders_region_form check ((region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text))
);
create index orders_of_user on orders (user_id, created_at);
create index orders_by_time on orders (created_at, id);
create index orders_of_method on orders (payment_method, created_at, id);
create index orders_of_discount_code on orders (upper(discount_code), created_at) where (discount_code is not null);
create index orders_unpaid on orders (created_at, id) where (paid_at is null);
create index orders_paid on orders (paid_at desc nulls last, id) where (paid_at is not null);
comment on table orders is 'What one payment buys. Its id is that of the reservation that keeps its packs.';
comment on column orders.paid_at is 'Null until the money is here.';
comment on column orders.taxes is 'A list of {name, rate, amount, account}: each tax, its rate as a fraction, what it came to in cents, and where that was booked. Null: from before they were written down; then its tax was one, in house:tax.';
comment on column orders.region is 'Where it was supplied, as its taxes were told: CA-NS, or a country. Null: there was one rate for all.';

create table openings (
  id uuid not null,
  pack_id uuid not null,
  user_id uuid not null,
  opened_at timestamp with time zone not null default now(),
  constraint openings_pkey primary key (id),
  constraint openings_one_per_pack unique (pack_id)
);
create index openings_of_user on openings (user_id, opened_at);
create index openings_by_time on openings (opened_at);
comment on table openings is 'The act by which one user opened one physical pack, once.';
comment on column openings.pack_id is 'No foreign key, as to its user: that the pack is theirs and open is checked once a statement.';

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  fingerprint text not null,
  reply text,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_user_id_key_pk primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
comment on table idempotency_keys is 'The first successful answer to each key of a user, written in the transaction of the work. Who is at work on a key holds an advisory lock; a second caller waits for it and then reads the answer.';
comment on column idempotency_keys.fingerprint is 'Method, path and body of the request, hashed.';
comment on column idempotency_keys.reply is 'The whole body that was answered.';

create or replace function shop_clock()
 returns timestamp with time zone
 language sql
as $$
  select clock_timestamp() + coalesce(nullif(current_setting('felt_and_foil.clock_offset_ms', true), ''), '0')::bigint * interval '1 millisecond'
$$;

create table journals (
  id uuid not null,
  kind text not null,
  reference_id uuid not null,
  user_id uuid,
  description text not null,
  created_at timestamp with time zone not null default shop_clock(),
  reference text,
  receipt jsonb,
  posted_with uuid,
  constraint journals_pkey primary key (id),
  constraint journals_one_per_fact unique (kind, reference_id),
  constraint journals_of_user_or_house check (((user_id is null) = (kind = any (array['payout'::text, 'card_fee'::text]))))
);
create unique index journals_one_exit_per_card on journals (reference_id) where (kind = any (array['card_sale'::text, 'card_conversion'::text]));
create index journals_of_user on journals (user_id, created_at);
create index journals_by_time on journals (created_at, id);
create index journals_of_kind on journals (kind, created_at, id);
create index journals_posted_together on journals (posted_with) where (posted_with is not null);
comment on table journals is 'One event that moved money, and what a user reads as a transaction.';
comment on column journals.reference_id is 'What it was about: an order, a card, a grant.';
comment on column journals.user_id is 'Whose transaction it is; null: the house''s alone.';
comment on column journals.reference is 'What an operator calls it, such as a ticket''s number; null: it goes by `reference_id`.';
comment on column journals.receipt is 'What its receipt says beyond the sums, as it was when the money moved (choice 46).';
comment on column journals.posted_with is 'The first of the journals that were posted at once, such as those of cards sold together; its own id for that one. Null: it was posted alone.';
comment on constraint journals_one_per_fact on journals is 'One fact is posted once, for ever.';

create table ledger_accounts (
  id text not null,
  owner_id uuid,
  balance bigint not null default 0,
  version bigint not null default 0,
  debtor_id uuid,
  constraint ledger_accounts_pkey primary key (id),
  constraint ledger_accounts_one_per_user unique (owner_id),
  constraint ledger_accounts_one_per_debtor unique (debtor_id),
  constraint ledger_accounts_balance_not_negative check ((balance >= 0)),
  constraint ledger_accounts_house_has_no_balance check (((balance = 0) or (owner_id is not null) or (debtor_id is not null)))
);
comment on table ledger_accounts is 'One account per user, with its balance, and the house''s, whose balances are sums of transfers: a stored one would be a row that every purchase waits for.';
comment on column ledger_accounts.id is 'The user''s id; `debt:` and the id of a user who owes the shop; or `house:` and what the account is for.';
comment on column ledger_accounts.balance is 'A user''s credits, or what a debtor owes.';
comment on column ledger_accounts.version is 'Counts the transfers of a user''s account, so that a statement without gaps can be proven.';
comment on column ledger_accounts.debtor_id is 'Whose debt it is; null: it is none.';

create table transfers (
  journal_id uuid not null,
  leg smallint not null,
  debit_account_id text not null,
  credit_account_id text not null,
  amount bigint not null,
  debit_version bigint,
  debit_balance bigint,
  credit_version bigint,
  credit_balance bigint,
  created_at timestamp with time zone not null default shop_clock(),
  constraint transfers_leg_once unique (journal_id, leg),
  constraint transfers_debit_version_once unique (debit_account_id, debit_version),
  constraint transfers_credit_version_once unique (credit_account_id, credit_version),
  constraint transfers_amount_positive check ((amount > 0)),
  constraint transfers_two_accounts check ((debit_account_id <> credit_account_id))
);
create index transfers_by_time on transfers (created_at);
comment on table transfers is 'One movement of money between two accounts. Never changed, never deleted. That its journal and its accounts are there is checked without a lock on them: they never go.';
comment on column transfers.debit_version is 'Stamped by the database: each side''s version and balance after it; null for the house.';

create or replace function shop_now()
 returns timestamp with time zone
 language sql
 stable
as $$
  select now() + coalesce(nullif(current_setting('felt_and_foil.clock_offset_ms', true), ''), '0')::bigint * interval '1 millisecond'
$$;

create or replace function open_ledger_account()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  insert into ledger_accounts (id, owner_id) values (new.id::text, new.id);
  return new;
end
$$;

create or replace function apply_transfer()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  new.debit_version := null;
  new.debit_balance := null;
  new.credit_version := null;
  new.credit_balance := null;
  if not starts_with(new.debit_account_id, 'house:') then
    update ledger_accounts
    set balance = balance - case when debtor_id is null then new.amount else -new.amount end, version = version + 1
    where id = new.debit_account_id
    returning version, balance into new.debit_version, new.debit_balance;
  end if;
  if not starts_with(new.credit_account_id, 'house:') then
    update ledger_accounts
    set balance = balance + case when debtor_id is null then new.amount else -new.amount end, version = version + 1
    where id = new.credit_account_id
    returning version, balance into new.credit_version, new.credit_balance;
  end if;
  return new;
end
$$;

create or replace function refuse_change()
 returns trigger
 language plpgsql
as $$
begin
  raise exception '% may not be changed or deleted', tg_table_name using errcode = 'restrict_violation';
end
$$;

create or replace function lock_account(p_user uuid)
 returns bigint
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
  select balance from ledger_accounts where owner_id = p_user for update
$$;

create or replace function check_physical_card()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if not (case old.status
    when 'available' then new.status in ('locked', 'sold', 'converted', 'shipped')
    when 'locked' then new.status in ('available', 'converted', 'shipped', 'reclaimed')
    when 'shipped' then new.status in ('available', 'delivered') or new.lock_reason = 'dispute'
    else false
  end) then
    raise exception 'A card can''t go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create table one_time_codes (
  user_id uuid not null,
  purpose text not null,
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint one_time_codes_user_id_purpose_pk primary key (user_id, purpose),
  constraint one_time_codes_purpose_known check ((purpose = any (array['verify_email'::text, 'reset_password'::text, 'change_email'::text])))
);
comment on table one_time_codes is 'The newest code of six digits for each account and purpose. A used one is deleted.';
comment on column one_time_codes.email is 'Where it was mailed, in lower case: it proves this address and no other.';
comment on column one_time_codes.code_hash is 'A keyed hash over purpose, user, address and code.';

create table throttle_counters (
  rule text not null,
  subject text not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  waits_until timestamp with time zone,
  constraint throttle_counters_rule_subject_pk primary key (rule, subject)
);
create index throttle_counters_by_end on throttle_counters (ends_at);
comment on table throttle_counters is 'How often a subject did what a rule counts. One row each, written outside of the transactions of the work, so that nobody''s purchase waits for a count.';
comment on column throttle_counters.subject is 'Whom the rule counts (a network, an account), hashed: addresses of strangers are not kept.';
comment on column throttle_counters.ends_at is 'When the count is forgotten.';
comment on column throttle_counters.waits_until is 'Until when the next try has to wait; null when it need not.';

create table mails (
  id uuid not null,
  kind text not null,
  to_address text not null,
  subject text not null,
  text text,
  state text not null,
  created_at timestamp with time zone not null default shop_now(),
  user_id uuid,
  html text,
  is_secret boolean not null default false,
  fact text,
  attempts integer not null default 0,
  claimed_at timestamp with time zone,
  sent_at timestamp with time zone,
  last_error text,
  facts json,
  constraint mails_pkey primary key (id),
  constraint mails_sent_once check (((state = 'sent'::text) = (sent_at is not null))),
  constraint mails_state_known check ((state = any (array['kept'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  constraint mails_words_or_facts check (((text is null) = (facts is not null)))
);
create index mails_of_user on mails (user_id);
alter table mails add constraint mails_one_per_fact unique (fact);
create index mails_of_state on mails (state, created_at, id);
create index mails_by_age on mails (created_at, id);
create index mails_to_address on mails (to_address text_pattern_ops, created_at);
create index mails_of_kind on mails (kind, created_at, id);
comment on table mails is 'Every mail that the shop wrote.';
comment on column mails.kind is 'Which template wrote it.';
comment on column mails.text is 'Null: it is still to be put into words, of its facts.';
comment on column mails.user_id is 'Whom it is for; null: nobody who has an account. No foreign key: users live on a higher floor.';
comment on column mails.html is 'Null: it was written before mails had a second form.';
comment on column mails.is_secret is 'Holds a code: its words are wiped out once they have been sent.';
comment on column mails.fact is 'What it tells, where that may be told once only.';
comment on column mails.facts is 'What it tells, in the form of its kind; null once it is in words.';
comment on index mails_to_address is 'How an address begins, and the newest mails to one.';

create table held_prices (
  card_id uuid not null,
  source text not null,
  observed_on date not null,
  amount_minor bigint not null,
  currency text not null,
  before_minor bigint not null,
  before_on date not null,
  run_id uuid not null,
  state text not null default 'waiting'::text,
  decided_by_id uuid,
  decided_at timestamp with time zone,
  constraint held_prices_card_id_source_observed_on_pk primary key (card_id, source, observed_on),
  constraint held_prices_state_known check ((state = any (array['waiting'::text, 'accepted'::text, 'refused'::text]))),
  constraint held_prices_decided_once check (((state = 'waiting'::text) = (decided_at is null)))
);
create index held_prices_waiting on held_prices (observed_on) where (state = 'waiting'::text);
comment on table held_prices is 'Prices that jumped: kept, but not believed until a person says so.';
comment on column held_prices.before_minor is 'The price it was compared with, of the same market and currency.';

create table price_runs (
  id uuid not null,
  source text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  cards integer not null default 0,
  new_prices integer not null default 0,
  held_back integer not null default 0,
  error text,
  constraint price_runs_pkey primary key (id)
);
create index price_runs_of_source on price_runs (source, started_at desc nulls last);
create index price_runs_by_start on price_runs (started_at desc nulls last);
comment on table price_runs is 'A refresh of the prices of one configured source; `error` null when it went well.';
comment on column price_runs.source is 'The name that the settings give the source.';
comment on column price_runs.finished_at is 'Null while it is under way, and for ever if its process was killed.';
comment on column price_runs.cards is 'Cards of the catalogue that the source told of.';

create or replace function post_journals(p_kind text, p_user uuid, p_ids uuid[], p_references uuid[], p_descriptions text[], p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[])
 returns bigint
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  -- What one account of the house pays the user, as for cards: one change of their account.
  is_one_change constant boolean := p_user::text = all (p_credits) and p_debits[1] = all (p_debits) and starts_with(p_debits[1], 'house:');
  before record;
  after bigint;
begin
  select balance, version into strict before from ledger_accounts where owner_id = p_user for update;

  insert into journals (id, kind, reference_id, user_id, description, posted_with)
  select id, p_kind, reference, p_user, description, case when cardinality(p_ids) > 1 then p_ids[1] end
  from unnest(p_ids, p_references, p_descriptions) as j (id, reference, description);

  if is_one_change then
    update ledger_accounts
    set balance = balance + (select sum(amount) from unnest(p_amounts) t (amount)), version = version + cardinality(p_amounts)
    where owner_id = p_user;
    perform set_config('felt_and_foil.stamped', 'on', true);
  end if;

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount, credit_version, credit_balance)
  select owner, row_number() over (partition by owner order by place), debit, credit, amount,
    before.version + place, before.balance + sum(amount) over (order by place)
  from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as t (owner, debit, credit, amount, place)
  order by place;

  if is_one_change then
    perform set_config('felt_and_foil.stamped', 'off', true);
  end if;
  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;

create table payments (
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  subject_id uuid not null,
  fingerprint text not null,
  amount bigint not null,
  description text not null,
  state text not null default 'creating'::text,
  intent_id text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payments_pkey primary key (id),
  constraint payments_intent_once unique (intent_id),
  constraint payments_one_per_subject unique (purpose, subject_id),
  constraint payments_purpose_known check ((purpose = any (array['order'::text, 'shipment'::text, 'top_up'::text]))),
  constraint payments_state_known check ((state = any (array['creating'::text, 'open'::text, 'processing'::text, 'succeeded'::text, 'refund_due'::text, 'refunded'::text, 'canceled'::text, 'failed'::text]))),
  constraint payments_amount_positive check ((amount > 0)),
  constraint payments_intent_known check (((intent_id is not null) or (state = any (array['creating'::text, 'failed'::text]))))
);
create unique index payments_one_open_order_per_user on payments (user_id) where ((purpose = 'order'::text) and (state = any (array['creating'::text, 'open'::text])));
create index payments_undecided on payments (expires_at) where (state = any (array['creating'::text, 'open'::text, 'processing'::text, 'refund_due'::text]));
create index payments_of_user on payments (user_id, created_at);
create unique index payments_one_open_shipment_per_user on payments (user_id) where ((purpose = 'shipment'::text) and (state = any (array['creating'::text, 'open'::text])));
comment on table payments is 'One attempt to pay one thing by card. Its states only go forward: see the trigger.';
comment on column payments.subject_id is 'What it buys: the id of an order, a shipment or a top-up.';
comment on column payments.fingerprint is 'Tells whether a repeated request is about the same thing.';
comment on column payments.intent_id is 'The card provider''s; null until it is known.';
comment on column payments.expires_at is 'Until then what it buys is kept.';
comment on column payments.updated_at is 'When the state last changed.';
comment on constraint payments_one_per_subject on payments is 'One payment buys one thing, and one thing is bought by one payment.';
comment on index payments_one_open_order_per_user is 'Another cart ends the payment before it.';
comment on index payments_one_open_shipment_per_user is 'Another shipment ends the payment before it.';

create table refunds (
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null,
  reason text not null,
  provider_id text,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  state text not null default 'due'::text,
  origin text not null default 'shop'::text,
  method text not null default 'card'::text,
  failed_at timestamp with time zone,
  problem text,
  replaced_by uuid,
  constraint refunds_pkey primary key (id),
  constraint refunds_provider_id_once unique (provider_id),
  constraint refunds_amount_positive check ((amount > 0)),
  constraint refunds_state_known check ((state = any (array['due'::text, 'pending'::text, 'paid'::text, 'failed'::text]))),
  constraint refunds_origin_known check ((origin = any (array['shop'::text, 'provider'::text]))),
  constraint refunds_paid_when_paid check (
case state
    when 'paid'::text then (paid_at is not null)
    when 'failed'::text then true
    else (paid_at is null)
end),
  constraint refunds_failed_when_failed check (((state = 'failed'::text) = (failed_at is not null))),
  constraint refunds_replaced_when_failed check (((replaced_by is null) or (state = 'failed'::text))),
  constraint refunds_method_known check ((method = any (array['card'::text, 'credits'::text, 'bank'::text]))),
  constraint refunds_known_to_provider check (
case
    when (method = any (array['credits'::text, 'bank'::text])) then ((provider_id is null) and (state = 'paid'::text))
    else ((provider_id is not null) or ((state = any (array['due'::text, 'failed'::text])) and (paid_at is null)))
end)
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where ((state = any (array['due'::text, 'pending'::text])) or ((state = 'failed'::text) and (replaced_by is null)));
comment on table refunds is 'Money that goes back to whoever paid by card. Those of the shop are written before the provider is asked, so that it is asked once.';
comment on column refunds.provider_id is 'The card provider''s; null until it is known.';
comment on column refunds.state is '`due`: to be asked for. `pending`: the provider has it. `paid`. `failed`: it was refused, or a bank sent it back.';
comment on column refunds.origin is '`provider`: it was made outside the shop.';
comment on column refunds.method is '`credits`: a card could not be paid, and credits took the place of its money. `bank`: the bank took the payment back, and so paid it.';
comment on column refunds.problem is 'What the provider said last when it did not pay.';
comment on column refunds.replaced_by is 'The refund that took the place of one that failed; null: the money is still owed.';

create table sandbox.answers (
  key text not null,
  fingerprint text not null,
  status integer not null,
  body jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint answers_pkey primary key (key)
);
comment on table sandbox.answers is 'Answers of the sandbox by Idempotency-Key.';

create table sandbox.events (
  id text not null,
  body jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone default clock_timestamp(),
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint events_pkey primary key (id)
);
create index events_due on sandbox.events (next_attempt_at) where (next_attempt_at is not null);
comment on table sandbox.events is 'The sandbox''s events, on their way to the shop''s webhook.';
comment on column sandbox.events.next_attempt_at is 'Null once delivered or given up.';

create table sandbox.objects (
  id text not null,
  kind text not null,
  body jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint objects_pkey primary key (id)
);
create index objects_of_kind on sandbox.objects (kind, created_at);
comment on table sandbox.objects is 'What the sandbox keeps: intents, refunds, customers and payment methods, as Stripe would answer them.';

create table stripe_events (
  id text not null,
  type text not null,
  intent_id text,
  received_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  constraint stripe_events_pkey primary key (id)
);
create index stripe_events_to_handle on stripe_events (received_at) where (handled_at is null);
create index stripe_events_of_intent on stripe_events (intent_id, received_at);
comment on table stripe_events is 'The provider''s events, each once.';

create or replace function check_payment()
 returns trigger
 language plpgsql
as $$
begin
  if (new.id, new.user_id, new.purpose, new.subject_id, new.amount)
      is distinct from (old.id, old.user_id, old.purpose, old.subject_id, old.amount)
    or (old.intent_id is not null and new.intent_id is distinct from old.intent_id) then
    raise exception 'A payment keeps its user, its purpose, its amount and its intent' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'creating' then new.state in ('open', 'processing', 'succeeded', 'refund_due', 'canceled', 'failed')
    when 'open' then new.state in ('processing', 'succeeded', 'refund_due', 'canceled', 'failed')
    when 'processing' then new.state in ('succeeded', 'refund_due', 'canceled', 'failed')
    -- Given up without an answer from the provider, whose money came all the same.
    when 'failed' then new.state in ('succeeded', 'refund_due')
    when 'refund_due' then new.state = 'refunded'
    else false
  end) then
    raise exception 'A payment can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function check_refund()
 returns trigger
 language plpgsql
as $$
begin
  if (new.id, new.payment_id, new.amount, new.origin, new.method, new.created_at)
      is distinct from (old.id, old.payment_id, old.amount, old.origin, old.method, old.created_at)
    or (old.provider_id is not null and new.provider_id is distinct from old.provider_id)
    or (old.paid_at is not null and new.paid_at is distinct from old.paid_at)
    or (old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by) then
    raise exception 'A refund is paid once, as it was written down' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'due' then new.state in ('pending', 'paid', 'failed')
    when 'pending' then new.state in ('paid', 'failed')
    -- A bank may send the money back days later.
    when 'paid' then new.state = 'failed' and old.method = 'card'
    else false
  end) then
    raise exception 'A refund can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create table transaction_notes (
  transaction_id uuid not null,
  metadata jsonb not null,
  updated_at timestamp with time zone not null,
  constraint transaction_notes_pkey primary key (transaction_id)
);
comment on table transaction_notes is 'What operators write beside a transaction. The books themselves never change.';
comment on column transaction_notes.transaction_id is 'The id of a journal, or of a top-up on its way to become one.';

create or replace function post_journal(p_id uuid, p_kind text, p_reference_id uuid, p_user uuid, p_description text, p_debits text[], p_credits text[], p_amounts bigint[], p_reference text default null::text, p_receipt jsonb default null::jsonb)
 returns bigint
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  after bigint;
begin
  perform from ledger_accounts where owner_id = p_user for update;

  insert into journals (id, kind, reference_id, user_id, description, reference, receipt)
  values (p_id, p_kind, p_reference_id, p_user, p_description, p_reference, p_receipt);

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  select p_id, leg, debit, credit, amount
  from unnest(p_debits, p_credits, p_amounts) with ordinality as t (debit, credit, amount, leg);

  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;

create table top_ups (
  id uuid not null,
  user_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  created_at timestamp with time zone not null,
  constraint top_ups_pkey primary key (id),
  constraint top_ups_amounts check (((amount > 0) and (fee >= 0)))
);
create index top_ups_of_user on top_ups (user_id, created_at);
comment on table top_ups is 'Credits to be bought by card, at the fee of that day. Its payment says where it stands.';
comment on column top_ups.id is 'Also the id of its journal, so that a transaction keeps its id when the money comes.';

create table payment_methods (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  customer_id text not null,
  brand text not null,
  last4 text not null,
  expiry_month integer not null,
  expiry_year integer not null,
  is_default boolean not null,
  nickname text,
  created_at timestamp with time zone not null,
  constraint payment_methods_pkey primary key (id),
  constraint payment_methods_once unique (provider_id)
);
create unique index payment_methods_one_default on payment_methods (user_id) where is_default;
create index payment_methods_of_user on payment_methods (user_id, created_at);
comment on table payment_methods is 'A card that its owner pays with again. The number is the card provider''s to know.';
comment on column payment_methods.provider_id is 'The card provider''s: of the card, and of its owner.';

create or replace function keep_pack_type()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from physical_packs where pack_type_id = new.id) then
    raise exception 'A pack type with packs keeps its set and its number of cards'
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create table recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint recovery_codes_user_id_code_hash_pk primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Codes to sign in with when the authenticator app is lost, each good once. Only keyed hashes are kept.';

create table two_factors (
  user_id uuid not null,
  sealed_secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  created_at timestamp with time zone not null,
  constraint two_factors_pkey primary key (user_id)
);
comment on table two_factors is 'The second factor of an account: a secret that an authenticator app shares with the shop.';
comment on column two_factors.sealed_secret is 'Sealed with a key derived from AUTH_SECRET: the database alone gives nobody a code.';
comment on column two_factors.confirmed_at is 'Null: the person has not proven yet that their app has it, so it guards nothing.';
comment on column two_factors.last_step is 'The newest time step whose code was taken: each code is good once.';

create table shipment_cards (
  shipment_id uuid not null,
  card_id uuid not null,
  is_live boolean not null default true,
  constraint shipment_cards_shipment_id_card_id_pk primary key (shipment_id, card_id)
);
create unique index shipment_cards_one_live on shipment_cards (card_id) where is_live;
comment on table shipment_cards is 'The cards of a shipment. A card is in one live shipment at most, and comes back into none by itself.';
comment on column shipment_cards.is_live is 'False once the shipment lapsed or was cancelled.';

create table shipments (
  id uuid not null,
  user_id uuid not null,
  state text not null,
  payment_method text not null,
  base_fee bigint not null,
  weight_fee bigint not null,
  address jsonb,
  carrier text,
  tracking_number text,
  created_at timestamp with time zone not null,
  requested_at timestamp with time zone,
  packed_at timestamp with time zone,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  tax bigint not null default 0,
  taxes jsonb,
  region text,
  quote_id uuid,
  insurance_fee bigint not null default 0,
  reduction bigint not null default 0,
  insured_value bigint not null default 0,
  goes_with_id uuid,
  constraint shipments_pkey primary key (id),
  constraint shipments_state_known check ((state = any (array['unpaid'::text, 'lapsed'::text, 'requested'::text, 'packed'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
  constraint shipments_payment_method_known check ((payment_method = any (array['balance'::text, 'stripe'::text]))),
  constraint shipments_paid_when_requested check (((state = any (array['unpaid'::text, 'lapsed'::text])) = (requested_at is null))),
  constraint shipments_tracked check (((state <> all (array['shipped'::text, 'delivered'::text])) or ((carrier is not null) and (tracking_number is not null) and (shipped_at is not null)))),
  constraint shipments_go_somewhere check (((address is not null) or (state = any (array['lapsed'::text, 'delivered'::text, 'cancelled'::text])))),
  constraint shipments_taxes_add_up check ((((taxes is null) and (tax = 0)) or ((jsonb_typeof(taxes) = 'array'::text) and (jsonb_array_length(taxes) <= 4) and (tax >= 0) and (tax = (((coalesce((((taxes -> 0) ->> 'amount'::text))::bigint, (0)::bigint) + coalesce((((taxes -> 1) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 2) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 3) ->> 'amount'::text))::bigint, (0)::bigint)))))),
  constraint shipments_region_form check ((region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint shipments_fees check (((base_fee > 0) and (weight_fee >= 0) and (insurance_fee >= 0) and ((reduction >= 0) and (reduction <= ((base_fee + weight_fee) + insurance_fee))) and ((quote_id is not null) or (reduction = 0))))
);
create index shipments_of_user on shipments (user_id, created_at);
create index shipments_by_state on shipments (state, requested_at);
create index shipments_in_state_tracking_begins on shipments (state, upper(replace(tracking_number, ' '::text, ''::text)) text_pattern_ops);
create index shipments_in_state_recipient_begins on shipments (state, lower((((address ->> 'firstName'::text) || ' '::text) || (address ->> 'lastName'::text))) text_pattern_ops);
create index shipments_in_state_last_name_begins on shipments (state, lower((address ->> 'lastName'::text)) text_pattern_ops);
create index shipments_beside on shipments (goes_with_id) where (goes_with_id is not null);
create index shipments_of_quote on shipments (quote_id) where (quote_id is not null);
comment on table shipments is 'Cards on their way to their owner, in one parcel.';
comment on column shipments.address is 'Null only where its person''s account was deleted: the books need the parcel, not the place.';
comment on column shipments.requested_at is 'When it was paid for, and so asked for; null: it is not.';
comment on column shipments.tax is 'On its fee; the sum of its lines.';
comment on column shipments.taxes is 'As of orders. Null: none.';
comment on column shipments.region is 'The region of its address, where taxes go by that. Null: parcels took no tax.';
comment on column shipments.quote_id is 'What it costs was said by this; null: it is from before there were quotes.';
comment on column shipments.reduction is 'What was free, or was paid with the parcel that it goes with. It costs base, weight and insurance without this.';
comment on column shipments.insured_value is 'What comes back if it is lost, in cents.';
comment on column shipments.goes_with_id is 'The parcel that its cards were put into, and with which they go; null: it is a parcel of its own.';
comment on index shipments_in_state_tracking_begins is 'What operators look for in one of its views, by how it begins.';
comment on index shipments_in_state_recipient_begins is 'What operators look for in one of its views, by how it begins.';
comment on index shipments_in_state_last_name_begins is 'What operators look for in one of its views, by how it begins.';

create or replace function check_shipment()
 returns trigger
 language plpgsql
as $$
declare
  quote shipping_quotes;
  parcel shipments;
begin
  if tg_op = 'INSERT' then
    if new.state not in ('unpaid', 'requested') then
      raise exception 'A shipment begins unpaid or requested' using errcode = 'restrict_violation';
    end if;
    if new.quote_id is null and new.base_fee > 0 then
      raise exception 'A shipment has a quote' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
    select * into quote from shipping_quotes where id = new.quote_id;
    if (quote.user_id, quote.base_fee, quote.weight_fee, quote.insurance_fee, quote.reduction, quote.insured_value, quote.goes_with_id)
        is distinct from (new.user_id, new.base_fee, new.weight_fee, new.insurance_fee, new.reduction, new.insured_value, new.goes_with_id)
        and new.quote_id is not null then
      raise exception 'A shipment costs what its quote says' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
    if quote.expires_at < shop_now() then
      raise exception 'This quote is no longer good' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
  else
    if (new.id, new.user_id, new.payment_method, new.base_fee, new.weight_fee, new.created_at,
        new.quote_id, new.insurance_fee, new.reduction, new.insured_value, new.goes_with_id, new.tax, new.taxes, new.region)
        is distinct from (old.id, old.user_id, old.payment_method, old.base_fee, old.weight_fee, old.created_at,
        old.quote_id, old.insurance_fee, old.reduction, old.insured_value, old.goes_with_id, old.tax, old.taxes, old.region) then
      raise exception 'A shipment keeps its owner, its fee and how it is paid'
        using errcode = 'restrict_violation', constraint = 'shipment_keeps_its_fee';
    end if;
    if new.state <> old.state and not (case old.state
      when 'unpaid' then new.state in ('requested', 'lapsed')
      -- Its money came late, and the cards were still there.
      when 'lapsed' then new.state = 'requested'
      when 'requested' then new.state in ('packed', 'cancelled')
      when 'packed' then new.state in ('shipped', 'cancelled')
      when 'shipped' then new.state = 'delivered'
      else false
    end) then
      raise exception 'A shipment can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
    end if;
    if new.state <> old.state and new.state in ('packed', 'shipped') and account_pause(new.user_id) is not null then
      raise exception 'The account of % is paused', new.user_id
        using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
    end if;
    if new.address is distinct from old.address and new.address is not null
      and old.state not in ('unpaid', 'lapsed', 'requested') then
      raise exception 'A shipment that is packed keeps its address' using errcode = 'restrict_violation';
    end if;
    if new.state = 'cancelled' and old.state <> 'cancelled' and exists (
      select from shipments where goes_with_id = new.id and state in ('requested', 'packed')
    ) then
      raise exception 'What was put into a parcel is cancelled before it' using errcode = 'restrict_violation';
    end if;
    if new.state = old.state then
      return new;
    end if;
  end if;
  if new.goes_with_id is not null and new.state in ('unpaid', 'requested', 'packed', 'shipped', 'delivered') then
    select * into parcel from shipments where id = new.goes_with_id;
    if parcel.user_id <> new.user_id or parcel.goes_with_id is not null then
      raise exception 'Cards are put into a parcel of their owner' using errcode = 'restrict_violation';
    end if;
    if parcel.state <> (case new.state when 'unpaid' then 'requested' else new.state end) then
      raise exception 'A parcel that is % takes in nothing that is %', parcel.state, new.state using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end
$$;

create or replace function check_shipment_card()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from shipments s join physical_cards c on c.opened_by_id = s.user_id
      where s.id = new.shipment_id and c.id = new.card_id
    ) then
      raise exception 'A shipment holds cards of its owner' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.shipment_id, new.card_id) is distinct from (old.shipment_id, old.card_id) then
    raise exception 'What a shipment holds never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function keep_card_with_shipment()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  is_in_one boolean := exists (select from shipment_cards where card_id = new.id and is_live);
begin
  if (new.status = 'shipped' or new.lock_reason = 'shipping_payment') and not is_in_one then
    raise exception 'Card % is in no shipment', new.id using errcode = 'restrict_violation';
  end if;
  if (new.status in ('available', 'sold', 'converted', 'reclaimed') or new.lock_reason = 'dispute') and is_in_one then
    raise exception 'Card % is in a shipment', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create table audit_log (
  id bigint not null default 0,
  at timestamp with time zone not null default shop_clock(),
  actor_id uuid not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  ip text not null,
  request_id text not null,
  hash text not null default ''::text,
  constraint audit_log_pkey primary key (id)
);
create index audit_log_of_actor on audit_log (actor_id, id);
create index audit_log_of_subject on audit_log (subject_id, id);
create index audit_log_by_time on audit_log (at);
create index audit_log_of_action on audit_log (action, id);
comment on table audit_log is 'Who of the operators did what. Only ever added to, each entry chained to the one before it.';
comment on column audit_log.id is 'The place in the chain, from 1 without gaps: stamped by the database.';
comment on column audit_log.action is 'What was done, as verb and object: `move_shipment`.';
comment on column audit_log.subject_kind is 'What it was done to: its kind and its id, as the API writes them.';
comment on column audit_log.before is 'What changed, in wire words, never a secret; null where there is nothing to say.';
comment on column audit_log.hash is 'SHA-256 over this entry and the hash of the one before it: stamped by the database.';

create or replace function chain_audit_log()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  last_id bigint;
  previous text;
begin
  -- One writer at a time, until it has committed: the chain has one end.
  perform pg_advisory_xact_lock(7046003);
  select id, hash into last_id, previous from audit_log order by id desc limit 1;
  new.id := coalesce(last_id, 0) + 1;
  new.hash := audit_log_hash(new, coalesce(previous, ''));
  return new;
end
$$;

create or replace function audit_log_hash(entry audit_log, previous text)
 returns text
 language sql
 immutable
as $$
  select encode(sha256(convert_to(
    concat_ws(e'\x1f', previous, entry.id, extract(epoch from entry.at), entry.actor_id, entry.action,
      entry.subject_kind, entry.subject_id, entry.before::text, entry.after::text, entry.ip, entry.request_id),
    'UTF8')), 'hex')
$$;

create table pack_returns (
  pack_id uuid not null,
  reservation_id uuid not null,
  returned_at timestamp with time zone not null,
  constraint pack_returns_pack_id_reservation_id_pk primary key (pack_id, reservation_id)
);
create index pack_returns_of_reservation on pack_returns (reservation_id);
comment on table pack_returns is 'Sold packs that came back unopened: a pack forgets who had it when it goes on sale again.';
comment on column pack_returns.reservation_id is 'What it was sold under; an order''s id too.';

create table trials (
  kind text not null,
  since timestamp with time zone not null default shop_now(),
  constraint trials_pkey primary key (kind),
  constraint trials_kind_check check ((kind = any (array['demo'::text, 'sandbox'::text])))
);
comment on table trials is 'What made up payments, people or stock in this database. Production does not start on one that has a row.';
comment on column trials.since is 'When it first wrote here, or when a migration found what it had written.';

create or replace function note_sandbox_trial()
 returns trigger
 language plpgsql
as $$
begin
  if not exists (select from public.trials where kind = 'sandbox') then
    insert into public.trials (kind) values ('sandbox') on conflict do nothing;
  end if;
  return null;
end
$$;

create table two_factor_tokens (
  user_id uuid not null,
  token_hash text not null,
  expires_at timestamp with time zone not null,
  constraint two_factor_tokens_pkey primary key (user_id)
);
comment on table two_factor_tokens is 'The token with which an operator sets up their first second factor. Good once; a new one voids it.';
comment on column two_factor_tokens.token_hash is 'Keyed: the database alone gives nobody a token.';

create table permitted_transfers (
  kind text not null,
  debit text not null,
  credit text not null,
  constraint permitted_transfers_pkey primary key (kind, debit, credit)
);
comment on table permitted_transfers is 'Which account may pay which, for each kind of journal. What is not here can''t be posted.';
comment on column permitted_transfers.debit is 'An account''s id, in which `user` stands for the id of the journal''s user.';
comment on column permitted_transfers.credit is 'The same of the other side.';

create or replace function side_of_transfer(p_account text, p_user uuid)
 returns text
 language sql
 immutable
as $$
  select replace(p_account, coalesce(p_user::text, ''), 'user')
$$;

create or replace function check_transfers()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  refused record;
begin
  select t.journal, t.kind, d.id as debit_account, c.id as credit_account,
    side_of_transfer(t.debit_account_id, t.user_id) as debit, side_of_transfer(t.credit_account_id, t.user_id) as credit
  into refused
  from (
    -- Many that are alike are asked for once.
    select distinct j.id is not null as journal, j.kind, j.user_id, p.debit_account_id, p.credit_account_id
    from posted p left join journals j on j.id = p.journal_id
  ) t
  left join ledger_accounts d on d.id = t.debit_account_id
  left join ledger_accounts c on c.id = t.credit_account_id
  where not t.journal or d.id is null or c.id is null or not exists (
    select from permitted_transfers p
    where p.kind = t.kind and p.debit = side_of_transfer(t.debit_account_id, t.user_id)
      and p.credit = side_of_transfer(t.credit_account_id, t.user_id)
  ) limit 1;
  if not found then
    return null;
  end if;
  if not refused.journal or refused.debit_account is null or refused.credit_account is null then
    raise exception 'A transfer has its journal and two accounts: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'transfers_refer_to_what_is_there';
  end if;
  raise exception 'A journal of kind % moves nothing from % to %', refused.kind, refused.debit, refused.credit
    using errcode = 'check_violation', constraint = 'permitted_transfers';
end
$$;

create table accepted_journals (
  journal_id uuid not null,
  reason text not null,
  constraint accepted_journals_pkey primary key (journal_id)
);
comment on table accepted_journals is 'Journals without a cause that is written down, for which the owner of the database answers: the audit asks for none.';
comment on column accepted_journals.reason is 'Why: a ticket, a correction, the version that posted them.';

create or replace function acts_as_owner()
 returns boolean
 language sql
 stable
as $$
  select pg_has_role(current_user, relowner, 'member') from pg_class where oid = 'public.users'::regclass
$$;

create or replace function operator_of(p_session uuid)
 returns uuid
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select u.id from sessions s join users u on u.id = s.user_id
  where s.id = p_session and (s.ended_at is null or s.ended_at = shop_now())
    and u.role in ('moderator', 'admin') and u.locked_at is null
$$;

create or replace function record_audit_entry(p_session uuid, p_action text, p_subject_kind text, p_subject_id text, p_before jsonb, p_after jsonb, p_ip text, p_request text)
 returns boolean
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  actor uuid := operator_of(p_session);
begin
  if actor is null then
    return false;
  end if;
  insert into audit_log (actor_id, action, subject_kind, subject_id, before, after, ip, request_id)
  values (actor, p_action, p_subject_kind, p_subject_id, p_before, p_after, p_ip, p_request);
  return true;
end
$$;

create or replace function look_into_pack(p_pack uuid, p_session uuid, p_reason text, p_ip text, p_request text)
 returns table(card_position smallint, card_id uuid, card_condition text)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  actor uuid := operator_of(p_session);
begin
  if not exists (select from users u where u.id = actor and u.role = 'admin') then
    raise exception 'Only an admin looks into a sealed pack' using errcode = 'insufficient_privilege';
  end if;
  if length(trim(p_reason)) = 0 then
    raise exception 'A look into a sealed pack has a reason' using errcode = 'check_violation';
  end if;
  if not exists (select from places l where l.pack_id = p_pack and l.state <> 'opened') then
    return;
  end if;
  insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
  values (actor, 'look_into_pack', 'pack', p_pack::text, jsonb_build_object('reason', p_reason), p_ip, p_request);
  return query
  select h.position::smallint, h.card_id, h.condition
  from pack_secrets s cross join lateral rows from (
    unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text)
  ) with ordinality as h (card_id, condition, position)
  where s.pack_id = p_pack order by h.position;
end
$$;

create or replace function is_recorded(p_action text, p_subject text, p_after jsonb)
 returns boolean
 language sql
 stable
as $$
  select exists (
    select from audit_log
    where subject_id = p_subject and action = p_action and after @> p_after and xmin = pg_current_xact_id()::xid
  )
$$;

create or replace function check_role()
 returns trigger
 language plpgsql
as $$
begin
  if acts_as_owner() then
    return null;
  end if;
  if is_recorded('change_role', new.id::text, jsonb_build_object('role', new.role)) and not exists (
    select from audit_log l left join users a on a.id = l.actor_id and a.role = 'admin' and a.id <> new.id
    where l.subject_id = new.id::text and l.action = 'change_role' and l.xmin = pg_current_xact_id()::xid and a.id is null
  ) then
    return null;
  end if;
  raise exception 'The role % is given by an admin', new.role using errcode = 'restrict_violation';
end
$$;

create or replace function check_pack_terms()
 returns trigger
 language plpgsql
as $$
begin
  if acts_as_owner() or is_recorded('change_pack_type', new.id, jsonb_build_object(
    'purchaseLimit', new.purchase_limit, 'price', new.price / 100.0)) then
    return null;
  end if;
  raise exception 'The price and the limit of % are changed by an operator', new.id using errcode = 'restrict_violation';
end
$$;

create or replace function check_price_by_hand()
 returns trigger
 language plpgsql
as $$
begin
  if acts_as_owner()
    or is_recorded('set_price', new.card_id::text, jsonb_build_object('amount', new.amount_minor / 100.0)) then
    return null;
  end if;
  raise exception 'A price by hand is set by an operator' using errcode = 'restrict_violation';
end
$$;

create or replace function check_market_value()
 returns trigger
 language plpgsql
as $$
begin
  if exists (
    select from price_observations o
    where o.card_id = new.id and o.observed_on = new.priced_on and case o.currency
      when 'CAD' then new.market_value = o.amount_minor
      else new.market_value between floor(o.amount_minor * 0.5) and ceil(o.amount_minor * 3.0)
    end
  ) or acts_as_owner() then
    return new;
  end if;
  raise exception 'No source tells that card % is worth %', new.id, new.market_value using errcode = 'restrict_violation';
end
$$;

create or replace function check_card_time()
 returns trigger
 language plpgsql
as $$
declare
  latest timestamptz;
begin
  if new.auto_convert_at is null and new.status in ('sold', 'converted', 'reclaimed') then
    return new;
  end if;
  latest := case
    when old.status = 'shipped' and (new.status = 'available' or new.lock_reason = 'dispute')
      then old.auto_convert_at + (shop_now() - old.shipped_at)
    when new.status <> 'available' then null
    when old.lock_reason in ('expired', 'refund') then shop_now() + interval '30 days'
    when old.lock_reason = 'dispute' then old.auto_convert_at + (shop_now() - coalesce(
      (select max(locked_at) from dispute_cards where card_id = new.id),
      -- It came back from a parcel meanwhile.
      (select min(d.opened_at) from places l
       join payments y on y.purpose = 'order' and y.subject_id = l.reservation_id
       join disputes d on d.payment_id = y.id
       where l.pack_id = new.pack_id)))
  end;
  if new.auto_convert_at <= latest or acts_as_owner() then
    return new;
  end if;
  raise exception 'Card % keeps its thirty days', new.id using errcode = 'restrict_violation';
end
$$;

create table disputes (
  id uuid not null,
  payment_id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  provider_status text not null,
  state text not null,
  reason text not null,
  amount bigint not null,
  debt bigint not null default 0,
  loss bigint not null default 0,
  evidence_due_at timestamp with time zone,
  raised_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  decided_at timestamp with time zone,
  pause_lifted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint disputes_pkey primary key (id),
  constraint disputes_provider_id_once unique (provider_id),
  constraint disputes_state_known check ((state = any (array['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text, 'closed'::text]))),
  constraint disputes_amount_positive check ((amount > 0)),
  constraint disputes_debt_of_a_lost_one check (((debt >= 0) and (debt <= amount) and (((debt = 0) and (loss = 0)) or (state = 'lost'::text)))),
  constraint disputes_opened_once check (((state = any (array['open'::text, 'won'::text, 'lost'::text])) = (opened_at is not null))),
  constraint disputes_decided_once check (((state = any (array['won'::text, 'lost'::text, 'closed'::text])) = (decided_at is not null)))
);
create index disputes_of_payment on disputes (payment_id);
create index disputes_of_user on disputes (user_id);
create index disputes_by_time on disputes (raised_at, id);
create index disputes_in_state on disputes (state, raised_at, id);
create index disputes_undecided on disputes (user_id) where (state = 'open'::text);
comment on table disputes is 'Charges that their cardholder took back at the bank. What the provider says of one now is what counts, whatever order its events come in.';
comment on column disputes.provider_status is 'The provider''s own word, as it was when it was last asked.';
comment on column disputes.state is '`inquiry`: the bank asks. `open`: it has the money until it decides. `won`, `lost`. `closed`: an inquiry that came to nothing.';
comment on column disputes.amount is 'What the cardholder takes back; it may be a part of the payment.';
comment on column disputes.debt is 'What its user kept of a lost one, and so owes the shop.';
comment on column disputes.loss is 'What the house lost by it besides the fee; negative where more of a sale was undone than the bank took.';
comment on column disputes.raised_at is 'By the provider''s clock.';
comment on column disputes.opened_at is 'Since then what it bought is locked; null: it never was.';
comment on column disputes.pause_lifted_at is 'An operator let the account buy, sell and ship again though this one is open.';

create table dispute_cards (
  dispute_id uuid not null,
  card_id uuid not null,
  locked_at timestamp with time zone not null,
  was_expired boolean not null,
  constraint dispute_cards_pkey primary key (dispute_id, card_id)
);
create index dispute_cards_of_card on dispute_cards (card_id);
comment on table dispute_cards is 'The cards that a dispute locked. Their thirty days stand still from then on.';
comment on column dispute_cards.was_expired is 'It was locked before, because its time was over; once the dispute is won, it is so again.';

create or replace function disputes_of_order(p_order uuid)
 returns text
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  return (
    select min(d.state) from payments y join disputes d on d.payment_id = y.id
    where y.purpose = 'order' and y.subject_id = p_order and d.state in ('open', 'lost')
  );
end
$$;

create or replace function account_pause(p_user uuid)
 returns text
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  return case
    when exists (select from disputes where user_id = p_user and state = 'open' and pause_lifted_at is null)
      then 'dispute'
    when exists (select from ledger_accounts where debtor_id = p_user and balance > 0) then 'debt'
  end;
end
$$;

create or replace function lock_account_to_spend(p_user uuid, out balance bigint, out pause text)
 returns record
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  select a.balance into balance from ledger_accounts a where a.owner_id = p_user for update;
  pause := account_pause(p_user);
end
$$;

create or replace function check_dispute()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('inquiry', 'open')
      or not exists (select from payments where id = new.payment_id and user_id = new.user_id and amount >= new.amount) then
      raise exception 'A dispute begins with a payment of its user' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.payment_id, new.user_id, new.provider_id, new.raised_at, new.created_at)
      is distinct from (old.id, old.payment_id, old.user_id, old.provider_id, old.raised_at, old.created_at)
    or (old.opened_at is not null and (new.amount, new.opened_at) is distinct from (old.amount, old.opened_at))
    or (old.state in ('won', 'lost') and (new.decided_at, new.debt, new.loss) is distinct from (old.decided_at, old.debt, old.loss)) then
    raise exception 'A dispute keeps its payment, its amount and its end' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'inquiry' then new.state in ('open', 'closed')
    when 'closed' then new.state in ('inquiry', 'open')
    when 'open' then new.state in ('won', 'lost')
    else false
  end) then
    raise exception 'A dispute can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state = 'lost' and old.state <> 'lost' then
    insert into ledger_accounts (id, debtor_id) values ('debt:' || new.user_id, new.user_id) on conflict do nothing;
  end if;
  return new;
end
$$;

create or replace function keep_card_with_dispute()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  dispute text := (select disputes_of_order(l.reservation_id) from places l where l.pack_id = new.pack_id);
begin
  if new.lock_reason = 'dispute' and dispute is distinct from 'open'
    or old.lock_reason = 'dispute' and dispute = 'open'
    or old.lock_reason = 'dispute' and dispute = 'lost' and new.status <> 'reclaimed'
    or new.status = 'reclaimed' and old.lock_reason is distinct from 'refund'
      and (dispute is distinct from 'lost' or coalesce(old.lock_reason, '') not in ('dispute', 'shipping_payment'))
    or new.status = 'available' and dispute = 'open'
    or new.status in ('available', 'shipped') and old.lock_reason = 'shipping_payment' and dispute = 'lost' then
    raise exception 'Card % waits for its dispute', new.id
      using errcode = 'restrict_violation', constraint = 'disputed_card_is_locked';
  end if;
  return new;
end
$$;

create or replace function pay_debt(p_user uuid, p_journal uuid, p_description text)
 returns bigint
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  owed bigint;
  held bigint;
begin
  select balance into strict held from ledger_accounts where owner_id = p_user for update;
  select balance into owed from ledger_accounts where debtor_id = p_user;
  if coalesce(owed, 0) = 0 or held = 0 then
    return held;
  end if;
  return post_journal(gen_random_uuid(), 'debt_payment', p_journal, p_user, p_description,
    array[p_user::text], array['debt:' || p_user], array[least(owed, held)]);
end
$$;

create or replace function check_refunded()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from payments y
    where y.id = new.payment_id and y.state = 'succeeded'
      and y.amount < (select sum(f.amount) from refunds f where f.payment_id = y.id and f.state <> 'failed')
  ) or (
    new.method = 'credits'
    and exists (select from disputes where payment_id = new.payment_id and state in ('open', 'lost'))
    and money_left_of_payment(new.payment_id) < 0
  ) then
    raise exception 'More would go back than payment % brought', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  if new.method = 'bank' and
    (select sum(amount) from refunds where payment_id = new.payment_id and method = 'bank')
    > (select coalesce(sum(amount), 0) from disputes where payment_id = new.payment_id and state = 'lost') then
    raise exception 'No bank has taken so much of payment % back', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_by_bank_within_lost';
  end if;
  return null;
end
$$;

create table money_questions (
  id uuid not null,
  kind text not null,
  subject text not null,
  payment_id uuid,
  amount bigint not null,
  booked bigint,
  found_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by_id uuid,
  note text,
  constraint money_questions_pkey primary key (id),
  constraint money_questions_once unique (kind, subject),
  constraint money_questions_closed_by_someone check (((closed_by_id is null) or (closed_at is not null))),
  constraint money_questions_kind_known check ((kind = any (array['refund_uncovered'::text, 'refund_owed'::text, 'not_in_books'::text, 'not_at_provider'::text, 'amounts_differ'::text, 'other_currency'::text])))
);
create index money_questions_open on money_questions (found_at) where (closed_at is null);
comment on table money_questions is 'What an operator has to look into: money that the books and the card provider don''t agree on, or that no rule decides.';
comment on column money_questions.kind is '`refund_uncovered`: it went back outside the shop, and nothing could be taken back for it. `refund_owed`: a refund has left its user owing. The others: what the card provider says and the books don''t, the books say and it doesn''t, of which the amounts differ, or what it has in another currency than the books.';
comment on column money_questions.subject is 'The id of what it is about: a refund of ours, or the card provider''s id.';
comment on column money_questions.amount is 'What it is about, as the card provider has it; 0 in another currency.';
comment on column money_questions.booked is 'What the books have in its place; null: nothing, or there is no place for it.';
comment on column money_questions.closed_by_id is 'Null where it came to an end by itself: the two agree now.';

create table provider_movements (
  id uuid not null,
  provider_id text not null,
  category text not null,
  amount bigint not null,
  fee bigint not null,
  source_id text,
  intent_id text,
  moved_at timestamp with time zone not null,
  taken_in_at timestamp with time zone not null,
  agreed_at timestamp with time zone,
  constraint provider_movements_pkey primary key (id),
  constraint provider_movements_once unique (provider_id)
);
create index provider_movements_by_time on provider_movements (moved_at desc nulls last);
create index provider_movements_of_source on provider_movements (source_id);
create index provider_movements_of_intent on provider_movements (intent_id, category);
create index provider_movements_to_agree on provider_movements (moved_at) where (agreed_at is null);
comment on table provider_movements is 'Movements of the shop''s balance at the card provider, as it tells them: charges, refunds, disputes, fees, payouts.';
comment on column provider_movements.category is 'The provider''s own word, such as `charge` or `payout`.';
comment on column provider_movements.amount is 'What came in, before the fee; negative for what went out.';
comment on column provider_movements.fee is 'What the provider kept of it; negative for a fee that came back.';
comment on column provider_movements.source_id is 'What moved it over there: a charge, a refund, a dispute, a payout.';
comment on column provider_movements.agreed_at is 'When the books were found to say the same; null: not yet.';

create or replace function check_provider_movement()
 returns trigger
 language plpgsql
as $$
begin
  if (new.id, new.provider_id, new.category, new.amount, new.fee, new.source_id, new.intent_id, new.moved_at, new.taken_in_at)
      is distinct from (old.id, old.provider_id, old.category, old.amount, old.fee, old.source_id, old.intent_id, old.moved_at, old.taken_in_at)
    or old.agreed_at is not null then
    raise exception 'What the card provider told stays as it was told' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function post_house_journal(p_id uuid, p_kind text, p_reference_id uuid, p_description text, p_debit text, p_credit text, p_amount bigint)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if p_debit not like 'house:%' or p_credit not like 'house:%' or p_kind not in ('payout', 'card_fee') then
    raise exception 'A journal of the house moves the house''s money' using errcode = 'restrict_violation';
  end if;
  insert into journals (id, kind, reference_id, description) values (p_id, p_kind, p_reference_id, p_description);
  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  values (p_id, 1, p_debit, p_credit, p_amount);
end
$$;

create table refund_parts (
  refund_id uuid not null,
  account text not null,
  amount bigint not null,
  constraint refund_parts_pkey primary key (refund_id, account),
  constraint refund_parts_amount_positive check ((amount > 0)),
  constraint refund_parts_account_known check ((account = any (array['house:sales'::text, 'house:tax'::text, 'house:tax_gst'::text, 'house:tax_hst'::text, 'house:tax_qst'::text, 'house:tax_pst_bc'::text, 'house:tax_pst_sk'::text, 'house:tax_rst_mb'::text, 'house:tax_other'::text, 'house:fees'::text, 'house:shipping'::text, 'house:losses'::text, 'user'::text])))
);
comment on table refund_parts is 'What a refund took back of what was bought, by the account that it was in.';
comment on column refund_parts.account is 'An account of the house; `user`: credits that were bought; `house:losses`: what nobody could give back.';

create table dispute_parts (
  dispute_id uuid not null,
  account text not null,
  amount bigint not null,
  constraint dispute_parts_pkey primary key (dispute_id, account),
  constraint dispute_parts_amount_positive check ((amount > 0)),
  constraint dispute_parts_account_known check ((account = any (array['house:sales'::text, 'house:tax'::text, 'house:tax_gst'::text, 'house:tax_hst'::text, 'house:tax_qst'::text, 'house:tax_pst_bc'::text, 'house:tax_pst_sk'::text, 'house:tax_rst_mb'::text, 'house:tax_other'::text, 'house:fees'::text, 'house:shipping'::text])))
);
comment on table dispute_parts is 'What a lost dispute undid of a sale, by the account that it was in.';

create or replace function compare_packs(p_serials text[], p_contents text[], p_session uuid, p_ip text, p_request text)
 returns table(serial text, is_same boolean)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
#variable_conflict use_column
declare
  compared record;
  actor uuid := operator_of(p_session);
begin
  -- Who signed in, as inside this function everybody is the owner.
  if actor is null and not pg_has_role(session_user,
    (select relowner from pg_class where oid = 'public.users'::regclass), 'member') then
    raise exception 'Only an operator compares packs' using errcode = 'insufficient_privilege';
  end if;
  for compared in
    select p.id, p.serial, l.state, w.content = encode(sha256(convert_to(
      p.pack_type_id || E'\n' || p.certification_number || coalesce((
        select string_agg(E'\n' || h.card_id::text || ' ' || h.condition || coalesce(' ' || h.label, ''), '' order by h.position)
        from pack_secrets s cross join lateral rows from (
          unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text, label text)
        ) with ordinality as h (card_id, condition, label, position)
        where s.pack_id = p.id
      ), (
        select string_agg(E'\n' || c.card_id::text || ' ' || c.condition, '' order by c.position)
        from physical_cards c where c.pack_id = p.id
      ), ''), 'UTF8')), 'hex') as is_same
    from unnest(p_serials, p_contents) as w (serial, content)
    join physical_packs p on p.serial = w.serial
    left join places l on l.pack_id = p.id
  loop
    if actor is not null and not compared.is_same and compared.state is distinct from 'opened' then
      insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
      values (actor, 'compare_pack', 'pack', compared.id::text,
        jsonb_build_object('serial', compared.serial, 'same', false), p_ip, p_request);
    end if;
    serial := compared.serial;
    is_same := compared.is_same;
    return next;
  end loop;
end
$$;

create or replace function keep_discount_terms()
 returns trigger
 language plpgsql
as $$
begin
  raise exception 'The terms of a discount code never change' using errcode = 'check_violation';
end
$$;

create or replace function check_discount()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  terms discount_codes;
begin
  if new.discount_code is null then
    if new.discount > 0 then
      raise exception 'A discount has its code' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  select * into terms from discount_codes where code = upper(new.discount_code) for update;
  if not found then
    raise exception 'A discount has its code' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.subtotal < terms.least_order then
      raise exception 'The order is smaller than its discount code asks for' using errcode = 'check_violation';
    end if;
    if new.discount > coalesce(terms.amount_off, (new.subtotal * terms.percent + 50) / 100) then
      raise exception 'The discount is more than its code gives' using errcode = 'check_violation';
    end if;
    if not terms.is_free and new.discount > greatest(new.subtotal - 50, 0) then
      raise exception 'A discount that is no gift leaves CAD 0.50' using errcode = 'check_violation';
    end if;
  end if;
  if terms.uses_per_person <= (
    select count(*) from orders o left join reservations r on r.id = o.id
    where o.user_id = new.user_id and o.id <> new.id and upper(o.discount_code) = terms.code
      and (o.paid_at is not null or r.state = 'held')
  ) then
    raise exception 'This person has used the discount code as often as one may' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function note_move()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $$
begin
  perform set_config('felt_and_foil.moved', 'on', true);
  return new;
end $$;
comment on function note_move() is 'Marks the transaction as one that moved money or stock; has_moved() asks.';

create or replace function has_moved()
 returns boolean
 language sql
 stable
as $$ select coalesce(pg_catalog.current_setting('felt_and_foil.moved', true), '') = 'on' $$;
comment on function has_moved() is 'Whether this transaction has moved money or stock so far.';

create or replace function money_left_of_payment(p_payment uuid)
 returns bigint
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  return (
    select coalesce(
        (select sum(t.amount) from journals j join transfers t on t.journal_id = j.id
         where j.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase') and j.reference_id = y.id
           and t.debit_account_id = 'house:card_clearing'), y.amount)
      - (select coalesce(sum(f.amount), 0) from refunds f
         where f.payment_id = y.id and f.state <> 'failed' and f.method <> 'bank')
      - (select coalesce(sum(d.amount), 0) from disputes d where d.payment_id = y.id and d.state in ('open', 'lost'))
    from payments y where y.id = p_payment
  );
end
$$;

create table dispute_fees (
  id uuid not null,
  kind text not null,
  dispute_id uuid not null,
  amount bigint not null,
  booked_at timestamp with time zone not null,
  constraint dispute_fees_pkey primary key (id, kind),
  constraint dispute_fees_kind_known check ((kind = any (array['dispute_fee'::text, 'dispute_fee_returned'::text]))),
  constraint dispute_fees_amount_positive check ((amount > 0))
);
create index dispute_fees_of_dispute on dispute_fees (dispute_id);
comment on table dispute_fees is 'What the card provider took for a dispute, and what it gave back of that: each time it told of more, the difference.';
comment on column dispute_fees.id is 'With the kind, what its journal is about.';

create table refund_debts (
  id uuid not null,
  refund_id uuid not null,
  account text not null,
  amount bigint not null,
  booked_at timestamp with time zone not null,
  constraint refund_debts_pkey primary key (id),
  constraint refund_debts_once unique (refund_id, account),
  constraint refund_debts_account_known check ((account = any (array['house:losses'::text, 'house:dispute_losses'::text]))),
  constraint refund_debts_amount_positive check ((amount > 0))
);
comment on table refund_debts is 'What a refund has left its user owing: it makes up for a loss of the house.';
comment on column refund_debts.id is 'What its journal is about.';
comment on column refund_debts.account is '`house:losses`: credits that were spent, and so could not be taken back. `house:dispute_losses`: what the bank has paid as well.';

create or replace function check_refund_debt()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  debtor uuid;
begin
  select y.user_id into debtor from refunds f join payments y on y.id = f.payment_id
  where f.id = new.refund_id
    and f.amount >= new.amount + (select coalesce(sum(amount), 0) from refund_debts where refund_id = f.id);
  if not found then
    raise exception 'Nobody owes more than a refund gave them' using errcode = 'check_violation';
  end if;
  insert into ledger_accounts (id, debtor_id) values ('debt:' || debtor, debtor) on conflict do nothing;
  return new;
end
$$;

create table shown_changes (
  pack_type_id text not null,
  id uuid not null default gen_random_uuid(),
  packs integer not null default 0,
  changes integer not null default 0,
  constraint shown_changes_pkey primary key (pack_type_id, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
comment on table shown_changes is 'What changed of what visitors see: rows that are added, never updated, and folded into one a pack type now and then. Written by triggers alone.';
comment on column shown_changes.pack_type_id is 'Which pack type it is about; empty: none, but the prices as a whole; /shop: what the shop says of itself. No foreign key: it would lock the pack type for each sale.';
comment on column shown_changes.packs is 'How many packs came on sale, or less than zero: left it. Their sum is the stock.';
comment on column shown_changes.changes is 'How often what is shown changed otherwise. Their sum never falls, and counts committed changes only, however late they commit.';

create or replace function note_stock()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'INSERT' then
    insert into facts_due (pack_id) select pack_id from after where state not in ('opened', 'withdrawn');
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, count(*) from after where state = 'available' group by 1;
  else
    -- In one statement, for a purchase that opens nothing: it pays for none that it has no use of.
    with moved as (
      insert into facts_due (pack_id)
      select a.pack_id from after a join before b on b.id = a.id
      where (a.state in ('opened', 'withdrawn')) <> (b.state in ('opened', 'withdrawn'))
    )
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, sum(packs) from (
      select pack_type_id, 1 as packs from after where state = 'available'
      union all
      select pack_type_id, -1 from before where state = 'available'
    ) moved group by 1 having sum(packs) <> 0;
    if found and random() < 0.01 then
      perform fold_shown_changes();
    end if;
  end if;
  return null;
end $$;
comment on function note_stock() is 'Keeps the number of packs for sale of each type, once a statement.';

create or replace function note_pack_types()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes) select distinct id, 1 from changed;
  return null;
end $$;
comment on function note_pack_types() is 'What is shown of these pack types changed.';

create or replace function note_hits()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes) select distinct pack_type_id, 1 from changed;
  return null;
end $$;
comment on function note_hits() is 'The potential hits of these pack types changed.';

create or replace function note_sets()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes)
  select distinct t.id, 1 from changed s join pack_types t on t.set_id = s.id;
  return null;
end $$;
comment on function note_sets() is 'The name of the set of some pack types changed.';

create or replace function note_cards()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes)
  select distinct h.pack_type_id, 1 from changed c join potential_hits h on h.card_id = c.id
  union all
  select '', 1 where exists (select from changed);
  return null;
end $$;
comment on function note_cards() is 'What cards are worth, or how new their prices are, changed: of the pack types that show them, and as a whole.';

create or replace function note_price_runs()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes) select '', 1 where exists (select from changed);
  return null;
end $$;
comment on function note_price_runs() is 'How fresh the prices are changed.';

create or replace function fold_shown_changes()
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  -- One at a time: a second one would wait for the rows of the first.
  if not pg_try_advisory_xact_lock(7046048) then
    return;
  end if;
  with gone as (
    delete from shown_changes returning pack_type_id, packs, changes
  )
  insert into shown_changes (pack_type_id, packs, changes)
  select pack_type_id, sum(packs), sum(changes) from gone group by 1;
end $$;
comment on function fold_shown_changes() is 'Puts the rows of each pack type in shown_changes together into one.';

create table pack_secrets (
  pack_id uuid not null,
  salt bytea not null,
  document text not null,
  card_ids uuid[] not null,
  physical_card_ids uuid[] not null,
  constraint pack_secrets_pkey primary key (pack_id),
  constraint pack_secrets_salt_is_whole check ((length(salt) = 32)),
  constraint pack_secrets_card_ids_known check ((array_position(card_ids, null::uuid) is null))
);
comment on table pack_secrets is 'What each sealed pack holds: written once, by take_in_packs, and kept for who checks it later. The shop''s role can neither add to it nor read it.';
comment on column pack_secrets.salt is 'Without it, who guesses the document could prove the guess by the commitment.';
comment on column pack_secrets.document is 'Canonical JSON (domain/packproof), its cards in the order in which they lie.';
comment on column pack_secrets.card_ids is 'The same cards in the catalogue, in the same order.';
comment on column pack_secrets.physical_card_ids is 'The ids that its cards will have once it is opened: drawn by the database, so that none of them was ever another card''s.';

create or replace function pack_commitment(p_salt bytea, p_document text)
 returns bytea
 language sql
 stable
as $$
  select sha256(convert_to('packproof/v2/pack', 'UTF8') || '\x00'::bytea || p_salt || convert_to(p_document, 'UTF8'))
$$;

create or replace function check_revealed_cards()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  wrong record;
begin
  select id into wrong from revealed
  where not coalesce(auto_convert_at <= opened_at + interval '30 days', false) limit 1;
  if found then
    raise exception 'Card % keeps its thirty days', wrong.id using errcode = 'restrict_violation';
  end if;
  select coalesce(c.pack_id, w.pack_id) as pack_id into wrong
  from revealed c
  full join (
    select s.pack_id, d.id, d.card_id, d.condition, d.position, l.state, o.user_id, o.opened_at
    from (select distinct pack_id from revealed) r
    join pack_secrets s on s.pack_id = r.pack_id
    join places l on l.pack_id = s.pack_id
    join openings o on o.pack_id = s.pack_id
    cross join lateral rows from (
      unnest(s.physical_card_ids), unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text)
    ) with ordinality as d (id, card_id, condition, position)
  ) w on w.id = c.id
  where c.id is null or w.id is null or w.state <> 'opened'
    or (c.pack_id, c.card_id, c.condition, c.position, c.status, c.opened_by_id, c.opened_at)
      is distinct from (w.pack_id, w.card_id, w.condition, w.position, 'available', w.user_id, w.opened_at)
  limit 1;
  if found then
    raise exception 'An opening reveals what the document of pack % says', wrong.pack_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create table card_labels (
  label text not null,
  pack_id uuid not null,
  constraint card_labels_pkey primary key (label)
);
comment on table card_labels is 'The graders'' numbers of cards that came in, in capitals: no card comes into a pack a second time. As secret as the documents.';

create or replace function known_labels(p_labels text[])
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select w.label from unnest(p_labels) w (label) join card_labels l on l.label = upper(w.label)
$$;

create or replace function is_pack_whole(p_pack uuid)
 returns boolean
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select exists (
    select from physical_packs p join pack_secrets s on s.pack_id = p.id
    where p.id = p_pack and p.commitment = pack_commitment(s.salt, s.document))
$$;

create or replace function packs_unlike_their_documents()
 returns setof uuid
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select p.id
  from physical_packs p
  join pack_types t on t.id = p.pack_type_id
  left join places l on l.pack_id = p.id
  left join pack_secrets s on s.pack_id = p.id
  left join lateral (
    select array_agg(c.id order by c.position) as ids, array_agg(c.card_id order by c.position) as card_ids,
      jsonb_agg(c.condition order by c.position) as conditions
    from physical_cards c where l.state = 'opened' and c.pack_id = p.id
  ) k on true
  where p.commitment is distinct from pack_commitment(s.salt, s.document)
    or s.pack_id is null and l.state <> 'opened'
    or cardinality(s.card_ids) <> t.card_count or cardinality(s.physical_card_ids) <> t.card_count
    or l.state = 'opened' and (k.ids, k.card_ids, k.conditions) is distinct from
      (s.physical_card_ids, s.card_ids, jsonb_path_query_array(s.document::jsonb, '$.cards[*].condition'))
      and s.pack_id is not null
  union all
  select s.pack_id from pack_secrets s cross join unnest(s.physical_card_ids) h (id)
  join physical_cards c on c.id = h.id where c.pack_id <> s.pack_id
  union all
  select (array_agg(s.pack_id))[1] from pack_secrets s cross join unnest(s.physical_card_ids) h (id)
  group by h.id having count(*) > 1
$$;

create or replace function draw_rank()
 returns double precision
 language sql
as $$
  select ('x' || encode(substr(uuid_send(gen_random_uuid()), 1, 6), 'hex'))::bit(48)::bigint / 281474976710656.0::float8
$$;

create or replace function count_contents(p_type text, out odds jsonb, out filling jsonb)
 returns record
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  with gone as materialized (
    select * from sum_contents(p_type, true)
  ), packs as materialized (
    select rarities, sum(packs) as packs from (
      select rarities, packs from held_rarities where pack_type_id = p_type
      union all
      select rarities, -times from gone where card_id is null
    ) r group by rarities having sum(packs) > 0
  ), total as materialized (
    select sum(packs) as packs from packs having sum(packs) >= 20
  ), shares as (
    select r.place, r.name, round(sum(p.packs) / min(t.packs), 4) as chance
    from total t cross join packs p
    join unnest(array['common', 'uncommon', 'rare', 'mythic']) with ordinality r (name, place)
      on p.rarities & rarity_bit(r.name) <> 0
    group by r.place, r.name
  ), kinds as (
    select c.set_id, c.native_rarity, c.finish, round(sum(h.copies) / min(t.packs), 4) as per_pack
    from total t cross join (
      select card_id, copies from held_cards where pack_type_id = p_type
      union all
      select card_id, -times from gone where card_id is not null
    ) h join cards c on c.id = h.card_id
    group by c.set_id, c.native_rarity, c.finish having sum(h.copies) > 0
  )
  select
    (select coalesce(jsonb_agg(jsonb_build_object('rarity', name, 'chance', chance) order by place), '[]') from shares),
    (select coalesce(jsonb_agg(jsonb_build_object('setId', set_id, 'nativeRarity', native_rarity,
      'finish', finish, 'perPack', per_pack) order by set_id, native_rarity, finish), '[]') from kinds)
$$;

create or replace function document_end(p_pack_type text, p_serial text, p_certification text, p_taken_in_at timestamp with time zone)
 returns text
 language sql
 stable
as $$
  select format('],"certification":%s,"packType":%s,"serial":%s,"takenInAt":%s,"v":2}',
    to_json(normalize(p_certification)), to_json(p_pack_type), to_json(normalize(p_serial)),
    floor(extract(epoch from p_taken_in_at))::bigint)
$$;

create or replace function check_documents_of(p_packs uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  wrong record;
begin
  -- Each document is unpacked once.
  with read as materialized (
    select p.serial, p.commitment, s.salt, s.document || '' as document, cardinality(s.card_ids) as held, t.card_count as wanted,
      document_end(p.pack_type_id, p.serial, p.certification_number, p.received_at) as says_last
    from physical_packs p
    join pack_types t on t.id = p.pack_type_id
    left join pack_secrets s on s.pack_id = p.id
    where p.id = any (p_packs)
  )
  select serial, wanted, coalesce(held, 0) as held into wrong
  from read
  where held is distinct from wanted or commitment is distinct from pack_commitment(salt, document)
    or not starts_with(document, '{"cards":[{') or right(document, length(says_last) + 1) <> '}' || says_last
  limit 1;
  if not found then
    return;
  elsif wrong.held <> wrong.wanted then
    raise exception 'Pack % holds % cards, its type says %', wrong.serial, wrong.held, wrong.wanted
      using errcode = 'check_violation', constraint = 'physical_packs_hold_card_count';
  end if;
  raise exception 'The document of pack % says something else than the pack', wrong.serial using errcode = 'check_violation';
end
$$;

create table held_cards (
  pack_type_id text not null,
  card_id uuid not null,
  copies integer not null,
  constraint held_cards_pkey primary key (pack_type_id, card_id),
  constraint held_cards_copies_check check ((copies > 0))
);
comment on table held_cards is 'How many copies of each card the packs of a type came in with, whatever became of them. As secret as the documents.';

create table held_rarities (
  pack_type_id text not null,
  rarities integer not null,
  packs integer not null,
  constraint held_rarities_pkey primary key (pack_type_id, rarities),
  constraint held_rarities_packs_check check ((packs > 0))
);
comment on table held_rarities is 'How many packs of a type came in with cards of just these rarities, whatever became of them. As secret as the documents.';
comment on column held_rarities.rarities is 'The sum of their bits (rarity_bit), as the catalogue has the cards now.';

create or replace function rarity_bit(p_rarity text)
 returns integer
 language sql
 immutable
as $$
  select 1 << array_position(array['common', 'uncommon', 'rare', 'mythic'], p_rarity)
$$;

create or replace function sum_contents(p_type text, p_withdrawn boolean)
 returns table(card_id uuid, rarities integer, times bigint)
 language sql
 stable
as $$
  with held as (
    select p.pack_id, h.card_id
    from places p join pack_secrets s on s.pack_id = p.pack_id cross join unnest(s.card_ids) h (card_id)
    where p.pack_type_id = p_type and (p.state = 'withdrawn' or not p_withdrawn)
    union all
    -- Opened before there were documents.
    select p.id, k.card_id from physical_packs p join physical_cards k on k.pack_id = p.id
    where p.pack_type_id = p_type and p.commitment is null and not p_withdrawn
  ), sums as (
    select h.pack_id, h.card_id, bit_or(rarity_bit(c.rarity)) as rarities, count(*) as times
    from held h join cards c on c.id = h.card_id
    group by grouping sets ((h.pack_id), (h.card_id))
  )
  select s.card_id, null::int, s.times from sums s where s.card_id is not null
  union all
  select null, s.rarities, count(*) from sums s where s.card_id is null group by s.rarities
$$;

create or replace function recount_rarities()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  changed text[] := array(
    select distinct h.pack_type_id from before b join after a on a.id = b.id and a.rarity <> b.rarity
    join held_cards h on h.card_id = a.id order by 1);
  type text;
begin
  if cardinality(changed) > 0 then
    -- As an intake does: what it adds is not counted twice, nor missed.
    perform pg_advisory_xact_lock(hashtext('intake of packs'));
  end if;
  foreach type in array changed loop
    delete from held_rarities where pack_type_id = type;
    insert into held_rarities (pack_type_id, rarities, packs)
    select type, s.rarities, s.times from sum_contents(type, false) s where s.card_id is null;
  end loop;
  return null;
end
$$;

create or replace function types_counted_wrong()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select distinct t.id from pack_types t cross join lateral (
    select from (select * from sum_contents(t.id, false)) s
    full join (
      select card_id, null::int as rarities, copies as times from held_cards where pack_type_id = t.id
      union all
      select null, rarities, packs from held_rarities where pack_type_id = t.id
    ) k on coalesce(k.card_id::text, k.rarities::text) = coalesce(s.card_id::text, s.rarities::text)
    where k.times is distinct from s.times
  ) wrong
$$;

create or replace function take_in_packs(p_pack_types text[], p_serials text[], p_certifications text[], p_held text[], p_cards uuid[], p_conditions text[], p_labels text[])
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  -- Canonical JSON: names of fields are sorted.
  says text[] := array(
    select format('{"condition":%s,"finish":%s,"game":%s,%s"name":%s,"number":%s,"rarity":%s,"set":%s}',
      to_json(k.condition), to_json(c.finish), to_json(s.game), '"label":' || to_json(normalize(k.label)) || ',',
      to_json(normalize(c.name)), to_json(normalize(c.number)), to_json(c.rarity), to_json(normalize(s.code)))
    from unnest(p_cards, p_conditions, p_labels) with ordinality as k (card_id, condition, label, place)
    join cards c on c.id = k.card_id join card_sets s on s.id = c.set_id
    order by k.place
  );
  bits int[] := array(
    select rarity_bit(c.rarity) from unnest(p_cards) with ordinality as k (card_id, place) join cards c on c.id = k.card_id
    order by k.place
  );
begin
  if cardinality(says) <> cardinality(p_cards) or array_position(p_conditions, null) is not null then
    raise exception 'The catalogue does not know each of these cards' using errcode = 'check_violation';
  end if;
  with packs as materialized (
    select gen_random_uuid() as id, w.pack_type_id, w.serial, w.certification, w.held::int[] as held,
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as salt
    from unnest(p_pack_types, p_serials, p_certifications, p_held) as w (pack_type_id, serial, certification, held)
  ), sealed as materialized (
    select p.*, c.card_ids, c.physical_card_ids, c.rarities, '{"cards":[' || c.cards
      || document_end(p.pack_type_id, p.serial, p.certification, now()) as document
    from packs p cross join lateral (
      select array_agg(p_cards[h.kind] order by h.position) as card_ids, array_agg(gen_random_uuid()) as physical_card_ids,
        string_agg(says[h.kind], ',' order by h.position) as cards, bit_or(bits[h.kind]) as rarities
      from unnest(p.held) with ordinality as h (kind, position)
    ) c
  ), kept as (
    insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
    select id, salt, document, card_ids, physical_card_ids from sealed
  ), labelled as (
    insert into card_labels (label, pack_id)
    select upper(normalize(p_labels[h.kind])), p.id from packs p cross join unnest(p.held) h (kind)
    where p_labels[h.kind] is not null
  ), counted as (
    insert into held_cards as c (pack_type_id, card_id, copies)
    select p.pack_type_id, p_cards[h.kind], count(*) from packs p cross join unnest(p.held) h (kind)
    where p_cards[h.kind] is not null group by 1, 2
    on conflict (pack_type_id, card_id) do update set copies = c.copies + excluded.copies
  ), ranked as (
    insert into held_rarities as r (pack_type_id, rarities, packs)
    select pack_type_id, rarities, count(*) from sealed where rarities is not null group by 1, 2
    on conflict (pack_type_id, rarities) do update set packs = r.packs + excluded.packs
  ), stored as (
    insert into physical_packs (id, pack_type_id, serial, certification_number, commitment)
    select id, pack_type_id, serial, certification, pack_commitment(salt, document) from sealed
    returning id, pack_type_id, received_at
  )
  insert into places (id, pack_type_id, pack_id, received_at)
  select id, pack_type_id, id, received_at from stored;
end
$$;

create or replace function check_order_lines()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  unknown text;
begin
  select l.pack_type_id into unknown from placed l
  where not exists (select from pack_types t where t.id = l.pack_type_id) limit 1;
  if found then
    raise exception 'An order is of pack types that there are: % is none', unknown
      using errcode = 'foreign_key_violation', constraint = 'order_lines_of_known_types';
  end if;
  return null;
end
$$;

create or replace function keep_order_line()
 returns trigger
 language plpgsql
as $$
begin
  raise exception 'A line of an order keeps its pack type' using errcode = 'restrict_violation';
end
$$;

create or replace function take_key(p_user uuid, p_key text, p_kept interval)
 returns table(fingerprint text, reply text)
 language plpgsql
 set search_path to 'public', 'pg_temp'
as $$
begin
  perform pg_advisory_xact_lock(hashtext(p_user::text), hashtext(p_key));
  return query
  select k.fingerprint, k.reply from idempotency_keys k
  where k.user_id = p_user and k.key = p_key and k.created_at >= now() - p_kept;
end
$$;
comment on function take_key(uuid,text,interval) is 'Takes an Idempotency-Key for this transaction, and returns what was answered with it before.';

create or replace function check_journals()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  refused record;
begin
  select p.kind, p.user_id,
    not exists (select from permitted_transfers t where t.kind = p.kind) as is_unknown,
    p.user_id is not null and not exists (select from ledger_accounts a where a.owner_id = p.user_id)
      or p.posted_with is not null and not exists (select from journals j where j.id = p.posted_with) as refers_to_nothing
  into refused
  from (
    select distinct kind, user_id, posted_with, case when kind in ('pack_purchase', 'shipping_fee') then reference_id end as payment
    from posted
  ) p
  where not exists (select from permitted_transfers t where t.kind = p.kind)
    or p.user_id is not null and not exists (select from ledger_accounts a where a.owner_id = p.user_id)
    or p.posted_with is not null and not exists (select from journals j where j.id = p.posted_with)
    or p.kind in ('pack_purchase', 'shipping_fee', 'card_sale') and account_pause(p.user_id) is not null
      -- Money that came for what can't be delivered is booked under its payment, and goes back.
      and (p.payment is null or not exists (select from payments where id = p.payment))
  limit 1;
  if not found then
    return null;
  end if;
  if refused.is_unknown then
    raise exception 'There are no journals of kind %', refused.kind
      using errcode = 'check_violation', constraint = 'permitted_transfers';
  end if;
  if refused.refers_to_nothing then
    raise exception 'A journal has its user, and the first of those it was posted with: in place of foreign keys'
      using errcode = 'foreign_key_violation', constraint = 'journals_refer_to_what_is_there';
  end if;
  raise exception 'The account of % is paused', refused.user_id
    using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
end
$$;

create table kept_hours (
  hour timestamp with time zone not null,
  sales bigint not null default 0,
  refunded bigint not null default 0,
  top_ups bigint not null default 0,
  sold_back bigint not null default 0,
  credits bigint not null default 0,
  openings bigint not null default 0,
  is_late boolean not null default false,
  constraint kept_hours_pkey primary key (hour)
);
create index kept_hours_late on kept_hours (hour) where is_late;
comment on table kept_hours is 'What moved in each hour that is over, by `moved_between`: no hour is left out between the first and the last. Written by `keep_hours` and `note_late` alone.';
comment on column kept_hours.hour is 'When it began.';
comment on column kept_hours.sales is 'What packs were sold for, less what was given back, before tax and fees.';
comment on column kept_hours.credits is 'What the credits of all users grew by. The sum over all time is what they hold.';
comment on column kept_hours.is_late is 'Something of this hour came in after it was kept: its sums don''t count until it is kept again.';
comment on index kept_hours_late is 'What is to be kept again: few, if any.';

create or replace function moved_between(p_from timestamp with time zone, p_to timestamp with time zone)
 returns table(hour timestamp with time zone, sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint, openings bigint)
 language sql
 stable
as $$
  select moved.hour, sum(moved.sales)::bigint, sum(moved.refunded)::bigint, sum(moved.top_ups)::bigint,
    sum(moved.sold_back)::bigint, sum(moved.credits)::bigint, sum(moved.openings)::bigint
  from (
    select date_trunc('hour', t.created_at, 'UTC') as hour,
      case 'house:sales' when t.credit_account_id then t.amount when t.debit_account_id then -t.amount else 0 end as sales,
      case when t.debit_account_id = 'house:sales' then t.amount else 0 end as refunded,
      case when t.debit_account_id = 'house:card_clearing' and t.credit_version is not null then t.amount else 0 end as top_ups,
      case when t.debit_account_id = 'house:buyback' then t.amount else 0 end as sold_back,
      case when t.credit_version is not null and t.credit_account_id not like 'debt:%' then t.amount else 0 end
        - case when t.debit_version is not null and t.debit_account_id not like 'debt:%' then t.amount else 0 end as credits,
      0 as openings
    from transfers t where t.created_at >= p_from and t.created_at < p_to
    union all
    select date_trunc('hour', o.opened_at, 'UTC'), 0, 0, 0, 0, 0, 1
    from openings o where o.opened_at >= p_from and o.opened_at < p_to
  ) moved group by moved.hour
$$;
comment on function moved_between(timestamp with time zone,timestamp with time zone) is 'What moved from an instant to before another, by the hour. Hours without a movement are left out.';

create or replace function keep_hours(p_most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  v_over constant timestamptz := date_trunc('hour', now() - interval '10 minutes', 'UTC');
  v_from timestamptz;
  v_to timestamptz;
  v_again int;
  v_kept int;
begin
  -- Those who are older, and still at it, are soon done; younger ones don't matter.
  perform pg_current_xact_id();
  while pg_snapshot_xmin(pg_current_snapshot()) <> pg_current_xact_id() and clock_timestamp() < now() + interval '2 seconds' loop
    perform pg_sleep(0.01);
  end loop;
  if pg_snapshot_xmin(pg_current_snapshot()) <> pg_current_xact_id() then
    return 0;
  end if;
  -- Who writes something late holds it until they are done.
  if not pg_try_advisory_xact_lock(7046049) then
    return 0;
  end if;

  update kept_hours k set is_late = false, sales = coalesce(m.sales, 0), refunded = coalesce(m.refunded, 0),
    top_ups = coalesce(m.top_ups, 0), sold_back = coalesce(m.sold_back, 0), credits = coalesce(m.credits, 0),
    openings = coalesce(m.openings, 0)
  from (select hour from kept_hours where is_late order by hour limit p_most) late
  left join lateral moved_between(late.hour, late.hour + interval '1 hour') m on true
  where k.hour = late.hour;
  get diagnostics v_again = row_count;

  select coalesce(max(k.hour) + interval '1 hour',
    date_trunc('hour', least((select min(created_at) from transfers), (select min(opened_at) from openings)), 'UTC'))
  into v_from from kept_hours k;
  v_to := least(v_over, v_from + p_most * interval '1 hour');
  insert into kept_hours (hour, sales, refunded, top_ups, sold_back, credits, openings)
  select h, coalesce(m.sales, 0), coalesce(m.refunded, 0), coalesce(m.top_ups, 0), coalesce(m.sold_back, 0),
    coalesce(m.credits, 0), coalesce(m.openings, 0)
  from generate_series(v_from, v_to - interval '1 hour', interval '1 hour') h
  left join moved_between(v_from, v_to) m on m.hour = h;
  get diagnostics v_kept = row_count;
  return v_again + v_kept;
end $$;
comment on function keep_hours(integer) is 'Keeps at most so many hours that are over, and as many again that something late came to. Returns how many; none while somebody is writing whom it could not see.';

create or replace function note_late()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  v_hour constant timestamptz := date_trunc('hour', (to_jsonb(new) ->> tg_argv[0])::timestamptz, 'UTC');
begin
  perform pg_advisory_xact_lock_shared(7046049);
  insert into kept_hours (hour, is_late)
  select v_hour, true where exists (select from kept_hours where hour >= v_hour)
  on conflict (hour) do update set is_late = true where not kept_hours.is_late;
  return null;
end $$;
comment on function note_late() is 'Marks the hour of what is written down late, if it is kept. Nobody keeps hours before that is committed.';

create table places (
  id uuid not null,
  pack_type_id text not null,
  pack_id uuid not null,
  state text not null default 'available'::text,
  rank double precision not null default draw_rank(),
  reservation_id uuid,
  buyer_id uuid,
  received_at timestamp with time zone not null,
  drop_id uuid,
  number integer,
  constraint places_pkey primary key (id),
  constraint places_one_per_pack unique (pack_id),
  constraint places_taken_by_someone check ((((state = any (array['reserved'::text, 'sold'::text, 'disputed'::text, 'opened'::text])) = (buyer_id is not null)) and ((buyer_id is null) = (reservation_id is null)))),
  constraint places_state_known check ((state = any (array['available'::text, 'waiting'::text, 'reserved'::text, 'sold'::text, 'disputed'::text, 'opened'::text, 'withdrawn'::text]))),
  constraint places_numbered_in_drop check (((number is null) or (drop_id is not null)))
);
create index places_for_sale on places (pack_type_id, rank) where (state = 'available'::text);
create index places_of_buyer on places (buyer_id, pack_type_id) where (buyer_id is not null);
create index places_of_reservation on places (reservation_id) where (reservation_id is not null);
create index places_of_type_in_state on places (pack_type_id, state, received_at desc, id);
create index places_of_drop on places (drop_id, number) where (drop_id is not null);
comment on table places is 'One place in the order of sale of a pack type: what a buyer keeps, buys, gives back and opens. Its pack is known from the start.';
comment on column places.pack_id is 'The pack behind it. No foreign key, as to its type, its reservation and its buyer: checked once a statement, and none of them ever goes.';
comment on column places.rank is 'Drawn by chance when its pack comes in or comes back: nobody chooses who gets which pack.';
comment on column places.received_at is 'As its pack''s: operators'' lists of a state are in this order.';
comment on column places.drop_id is 'Null for loose stock. Set while a draft holds it, and kept when its drop is over.';
comment on column places.number is 'Its place in the order of its drop, from 0, given by a public number; its rank is the same.';
comment on index places_of_type_in_state is 'Operators'' lists of a state, newest first.';

create or replace function keep_pack()
 returns trigger
 language plpgsql
as $$
begin
  if new.commitment is distinct from old.commitment then
    raise exception 'A physical pack keeps its commitment' using errcode = 'restrict_violation';
  end if;
  raise exception 'A physical pack keeps its id, type and serial' using errcode = 'restrict_violation';
end
$$;

create or replace function check_new_places()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from added where state not in ('available', 'waiting') or buyer_id is not null or reservation_id is not null
      or drop_id is not null
  ) then
    raise exception 'A pack comes in at intake, with its document, and belongs to nobody' using errcode = 'restrict_violation';
  end if;
  if exists (
    -- Each is looked up, however many the first ones were that the statement was planned for; so are those below.
    select from added a left join lateral (
      select pack_type_id, received_at from physical_packs where id = a.pack_id limit 1
    ) p on true
    where (a.pack_type_id, a.received_at) is distinct from (p.pack_type_id, p.received_at)
  ) then
    raise exception 'A place has its pack, of its type: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'places_have_their_packs';
  end if;
  perform check_documents_of(array(select pack_id from added));
  return null;
end
$$;

create or replace function check_place()
 returns trigger
 language plpgsql
as $$
declare
  is_whole boolean;
begin
  if (new.id, new.pack_type_id, new.pack_id, new.received_at)
    is distinct from (old.id, old.pack_type_id, old.pack_id, old.received_at) then
    raise exception 'A place keeps its pack' using errcode = 'restrict_violation';
  end if;
  if old.buyer_id is not null and new.buyer_id is not null
    and (new.buyer_id, new.reservation_id) <> (old.buyer_id, old.reservation_id) then
    raise exception 'A place goes from one buyer to another by the shelf' using errcode = 'restrict_violation';
  end if;
  if new.rank <> old.rank or (new.drop_id, new.number) is distinct from (old.drop_id, old.number) then
    -- Only what puts a drop together or into its order changes them, and that is the database itself.
    if not acts_as_owner() or old.buyer_id is not null or old.state not in ('available', 'waiting') then
      raise exception 'The order of sale can''t be chosen' using errcode = 'restrict_violation';
    end if;
  end if;
  if new.state = old.state then
    return new;
  end if;
  -- What is free again is so where its drop is.
  if new.state = 'available' and old.state in ('reserved', 'sold', 'disputed', 'withdrawn') then
    if old.state <> 'reserved' then
      is_whole := is_pack_whole(new.pack_id);
    end if;
    -- Of a drop: its ticket is declared void first, and what was withdrawn has been shown.
    if new.drop_id is not null and old.state = 'withdrawn' then
      raise exception 'What pack % holds was shown: it is not sold again', new.pack_id using errcode = 'restrict_violation';
    elsif new.drop_id is not null and old.state <> 'reserved' then
      new.state := 'waiting';
    else
      new.state := shelf_state(new.pack_type_id, new.drop_id);
    end if;
  elsif new.state = 'withdrawn' and old.state in ('sold', 'disputed') then
    is_whole := is_pack_whole(new.pack_id);
  end if;
  -- What is bought with credits is opened at once. Who opens a pack writes the opening and the cards beside it: only the
  -- functions of the database do.
  if not (case old.state
    when 'available' then new.state in ('reserved', 'sold', 'withdrawn') or new.state in ('opened', 'waiting') and acts_as_owner()
    when 'waiting' then new.state = 'withdrawn' or new.state = 'available' and acts_as_owner()
    when 'reserved' then new.state in ('available', 'waiting', 'sold')
    when 'sold' then new.state in ('available', 'waiting', 'disputed', 'withdrawn') or new.state = 'opened' and acts_as_owner()
    when 'disputed' then new.state in ('available', 'waiting', 'sold', 'withdrawn')
    when 'withdrawn' then new.state in ('available', 'waiting')
    else false
  end) then
    raise exception 'A pack can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if 'disputed' in (old.state, new.state) and disputes_of_order(old.reservation_id)
    is distinct from (case new.state when 'disputed' then 'open' when 'available' then 'lost' when 'waiting' then 'lost'
      when 'withdrawn' then 'lost' end) then
    raise exception 'Pack % waits for its dispute', new.pack_id using errcode = 'restrict_violation';
  end if;
  if is_whole is not null then
    -- A pack that is unlike its document is not sold again, and one that is like it is not kept back by who has it.
    if is_whole <> (new.state <> 'withdrawn') then
      raise exception 'Pack % is not to be %: that is decided by its document', new.pack_id, new.state
        using errcode = 'restrict_violation', constraint = 'pack_is_like_its_document';
    end if;
    if new.drop_id is null then
      new.rank := draw_rank();
    end if;
  end if;
  return new;
end
$$;

create or replace function check_taken_places()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  taken record;
  held int;
begin
  if exists (
    select from after a left join lateral (select user_id from reservations where id = a.reservation_id limit 1) r on true
    where a.reservation_id is not null and r.user_id is distinct from a.buyer_id
  ) then
    raise exception 'A place belongs to the buyer of its reservation: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'places_of_their_reservation';
  end if;
  for taken in
    select m.buyer_id, m.pack_type_id, t.purchase_limit as most
    from (
      select buyer_id, pack_type_id, 1 as packs from after where buyer_id is not null
      union all
      select buyer_id, pack_type_id, -1 from before where buyer_id is not null
    ) m join pack_types t on t.id = m.pack_type_id
    where t.purchase_limit is not null
    group by 1, 2, 3 having sum(m.packs) > 0 order by 1, 2
  loop
    perform 1 from ledger_accounts where owner_id = taken.buyer_id for update;
    select count(*) into held from places where buyer_id = taken.buyer_id and pack_type_id = taken.pack_type_id;
    if held > taken.most then
      raise exception 'The user would have % packs of %, and may have %', held, taken.pack_type_id, taken.most
        using errcode = 'check_violation', constraint = 'places_purchase_limit';
    end if;
  end loop;
  return null;
end
$$;

create or replace function check_openings()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from opened o left join lateral (select state, buyer_id from places where pack_id = o.pack_id limit 1) l on true
    where (l.state, l.buyer_id) is distinct from ('opened', o.user_id)
  ) then
    raise exception 'An opening is of a pack that its user has opened' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create or replace function refuse_account()
 returns trigger
 language plpgsql
as $$
begin
  raise exception 'An account is a user''s, a debtor''s or the house''s, and is called after them: not %', new.id
    using errcode = 'check_violation', constraint = 'ledger_accounts_of_user_debtor_or_house';
end
$$;

create table pictures (
  name text not null,
  form text not null,
  width smallint not null,
  height smallint not null,
  original bytea,
  constraint pictures_pkey primary key (name),
  constraint pictures_form_known check ((form = any (array['photograph'::text, 'logo'::text, 'icon'::text]))),
  constraint pictures_sides_positive check (((width > 0) and (height > 0)))
);
comment on table pictures is 'Pictures that operators uploaded, decoded and written anew. Whoever shows one refers to it, and keeps it from being dropped.';
comment on column pictures.name is 'Of its address: the hash of its files, so that a new picture has a new one; of a secret picture a random one.';
comment on column pictures.form is 'What it is for, which decides in which widths and formats it is written (domain/picture.ts).';
comment on column pictures.width is 'Of its largest file, in pixels.';
comment on column pictures.original is 'What was uploaded before pictures were written anew: never handed out, and gone once its files are written.';
alter table pictures alter column original set storage external;

create table picture_files (
  picture text not null,
  width smallint not null,
  format text not null,
  bytes bytea not null,
  constraint picture_files_pkey primary key (picture, width, format),
  constraint picture_files_format_known check ((format = any (array['avif'::text, 'webp'::text, 'png'::text])))
);
comment on table picture_files is 'The files of each picture, as they are handed out.';
comment on column picture_files.width is 'Which of the widths of its form it stands for; a picture that is narrower is not made wider.';
alter table picture_files alter column bytes set storage external;

create or replace function keep_picture(p_name text, p_form text, p_width integer, p_height integer, p_widths integer[], p_formats text[], p_files bytea[])
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  loop
    insert into pictures (name, form, width, height) values (p_name, p_form, p_width, p_height) on conflict do nothing;
    if found then
      insert into picture_files (picture, width, format, bytes)
      select p_name, f.width, f.format, f.bytes from unnest(p_widths, p_formats, p_files) as f (width, format, bytes);
      return;
    end if;
    -- Nobody drops it until whoever keeps it refers to it.
    perform from pictures where name = p_name for key share;
    if found then
      return;
    end if;
  end loop;
end
$$;

create or replace function drop_picture(p_name text)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  delete from pictures where name = p_name;
exception when foreign_key_violation then
  null;
end
$$;

create or replace function read_picture(p_name text, p_width integer, p_format text)
 returns table(bytes bytea, lasts boolean)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select f.bytes, c.pack_id is null or secrecy_of(c.pack_id) = 'opened'
  from picture_files f left join card_photographs c on c.picture = f.picture
  where f.picture = p_name and f.width = p_width and f.format = p_format
    and (c.pack_id is null or secrecy_of(c.pack_id) <> 'secret')
$$;

create or replace function next_original(p_after text)
 returns table(name text, original bytea)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select p.name, p.original from pictures p where p.original is not null and p.name > p_after order by p.name limit 1
$$;

create table card_photographs (
  pack_id uuid not null,
  "position" smallint not null,
  picture text not null,
  constraint card_photographs_pkey primary key (pack_id, "position"),
  constraint card_photographs_picture_once unique (picture),
  constraint card_photographs_position_counts check (("position" > 0))
);
comment on table card_photographs is 'A photograph of the card that lies at a place in a pack. Of a sealed pack the shop''s role sees none, nor whether there is one.';
comment on column card_photographs."position" is 'As in its pack''s document and in physical_cards, from 1.';
comment on column card_photographs.picture is 'Under a random name: who has the same picture could not tell by it.';

create or replace function secrecy_of(p_pack uuid)
 returns text
 language sql
 stable security definer cost 1000
 set search_path to 'public', 'pg_temp'
as $$
  select coalesce((
    select case
      when p.state = 'opened' then 'opened'
      when p.state = 'withdrawn' and exists (
        select from audit_log a where a.subject_id = p_pack::text and a.subject_kind = 'pack' and a.action = 'look_into_pack'
      ) then 'looked into'
    end
    from places p where p.pack_id = p_pack
  ), 'secret')
$$;

create or replace function keep_photograph(p_pack uuid, p_position integer, p_picture text)
 returns boolean
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  before text;
begin
  if not exists (
    select from physical_packs p join pack_types t on t.id = p.pack_type_id
    where p.id = p_pack and p_position between 1 and t.card_count
  ) then
    return false;
  end if;
  select picture into before from card_photographs where pack_id = p_pack and position = p_position for update;
  insert into card_photographs (pack_id, position, picture) values (p_pack, p_position, p_picture)
  on conflict (pack_id, position) do update set picture = excluded.picture;
  perform drop_picture(before);
  return true;
end
$$;

create or replace function drop_photograph(p_pack uuid, p_position integer)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  before text;
begin
  delete from card_photographs where pack_id = p_pack and position = p_position returning picture into before;
  perform drop_picture(before);
end
$$;

create or replace function open_packs(p_user uuid, p_openings uuid[], p_places uuid[], p_convert_after interval, p_order uuid default null::uuid)
 returns table(opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
#variable_conflict use_column
declare
  at timestamptz := shop_now();
begin
  return query
  with opened as (
    update places l set state = 'opened', buyer_id = p_user, reservation_id = coalesce(p_order, l.reservation_id)
    from unnest(p_openings, p_places) as w (opening_id, place_id), physical_packs p join pack_secrets s on s.pack_id = p.id
    where l.id = w.place_id and p.id = l.pack_id
      and (case when p_order is null then l.buyer_id = p_user and l.state = 'sold' else l.state = 'available' end)
      and p.commitment = pack_commitment(s.salt, s.document)
    returning w.opening_id, l.pack_id, l.pack_type_id, s.document, s.card_ids, s.physical_card_ids
  ), recorded as (
    insert into openings (id, pack_id, user_id, opened_at)
    select o.opening_id, o.pack_id, p_user, at from opened o
  ), revealed as (
    insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, auto_convert_at)
    select h.id, o.pack_id, h.card_id, h.position, h.condition, 'available', p_user, at, at + p_convert_after
    from opened o cross join lateral rows from (
      unnest(o.physical_card_ids), unnest(o.card_ids), jsonb_to_recordset(o.document::jsonb->'cards') as (condition text)
    ) with ordinality as h (id, card_id, condition, position)
    returning id, pack_id, card_id, position, condition
  )
  select o.opening_id, o.pack_id, o.pack_type_id, at, t.name, r.position, r.id, r.card_id, r.condition, c.*
  from revealed r
  join opened o on o.pack_id = r.pack_id
  join pack_types t on t.id = o.pack_type_id
  -- Each is looked up: for as many as they are thought to be, all cards of the catalogue would be read.
  cross join lateral (
    select c.name, c.rarity, c.native_rarity, c.finish, c.market_value, s.name as set_name, c.image_url as remote,
      (select f.picture from card_photographs f where f.pack_id = r.pack_id and f.position = r.position) as photograph
    from cards c join card_sets s on s.id = c.set_id where c.id = r.card_id limit 1
  ) c
  order by o.pack_id, r.position;
end
$$;

create table shop_settings (
  version integer not null,
  name text not null,
  colour text not null,
  contact_email text not null,
  twitter_url text,
  facebook_url text,
  instagram_url text,
  youtube_url text,
  discord_url text,
  mail_from_name text,
  mail_from_address text,
  writes_currency boolean not null,
  first_year integer not null,
  packs_opened_floor integer,
  cards_shipped_floor integer,
  packs_in_stock_floor integer,
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  seller_name text,
  seller_address text,
  tax_numbers jsonb not null default '[]'::jsonb,
  asks_age boolean not null default false,
  ages jsonb not null default '{}'::jsonb,
  age_elsewhere smallint not null default 18,
  logo_light text,
  logo_dark text,
  icon text,
  constraint shop_settings_pkey primary key (version),
  constraint shop_settings_versions_begin_at_one check ((version > 0)),
  constraint shop_settings_name_is_a_line check (((name = btrim(name)) and (name <> ''::text) and (length(name) <= 40) and (name !~ '[[:cntrl:]]'::text))),
  constraint shop_settings_colour_is_rgb check ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint shop_settings_year check (((first_year >= 1900) and (first_year <= 2200))),
  constraint shop_settings_floors_are_counts check (((packs_opened_floor >= 0) and (cards_shipped_floor >= 0) and (packs_in_stock_floor >= 0))),
  constraint shop_settings_tax_numbers_are_a_list check ((jsonb_typeof(tax_numbers) = 'array'::text)),
  constraint shop_settings_ages_are_by_province check ((jsonb_typeof(ages) = 'object'::text)),
  constraint shop_settings_age_is_one check (((age_elsewhere >= 13) and (age_elsewhere <= 25)))
);
comment on table shop_settings is 'The shop''s name, colour, addresses and the like: a row for each time they were saved, the newest holds. Never changed.';
comment on column shop_settings.version is 'Counts up by one. Who saves names the one they saw, so that of two at once one is refused.';
comment on column shop_settings.colour is 'The brand colour; all others of both themes follow from it.';
comment on column shop_settings.mail_from_name is 'Null: the shop''s name.';
comment on column shop_settings.mail_from_address is 'Null: the contact address.';
comment on column shop_settings.writes_currency is 'Whether CAD stands beside amounts.';
comment on column shop_settings.first_year is 'Of the copyright.';
comment on column shop_settings.packs_opened_floor is 'From which count on About shows this figure; null: never. So are the next two.';
comment on column shop_settings.made_by_id is 'Null: by the command line.';
comment on column shop_settings.seller_name is 'Who sells, as receipts say it; null: the shop''s name.';
comment on column shop_settings.seller_address is 'The seller''s postal address, a line each; null: nobody has said it.';
comment on column shop_settings.tax_numbers is 'Under which numbers tax offices know the seller: [{name, number}].';
comment on column shop_settings.asks_age is 'Whether a first purchase asks for a confirmation of age.';
comment on column shop_settings.ages is 'From which age somebody may buy, by province; those that are not here are as the product says.';
comment on column shop_settings.age_elsewhere is 'The same outside of Canada.';
comment on column shop_settings.logo_light is 'The logo on light ground; null: the drawn mark. So are the next two.';
comment on column shop_settings.icon is 'The icon of tabs and home screens.';

create or replace function note_shop()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes) values ('/shop', 1);
  return null;
end $$;
comment on function note_shop() is 'What the shop says of itself changed.';

create table shop_texts (
  key text not null,
  version integer not null,
  body text not null,
  shown_from timestamp with time zone,
  shown_until timestamp with time zone,
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  constraint shop_texts_pkey primary key (key, version),
  constraint shop_texts_key_is_a_word check ((key ~ '^[a-z][a-z-]{0,39}$'::text)),
  constraint shop_texts_versions_begin_at_one check ((version > 0)),
  constraint shop_texts_body_has_an_end check ((length(body) <= 100000)),
  constraint shop_texts_days_are_in_order check ((shown_until > shown_from))
);
comment on table shop_texts is 'Texts in Markdown, each time they were saved: the newest version of a key is shown. Never changed, so that what somebody read or agreed to can be looked up.';
comment on column shop_texts.version is 'Counts up by one for each key. Who saves names the one they saw, so that of two at once one is refused.';
comment on column shop_texts.shown_from is 'Of a text that is shown for some time only; null: from when it was saved.';
comment on column shop_texts.shown_until is 'Null: until another version is saved.';
comment on column shop_texts.made_by_id is 'Null: by the command line.';

create table tax_settings (
  version integer not null,
  rule text not null,
  flat_name text not null,
  flat_rate numeric(7,6) not null,
  elsewhere_rate numeric(7,6) not null,
  packs_supplied_at text not null,
  seller_region text,
  registrations jsonb not null,
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  pack_tax_code text not null default 'txcd_99999999'::text,
  parcel_tax_code text not null default 'txcd_92010001'::text,
  constraint tax_settings_pkey primary key (version),
  constraint tax_settings_versions_begin_at_one check ((version > 0)),
  constraint tax_settings_name_is_a_line check (((flat_name = btrim(flat_name)) and (flat_name <> ''::text) and (length(flat_name) <= 20))),
  constraint tax_settings_rates_are_fractions check (flat_rate between 0 and 0.3 and elsewhere_rate between 0 and 0.3),
  constraint tax_settings_place_known check ((packs_supplied_at = any (array['buyer'::text, 'seller'::text]))),
  constraint tax_settings_region_form check ((seller_region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint tax_settings_seller_is_somewhere check (((seller_region is not null) or (rule = 'flat'::text) or (packs_supplied_at = 'buyer'::text))),
  constraint tax_settings_registrations_are_a_list check ((jsonb_typeof(registrations) = 'array'::text)),
  constraint tax_settings_rule_known check ((rule = any (array['flat'::text, 'places'::text, 'stripe'::text]))),
  constraint tax_settings_codes_form check (((pack_tax_code ~ '^txcd_\d{8}$'::text) and (parcel_tax_code ~ '^txcd_\d{8}$'::text)))
);
comment on table tax_settings is 'Which taxes the shop takes: a row for each time they were saved, the newest holds. Never changed.';
comment on column tax_settings.version is 'Counts up by one. Who saves names the one they saw, so that of two at once one is refused.';
comment on column tax_settings.rule is '`flat`: one rate for all. `places`: by the table of the place. `stripe`: as Stripe Tax says.';
comment on column tax_settings.flat_name is 'What the tax of `flat`, and of places outside Canada, is called on receipts.';
comment on column tax_settings.elsewhere_rate is 'With `places`: of places that are not in the table.';
comment on column tax_settings.packs_supplied_at is 'Where a pack is supplied that is opened and kept at the shop: to the `buyer` where they live, or where the `seller` keeps it.';
comment on column tax_settings.seller_region is 'Where the shop is: CA-NS, or a country.';
comment on column tax_settings.registrations is 'A list of {register, number, since}: which taxes the seller takes, under which number, from which day on.';
comment on column tax_settings.made_by_id is 'Null: by the command line.';
comment on column tax_settings.pack_tax_code is 'With `stripe`: what packs are there, in Stripe''s list of tax codes.';
comment on column tax_settings.parcel_tax_code is 'With `stripe`: what a parcel''s fee is.';

create table consents (
  user_id uuid not null,
  text_key text not null,
  version integer not null,
  occasion text not null,
  given_at timestamp with time zone not null default shop_clock(),
  constraint consents_pkey primary key (user_id, occasion, text_key, version),
  constraint consents_text_is_legal check ((text_key = any (array['terms'::text, 'privacy'::text, 'refunds'::text, 'shipping'::text]))),
  constraint consents_occasion_known check ((occasion = any (array['sign_up'::text, 'purchase'::text])))
);
comment on table consents is 'Versions of the shop''s legal texts that somebody accepted. Never changed, and kept with the books when an account is erased.';
comment on column consents.occasion is 'purchase: the first, and the first under a new version.';

create table age_confirmations (
  user_id uuid not null,
  age smallint not null,
  region text,
  given_at timestamp with time zone not null default shop_clock(),
  constraint age_confirmations_pkey primary key (user_id, age),
  constraint age_confirmations_age_is_one check (((age >= 13) and (age <= 25)))
);
comment on table age_confirmations is 'That somebody confirmed to be of an age, or older. No date of birth. Never changed.';
comment on column age_confirmations.region is 'Where they said to live then, such as CA-ON; null: they had not said.';

create table documents (
  series text not null,
  number integer not null,
  journal_id uuid not null,
  follows integer generated always as (nullif((number - 1), 0)) stored,
  given_at timestamp with time zone not null default shop_clock(),
  constraint documents_pkey primary key (series, number),
  constraint documents_one_per_journal unique (journal_id),
  constraint documents_series_known check ((series = any (array['invoice'::text, 'credit_note'::text]))),
  constraint documents_begin_at_one check ((number > 0))
);
comment on table documents is 'Numbers of invoices and credit notes, each series from 1 without gaps. Never changed.';
comment on column documents.journal_id is 'What it is about: a purchase, a top-up, a fee for shipping; of a credit note a refund.';
comment on column documents.follows is 'The number before it, which has to exist.';

create or replace function series_of(p_journal journals)
 returns text
 language sql
 stable
 set search_path to 'public', 'pg_temp'
as $$
  select case
    when p_journal.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase') then 'invoice'
    when p_journal.kind = 'refund' and exists (
      select from transfers t where t.journal_id = p_journal.id
        and (p_journal.user_id::text in (t.credit_account_id, t.debit_account_id)
          or 'house:card_clearing' in (t.debit_account_id, t.credit_account_id))
    ) then 'credit_note'
  end
$$;

create or replace function number_documents(p_limit integer, p_journal uuid default null::uuid)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  given int := 0;
  added int;
  one text;
  kinds text[];
  last int;
  since timestamptz;
begin
  -- One writer: others wait here until its numbers are committed.
  lock table documents in share row exclusive mode;
  foreach one in array array['invoice', 'credit_note'] loop
    kinds := case one when 'invoice' then array['pack_purchase', 'shipping_fee', 'credit_purchase'] else array['refund'] end;
    last := null;
    since := null;
    select d.number, j.created_at - interval '1 hour' into last, since
    from documents d join journals j on j.id = d.journal_id where d.series = one order by d.number desc limit 1;
    insert into documents (series, number, journal_id)
    select one, coalesce(last, 0) + row_number() over (order by w.created_at, w.id), w.id
    from (
      select next.id, next.created_at from unnest(kinds) as k (kind) cross join lateral (
        select j.id, j.created_at from journals j
        where j.kind = k.kind and j.created_at >= coalesce(since, '-infinity') and series_of(j) = one
          and not exists (select from documents d where d.journal_id = j.id)
        order by j.created_at, j.id limit p_limit
      ) next
      order by next.created_at, next.id limit p_limit
    ) w;
    get diagnostics added = row_count;
    given := given + added;
    insert into document_buyers (journal_id, user_id, name, address)
    select d.journal_id, j.user_id, b.name, b.address
    from documents d join journals j on j.id = d.journal_id cross join lateral buyer_of(j) b
    where d.series = one and d.number > coalesce(last, 0) and (b.name is not null or b.address is not null);
  end loop;
  insert into documents (series, number, journal_id)
  select s.series, coalesce((select max(number) from documents d where d.series = s.series), 0) + 1, j.id
  from journals j cross join lateral (select series_of(j) as series) s
  where j.id = p_journal and s.series is not null and not exists (select from documents d where d.journal_id = j.id);
  get diagnostics added = row_count;
  if added > 0 then
    insert into document_buyers (journal_id, user_id, name, address)
    select j.id, j.user_id, b.name, b.address from journals j cross join lateral buyer_of(j) b
    where j.id = p_journal and (b.name is not null or b.address is not null);
  end if;
  return given + added;
end
$$;

create table parcel_tariffs (
  version integer not null,
  starts_at timestamp with time zone not null default shop_clock(),
  card_grams integer not null,
  packaging_grams integer not null,
  customs_description text not null,
  hs_code text not null,
  origin_country text,
  sender jsonb,
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  constraint parcel_tariffs_pkey primary key (version),
  constraint parcel_tariffs_versions_begin_at_one check ((version > 0)),
  constraint parcel_tariffs_weights check (card_grams between 1 and 1000 and packaging_grams between 0 and 30000),
  constraint parcel_tariffs_hs_code_is_digits check ((hs_code ~ '^[0-9]{6,10}$'::text)),
  constraint parcel_tariffs_origin_is_a_country check ((origin_country ~ '^[A-Z]{2}$'::text))
);
comment on table parcel_tariffs is 'What parcels cost: a row for each time it was saved, the newest that has begun holds. Never changed, nor are its zones and services.';
comment on column parcel_tariffs.version is 'Counts up by one. Who saves names the one they saw, so that of two at once one is refused.';
comment on column parcel_tariffs.starts_at is 'From then on it holds, and every version before it never again.';
comment on column parcel_tariffs.card_grams is 'Of one card as it is packed.';
comment on column parcel_tariffs.packaging_grams is 'Of all that is around the cards of a parcel.';
comment on column parcel_tariffs.hs_code is 'Of the Harmonized System, for customs forms.';
comment on column parcel_tariffs.origin_country is 'Where the cards were made, for customs forms; null: written by hand.';
comment on column parcel_tariffs.sender is 'Where parcels come from, for labels and customs forms; null: nobody has said.';
comment on column parcel_tariffs.made_by_id is 'Null: by the command line.';

create table parcel_zones (
  version integer not null,
  "position" integer not null,
  name text not null,
  places text[] not null,
  constraint parcel_zones_pkey primary key (version, "position"),
  constraint parcel_zones_name_is_a_line check (((name = btrim(name)) and (name <> ''::text) and (length(name) <= 60))),
  constraint parcel_zones_places_are_few check ((cardinality(places) <= 250))
);
comment on table parcel_zones is 'Where parcels go for the same, in the order in which they are shown.';
comment on column parcel_zones.places is 'Countries, as CA, and parts of Canada and the USA, as CA-NS. None: everywhere that no other zone names.';

create table parcel_services (
  version integer not null,
  zone integer not null,
  "position" integer not null,
  key text not null,
  name text not null,
  delivery text not null,
  base_fee bigint not null,
  cards_included integer not null,
  further_card_fee bigint not null,
  weight_most integer,
  free_from bigint,
  cover_included bigint not null,
  cover_most bigint not null,
  cover_fee bigint not null,
  constraint parcel_services_pkey primary key (version, zone, "position"),
  constraint parcel_services_key_once unique (version, zone, key),
  constraint parcel_services_prices check (((base_fee > 0) and (further_card_fee >= 0) and (cover_fee >= 0) and (cards_included > 0))),
  constraint parcel_services_limits check (((weight_most > 0) and (free_from >= 0))),
  constraint parcel_services_cover check (((cover_included >= 0) and (cover_most >= cover_included)))
);
comment on table parcel_services is 'The ways to send a parcel to a zone, and what each costs. Money in cents, weight in grams.';
comment on column parcel_services.key is 'What it is called for good: a parcel that waits finds its service by it.';
comment on column parcel_services.cards_included is 'How many cards the base fee covers; each further one costs further_card_fee.';
comment on column parcel_services.weight_most is 'Of the heaviest parcel; null: any.';
comment on column parcel_services.free_from is 'The cards'' market value from which it costs nothing but insurance; null: never.';
comment on column parcel_services.cover_included is 'Insured at no charge up to this value.';
comment on column parcel_services.cover_most is 'Insured at most, for cover_fee for each 100.00 begun beyond what is included.';

create or replace function check_parcel_tariff_part()
 returns trigger
 language plpgsql
as $$
begin
  if not exists (
    select from parcel_tariffs where version = new.version and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'A version of what parcels cost is saved as a whole' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function check_parcel_tariff_part() is 'Zones and services are saved in the transaction of their version.';

create table shipping_quotes (
  id uuid not null,
  user_id uuid not null,
  tariff_version integer not null,
  service_key text not null,
  service_name text not null,
  delivery text not null,
  country text not null,
  region text,
  card_ids uuid[] not null,
  market_value bigint not null,
  grams integer not null,
  is_insured boolean not null,
  insured_value bigint not null,
  base_fee bigint not null,
  weight_fee bigint not null,
  insurance_fee bigint not null,
  reduction bigint not null,
  goes_with_id uuid,
  beside_cards integer,
  made_at timestamp with time zone not null default shop_now(),
  expires_at timestamp with time zone not null,
  constraint shipping_quotes_pkey primary key (id),
  constraint shipping_quotes_fees check (((base_fee > 0) and (weight_fee >= 0) and (insurance_fee >= 0) and ((reduction >= 0) and (reduction <= ((base_fee + weight_fee) + insurance_fee))))),
  constraint shipping_quotes_are_of_cards check ((cardinality(card_ids) > 0)),
  constraint shipping_quotes_values check (((market_value >= 0) and (insured_value >= 0) and (grams > 0))),
  constraint shipping_quotes_beside_something check (((goes_with_id is null) = (beside_cards is null))),
  constraint shipping_quotes_end check ((expires_at > made_at))
);
create index shipping_quotes_by_end on shipping_quotes (expires_at);
create index shipping_quotes_beside on shipping_quotes (goes_with_id) where (goes_with_id is not null);
comment on table shipping_quotes is 'What somebody was told that these cards cost to ship, and until when that is honoured. Never changed; forgotten a while after its end where no shipment came of it.';
comment on column shipping_quotes.tariff_version is 'The tariff that it was made by; 0: the product''s own.';
comment on column shipping_quotes.region is 'The part of the country, where the price hangs on it.';
comment on column shipping_quotes.card_ids is 'In order. With goes_with_id: those that come to the others.';
comment on column shipping_quotes.market_value is 'Of the cards at that moment, in cents; with goes_with_id of these and those before.';
comment on column shipping_quotes.grams is 'Of the parcel as a whole.';
comment on column shipping_quotes.is_insured is 'Whether insurance was asked for beyond what the price includes.';
comment on column shipping_quotes.insured_value is 'What comes back if the parcel is lost.';
comment on column shipping_quotes.reduction is 'What is free, and what the parcel that these cards go along with has paid.';
comment on column shipping_quotes.goes_with_id is 'The parcel that waits and takes these cards in. Its key is that of the shipment which comes of it: of two tables that refer to each other neither could be restored first.';
comment on column shipping_quotes.beside_cards is 'How many cards lay in that parcel then. With another number the price would be another.';

create or replace function check_shipping_quote_end()
 returns trigger
 language plpgsql
as $$
begin
  if old.expires_at >= shop_now() then
    raise exception 'A quote that is still good is not forgotten' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
comment on function check_shipping_quote_end() is 'A quote is honoured until its end.';

create table shipment_labels (
  shipment_id uuid not null,
  carrier_shipment_id text not null,
  asked_at timestamp with time zone not null default shop_now(),
  carrier text,
  service text,
  tracking_number text,
  label_url text,
  amount_minor bigint,
  currency text,
  bought_at timestamp with time zone,
  constraint shipment_labels_pkey primary key (shipment_id),
  constraint shipment_labels_carrier_shipment_id_key unique (carrier_shipment_id),
  constraint shipment_labels_are_whole check ((num_nonnulls(carrier, service, tracking_number, label_url, amount_minor, currency, bought_at) = any (array[0, 7]))),
  constraint shipment_labels_cost_something check (((amount_minor >= 0) and (currency ~ '^[A-Z]{3}$'::text)))
);
comment on table shipment_labels is 'What the carrier calls a parcel, and the label that was bought for it.';
comment on column shipment_labels.amount_minor is 'What the carrier took, in hundredths of its own currency. Not in the ledger: it is paid to the carrier elsewhere.';
comment on column shipment_labels.bought_at is 'Null, as all that a label has: none was bought yet.';

create or replace function check_shipment_label()
 returns trigger
 language plpgsql
as $$
begin
  if old.bought_at is not null or (new.shipment_id, new.carrier_shipment_id, new.asked_at)
      is distinct from (old.shipment_id, old.carrier_shipment_id, old.asked_at) then
    raise exception 'A label that was bought stays as it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function check_shipment_label() is 'A parcel has one label of one carrier, for good.';

create table tax_calculations (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider_id text not null,
  sells text not null,
  taxable bigint not null,
  tax_code text not null,
  region text not null,
  postal_code text,
  tax bigint not null,
  taxes jsonb not null,
  made_at timestamp with time zone not null default shop_now(),
  good_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  sale_id uuid,
  recorded_as text,
  line_item text,
  recorded_at timestamp with time zone,
  constraint tax_calculations_pkey primary key (id),
  constraint tax_calculations_are_told_once unique (provider_id),
  constraint tax_calculations_one_of_a_sale unique (sale_id),
  constraint tax_calculations_recorded_once unique (recorded_as),
  constraint tax_calculations_sells_known check ((sells = any (array['packs'::text, 'parcel'::text]))),
  constraint tax_calculations_of_something check (((taxable > 0) and (tax >= 0))),
  constraint tax_calculations_region_form check ((region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint tax_calculations_end check (((made_at < good_until) and (good_until <= expires_at))),
  constraint tax_calculations_add_up check (((jsonb_typeof(taxes) = 'array'::text) and (jsonb_array_length(taxes) <= 4) and (tax = (((coalesce((((taxes -> 0) ->> 'amount'::text))::bigint, (0)::bigint) + coalesce((((taxes -> 1) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 2) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 3) ->> 'amount'::text))::bigint, (0)::bigint))))),
  constraint tax_calculations_record_is_whole check ((((recorded_as is null) = (line_item is null)) and ((recorded_as is null) = (recorded_at is null)) and ((recorded_as is null) or (sale_id is not null))))
);
create index tax_calculations_free on tax_calculations (user_id, made_at) where (sale_id is null);
create index tax_calculations_to_record on tax_calculations (made_at) where ((sale_id is not null) and (recorded_as is null));
create index tax_calculations_to_forget on tax_calculations (good_until) where (recorded_as is null);
comment on table tax_calculations is 'What a tax provider said that a sale takes. What it says never changes; used by one sale at most; forgotten a day after its end where none came of it.';
comment on column tax_calculations.provider_id is 'The provider''s own id of it, by which it is told that the sale was made.';
comment on column tax_calculations.taxable is 'What it was asked of: the price without tax, in cents, after the discount.';
comment on column tax_calculations.postal_code is 'As it was asked; forgotten when the sale is recorded.';
comment on column tax_calculations.taxes is 'As orders.taxes.';
comment on column tax_calculations.good_until is 'Until then a sale may be made by it.';
comment on column tax_calculations.expires_at is 'Until then the provider takes word that the sale was made.';
comment on column tax_calculations.sale_id is 'The order or shipment that takes these taxes; null: none has yet.';
comment on column tax_calculations.recorded_as is 'The provider''s id of the sale that it was told of; null: it was not told yet.';
comment on column tax_calculations.line_item is 'The provider''s id of what was sold in it, which a reversal names.';

create or replace function check_tax_calculation()
 returns trigger
 language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    if old.recorded_as is not null or old.good_until >= shop_now() then
      raise exception 'A calculation that is good, or that was recorded, is kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.user_id, new.provider_id, new.sells, new.taxable, new.tax_code, new.region, new.tax, new.taxes, new.made_at,
      new.good_until, new.expires_at)
      is distinct from (old.id, old.user_id, old.provider_id, old.sells, old.taxable, old.tax_code, old.region, old.tax, old.taxes,
      old.made_at, old.good_until, old.expires_at)
      or (new.postal_code is distinct from old.postal_code and new.postal_code is not null)
      or (new.sale_id is distinct from old.sale_id and old.sale_id is not null)
      or (new.recorded_as is distinct from old.recorded_as and old.recorded_as is not null)
      or (new.line_item is distinct from old.line_item and old.line_item is not null) then
    raise exception 'What a tax provider said does not change' using errcode = 'restrict_violation';
  end if;
  if new.sale_id is not null and old.sale_id is null and old.good_until < shop_now() then
    raise exception 'These taxes are too old to sell by' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function check_tax_calculation() is 'A calculation keeps what it says, is used by one sale, and is recorded once.';

create or replace function check_sale_takes_calculated_tax()
 returns trigger
 language plpgsql
as $$
begin
  if new.sale_id is null or exists (
    select from orders o where new.sells = 'packs' and o.id = new.sale_id
      and (o.user_id, o.subtotal - o.discount, o.tax, o.taxes, o.region) is not distinct from (new.user_id, new.taxable, new.tax, new.taxes, new.region)
    union all
    select from shipments s where new.sells = 'parcel' and s.id = new.sale_id
      and (s.user_id, s.base_fee + s.weight_fee + s.insurance_fee - s.reduction, s.tax, coalesce(s.taxes, '[]'), s.region)
        is not distinct from (new.user_id, new.taxable, new.tax, new.taxes, new.region)
  ) then
    return null;
  end if;
  raise exception 'A sale takes the tax that was calculated for it'
    using errcode = 'restrict_violation', constraint = 'sale_takes_calculated_tax';
end $$;
comment on function check_sale_takes_calculated_tax() is 'Who uses a calculation takes its taxes, to the cent and line by line, of the same price.';

create table tax_reversals (
  journal_id uuid not null,
  calculation_id uuid not null,
  goods bigint not null,
  tax bigint not null,
  recorded_as text not null,
  recorded_at timestamp with time zone not null default shop_now(),
  constraint tax_reversals_pkey primary key (journal_id),
  constraint tax_reversals_recorded_once unique (recorded_as),
  constraint tax_reversals_of_something check (((goods >= 0) and (tax >= 0) and ((goods + tax) > 0)))
);
create index tax_reversals_of_calculation on tax_reversals (calculation_id);
comment on table tax_reversals is 'What a tax provider was told that went back of a sale: one row for each journal that took tax back out of its account.';
comment on column tax_reversals.goods is 'What went back without tax, in cents.';
comment on column tax_reversals.recorded_as is 'The provider''s id of it.';

create table tax_problems (
  code text not null,
  message text not null,
  times integer not null default 1,
  first_at timestamp with time zone not null default shop_now(),
  last_at timestamp with time zone not null default shop_now(),
  constraint tax_problems_pkey primary key (code),
  constraint tax_problems_times check ((times > 0))
);
comment on table tax_problems is 'What went wrong with a tax provider, a row for each kind, for operators to see. No address is in it.';
comment on column tax_problems.code is 'The provider''s own word, or `unreachable`.';

create table document_buyers (
  journal_id uuid not null,
  user_id uuid not null,
  name text,
  address text,
  constraint document_buyers_pkey primary key (journal_id),
  constraint document_buyers_say_something check (((name is not null) or (address is not null)))
);
create index document_buyers_of_user on document_buyers (user_id);
comment on table document_buyers is 'The buyer on an invoice or a credit note, kept with its number. Never changed; erased with the account.';
comment on column document_buyers.name is 'Of a parcel the one on its address, else the one in the profile; null: none was known.';
comment on column document_buyers.address is 'Line by line: of a parcel where it goes, else the one in the profile.';

create or replace function check_document_buyer()
 returns trigger
 language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from users where id = old.user_id and erased_at is null) then
      raise exception 'A document keeps its buyer' using errcode = 'restrict_violation';
    end if;
    return null;
  end if;
  raise exception 'A document keeps its buyer' using errcode = 'restrict_violation';
end $$;
comment on function check_document_buyer() is 'Who a document was made out to stays, until the account is erased.';

create or replace function buyer_of(p_journal journals, out name text, out address text)
 returns record
 language sql
 stable
 set search_path to 'public', 'pg_temp'
as $$
  with sale as (
    select coalesce(y.subject_id, p_journal.reference_id) as id
    from (select) one
    left join refunds f on p_journal.kind = 'refund' and f.id = p_journal.reference_id
    left join payments y on y.id = f.payment_id
  ), invoiced as (
    select b.name, b.address from sale
    join journals j on j.user_id = p_journal.user_id and j.reference_id = sale.id
      and j.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase')
    join document_buyers b on b.journal_id = j.id
    where p_journal.kind = 'refund' order by j.created_at limit 1
  ), parcel as (
    select nullif(btrim(concat_ws(' ', a->>'firstName', a->>'lastName')), '') as name,
      nullif(concat_ws(E'\n', nullif(a->>'addressLine1', ''), nullif(a->>'addressLine2', ''),
        nullif(btrim(concat_ws(' ', a->>'city', a->>'state', a->>'postalCode')), ''), a->>'country'), '') as address
    from sale join shipments s on s.id = sale.id cross join lateral (select s.address as a) x where s.address is not null
  ), home as (
    select nullif(btrim(u.full_name), '') as name,
      case when nullif(btrim(u.address_line_1), '') is not null then
        concat_ws(E'\n', btrim(u.address_line_1), nullif(btrim(concat_ws(' ', u.city, u.state, u.zip_code)), ''), u.country) end as address
    from users u where u.id = p_journal.user_id and u.erased_at is null
  )
  select known.name, known.address from (
    select 1 as place, name, address from invoiced
    union all select 2, name, address from parcel
    union all select 3, name, address from home
  ) known where known.name is not null or known.address is not null order by place limit 1
$$;

create table counted_packs (
  pack_id uuid not null,
  pack_type_id text not null,
  is_counted boolean not null default false,
  rarities integer,
  market bigint,
  sold_back bigint,
  is_aside boolean not null default false,
  constraint counted_packs_pkey primary key (pack_id),
  constraint counted_packs_are_valued check (((is_counted and (rarities is not null) and (market >= 0) and ((sold_back >= 0) and (sold_back <= market))) or ((not is_counted) and (rarities is null) and (market is null) and (sold_back is null)))),
  constraint counted_packs_are_told_once check ((not (is_counted and is_aside)))
);
create index counted_packs_of_type on counted_packs (pack_type_id);
comment on table counted_packs is 'The sealed packs of each type, and what those hold that are counted. As secret as the documents. Written by settle_facts alone.';
comment on column counted_packs.is_counted is 'It is in the figures that are told; else it is newly come in, and waits until there are twenty.';
comment on column counted_packs.rarities is 'The sum of the bits of its cards'' rarities (rarity_bit).';
comment on column counted_packs.market is 'The market value of its cards, in cents, at today''s prices.';
comment on column counted_packs.sold_back is 'What the shop would give for its cards, in cents: half of each, rounded down.';
comment on column counted_packs.is_aside is 'It may be told of among others, but a drop is on sale that it is not of: it is in no figure meanwhile.';

create table counted_cards (
  pack_type_id text not null,
  card_id uuid not null,
  packs integer not null,
  copies integer not null,
  constraint counted_cards_pkey primary key (pack_type_id, card_id),
  constraint counted_cards_packs_check check ((packs > 0)),
  constraint counted_cards_check check ((copies >= packs))
);
create index counted_cards_of_card on counted_cards (card_id);
comment on table counted_cards is 'In how many counted packs of a type each card is, and how often. As secret as the documents. Written by settle_facts alone.';

create table facts_due (
  id bigint not null generated always as identity,
  pack_id uuid,
  pack_type_id text,
  constraint facts_due_pkey primary key (id)
);
comment on table facts_due is 'Packs that came in, left, or came back since the facts were settled: rows that are only added, so that no opening waits for another.';
comment on column facts_due.pack_id is 'Null without a type: a card''s value or rarity, or a price, has changed.';
comment on column facts_due.pack_type_id is 'A drop of this type went on sale, or is over: other packs are told of.';

create table pack_type_facts (
  pack_type_id text not null,
  counted_at timestamp with time zone not null,
  packs integer not null,
  sealed integer not null,
  newer integer not null,
  price bigint not null,
  odds jsonb not null,
  market_mean bigint not null,
  market_median bigint not null,
  market_best bigint not null,
  market_brings integer not null,
  sold_back_mean bigint not null,
  sold_back_median bigint not null,
  sold_back_best bigint not null,
  sold_back_brings integer not null,
  drop_id uuid,
  constraint pack_type_facts_pkey primary key (pack_type_id),
  constraint pack_type_facts_are_of_twenty check ((packs >= 20)),
  constraint pack_type_facts_are_kept_below_twenty check (((sealed = packs) or ((sealed >= 0) and (sealed <= 19)))),
  constraint pack_type_facts_newer_wait check (((newer >= 0) and (newer <= 19))),
  constraint pack_type_facts_shares check (market_brings between sold_back_brings and packs and sold_back_brings >= 0),
  constraint pack_type_facts_values check (((0 <= sold_back_mean) and (sold_back_mean <= market_mean) and (market_mean <= market_best) and (0 <= sold_back_median) and (sold_back_median <= market_median) and (market_median <= market_best) and (sold_back_mean <= sold_back_best) and (sold_back_median <= sold_back_best) and (sold_back_best <= market_best)))
);
comment on table pack_type_facts is 'What is told of a type''s sealed packs: sums, never of fewer than twenty. Written by settle_facts alone.';
comment on column pack_type_facts.counted_at is 'When the figures were counted that are told. Below twenty packs they stay as they are.';
comment on column pack_type_facts.packs is 'Over how many packs the figures are counted.';
comment on column pack_type_facts.sealed is 'How many of the counted packs are sealed now: as many as the figures say, or fewer than twenty.';
comment on column pack_type_facts.newer is 'How many came in since, and are in no figure yet.';
comment on column pack_type_facts.price is 'What a pack cost then, before tax, in cents.';
comment on column pack_type_facts.odds is 'For each rarity, how many of the packs hold at least one card of it; 0 too.';
comment on column pack_type_facts.market_mean is 'What a pack''s cards are worth on average, in cents, rounded down; as are the medians.';
comment on column pack_type_facts.market_brings is 'How many packs hold cards that are worth the price or more.';
comment on column pack_type_facts.sold_back_brings is 'How many packs hold cards that the shop gives the price or more for.';
comment on column pack_type_facts.drop_id is 'The drop whose sealed packs it tells of; null: all that are sealed.';

create or replace function note_values()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_table_name = 'pack_types' then
    insert into facts_due (pack_id) values (null);
  else
    insert into facts_due (pack_id)
    select null where exists (
      select from before b join after a on a.id = b.id
      where (a.market_value, a.rarity) is distinct from (b.market_value, b.rarity)
        and exists (select from counted_cards c where c.card_id = a.id)
    );
  end if;
  return null;
end $$;
comment on function note_values() is 'What counted packs are worth, or cost, is to be counted again.';

create or replace function value_packs(p_packs uuid[])
 returns table(pack_id uuid, rarities integer, market bigint, sold_back bigint)
 language sql
 stable
as $$
  select s.pack_id, bit_or(rarity_bit(c.rarity)), sum(c.market_value)::bigint, sum(c.market_value / 2)::bigint
  from pack_secrets s cross join unnest(s.card_ids) h (card_id) join cards c on c.id = h.card_id
  where s.pack_id = any (p_packs) group by s.pack_id
$$;

create or replace function count_facts(p_type text)
 returns setof pack_type_facts
 language sql
 stable
as $$
  select t.id, shop_now(), c.packs, c.packs, c.newer, t.price, c.odds,
    c.market_mean, c.market_median, c.market_best, c.market_brings,
    c.sold_back_mean, c.sold_back_median, c.sold_back_best, c.sold_back_brings, o.drop_id
  from pack_types t
  left join lateral (
    select id as drop_id from drops where pack_type_id = t.id and state in ('open', 'paused')
  ) o on true
  cross join lateral (
    select count(*) filter (where is_counted)::int as packs,
      count(*) filter (where not is_counted and not is_aside and o.drop_id is null)::int as newer,
      jsonb_build_array(
        jsonb_build_object('rarity', 'common', 'packs', count(*) filter (where rarities & rarity_bit('common') <> 0)),
        jsonb_build_object('rarity', 'uncommon', 'packs', count(*) filter (where rarities & rarity_bit('uncommon') <> 0)),
        jsonb_build_object('rarity', 'rare', 'packs', count(*) filter (where rarities & rarity_bit('rare') <> 0)),
        jsonb_build_object('rarity', 'mythic', 'packs', count(*) filter (where rarities & rarity_bit('mythic') <> 0))
      ) as odds,
      floor(avg(market))::bigint as market_mean, max(market) as market_best,
      floor(percentile_cont(0.5) within group (order by market))::bigint as market_median,
      count(*) filter (where market >= t.price)::int as market_brings,
      floor(avg(sold_back))::bigint as sold_back_mean, max(sold_back) as sold_back_best,
      floor(percentile_cont(0.5) within group (order by sold_back))::bigint as sold_back_median,
      count(*) filter (where sold_back >= t.price)::int as sold_back_brings
    from counted_packs k where k.pack_type_id = t.id
  ) c
  where t.id = p_type and c.packs >= 20
$$;

create or replace function settle_facts(p_wait boolean)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  moved uuid[];
  fresh uuid[];
  batch uuid[];
  types text[];
  turned text[];
  selling text[];
  is_valued_anew boolean;
  before jsonb;
begin
  if p_wait then
    perform pg_advisory_xact_lock(7046085);
  elsif not pg_try_advisory_xact_lock(7046085) then
    return;
  end if;
  with due as (delete from facts_due returning pack_id, pack_type_id)
  select coalesce(array_agg(distinct pack_id) filter (where pack_id is not null), '{}'),
    coalesce(array_agg(distinct pack_type_id) filter (where pack_type_id is not null), '{}'),
    coalesce(bool_or(pack_id is null and pack_type_id is null), false)
  into moved, turned, is_valued_anew from due;
  if cardinality(moved) = 0 and cardinality(turned) = 0 and not is_valued_anew then
    return;
  end if;
  -- After what is due: a drop that turns meanwhile is due the next time.
  selling := array(select pack_type_id from drops where state in ('open', 'paused'));
  types := array(select pack_type_id from places where pack_id = any (moved) union select unnest(turned));
  perform count_opened(moved);

  -- Whatever moved leaves. One that is sealed still, or again, is newly come in.
  with gone as (
    delete from counted_packs where pack_id = any (moved) returning pack_id, pack_type_id, is_counted
  ), held as (
    select g.pack_type_id, h.card_id, count(distinct g.pack_id) as packs, count(*) as copies
    from gone g join pack_secrets s on s.pack_id = g.pack_id cross join unnest(s.card_ids) h (card_id)
    where g.is_counted group by 1, 2
  ), fewer as (
    update counted_cards c set packs = c.packs - h.packs, copies = c.copies - h.copies from held h
    where c.pack_type_id = h.pack_type_id and c.card_id = h.card_id and c.packs > h.packs
  )
  delete from counted_cards c using held h
  where c.pack_type_id = h.pack_type_id and c.card_id = h.card_id and c.packs = h.packs;
  insert into counted_packs (pack_id, pack_type_id)
  select p.pack_id, p.pack_type_id from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.pack_id = any (moved) and p.state not in ('opened', 'withdrawn');

  -- Of a type whose drop went on sale, or is over, other packs are told of: what was told of the others is kept aside.
  if cardinality(turned) > 0 then
    delete from pack_type_facts where pack_type_id = any (turned);
    delete from potential_hits where pack_type_id = any (turned);
    delete from counted_cards where pack_type_id = any (turned);
    update counted_packs set is_counted = false, is_aside = true, rarities = null, market = null, sold_back = null
    where pack_type_id = any (turned) and is_counted;
  end if;

  fresh := array(
    select pack_id from counted_packs where not is_counted and not is_aside and pack_type_id in (
      select pack_type_id from counted_packs
      where not is_counted and not is_aside and pack_type_id = any (types) group by 1 having count(*) >= 20));
  batch := array(
    select pack_id from counted_packs where pack_id = any (fresh) and pack_type_id <> all (selling)
    union all
    select pack_id from counted_packs where pack_type_id = any (turned) and pack_type_id <> all (selling) and is_aside
    union all
    -- A drop is at least twenty packs, and its manifest tells of all of them together.
    select k.pack_id from drops d join places p on p.drop_id = d.id join counted_packs k on k.pack_id = p.pack_id
    where d.state in ('open', 'paused') and d.pack_type_id = any (turned));
  if cardinality(selling) > 0 then
    update counted_packs set is_aside = true where pack_id = any (fresh) and pack_type_id = any (selling);
  end if;
  if cardinality(batch) > 0 then
    insert into counted_cards as c (pack_type_id, card_id, packs, copies)
    select k.pack_type_id, h.card_id, count(distinct k.pack_id), count(*)
    from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
    where k.pack_id = any (batch) group by 1, 2
    on conflict (pack_type_id, card_id) do update set packs = c.packs + excluded.packs, copies = c.copies + excluded.copies;
    update counted_packs k set is_counted = true, is_aside = false, rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(batch) v where k.pack_id = v.pack_id;
  end if;
  if is_valued_anew then
    update counted_packs k set rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(array(select pack_id from counted_packs where is_counted)) v where k.pack_id = v.pack_id
      and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back);
    types := array(select pack_type_id from counted_packs union select unnest(types));
  end if;

  -- Figures that are what they were have their time still: packs that wait don't move it.
  with counted as (
    select c.* from unnest(types) as w (type) cross join lateral count_facts(w.type) c
  ), other as (
    delete from pack_type_facts f using counted c
    where f.pack_type_id = c.pack_type_id and to_jsonb(f) - 'counted_at' <> to_jsonb(c) - 'counted_at'
    returning f.*
  )
  select coalesce(jsonb_object_agg(pack_type_id, to_jsonb(other)), '{}') into before from other;
  insert into pack_type_facts
  select n.* from unnest(types) as w (type) cross join lateral count_facts(w.type) c
  cross join lateral jsonb_populate_record(c, case
    when (before->w.type) - '{counted_at,newer}'::text[] = to_jsonb(c) - '{counted_at,newer}'::text[]
    then jsonb_build_object('counted_at', before->w.type->'counted_at') else '{}' end) n
  where not exists (select from pack_type_facts f where f.pack_type_id = w.type);
  -- Below twenty the figures stay, and their day.
  update pack_type_facts f set sealed = c.sealed, newer = c.newer
  from (
    select w.type, count(k.pack_id) filter (where k.is_counted) as sealed,
      count(k.pack_id) filter (where not k.is_counted and not k.is_aside and w.type <> all (selling)) as newer
    from unnest(types) as w (type) left join counted_packs k on k.pack_type_id = w.type group by 1
  ) c
  where f.pack_type_id = c.type and c.sealed < 20 and (f.sealed, f.newer) is distinct from (c.sealed, c.newer);

  -- A hit that is in no counted pack any more is none.
  types := array(select pack_type_id from pack_type_facts where pack_type_id = any (types) and sealed = packs);
  delete from potential_hits where pack_type_id = any (types);
  insert into potential_hits (pack_type_id, place, card_id, packs)
  select pack_type_id, place, card_id, packs from (
    select o.*, row_number() over (partition by pack_type_id order by market_value desc, name, card_id) as place
    from (
      select distinct on (h.pack_type_id, c.name) h.pack_type_id, h.card_id, h.packs, c.name, c.market_value
      from counted_cards h join cards c on c.id = h.card_id where h.pack_type_id = any (types)
      order by h.pack_type_id, c.name, c.market_value desc, c.id
    ) o
  ) ranked where place <= 10;
end
$$;
comment on function settle_facts(boolean) is 'Brings what is told of sealed packs up to date. It answers nothing.';

create or replace function facts_counted_wrong()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  with due as materialized (
    select coalesce(d.pack_type_id, p.pack_type_id) as pack_type_id from facts_due d left join places p on p.pack_id = d.pack_id group by 1
  ), settled as materialized (
    select id from pack_types t
    where not exists (select from due where pack_type_id is null) and not exists (select from due where pack_type_id = t.id)
  ), held as materialized (
    select k.pack_type_id, h.card_id, count(distinct k.pack_id) as packs, count(*) as copies
    from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
    where k.is_counted group by 1, 2
  ), wrong as (
    select coalesce(k.pack_type_id, p.pack_type_id) as type
    from (select * from places where state not in ('opened', 'withdrawn')) p full join counted_packs k on k.pack_id = p.pack_id
    where p.pack_type_id is distinct from k.pack_type_id
    union all
    -- While a drop is on sale its packs are told of, and no others.
    select k.pack_type_id from counted_packs k join places p on p.pack_id = k.pack_id
    left join drops d on d.pack_type_id = k.pack_type_id and d.state in ('open', 'paused')
    where case when d.id is null then k.is_aside else k.is_counted <> coalesce(p.drop_id = d.id, false) end
    union all
    select k.pack_type_id from counted_packs k left join value_packs(array(select pack_id from counted_packs)) v on v.pack_id = k.pack_id
    where k.is_counted and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back)
    union all
    select coalesce(h.pack_type_id, c.pack_type_id)
    from held h full join counted_cards c on c.pack_type_id = h.pack_type_id and c.card_id = h.card_id
    where (h.packs, h.copies) is distinct from (c.packs, c.copies)
    union all
    select t.id from pack_types t left join lateral count_facts(t.id) c on true left join pack_type_facts f on f.pack_type_id = t.id
    where c.packs is not null and to_jsonb(c) - 'counted_at' is distinct from to_jsonb(f) - 'counted_at'
      or c.packs is null and f.sealed = f.packs
    union all
    select h.pack_type_id from potential_hits h join pack_type_facts f on f.pack_type_id = h.pack_type_id and f.sealed = f.packs
    left join counted_cards c on c.pack_type_id = h.pack_type_id and c.card_id = h.card_id
    where h.packs is distinct from c.packs
  )
  select distinct s.id from settled s join wrong w on w.type = s.id
$$;

create table opened_packs (
  pack_id uuid not null,
  pack_type_id text not null,
  opened_at timestamp with time zone not null,
  market bigint,
  constraint opened_packs_pkey primary key (pack_id),
  constraint opened_packs_market_check check ((market >= 0))
);
create index opened_packs_of_type on opened_packs (pack_type_id, opened_at, pack_id);
comment on table opened_packs is 'Packs that were opened, and what their cards were worth then. Written by settle_facts alone.';
comment on column opened_packs.market is 'The market value of its cards, in cents, when its opening was counted: seconds later, while anybody looks at the shop. Null: it was opened before that was written down.';

create table opened_cards (
  card_id uuid not null,
  copies bigint not null,
  constraint opened_cards_pkey primary key (card_id),
  constraint opened_cards_copies_check check ((copies > 0))
);
comment on table opened_cards is 'How many of each card came out of opened packs. Written by settle_facts alone.';

create or replace function count_opened(p_packs uuid[])
 returns void
 language sql
as $$
  with opened as (
    insert into opened_packs (pack_id, pack_type_id, opened_at, market)
    select p.pack_id, p.pack_type_id, o.opened_at, v.market
    from places p join openings o on o.pack_id = p.pack_id join value_packs(p_packs) v on v.pack_id = p.pack_id
    where p.pack_id = any (p_packs)
    on conflict do nothing returning pack_id
  )
  insert into opened_cards as c (card_id, copies)
  select h.card_id, count(*) from opened o join pack_secrets s on s.pack_id = o.pack_id cross join unnest(s.card_ids) h (card_id)
  group by 1 on conflict (card_id) do update set copies = c.copies + excluded.copies
$$;
comment on function count_opened(uuid[]) is 'Counts the cards of packs that were opened, each pack once.';

create or replace function packs_of_card(p_card uuid)
 returns table(pack_type_id text, packs integer, of_packs integer, counted_at timestamp with time zone, is_current boolean)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  with at as (
    select pack_type_id, null::int as packs, true as can_hold from pack_type_cards where card_id = p_card
    union all
    select pack_type_id, packs, false from counted_cards where card_id = p_card
  ), types as (
    select pack_type_id, max(packs) as packs, bool_or(can_hold) as can_hold from at group by 1
  )
  select t.pack_type_id,
    case when f.sealed = f.packs then coalesce(t.packs, 0)
      else (select max(h.packs) from potential_hits h where h.pack_type_id = t.pack_type_id and h.card_id = p_card) end,
    f.packs, f.counted_at, f.sealed = f.packs
  from types t left join pack_type_facts f on f.pack_type_id = t.pack_type_id
  where t.can_hold or f.sealed = f.packs
$$;
comment on function packs_of_card(uuid) is 'In how many counted packs of each type a card is, of the types that can hold it; sums only.';

create table card_counts (
  set_id text not null,
  rarity text not null,
  finish text not null,
  cards integer not null,
  constraint card_counts_pkey primary key (set_id, rarity, finish)
);
comment on table card_counts is 'How many cards of the catalogue are in each set, of each rarity and finish. Kept by a trigger of cards.';

create or replace function count_cards()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'INSERT' then
    insert into card_counts as c (set_id, rarity, finish, cards)
    select set_id, rarity, finish, count(*) from after group by 1, 2, 3 order by 1, 2, 3
    on conflict (set_id, rarity, finish) do update set cards = c.cards + excluded.cards;
  else
    insert into card_counts as c (set_id, rarity, finish, cards)
    select set_id, rarity, finish, sum(cards) from (
      select a.set_id, a.rarity, a.finish, 1 as cards from after a join before b on b.id = a.id
      where (a.set_id, a.rarity, a.finish) <> (b.set_id, b.rarity, b.finish)
      union all
      select b.set_id, b.rarity, b.finish, -1 from after a join before b on b.id = a.id
      where (a.set_id, a.rarity, a.finish) <> (b.set_id, b.rarity, b.finish)
    ) moved group by 1, 2, 3 order by 1, 2, 3
    on conflict (set_id, rarity, finish) do update set cards = c.cards + excluded.cards;
  end if;
  return null;
end $$;
comment on function count_cards() is 'Keeps card_counts. Cards are never deleted.';

create or replace function cards_called_like(p_words text)
 returns table(card_id uuid, likeness real)
 language sql
 stable rows 50
 set "pg_trgm.word_similarity_threshold" to '0.45'
as $$
  select id, word_similarity(lower(p_words), lower(name)) from cards
  where lower(p_words) <% lower(name) order by 2 desc, market_value desc, id limit 200
$$;
comment on function cards_called_like(text) is 'The cards whose names are most like some words, however those are spelt.';

create or replace function cards_in_packs()
 returns setof uuid
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  with on_sale as materialized (
    select t.id, coalesce(f.sealed = f.packs, false) as is_counted
    from pack_types t left join pack_type_facts f on f.pack_type_id = t.id
    where t.is_available and (select sum(k.packs) from shown_changes k where k.pack_type_id = t.id) > 0
  )
  select k.card_id from on_sale o join counted_cards k on k.pack_type_id = o.id where o.is_counted
  union
  select c.card_id from on_sale o join pack_type_cards c on c.pack_type_id = o.id where not o.is_counted
$$;
comment on function cards_in_packs() is 'The cards that are in counted packs of types for sale, or can be in those of types without figures of today.';

create or replace function opened_values(p_type text)
 returns table(market bigint[])
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  with known as (
    select market, row_number() over (order by opened_at, pack_id) as place, count(*) over () as packs
    from opened_packs where pack_type_id = p_type and market is not null
  ), told as (
    select market from known where place <= packs - packs % 10 and place > packs - packs % 10 - 500
  )
  select coalesce(array_agg(market order by market), '{}') from told
$$;
comment on function opened_values(text) is 'The market values of a type''s opened packs on the day of each, in cents, in full tens, the last 500 at the most; by value, not by time.';

create table card_reminders (
  card_id uuid not null,
  reminded_at timestamp with time zone not null default shop_now(),
  days smallint not null,
  constraint card_reminders_pkey primary key (card_id, reminded_at),
  constraint card_reminders_days_known check ((days = any (array[7, 1])))
);
comment on table card_reminders is 'When the owner of a card was reminded of its end. Never changed. Those from before it was written down are not in it.';
comment on column card_reminders.days is 'How many days ahead of the end.';

create table card_wishes (
  user_id uuid not null,
  card_id uuid not null,
  wished_at timestamp with time zone not null default shop_now(),
  came_in text[] not null default '{}'::text[],
  told_at timestamp with time zone,
  line bigint,
  line_is_above boolean,
  line_told_at timestamp with time zone,
  constraint card_wishes_pkey primary key (user_id, card_id),
  constraint card_wishes_line_has_a_side check ((((line is null) = (line_is_above is null)) and (line > 0) and ((line_told_at is null) or (line is not null))))
);
create index card_wishes_of_card on card_wishes (card_id) where (told_at is null);
create index card_wishes_to_tell on card_wishes (user_id) where ((told_at is null) and (came_in <> '{}'::text[]));
create index card_wishes_with_line on card_wishes (card_id) where ((line is not null) and (line_told_at is null));
comment on table card_wishes is 'Cards that somebody wishes for: they are told once when packs come in that can hold one.';
comment on column card_wishes.came_in is 'Types of which packs came in since, and whose filling can hold the card; the person is told of them next.';
comment on column card_wishes.told_at is 'When they were told, or would have been if they wanted to be; null: not yet.';
comment on column card_wishes.line is 'The market value, in cents, whose crossing they want to be told of; null: none.';
comment on column card_wishes.line_is_above is 'The value was below the line when it was drawn: reaching it from below is told. False: from above.';

create table pack_wishes (
  user_id uuid not null,
  pack_type_id text not null,
  wished_at timestamp with time zone not null default shop_now(),
  was_out boolean not null,
  told_at timestamp with time zone,
  constraint pack_wishes_pkey primary key (user_id, pack_type_id)
);
create index pack_wishes_to_tell on pack_wishes (pack_type_id) where (told_at is null);
comment on table pack_wishes is 'Pack types that somebody wishes for: they are told once when one that was out of stock is back.';
comment on column pack_wishes.was_out is 'The type was seen out of stock since the wish, or with it.';

create table notices (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  pack_type_ids text[] not null default '{}'::text[],
  card_ids uuid[] not null default '{}'::uuid[],
  line bigint,
  market_value bigint,
  made_at timestamp with time zone not null default shop_now(),
  read_at timestamp with time zone,
  constraint notices_pkey primary key (id),
  constraint notices_tell_their_kind check (
case kind
    when 'stock'::text then ((pack_type_ids <> '{}'::text[]) and (card_ids <> '{}'::uuid[]) and (line is null) and (market_value is null))
    when 'back'::text then ((cardinality(pack_type_ids) = 1) and (card_ids = '{}'::uuid[]) and (line is null) and (market_value is null))
    when 'price'::text then ((pack_type_ids = '{}'::text[]) and (cardinality(card_ids) = 1) and (line is not null) and (market_value is not null))
    else false
end)
);
create index notices_of_user on notices (user_id, made_at desc, id);
create index notices_unread on notices (user_id) where (read_at is null);
create index notices_by_time on notices (made_at);
comment on table notices is 'What people were told in the shop itself. Kept for half a year.';
comment on column notices.line is 'The line that the market value of the card crossed, and the value it had then, in cents.';

create table pack_arrivals (
  id bigint not null generated always as identity,
  pack_type_id text not null,
  constraint pack_arrivals_pkey primary key (id)
);
comment on table pack_arrivals is 'Types of which packs came in, or were put back: rows that wait until those who wish for their cards are told.';

create or replace function note_arrival()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'INSERT' then
    insert into pack_arrivals (pack_type_id) select distinct pack_type_id from added where state = 'available';
  else
    insert into pack_arrivals (pack_type_id) values (new.pack_type_id);
  end if;
  return null;
end $$;
comment on function note_arrival() is 'Packs of a type came in: by their type alone.';

create table shared_pulls (
  address text not null,
  user_id uuid,
  card_id uuid,
  shown_name text,
  wide bytea,
  tall bytea,
  shared_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint shared_pulls_pkey primary key (address),
  constraint shared_pulls_address_is_random check ((address ~ '^[A-Za-z0-9_-]{22}$'::text)),
  constraint shared_pulls_end_with_all_they_say check ((((ended_at is null) and (num_nulls(user_id, card_id, wide, tall, shared_at) = 0)) or ((ended_at is not null) and (num_nonnulls(user_id, card_id, shown_name, wide, tall, shared_at) = 0))))
);
create unique index shared_pulls_of_card on shared_pulls (card_id) where (ended_at is null);
create index shared_pulls_of_user on shared_pulls (user_id, shared_at desc) where (ended_at is null);
comment on table shared_pulls is 'Public pages of single pulls. Ended, only the address is left, which answers that it has ended.';
comment on column shared_pulls.card_id is 'The physical card. No foreign key: it never goes.';
comment on column shared_pulls.shown_name is 'The name under which its owner wanted to be named; null: none.';
comment on column shared_pulls.wide is 'The picture, 1200 x 630, as a JPEG; tall: 1080 x 1350.';

create or replace function keep_shared_pull()
 returns trigger
 language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null then
    raise exception 'a page that has ended stays ended' using errcode = 'check_violation';
  end if;
  if new.address <> old.address or new.card_id is distinct from old.card_id and new.ended_at is null
    or new.user_id is distinct from old.user_id and new.ended_at is null then
    raise exception 'an address is of one pull' using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function keep_shared_pull() is 'An address that somebody was given never shows anything else.';

create table logs (
  number integer not null,
  origin text not null,
  key bytea not null,
  begun_at timestamp with time zone not null default shop_now(),
  constraint logs_pkey primary key (number),
  constraint logs_origin_key unique (origin),
  constraint logs_key_is_whole check ((length(key) = 32))
);
comment on table logs is 'The shop''s public log; a later one where the one before can''t go on (log recover). The newest is in force.';
comment on column logs.origin is 'Its name and, behind https://, its address: shop.example/log, then shop.example/log/2.';
comment on column logs.key is 'The public key that signed it first. Later ones are entries; secret ones are never in the database.';

create table log_entries (
  log integer not null,
  index bigint not null,
  kind text not null,
  manifest bytea,
  says_at bigint not null,
  data text not null,
  leaf_hash bytea not null,
  added_at timestamp with time zone not null default shop_now(),
  constraint log_entries_pkey primary key (log, index),
  constraint log_entries_fit_a_tile check ((octet_length(data) <= 49152)),
  constraint log_entries_hash_is_theirs check ((leaf_hash = sha256(('\x00'::bytea || convert_to(data, 'UTF8'::name)))))
);
create index log_entries_of_drop on log_entries (manifest, index) where (manifest is not null);
create index log_entries_of_kind on log_entries (log, kind, index);
comment on table log_entries is 'What the log says, one canonical JSON a row (domain/packproof).';
comment on column log_entries.manifest is 'The drop that it is about, by its manifest''s hash.';
comment on column log_entries.says_at is 'The time that it says, in seconds since 1970; an order says none and takes that of the entry before. Never lower than before.';

create table log_nodes (
  log integer not null,
  level integer not null,
  index bigint not null,
  hash bytea not null,
  constraint log_nodes_pkey primary key (log, level, index)
);
comment on table log_nodes is 'Hashes of the subtrees of 2^level entries that are whole, made by the database as entries come in: tiles and proofs are read from it.';

create table log_checkpoints (
  log integer not null,
  size bigint not null,
  note text not null,
  at timestamp with time zone not null default shop_now(),
  constraint log_checkpoints_pkey primary key (log, size)
);
comment on table log_checkpoints is 'Signed notes of the shop: so long the log was, and this it held.';

create table log_cosignatures (
  log integer not null,
  size bigint not null,
  witness text not null,
  line text not null,
  at bigint not null,
  constraint log_cosignatures_pkey primary key (log, size, witness)
);
comment on table log_cosignatures is 'Lines below a checkpoint by others, who saw it.';
comment on column log_cosignatures.witness is 'Its name in the policy of the shop.';
comment on column log_cosignatures.at is 'When it saw it, by its own clock, in seconds since 1970.';

create or replace function log_node(p_left bytea, p_right bytea)
 returns bytea
 language sql
 immutable
as $$
  select sha256('\x01'::bytea || p_left || p_right)
$$;

create or replace function log_root(p_log integer, p_size bigint)
 returns bytea
 language plpgsql
 stable
as $$
declare
  remaining bigint := p_size;
  height int := 0;
  root bytea;
  node bytea;
begin
  if p_size = 0 then
    return sha256('');
  end if;
  while remaining > 0 loop
    if remaining % 2 = 1 then
      select n.hash into strict node from log_nodes n where n.log = p_log and n.level = height and n.index = remaining - 1;
      root := case when root is null then node else log_node(node, root) end;
    end if;
    remaining := remaining / 2;
    height := height + 1;
  end loop;
  return root;
end
$$;

create or replace function begin_log()
 returns trigger
 language plpgsql
as $$
begin
  -- One writer at a time, until it has committed: the log has one end.
  perform pg_advisory_xact_lock(7046021);
  if new.number <= (select max(number) from logs) then
    raise exception 'A log comes after those before it' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function chain_log_entry()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  said jsonb := new.data::jsonb;
  last_index bigint;
  last_said bigint;
  node bytea;
  height int := 0;
  at bigint;
begin
  perform pg_advisory_xact_lock(7046021);
  if new.log is distinct from (select max(number) from logs) then
    raise exception 'Only the newest log goes on' using errcode = 'restrict_violation';
  end if;
  select e.index, e.says_at into last_index, last_said from log_entries e where e.log = new.log order by e.index desc limit 1;
  new.index := coalesce(last_index, -1) + 1;
  new.kind := said->>'kind';
  new.leaf_hash := sha256('\x00'::bytea || convert_to(new.data, 'UTF8'));
  new.manifest := case when new.kind = 'manifest' then new.leaf_hash else decode(said->>'manifest', 'hex') end;
  new.says_at := coalesce((said->>'publishedAt')::bigint, (said->>'sealedAt')::bigint, (said->>'at')::bigint, last_said);
  if new.says_at is null or new.says_at < last_said or new.says_at > extract(epoch from shop_now()) + 60 then
    raise exception 'The times of a log never go back, and are none to come' using errcode = 'check_violation';
  end if;
  node := new.leaf_hash;
  at := new.index;
  insert into log_nodes (log, level, index, hash) values (new.log, 0, at, node);
  while at % 2 = 1 loop
    select log_node(n.hash, node) into strict node from log_nodes n
    where n.log = new.log and n.level = height and n.index = at - 1;
    at := at / 2;
    height := height + 1;
    insert into log_nodes (log, level, index, hash) values (new.log, height, at, node);
  end loop;
  return new;
end
$$;

create or replace function check_checkpoint()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if new.size > (select count(*) from log_entries where log = new.log)
    or not starts_with(new.note, format(E'%s\n%s\n%s\n\n',
      (select origin from logs where number = new.log), new.size, encode(log_root(new.log, new.size), 'base64'))) then
    raise exception 'A checkpoint says what the log holds' using errcode = 'check_violation';
  end if;
  if new.size < (select max(size) from log_checkpoints where log = new.log) then
    raise exception 'A checkpoint comes after those before it' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function log_faults()
 returns setof text
 language sql
 stable
as $$
  select format('%s/%s', e.log, e.index) from (
    select log, index, row_number() over (partition by log order by index) - 1 as place, says_at,
      lag(says_at) over (partition by log order by index) as before
    from log_entries
  ) e where e.index <> e.place or e.says_at < e.before
  union all
  select format('%s/0/%s', coalesce(e.log, n.log), coalesce(e.index, n.index))
  from log_entries e full join (select * from log_nodes where level = 0) n on n.log = e.log and n.index = e.index
  where n.hash is distinct from e.leaf_hash
  union all
  select format('%s/%s/%s', n.log, n.level, n.index) from log_nodes n
  left join log_nodes l on l.log = n.log and l.level = n.level - 1 and l.index = n.index * 2
  left join log_nodes r on r.log = n.log and r.level = n.level - 1 and r.index = n.index * 2 + 1
  where n.level > 0 and n.hash is distinct from log_node(l.hash, r.hash)
  union all
  select format('%s/%s/missing', l.log, l.level) from log_nodes l
  join log_nodes r on r.log = l.log and r.level = l.level and r.index = l.index + 1
  where l.index % 2 = 0 and not exists (
    select from log_nodes n where n.log = l.log and n.level = l.level + 1 and n.index = l.index / 2)
  union all
  select format('checkpoint %s/%s', c.log, c.size) from log_checkpoints c
  join logs g on g.number = c.log
  where c.size > (select count(*) from log_entries e where e.log = c.log)
    or not starts_with(c.note, format(E'%s\n%s\n%s\n\n', g.origin, c.size, encode(log_root(c.log, c.size), 'base64')))
$$;

create table drops (
  id uuid not null,
  pack_type_id text not null,
  number integer,
  state text not null default 'draft'::text,
  chain text not null,
  opens_at timestamp with time zone not null,
  closes_by timestamp with time zone not null,
  staff_may_buy boolean not null,
  manifest text,
  hash bytea,
  created_at timestamp with time zone not null default shop_now(),
  closed_at timestamp with time zone,
  carries_to uuid,
  opens_itself boolean not null default false,
  constraint drops_pkey primary key (id),
  constraint drops_hash_key unique (hash),
  constraint drops_numbered_once unique (pack_type_id, number),
  constraint drops_state_known check ((state = any (array['draft'::text, 'published'::text, 'open'::text, 'paused'::text, 'closed'::text, 'given_up'::text]))),
  constraint drops_open_before_they_close check ((opens_at < closes_by)),
  constraint drops_have_their_manifest check ((((manifest is null) = ((state = 'draft'::text) or ((state = 'given_up'::text) and (number is null)))) and ((manifest is null) = (hash is null)) and ((manifest is null) = (number is null))))
);
create unique index drops_one_on_sale on drops (pack_type_id) where (state = any (array['published'::text, 'open'::text, 'paused'::text]));
create unique index drops_one_draft on drops (pack_type_id) where (state = 'draft'::text);
comment on table drops is 'Packs of a type that are sold in an order that was fixed after their contents (design: PACKPROOF-2, rule places).';
comment on column drops.number is 'Counts the published drops of its type.';
comment on column drops.chain is 'The hash of the chain of public numbers that orders it.';
comment on column drops.hash is 'The leaf hash of its manifest in the log, by which everybody knows it.';
comment on column drops.carries_to is 'The drop that its unsold packs went over to when it closed.';
comment on column drops.opens_itself is 'It opens at its time without anybody doing it, once its public number has ordered it.';

create table drop_leaves (
  drop_id uuid not null,
  leaf integer not null,
  pack_id uuid not null,
  place integer,
  shown_in bigint,
  constraint drop_leaves_pkey primary key (drop_id, leaf),
  constraint drop_leaves_pack_once unique (drop_id, pack_id),
  constraint drop_leaves_place_once unique (drop_id, place)
);
create index drop_leaves_of_pack on drop_leaves (pack_id);
comment on table drop_leaves is 'The packs of a published drop, in the order of their commitments.';
comment on column drop_leaves.shown_in is 'The entry of the log that showed its contents, for one that was withdrawn or given back.';

create table beacons (
  chain text not null,
  round bigint not null,
  signature bytea not null,
  source text not null,
  seen_at timestamp with time zone not null default shop_now(),
  constraint beacons_pkey primary key (chain, round),
  constraint beacons_signature_is_whole check ((length(signature) = 48))
);
comment on table beacons is 'Public numbers as a relay told them, their signatures checked. A number is the hash of its signature.';

create table tickets (
  ref bytea not null,
  place_id uuid not null,
  drop_id uuid not null,
  place integer not null,
  secret bytea,
  issued_at timestamp with time zone not null default shop_now(),
  sealed_in bigint,
  given_back_at timestamp with time zone,
  void_in bigint,
  is_freed boolean not null default false,
  constraint tickets_pkey primary key (ref),
  constraint tickets_ref_is_whole check ((length(ref) = 32)),
  constraint tickets_secret_is_theirs check (((secret is null) or (ref = sha256(((convert_to('packproof/v2/ref'::text, 'UTF8'::name) || '\x00'::bytea) || secret))))),
  constraint tickets_are_freed_by_their_secrets check (((not is_freed) or (secret is not null)))
);
create unique index tickets_one_live on tickets (place_id) where (given_back_at is null);
create index tickets_unsealed on tickets (drop_id, place) where (sealed_in is null);
create index tickets_given_back on tickets (drop_id, place) where ((given_back_at is not null) and (void_in is null));
comment on table tickets is 'What each buyer of a place of a drop was sold: a row for each sale, kept for ever.';
comment on column tickets.ref is 'The hash of a secret that the buyer has, or the shop where they sent none.';
comment on column tickets.secret is 'The shop''s own, where the buyer sent none; the buyer''s once they gave the place back with it.';
comment on column tickets.sealed_in is 'The entry of the log that tells of it.';
comment on column tickets.void_in is 'The entry that tells that it was given back.';
comment on column tickets.is_freed is 'Its buyer gave the place back by their own call, with the secret: it may be sold again.';

create or replace function keep_drop_leaf()
 returns trigger
 language plpgsql
as $$
begin
  if (new.drop_id, new.leaf, new.pack_id) is distinct from (old.drop_id, old.leaf, old.pack_id)
    or old.place is not null and new.place is distinct from old.place
    or old.shown_in is not null and new.shown_in is distinct from old.shown_in then
    raise exception 'A pack of a drop keeps its leaf and its place' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function keep_ticket()
 returns trigger
 language plpgsql
as $$
begin
  if (new.ref, new.place_id, new.drop_id, new.place, new.issued_at)
      is distinct from (old.ref, old.place_id, old.drop_id, old.place, old.issued_at)
    or old.secret is not null and new.secret is distinct from old.secret
    or new.is_freed <> old.is_freed and (old.is_freed or old.given_back_at is not null)
    or old.sealed_in is not null and new.sealed_in is distinct from old.sealed_in
    or old.given_back_at is not null and new.given_back_at is distinct from old.given_back_at
    or old.void_in is not null and new.void_in is distinct from old.void_in then
    raise exception 'A ticket stays as it was sold' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function keep_drop()
 returns trigger
 language plpgsql
as $$
begin
  if (new.id, new.pack_type_id, new.chain, new.created_at) is distinct from (old.id, old.pack_type_id, old.chain, old.created_at)
    or old.state <> 'draft' and (new.opens_at, new.closes_by, new.staff_may_buy, new.opens_itself)
      is distinct from (old.opens_at, old.closes_by, old.staff_may_buy, old.opens_itself)
    or old.manifest is not null and (new.manifest, new.hash, new.number) is distinct from (old.manifest, old.hash, old.number)
    or old.state in ('closed', 'given_up') then
    raise exception 'A drop stays as it was published' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'draft' then new.state in ('published', 'given_up')
    when 'published' then new.state in ('open', 'closed', 'given_up')
    when 'open' then new.state in ('paused', 'closed', 'given_up')
    when 'paused' then new.state in ('open', 'closed', 'given_up')
    else false
  end) then
    raise exception 'A drop can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace function check_drop_moved()
 returns trigger
 language plpgsql
as $$
begin
  -- It is asked in the name of the functions below: who is signed in counts.
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.drops'::regclass), 'member')
    or new.state = 'closed' and new.carries_to is null and new.closes_by <= shop_now()
    -- Whoever published it said so.
    or new.state = 'open' and old.state = 'published' and new.opens_itself and new.opens_at <= shop_now()
    or is_recorded(case new.state when 'draft' then 'draft_drop' when 'published' then 'publish_drop' when 'open' then 'open_drop'
      when 'paused' then 'pause_drop' when 'closed' then 'close_drop' else 'discard_drop' end, new.id::text, '{}') then
    return null;
  end if;
  raise exception 'Only operators decide about drops' using errcode = 'restrict_violation';
end
$$;

create or replace function shelf_state(p_type text, p_drop uuid)
 returns text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select case
    when p_drop is null and exists (select from drops where pack_type_id = p_type and state in ('open', 'paused'))
      or p_drop is not null and not exists (select from drops where id = p_drop and state = 'open')
    then 'waiting' else 'available' end
$$;

create or replace function shelve_new_place()
 returns trigger
 language plpgsql
as $$
begin
  if new.state = 'available' then
    new.state := shelf_state(new.pack_type_id, null);
  end if;
  return new;
end
$$;

create or replace function issue_tickets()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  update tickets t set given_back_at = shop_now()
  from before b join after a on a.id = b.id
  where b.drop_id is not null and b.state in ('sold', 'disputed') and a.state in ('waiting', 'withdrawn')
    and t.place_id = a.id and t.given_back_at is null;
  insert into tickets (ref, place_id, drop_id, place, secret)
  select coalesce(w.ref, sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || s.secret)), s.id, s.drop_id, s.number,
    case when w.ref is null then s.secret end
  from (
    select a.id, a.drop_id, a.number, case when r.refs is not null then r.refs[
        row_number() over (partition by r.id order by a.drop_id, a.number)
        -- Behind those of its packs that were sold in a statement before this one.
        + (select count(*) from places p join tickets t on t.place_id = p.id and t.given_back_at is null where p.reservation_id = r.id)
      ] end as ref,
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as secret
    from after a join before b on b.id = a.id left join reservations r on r.id = a.reservation_id
    where a.drop_id is not null and a.state in ('sold', 'opened') and b.state in ('available', 'reserved')
  ) s
  -- One that was used meanwhile: what is paid by card is delivered all the same.
  left join lateral (select s.ref where not exists (select from tickets t where t.ref = s.ref)) w on true;
  return null;
end
$$;

create or replace function has_drops()
 returns boolean
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select exists (select from drops where manifest is not null)
$$;

create or replace function keep_drop_price()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from drops where pack_type_id = new.id and state in ('published', 'open', 'paused')) then
    raise exception 'The price of % is fixed by its drop', new.id
      using errcode = 'restrict_violation', constraint = 'drop_keeps_its_price';
  end if;
  return new;
end
$$;

create or replace function refuse_staff()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from after a join before b on b.id = a.id join drops d on d.id = a.drop_id join users u on u.id = a.buyer_id
    where b.state = 'available' and a.buyer_id is not null and not d.staff_may_buy and u.role <> 'user'
  ) then
    raise exception 'Staff don''t buy of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_not_for_staff';
  end if;
  return null;
end
$$;

create or replace function merkle_root(p_leaves bytea[])
 returns bytea
 language plpgsql
 immutable
as $$
declare
  level bytea[] := array(select sha256('\x00'::bytea || l.leaf) from unnest(p_leaves) with ordinality as l (leaf, at) order by l.at);
begin
  if cardinality(level) = 0 then
    return sha256('');
  end if;
  -- A node without a neighbour goes up as it is.
  while cardinality(level) > 1 loop
    level := array(
      select case when level[2 * n + 2] is null then level[2 * n + 1] else log_node(level[2 * n + 1], level[2 * n + 2]) end
      from generate_series(0, (cardinality(level) - 1) / 2) n order by n);
  end loop;
  return level[1];
end
$$;

create or replace function order_of_drop(p_hash bytea, p_signature bytea, p_packs integer)
 returns integer[]
 language plpgsql
 immutable
as $$
declare
  seed bytea := sha256(p_signature);
  inner_pad bytea;
  outer_pad bytea;
  message bytea;
  drawn bytea;
  x numeric;
  whole numeric := 18446744073709551616;
  remaining int[] := array(select generate_series(0, p_packs - 1));
  leaves int[] := '{}';
  size int := p_packs;
  counter int;
  at int;
begin
  select string_agg(set_byte('\x00', 0, b # 92), '' order by i), string_agg(set_byte('\x00', 0, b # 54), '' order by i)
  into outer_pad, inner_pad
  from (select i, case when i < 32 then get_byte(seed, i) else 0 end as b from generate_series(0, 63) i) bytes;
  for k in 0 .. p_packs - 1 loop
    message := convert_to('packproof/v2/order', 'UTF8') || '\x00'::bytea || p_hash || int4send(k);
    counter := 0;
    loop
      drawn := sha256(outer_pad || sha256(inner_pad || message || int4send(counter)));
      x := ('x' || encode(substr(drawn, 1, 4), 'hex'))::bit(32)::bigint::numeric * 4294967296
        + ('x' || encode(substr(drawn, 5, 4), 'hex'))::bit(32)::bigint::numeric;
      exit when x < div(whole, size) * size;
      counter := counter + 1;
    end loop;
    at := mod(x, size)::int + 1;
    leaves := leaves || remaining[at];
    remaining[at] := remaining[size];
    size := size - 1;
  end loop;
  return leaves;
end
$$;

create or replace function discard_drop(p_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  update drops set state = 'given_up', closed_at = shop_now() where id = p_id and state = 'draft';
  if not found then
    raise exception 'Only a draft is discarded' using errcode = 'restrict_violation';
  end if;
  update places set drop_id = null, state = shelf_state(pack_type_id, null) where drop_id = p_id;
end
$$;

create or replace function odds_of_drop(p_id uuid)
 returns table(rarity text, packs integer)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select h.rarity, count(*)::int from (
    select distinct p.pack_id, c->>'rarity' as rarity
    from places p join pack_secrets s on s.pack_id = p.pack_id cross join jsonb_array_elements(s.document::jsonb->'cards') c
    where p.drop_id = p_id and (select count(*) from places where drop_id = p_id) >= 20
  ) h group by h.rarity order by h.rarity collate "C"
$$;

create or replace function publish_drop(p_id uuid, p_manifest text)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  said jsonb := p_manifest::jsonb;
  d drops;
  hashed bytea := sha256('\x00'::bytea || convert_to(p_manifest, 'UTF8'));
  commitments bytea[];
  next_number int;
begin
  select * into strict d from drops where id = p_id for update;
  if d.state <> 'draft' then
    raise exception 'Only a draft is published' using errcode = 'restrict_violation';
  end if;
  if not exists (select from log_entries where leaf_hash = hashed and kind = 'manifest' and log = (select max(number) from logs)) then
    raise exception 'A manifest stands in the log first' using errcode = 'restrict_violation';
  end if;
  select coalesce(max(number), 0) + 1 into next_number from drops where pack_type_id = d.pack_type_id;
  insert into drop_leaves (drop_id, leaf, pack_id)
  select p_id, row_number() over (order by k.commitment) - 1, k.id
  from places p join physical_packs k on k.id = p.pack_id where p.drop_id = p_id;
  commitments := array(
    select k.commitment from drop_leaves l join physical_packs k on k.id = l.pack_id where l.drop_id = p_id order by l.leaf);
  if (said->>'packType', (said->>'number')::int, said->>'chain', (said->>'packCount')::int, decode(said->>'packsRoot', 'hex'),
      (said->>'priceCents')::bigint, (said->>'opensAt')::bigint, (said->>'closesBy')::bigint, (said->>'staffMayBuy')::boolean,
      (said->>'carried')::int, said->'odds')
    is distinct from (d.pack_type_id, next_number, d.chain, cardinality(commitments), merkle_root(commitments),
      (select price from pack_types where id = d.pack_type_id), extract(epoch from d.opens_at)::bigint,
      extract(epoch from d.closes_by)::bigint, d.staff_may_buy,
      (select count(*)::int from drop_leaves l where l.drop_id = p_id and exists (
        select from drop_leaves b join drops e on e.id = b.drop_id where b.pack_id = l.pack_id and e.carries_to = p_id)),
      (select jsonb_agg(jsonb_build_object('rarity', o.rarity, 'packs', o.packs) order by o.rarity collate "C") from odds_of_drop(p_id) o)) then
    raise exception 'A manifest says what the drop is' using errcode = 'check_violation';
  end if;
  update drops set state = 'published', manifest = p_manifest, hash = hashed, number = next_number where id = p_id;
end
$$;

create or replace function order_drop(p_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  d drops;
  said jsonb;
  leaves int[];
begin
  select * into strict d from drops where id = p_id for update;
  select data::jsonb into said from log_entries where manifest = d.hash and kind = 'order';
  if d.state <> 'published' or said is null or not exists (
    select from beacons b where b.chain = d.chain and b.round = (said->>'round')::bigint
      and b.signature = decode(said->>'signature', 'hex')) then
    raise exception 'An order is that of a public number, in the log' using errcode = 'restrict_violation';
  end if;
  leaves := order_of_drop(d.hash, decode(said->>'signature', 'hex'), (d.manifest::jsonb->>'packCount')::int);
  update drop_leaves l set place = o.place - 1
  from unnest(leaves) with ordinality as o (leaf, place) where l.drop_id = p_id and l.leaf = o.leaf;
  update places p set number = l.place, rank = l.place from drop_leaves l
  where l.drop_id = p_id and p.pack_id = l.pack_id and p.drop_id = p_id;
end
$$;

create or replace function move_drop(p_id uuid, p_to text, p_carries_to uuid default null::uuid)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  d drops;
begin
  select * into strict d from drops where id = p_id for update;
  if p_to = 'open' and (d.opens_at > shop_now() or d.closes_by <= shop_now() or exists (
    select from drop_leaves where drop_id = p_id and place is null)) then
    raise exception 'A drop opens at its time, when it has its order' using errcode = 'restrict_violation';
  end if;
  -- First nobody gets another one: who was about to is waited for, and then looked for.
  if p_to in ('paused', 'closed') then
    update places set state = 'waiting' where drop_id = p_id and state = 'available';
  end if;
  if p_to = 'closed' and exists (select from places where drop_id = p_id and state = 'reserved') then
    raise exception 'Somebody is paying for a pack of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_being_paid';
  end if;
  if p_to = 'closed' and exists (
    select from tickets where drop_id = p_id and (sealed_in is null or given_back_at is not null and void_in is null)) then
    raise exception 'What was sold of a drop is in the log before it closes'
      using errcode = 'restrict_violation', constraint = 'drop_is_being_sealed';
  end if;
  if p_carries_to is not null and not exists (
    select from drops where id = p_carries_to and state = 'draft' and pack_type_id = d.pack_type_id) then
    raise exception 'Packs are carried over to a draft of their type' using errcode = 'restrict_violation';
  end if;
  update drops set state = p_to, carries_to = p_carries_to,
    closed_at = case when p_to = 'closed' then shop_now() end where id = p_id;
  if p_to = 'open' then
    update places p set state = 'available' where p.drop_id = p_id and p.state = 'waiting' and not exists (
      select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null);
    perform keep_loose_waiting(d.pack_type_id);
  elsif p_to = 'closed' then
    if p_carries_to is null then
      update places set state = 'withdrawn' where drop_id = p_id and state = 'waiting';
    else
      update places set drop_id = p_carries_to, number = null, rank = draw_rank() where drop_id = p_id and state = 'waiting';
    end if;
    update places p set state = 'available' where p.pack_type_id = d.pack_type_id and p.drop_id is null and p.state = 'waiting'
      and shelf_state(d.pack_type_id, null) = 'available';
  end if;
end
$$;

create or replace function keep_loose_waiting(p_type text)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
  with loose as materialized (
    select id from places where pack_type_id = p_type and state = 'available' and drop_id is null
      and shelf_state(p_type, null) = 'waiting' for update skip locked
  )
  update places p set state = 'waiting' from loose l where p.id = l.id
$$;

create or replace function give_up_drops()
 returns void
 language plpgsql
as $$
declare
  ended uuid[];
begin
  with moved as (
    update drops set state = 'given_up', closed_at = shop_now() where state in ('draft', 'published', 'open', 'paused') returning id
  )
  select array_agg(id) into ended from moved;
  update places set state = 'waiting' where drop_id = any (ended) and state = 'available';
  -- What it held may have been told already: only what nobody has seen is loose again.
  update places set drop_id = null, number = null, rank = draw_rank() where drop_id = any (ended) and state = 'waiting';
  update places p set state = 'available' where p.drop_id is null and p.state = 'waiting'
    and shelf_state(p.pack_type_id, null) = 'available';
end
$$;

create or replace function note_sealed(p_refs bytea[], p_entry bigint)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
  update tickets t set sealed_in = p_entry from log_entries e
  where t.ref = any (p_refs) and e.index = p_entry and e.kind = 'seal' and e.log = (select max(number) from logs)
    and e.manifest = (select hash from drops where id = t.drop_id)
$$;

create or replace function note_void(p_ref bytea, p_entry bigint)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  t tickets;
  said jsonb;
begin
  select * into strict t from tickets where ref = p_ref for update;
  select data::jsonb into strict said from log_entries e
  where e.index = p_entry and e.kind = 'void' and e.log = (select max(number) from logs)
    and e.manifest = (select hash from drops where id = t.drop_id) and (e.data::jsonb->>'place')::int = t.place;
  update tickets set void_in = p_entry where ref = p_ref;
  if said ? 'secret' then
    update places set state = shelf_state(pack_type_id, drop_id)
    where id = t.place_id and state = 'waiting' and shelf_state(pack_type_id, drop_id) <> 'waiting';
  else
    update places set state = 'withdrawn' where id = t.place_id and state = 'waiting';
    update drop_leaves set shown_in = p_entry where drop_id = t.drop_id and place = t.place and shown_in is null;
  end if;
end
$$;

create or replace function note_shown(p_drop uuid, p_leaf integer, p_entry bigint)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
  update drop_leaves set shown_in = p_entry where drop_id = p_drop and leaf = p_leaf and shown_in is null
$$;

create or replace function shown_documents(p_drop uuid)
 returns table(leaf integer, place integer, document text, salt bytea)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select l.leaf, l.place, s.document, s.salt
  from drop_leaves l join places p on p.pack_id = l.pack_id and p.drop_id = l.drop_id
  join pack_secrets s on s.pack_id = l.pack_id
  where l.drop_id = p_drop and p.state in ('withdrawn', 'opened')
  order by l.leaf
$$;

create or replace function show_given_back(p_ref bytea)
 returns table(document text, salt bytea)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  t tickets;
begin
  select * into strict t from tickets where ref = p_ref and given_back_at is not null and void_in is null for update;
  update places set state = 'withdrawn' where id = t.place_id and state = 'waiting';
  return query select s.document, s.salt from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.id = t.place_id and p.state = 'withdrawn';
end
$$;

create or replace function drop_faults()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select format('%s has another manifest than the log', d.id) from drops d
  where d.manifest is not null and not exists (select from log_entries e where e.leaf_hash = d.hash and e.data = d.manifest)
  union all
  select format('%s has %s packs', d.id, count(l.leaf)) from drops d left join drop_leaves l on l.drop_id = d.id
  where d.manifest is not null group by d.id having count(l.leaf) <> (d.manifest::jsonb->>'packCount')::int
  union all
  select format('%s is not in the order of its number', d.id) from drops d
  join log_entries e on e.manifest = d.hash and e.kind = 'order'
  where exists (select from drop_leaves l where l.drop_id = d.id and l.place is not null)
    and array(select l.leaf from drop_leaves l where l.drop_id = d.id order by l.place)
      <> order_of_drop(d.hash, decode(e.data::jsonb->>'signature', 'hex'), (d.manifest::jsonb->>'packCount')::int)
  union all
  -- A place is in its drop, in the one that it was carried over to, or was there before.
  select format('place %s', p.id) from places p join drops d on d.id = p.drop_id
  left join drop_leaves l on l.drop_id = p.drop_id and l.pack_id = p.pack_id
  where d.manifest is not null and (l.leaf is null or l.place is distinct from p.number)
    or d.state = 'draft' and p.state not in ('waiting', 'withdrawn')
    or d.state <> 'open' and p.state = 'available'
    or d.state in ('closed', 'given_up') and p.state in ('waiting', 'reserved') and not exists (
      select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null)
  union all
  select format('leaf %s of %s is in no drop', l.leaf, l.drop_id) from drop_leaves l
  join drops d on d.id = l.drop_id join places p on p.pack_id = l.pack_id
  where p.drop_id is distinct from l.drop_id and d.carries_to is null and d.state <> 'given_up'
  union all
  select format('ticket of place %s', t.place_id) from tickets t join places p on p.id = t.place_id
  join drops d on d.id = t.drop_id
  where d.state <> 'given_up' and t.sealed_in is null and t.issued_at < shop_now() - interval '60 seconds'
    or t.given_back_at is null and p.state not in ('sold', 'disputed', 'opened')
  union all
  select format('place %s was sold without a ticket', p.id) from places p
  where p.drop_id is not null and p.state in ('sold', 'disputed', 'opened')
    and not exists (select from tickets t where t.place_id = p.id and t.given_back_at is null)
$$;

create or replace function promises_broken_by(p_document text, p_foil boolean, p_rarity text, p_hits integer)
 returns text[]
 language sql
 immutable
as $$
  select array_remove(array[
    case when p_foil and not bool_or(c.finish <> 'normal') then 'promisesFoil' end,
    case when bool_and(rarity_bit(c.rarity) < rarity_bit(p_rarity)) then 'promisesRarity' end,
    case when count(*) filter (where c.rarity in ('rare', 'mythic')) < p_hits then 'promisesHits' end
  ], null)
  from jsonb_to_recordset(p_document::jsonb->'cards') as c (finish text, rarity text)
$$;
comment on function promises_broken_by(text,boolean,text,integer) is 'Which promises the pack of a document breaks, as domain/pack-promises.ts judges cards.';

create or replace function broken_promises(p_type text, p_foil boolean, p_rarity text, p_hits integer)
 returns text[]
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select coalesce(array_agg(distinct b.promise), '{}')
  from places p join pack_secrets s on s.pack_id = p.pack_id
  cross join unnest(promises_broken_by(s.document, p_foil, p_rarity, p_hits)) as b (promise)
  where p.pack_type_id = p_type and p.state not in ('opened', 'withdrawn')
    and (p_foil or p_rarity is not null or p_hits is not null)
$$;
comment on function broken_promises(text,boolean,text,integer) is 'Which promises a sealed pack of a type would break.';

create or replace function check_promises_made()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if broken_promises(new.id, new.promises_foil, new.promises_rarity, new.promises_hits) <> '{}' then
    raise exception 'A sealed pack of % breaks what is promised of it', new.id
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$$;

create or replace function keep_promises()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  came uuid[];
begin
  if tg_op = 'INSERT' then
    came := array(select pack_id from added);
  else
    came := array[new.pack_id];
  end if;
  -- A promise that is being made now is waited for, and holds for these packs.
  perform from pack_types where id in (select pack_type_id from places where pack_id = any (came)) order by id for share;
  if exists (
    select from places p
    join pack_types t on t.id = p.pack_type_id and (t.promises_foil or t.promises_rarity is not null or t.promises_hits is not null)
    join pack_secrets s on s.pack_id = p.pack_id
    where p.pack_id = any (came)
      and promises_broken_by(s.document, t.promises_foil, t.promises_rarity, t.promises_hits) <> '{}'
  ) then
    raise exception 'A pack breaks what its type promises'
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$$;

create or replace function types_that_break_promises()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select id from pack_types where broken_promises(id, promises_foil, promises_rarity, promises_hits) <> '{}'
$$;
comment on function types_that_break_promises() is 'For the audit: pack types with a sealed pack that breaks what is promised of it.';

create or replace function live_ticket(p_place uuid)
 returns jsonb
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  return (
    select jsonb_build_object('place_id', t.place_id, 'place', t.place, 'ref', encode(t.ref, 'hex'),
      'issued_at', floor(extract(epoch from t.issued_at))::bigint, 'hash', encode(d.hash, 'hex'),
      'shop', d.manifest::jsonb->>'shop', 'ticketKey', d.manifest::jsonb->>'ticketKey')
    from tickets t join drops d on d.id = t.drop_id where t.place_id = p_place and t.given_back_at is null
  );
end
$$;

create or replace function sell_and_open(p_order uuid, p_user uuid, p_types text[], p_quantities integer[], p_waits boolean, p_convert_after interval, p_refs bytea[])
 returns table(opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text, ticket jsonb)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
#variable_conflict use_column
declare
  wanted uuid[];
  packs uuid[];
  types text[];
  drops uuid[];
begin
  insert into reservations (id, user_id, state, refs) values (p_order, p_user, 'paid', p_refs) on conflict (id) do nothing;
  if p_waits then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id) into wanted, packs, types, drops
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update
    ) l;
  else
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id) into wanted, packs, types, drops
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update skip locked
    ) l;
  end if;
  return query
  select o.opening_id, c.pack_id, c.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
    o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
    -- With its first card. It is asked after all of them were opened, by which the tickets were made.
    case when c.drop_id is not null and lag(c.place) over (order by c.place, o.card_position) is distinct from c.place
      then live_ticket(c.place_id) end
  from unnest(packs, types, wanted, drops) with ordinality as c (pack_id, pack_type_id, place_id, drop_id, place)
  left join open_packs(p_user, array(select gen_random_uuid() from unnest(wanted)), wanted, p_convert_after, p_order) o
    on o.pack_id = c.pack_id
  order by c.place, o.card_position;
end
$$;

create or replace function shown_document(p_place uuid)
 returns table(document text, salt bytea)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select s.document, s.salt from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.id = p_place and p.drop_id is not null and p.state = 'opened'
$$;

create or replace function free_tickets(p_reservation uuid, p_secrets bytea[])
 returns bigint
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  update tickets t set secret = k.secret, is_freed = true
  from (
    select o.ref, coalesce(o.secret, (
      select s.secret from unnest(p_secrets) as s (secret)
      where sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || s.secret) = o.ref limit 1)) as secret
    from places p join tickets o on o.place_id = p.id and o.given_back_at is null
    where p.reservation_id = p_reservation and p.state = 'sold'
  ) k
  where t.ref = k.ref and k.secret is not null and not t.is_freed;
  return (
    select count(*) from places p join tickets t on t.place_id = p.id and t.given_back_at is null
    where p.reservation_id = p_reservation and p.state = 'sold' and not t.is_freed);
end
$$;

create or replace function opened_counted_wrong()
 returns setof uuid
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select coalesce(o.pack_id, k.pack_id) from (
    select o.pack_id, p.pack_type_id, o.opened_at, s.pack_id is not null as has_document
    from openings o join places p on p.pack_id = o.pack_id left join pack_secrets s on s.pack_id = o.pack_id
    where not exists (select from facts_due d where d.pack_id = o.pack_id)
  ) o
  full join (
    select * from opened_packs k where not exists (select from facts_due d where d.pack_id = k.pack_id)
  ) k on k.pack_id = o.pack_id
  where o.pack_id is null or k.pack_id is null and o.has_document
    or (k.pack_type_id, k.opened_at) <> (o.pack_type_id, o.opened_at)
  union all
  select coalesce(h.card_id, c.card_id) from (
    select h.card_id, count(*) as copies
    from opened_packs o join pack_secrets s on s.pack_id = o.pack_id cross join unnest(s.card_ids) h (card_id)
    group by 1
  ) h full join opened_cards c on c.card_id = h.card_id
  where h.copies is distinct from c.copies
$$;
comment on function opened_counted_wrong() is 'Opened packs that are not counted as they were opened, and cards that are not as often counted as they came out of packs. Packs that are due are left out.';

create or replace function note_shelf()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  insert into facts_due (pack_type_id) values (new.pack_type_id);
  return null;
end
$$;
comment on function note_shelf() is 'A drop went on sale, or is over: other packs of its type are told of.';

create or replace function draft_drop(p_id uuid, p_type text, p_most integer, p_chain text, p_opens_at timestamp with time zone, p_closes_by timestamp with time zone, p_staff_may_buy boolean, p_received_from timestamp with time zone, p_received_to timestamp with time zone)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
declare
  taken int;
begin
  insert into drops (id, pack_type_id, chain, opens_at, closes_by, staff_may_buy)
  values (p_id, p_type, p_chain, p_opens_at, p_closes_by, p_staff_may_buy);
  with chosen as materialized (
    select id from places where pack_type_id = p_type and drop_id is null and state in ('available', 'waiting')
      -- Whoever names a time has it in milliseconds.
      and (p_received_from is null or date_trunc('milliseconds', received_at) >= p_received_from)
      and (p_received_to is null or date_trunc('milliseconds', received_at) <= p_received_to)
    order by received_at, id limit p_most for update skip locked
  )
  update places p set drop_id = p_id, state = 'waiting' from chosen c where p.id = c.id;
  get diagnostics taken = row_count;
  if taken < 20 then
    raise exception 'A drop has at least 20 packs, and % are loose', taken
      using errcode = 'check_violation', constraint = 'drops_have_twenty_packs';
  end if;
  if taken > 9000 then
    raise exception 'A drop has at most 9,000 packs' using errcode = 'check_violation', constraint = 'drops_are_not_too_large';
  end if;
  return taken;
end
$$;
comment on function draft_drop(uuid,text,integer,text,timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,timestamp with time zone) is 'Sets loose packs of a type aside, those first that came in first; of one intake, where its times are told.';

create or replace function decide_drop(p_id uuid, p_opens_at timestamp with time zone, p_closes_by timestamp with time zone, p_staff_may_buy boolean, p_opens_itself boolean)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
  update drops set opens_at = p_opens_at, closes_by = p_closes_by, staff_may_buy = p_staff_may_buy, opens_itself = p_opens_itself
  where id = p_id and state = 'draft'
$$;
comment on function decide_drop(uuid,timestamp with time zone,timestamp with time zone,boolean,boolean) is 'The times of a draft and who may buy, until it is published.';

create or replace function check_drop_size()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if (select count(*) from drop_leaves l where l.drop_id = new.id and not exists (
      select from drop_leaves b join drops e on e.id = b.drop_id where b.pack_id = l.pack_id and e.carries_to = new.id)) < 20 then
    raise exception 'A drop has at least 20 new packs' using errcode = 'check_violation', constraint = 'drops_have_twenty_packs';
  end if;
  if (select count(*) from drop_leaves where drop_id = new.id) > 9000 then
    raise exception 'A drop has at most 9,000 packs' using errcode = 'check_violation', constraint = 'drops_are_not_too_large';
  end if;
  return null;
end
$$;

create or replace function packs_of_draft(p_id uuid, p_succeeds uuid)
 returns uuid[]
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select array_agg(p.pack_id) from places p join drops d on d.id = p_id and d.state in ('draft', 'published')
  where p.drop_id = d.id and p.state <> 'withdrawn'
    or d.state = 'draft' and p.state in ('available', 'waiting') and p.drop_id = (
      select e.id from drops e where e.id = p_succeeds and e.pack_type_id = d.pack_type_id and e.state in ('open', 'paused'))
  having count(*) >= 20
$$;

create or replace function facts_of_draft(p_id uuid, p_succeeds uuid)
 returns setof pack_type_facts
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select t.id, shop_now(), c.packs, c.packs, 0, t.price, c.odds,
    c.market_mean, c.market_median, c.market_best, c.market_brings,
    c.sold_back_mean, c.sold_back_median, c.sold_back_best, c.sold_back_brings, d.id
  from drops d join pack_types t on t.id = d.pack_type_id cross join lateral (
    select count(*)::int as packs,
      jsonb_build_array(
        jsonb_build_object('rarity', 'common', 'packs', count(*) filter (where rarities & rarity_bit('common') <> 0)),
        jsonb_build_object('rarity', 'uncommon', 'packs', count(*) filter (where rarities & rarity_bit('uncommon') <> 0)),
        jsonb_build_object('rarity', 'rare', 'packs', count(*) filter (where rarities & rarity_bit('rare') <> 0)),
        jsonb_build_object('rarity', 'mythic', 'packs', count(*) filter (where rarities & rarity_bit('mythic') <> 0))
      ) as odds,
      floor(avg(market))::bigint as market_mean, max(market) as market_best,
      floor(percentile_cont(0.5) within group (order by market))::bigint as market_median,
      count(*) filter (where market >= t.price)::int as market_brings,
      floor(avg(sold_back))::bigint as sold_back_mean, max(sold_back) as sold_back_best,
      floor(percentile_cont(0.5) within group (order by sold_back))::bigint as sold_back_median,
      count(*) filter (where sold_back >= t.price)::int as sold_back_brings
    from value_packs(packs_of_draft(d.id, p_succeeds))
  ) c
  where d.id = p_id and c.packs >= 20
$$;
comment on function facts_of_draft(uuid,uuid) is 'What buyers will be told of a draft''s packs, and those that it takes over; never of fewer than twenty.';

create or replace function hits_of_draft(p_id uuid, p_succeeds uuid)
 returns table(card_id uuid, packs integer)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
as $$
  select o.card_id, o.packs from (
    select distinct on (c.name) h.card_id, h.packs, c.name, c.market_value
    from (
      select k.card_id, count(distinct s.pack_id)::int as packs
      from pack_secrets s cross join unnest(s.card_ids) k (card_id)
      where s.pack_id = any (packs_of_draft(p_id, p_succeeds)) group by 1
    ) h join cards c on c.id = h.card_id
    order by c.name, c.market_value desc, c.id
  ) o order by o.market_value desc, o.name, o.card_id limit 10
$$;
comment on function hits_of_draft(uuid,uuid) is 'The cards of highest value in a draft''s packs, as settle_facts lists them.';

create table last_writes (
  user_id uuid not null,
  "position" pg_lsn not null,
  constraint last_writes_pkey primary key (user_id)
);
comment on table last_writes is 'How far the log of this Postgres (WAL) had come when an operator was last answered for a change. Kept only where a replica is read.';
comment on column last_writes.user_id is 'No foreign key: users live on a higher floor.';

create or replace function check_stamps()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from (
      select t.*, row_number() over newer - 1 as newer, sum(amount) over newer - amount as moved_since
      from posted t
      window newer as (partition by credit_account_id order by credit_version desc)
    ) t
    left join ledger_accounts a on a.id = t.credit_account_id and a.owner_id is not null
    where not starts_with(t.debit_account_id, 'house:') or t.debit_version is not null or t.debit_balance is not null
      or t.credit_version is distinct from a.version - t.newer
      or t.credit_balance is distinct from a.balance - t.moved_since
  ) or exists (
    -- What the account was before the first of them is what the last before it says.
    select from (
      select credit_account_id as account, min(credit_version) - 1 as version, min(credit_balance - amount) as balance
      from posted group by 1
    ) t
    where t.balance is distinct from coalesce(
      (select credit_balance from transfers where credit_account_id = t.account and credit_version = t.version),
      (select debit_balance from transfers where debit_account_id = t.account and debit_version = t.version),
      case when t.version = 0 then 0 end)
  ) then
    raise exception 'A transfer is stamped with what its account has come to'
      using errcode = 'check_violation', constraint = 'transfers_are_stamped';
  end if;
  return null;
end
$$;

create or replace function keep_revealed_cards()
 returns trigger
 language plpgsql
as $$
begin
  raise exception 'What a pack holds never changes, and a card is revealed once, to one user' using errcode = 'restrict_violation';
end
$$;

alter table sessions add constraint sessions_user_id_users_id_fk foreign key (user_id) references users(id);
alter table cards add constraint cards_set_id_card_sets_id_fk foreign key (set_id) references card_sets(id);
alter table pack_type_cards add constraint pack_type_cards_pack_type_id_pack_types_id_fk foreign key (pack_type_id) references pack_types(id);
alter table pack_type_cards add constraint pack_type_cards_card_id_cards_id_fk foreign key (card_id) references cards(id);
alter table pack_types add constraint pack_types_set_id_card_sets_id_fk foreign key (set_id) references card_sets(id);
alter table physical_packs add constraint physical_packs_pack_type_id_pack_types_id_fk foreign key (pack_type_id) references pack_types(id);
alter table potential_hits add constraint potential_hits_pack_type_id_pack_types_id_fk foreign key (pack_type_id) references pack_types(id);
alter table potential_hits add constraint potential_hits_card_id_cards_id_fk foreign key (card_id) references cards(id);
alter table price_observations add constraint price_observations_card_id_cards_id_fk foreign key (card_id) references cards(id);
alter table reservations add constraint reservations_user_id_users_id_fk foreign key (user_id) references users(id);
alter table order_lines add constraint order_lines_order_id_orders_id_fk foreign key (order_id) references orders(id);
alter table orders add constraint orders_id_reservations_id_fk foreign key (id) references reservations(id);
alter table orders add constraint orders_user_id_users_id_fk foreign key (user_id) references users(id);
alter table ledger_accounts add constraint ledger_accounts_owner_id_users_id_fk foreign key (owner_id) references users(id);
alter table one_time_codes add constraint one_time_codes_user_id_users_id_fk foreign key (user_id) references users(id);
alter table held_prices add constraint held_prices_card_id_cards_id_fk foreign key (card_id) references cards(id);
alter table held_prices add constraint held_prices_run_id_price_runs_id_fk foreign key (run_id) references price_runs(id);
alter table held_prices add constraint held_prices_decided_by_id_users_id_fk foreign key (decided_by_id) references users(id);
alter table payments add constraint payments_user_id_users_id_fk foreign key (user_id) references users(id);
alter table refunds add constraint refunds_payment_id_payments_id_fk foreign key (payment_id) references payments(id);
alter table top_ups add constraint top_ups_user_id_users_id_fk foreign key (user_id) references users(id);
alter table payment_methods add constraint payment_methods_user_id_users_id_fk foreign key (user_id) references users(id);
alter table recovery_codes add constraint recovery_codes_user_id_users_id_fk foreign key (user_id) references users(id);
alter table two_factors add constraint two_factors_user_id_users_id_fk foreign key (user_id) references users(id);
alter table shipment_cards add constraint shipment_cards_shipment_id_shipments_id_fk foreign key (shipment_id) references shipments(id);
alter table shipments add constraint shipments_user_id_users_id_fk foreign key (user_id) references users(id);
alter table audit_log add constraint audit_log_actor_id_users_id_fk foreign key (actor_id) references users(id);
alter table pack_returns add constraint pack_returns_pack_id_physical_packs_id_fk foreign key (pack_id) references physical_packs(id);
alter table pack_returns add constraint pack_returns_reservation_id_reservations_id_fk foreign key (reservation_id) references reservations(id);
alter table two_factor_tokens add constraint two_factor_tokens_user_id_fkey foreign key (user_id) references users(id);
alter table accepted_journals add constraint accepted_journals_journal_id_journals_id_fk foreign key (journal_id) references journals(id);
alter table disputes add constraint disputes_payment_id_payments_id_fk foreign key (payment_id) references payments(id);
alter table disputes add constraint disputes_user_id_users_id_fk foreign key (user_id) references users(id);
alter table dispute_cards add constraint dispute_cards_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes(id);
alter table ledger_accounts add constraint ledger_accounts_debtor_id_users_id_fk foreign key (debtor_id) references users(id);
alter table refunds add constraint refunds_replaced_by_fkey foreign key (replaced_by) references refunds(id);
alter table money_questions add constraint money_questions_payment_id_payments_id_fk foreign key (payment_id) references payments(id);
alter table money_questions add constraint money_questions_closed_by_id_users_id_fk foreign key (closed_by_id) references users(id);
alter table refund_parts add constraint refund_parts_refund_id_refunds_id_fk foreign key (refund_id) references refunds(id);
alter table dispute_parts add constraint dispute_parts_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes(id);
alter table dispute_fees add constraint dispute_fees_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes(id);
alter table refund_debts add constraint refund_debts_refund_id_refunds_id_fk foreign key (refund_id) references refunds(id);
alter table pack_secrets add constraint pack_secrets_pack_id_fkey foreign key (pack_id) references physical_packs(id);
alter table shipment_cards add constraint shipment_cards_card_id_physical_cards_id_fk foreign key (card_id) references physical_cards(id);
alter table dispute_cards add constraint dispute_cards_card_id_physical_cards_id_fk foreign key (card_id) references physical_cards(id);
alter table card_labels add constraint card_labels_pack_id_fkey foreign key (pack_id) references physical_packs(id);
alter table held_cards add constraint held_cards_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id);
alter table held_cards add constraint held_cards_card_id_fkey foreign key (card_id) references cards(id);
alter table held_rarities add constraint held_rarities_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id);
alter table picture_files add constraint picture_files_picture_fkey foreign key (picture) references pictures(name) on delete cascade;
alter table pack_types add constraint pack_types_picture_pictures_name_fk foreign key (picture) references pictures(name);
alter table card_photographs add constraint card_photographs_pack_id_fkey foreign key (pack_id) references physical_packs(id);
alter table card_photographs add constraint card_photographs_picture_fkey foreign key (picture) references pictures(name);
alter table shop_settings add constraint shop_settings_made_by_id_fkey foreign key (made_by_id) references users(id);
alter table shop_texts add constraint shop_texts_made_by_id_fkey foreign key (made_by_id) references users(id);
alter table tax_settings add constraint tax_settings_made_by_id_fkey foreign key (made_by_id) references users(id);
alter table shop_settings add constraint shop_settings_logo_light_fkey foreign key (logo_light) references pictures(name);
alter table shop_settings add constraint shop_settings_logo_dark_fkey foreign key (logo_dark) references pictures(name);
alter table shop_settings add constraint shop_settings_icon_fkey foreign key (icon) references pictures(name);
alter table consents add constraint consents_user_id_fkey foreign key (user_id) references users(id);
alter table consents add constraint consents_text_exists foreign key (text_key, version) references shop_texts(key, version);
alter table age_confirmations add constraint age_confirmations_user_id_fkey foreign key (user_id) references users(id);
alter table documents add constraint documents_journal_id_fkey foreign key (journal_id) references journals(id);
alter table documents add constraint documents_without_gaps foreign key (series, follows) references documents(series, number);
alter table parcel_tariffs add constraint parcel_tariffs_made_by_id_fkey foreign key (made_by_id) references users(id);
alter table parcel_zones add constraint parcel_zones_version_fkey foreign key (version) references parcel_tariffs(version);
alter table parcel_services add constraint parcel_services_of_zone foreign key (version, zone) references parcel_zones(version, "position");
alter table shipping_quotes add constraint shipping_quotes_user_id_fkey foreign key (user_id) references users(id);
alter table shipments add constraint shipments_quote_id_fkey foreign key (quote_id) references shipping_quotes(id);
alter table shipments add constraint shipments_goes_with_id_fkey foreign key (goes_with_id) references shipments(id);
alter table shipment_labels add constraint shipment_labels_shipment_id_fkey foreign key (shipment_id) references shipments(id);
alter table tax_calculations add constraint tax_calculations_user_id_fkey foreign key (user_id) references users(id);
alter table tax_reversals add constraint tax_reversals_journal_id_fkey foreign key (journal_id) references journals(id);
alter table tax_reversals add constraint tax_reversals_calculation_id_fkey foreign key (calculation_id) references tax_calculations(id);
alter table document_buyers add constraint document_buyers_journal_id_fkey foreign key (journal_id) references documents(journal_id);
alter table document_buyers add constraint document_buyers_user_id_fkey foreign key (user_id) references users(id);
alter table card_reminders add constraint card_reminders_card_id_fkey foreign key (card_id) references physical_cards(id);
alter table card_wishes add constraint card_wishes_user_id_fkey foreign key (user_id) references users(id);
alter table card_wishes add constraint card_wishes_card_id_fkey foreign key (card_id) references cards(id);
alter table pack_wishes add constraint pack_wishes_user_id_fkey foreign key (user_id) references users(id);
alter table pack_wishes add constraint pack_wishes_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id) on delete cascade;
alter table notices add constraint notices_user_id_fkey foreign key (user_id) references users(id);
alter table shared_pulls add constraint shared_pulls_user_id_fkey foreign key (user_id) references users(id);
alter table log_entries add constraint log_entries_log_fkey foreign key (log) references logs(number);
alter table log_checkpoints add constraint log_checkpoints_log_fkey foreign key (log) references logs(number);
alter table log_cosignatures add constraint log_cosignatures_of_checkpoint foreign key (log, size) references log_checkpoints(log, size);
alter table drops add constraint drops_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id);
alter table drops add constraint drops_carries_to_fkey foreign key (carries_to) references drops(id);
alter table drop_leaves add constraint drop_leaves_drop_id_fkey foreign key (drop_id) references drops(id);
alter table drop_leaves add constraint drop_leaves_pack_id_fkey foreign key (pack_id) references physical_packs(id);
alter table tickets add constraint tickets_place_id_fkey foreign key (place_id) references places(id);
alter table tickets add constraint tickets_drop_id_fkey foreign key (drop_id) references drops(id);

create trigger users_open_ledger_account after insert on users for each row execute function open_ledger_account();
create trigger transfers_never_change before delete or update or truncate on transfers for each statement execute function refuse_change();
create trigger journals_never_change before delete or update or truncate on journals for each statement execute function refuse_change();
create trigger physical_packs_never_deleted before delete or truncate on physical_packs for each statement execute function refuse_change();
create trigger openings_never_change before delete or update or truncate on openings for each statement execute function refuse_change();
create trigger payments_check before update on payments for each row execute function check_payment();
create trigger payments_never_deleted before delete or truncate on payments for each statement execute function refuse_change();
create trigger refunds_never_deleted before delete or truncate on refunds for each statement execute function refuse_change();
create trigger pack_types_keep before update on pack_types for each row when (old.card_count <> new.card_count or old.set_id <> new.set_id or old.id <> new.id) execute function keep_pack_type();
create trigger shipments_check before insert or update on shipments for each row execute function check_shipment();
create trigger shipments_never_deleted before delete or truncate on shipments for each statement execute function refuse_change();
create trigger shipment_cards_check before insert or update on shipment_cards for each row execute function check_shipment_card();
create trigger shipment_cards_never_deleted before delete or truncate on shipment_cards for each statement execute function refuse_change();
create trigger audit_log_chain before insert on audit_log for each row execute function chain_audit_log();
create trigger audit_log_never_changes before delete or update or truncate on audit_log for each statement execute function refuse_change();
create trigger pack_returns_never_change before delete or update or truncate on pack_returns for each statement execute function refuse_change();
create trigger trials_never_change before delete or update or truncate on trials for each statement execute function refuse_change();
create trigger objects_are_a_trial after insert on sandbox.objects for each row execute function note_sandbox_trial();
create trigger answers_are_a_trial after insert on sandbox.answers for each row execute function note_sandbox_trial();
create trigger events_are_a_trial after insert on sandbox.events for each row execute function note_sandbox_trial();
create trigger transfers_permitted after insert on transfers referencing new table as posted for each statement execute function check_transfers();
create constraint trigger users_begin_without_role after insert on users deferrable initially deferred for each row when (new.role <> 'user'::text) execute function check_role();
create constraint trigger users_role_is_given after update of role on users deferrable initially deferred for each row when (new.role <> old.role and new.erased_at is null) execute function check_role();
create constraint trigger pack_types_terms_are_changed after update of price, purchase_limit on pack_types deferrable initially deferred for each row when (new.price <> old.price or new.purchase_limit is distinct from old.purchase_limit) execute function check_pack_terms();
create constraint trigger price_observations_by_hand after insert on price_observations deferrable initially deferred for each row when (new.source ~~ 'manual%'::text) execute function check_price_by_hand();
create trigger cards_begin_without_value before insert on cards for each row when (new.market_value > 0) execute function check_market_value();
create trigger cards_worth_their_price before update of market_value on cards for each row when (new.market_value <> old.market_value) execute function check_market_value();
create trigger physical_cards_keep_time before update on physical_cards for each row when (new.auto_convert_at is distinct from old.auto_convert_at) execute function check_card_time();
create trigger disputes_check before insert or update on disputes for each row execute function check_dispute();
create trigger disputes_never_deleted before delete or truncate on disputes for each statement execute function refuse_change();
create trigger dispute_cards_never_change before delete or update or truncate on dispute_cards for each statement execute function refuse_change();
create trigger physical_cards_keep_with_dispute before update on physical_cards for each row when ((old.status = any (array['available'::text, 'locked'::text, 'shipped'::text])) and (new.status is distinct from old.status or new.lock_reason is distinct from old.lock_reason) and (old.lock_reason = 'dispute'::text or new.lock_reason = 'dispute'::text or (new.status = any (array['available'::text, 'shipped'::text, 'reclaimed'::text])))) execute function keep_card_with_dispute();
create trigger refunds_check before update on refunds for each row execute function check_refund();
create trigger refunds_within_payment after insert on refunds for each row execute function check_refunded();
create trigger money_questions_never_deleted before delete or truncate on money_questions for each statement execute function refuse_change();
create trigger provider_movements_check before update on provider_movements for each row execute function check_provider_movement();
create trigger provider_movements_never_deleted before delete or truncate on provider_movements for each statement execute function refuse_change();
create trigger refund_parts_never_change before delete or update or truncate on refund_parts for each statement execute function refuse_change();
create trigger dispute_parts_never_change before delete or update or truncate on dispute_parts for each statement execute function refuse_change();
create trigger discount_codes_keep_terms before update on discount_codes for each row when ((old.code, old.percent, old.amount_off, old.uses_per_person, old.least_order, old.is_free) is distinct from (new.code, new.percent, new.amount_off, new.uses_per_person, new.least_order, new.is_free)) execute function keep_discount_terms();
create trigger orders_check_discount_when_paid before update of paid_at on orders for each row when (old.paid_at is null and new.paid_at is not null) execute function check_discount();
create trigger dispute_fees_never_change before delete or update or truncate on dispute_fees for each statement execute function refuse_change();
create trigger refund_debts_check before insert on refund_debts for each row execute function check_refund_debt();
create trigger refund_debts_never_change before delete or update or truncate on refund_debts for each statement execute function refuse_change();
create trigger pack_types_note_new after insert on pack_types referencing new table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_changes after update on pack_types referencing new table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_gone after delete on pack_types referencing old table as changed for each statement execute function note_pack_types();
create trigger potential_hits_note_new after insert on potential_hits referencing new table as changed for each statement execute function note_hits();
create trigger potential_hits_note_changes after update on potential_hits referencing new table as changed for each statement execute function note_hits();
create trigger potential_hits_note_gone after delete on potential_hits referencing old table as changed for each statement execute function note_hits();
create trigger card_sets_note_changes after update on card_sets referencing new table as changed for each statement execute function note_sets();
create trigger cards_note_new after insert on cards referencing new table as changed for each statement execute function note_cards();
create trigger cards_note_changes after update on cards referencing new table as changed for each statement execute function note_cards();
create trigger price_runs_note_new after insert on price_runs referencing new table as changed for each statement execute function note_price_runs();
create trigger price_runs_note_changes after update on price_runs referencing new table as changed for each statement execute function note_price_runs();
create trigger price_runs_note_gone after delete on price_runs referencing old table as changed for each statement execute function note_price_runs();
create trigger physical_cards_never_deleted before delete or truncate on physical_cards for each statement execute function refuse_change();
create trigger physical_cards_keep_with_shipment before update on physical_cards for each row when (new.status <> old.status) execute function keep_card_with_shipment();
create trigger physical_cards_are_revealed after insert on physical_cards referencing new table as revealed for each statement execute function check_revealed_cards();
create trigger card_labels_never_change before delete or update or truncate on card_labels for each statement execute function refuse_change();
create trigger pack_secrets_never_change before delete or update or truncate on pack_secrets for each statement execute function refuse_change();
create trigger cards_recount_rarities after update on cards referencing old table as before new table as after for each statement execute function recount_rarities();
create trigger cards_never_deleted before delete or truncate on cards for each statement execute function refuse_change();
create trigger cards_keep_their_id before update of id on cards for each statement execute function refuse_change();
create trigger ledger_accounts_never_deleted before delete or truncate on ledger_accounts for each statement execute function refuse_change();
create trigger order_lines_of_known_types after insert on order_lines referencing new table as placed for each statement execute function check_order_lines();
create trigger order_lines_keep_type before update on order_lines for each row when (old.pack_type_id <> new.pack_type_id) execute function keep_order_line();
create trigger transfers_note_move before insert on transfers for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
create trigger physical_cards_note_move before update on physical_cards for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
create trigger orders_check_discount before insert on orders for each row when (new.discount_code is not null or new.discount > 0) execute function check_discount();
create trigger journals_check after insert on journals referencing new table as posted for each statement execute function check_journals();
create trigger transfers_note_late after insert on transfers for each row when (new.created_at < (clock_timestamp() - '00:10:00'::interval)) execute function note_late('created_at');
create trigger openings_note_late after insert on openings for each row when (new.opened_at < (clock_timestamp() - '00:10:00'::interval)) execute function note_late('opened_at');
create trigger physical_packs_never_change before update on physical_packs for each row when (old.* is distinct from new.*) execute function keep_pack();
create trigger reservations_never_deleted before delete or truncate on reservations for each statement execute function refuse_change();
create trigger reservations_keep_their_user before update of id, user_id on reservations for each statement execute function refuse_change();
create trigger places_check_new after insert on places referencing new table as added for each statement execute function check_new_places();
create trigger places_check before update on places for each row execute function check_place();
create trigger places_check_taken after update on places referencing old table as before new table as after for each statement execute function check_taken_places();
create trigger places_never_deleted before delete or truncate on places for each statement execute function refuse_change();
create trigger places_note_move before update on places for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
create trigger places_note_new before insert on places for each statement when (not has_moved()) execute function note_move();
create trigger places_note_stock after update on places referencing old table as before new table as after for each statement execute function note_stock();
create trigger places_note_stock_of_new after insert on places referencing new table as after for each statement execute function note_stock();
create trigger openings_check after insert on openings referencing new table as opened for each statement execute function check_openings();
create trigger ledger_accounts_of_user_debtor_or_house before insert on ledger_accounts for each row when (
        case
            when new.owner_id is not null then new.id = new.owner_id::text and new.debtor_id is null
            when new.debtor_id is not null then new.id = ('debt:'::text || new.debtor_id)
            else starts_with(new.id, 'house:'::text)
        end is not true) execute function refuse_account();
create trigger ledger_accounts_stay_what_they_are before update of id, owner_id, debtor_id on ledger_accounts for each statement execute function refuse_change();
create trigger pictures_never_change before update or truncate on pictures for each statement execute function refuse_change();
create trigger picture_files_never_change before update or truncate on picture_files for each statement execute function refuse_change();
create trigger shop_settings_never_change before delete or update or truncate on shop_settings for each statement execute function refuse_change();
create trigger shop_settings_note_new after insert on shop_settings for each statement execute function note_shop();
create trigger shop_texts_never_change before delete or update or truncate on shop_texts for each statement execute function refuse_change();
create trigger shop_texts_note_new after insert on shop_texts for each statement execute function note_shop();
create trigger tax_settings_never_change before delete or update or truncate on tax_settings for each statement execute function refuse_change();
create trigger tax_settings_note_new after insert on tax_settings for each statement execute function note_shop();
create trigger consents_never_change before delete or update or truncate on consents for each statement execute function refuse_change();
create trigger age_confirmations_never_change before delete or update or truncate on age_confirmations for each statement execute function refuse_change();
create trigger documents_never_change before delete or update or truncate on documents for each statement execute function refuse_change();
create trigger parcel_zones_with_version before insert on parcel_zones for each row execute function check_parcel_tariff_part();
create trigger parcel_services_with_version before insert on parcel_services for each row execute function check_parcel_tariff_part();
create trigger parcel_tariffs_never_change before delete or update or truncate on parcel_tariffs for each statement execute function refuse_change();
create trigger parcel_zones_never_change before delete or update or truncate on parcel_zones for each statement execute function refuse_change();
create trigger parcel_services_never_change before delete or update or truncate on parcel_services for each statement execute function refuse_change();
create trigger parcel_tariffs_note_new after insert on parcel_tariffs for each statement execute function note_shop();
create trigger shipping_quotes_never_change before update or truncate on shipping_quotes for each statement execute function refuse_change();
create trigger shipping_quotes_keep before delete on shipping_quotes for each row execute function check_shipping_quote_end();
create trigger shipment_labels_check before update on shipment_labels for each row execute function check_shipment_label();
create trigger shipment_labels_never_deleted before delete or truncate on shipment_labels for each statement execute function refuse_change();
create trigger tax_calculations_keep before delete or update on tax_calculations for each row execute function check_tax_calculation();
create trigger tax_calculations_never_truncated before truncate on tax_calculations for each statement execute function refuse_change();
create constraint trigger sale_takes_calculated_tax after insert or update of sale_id on tax_calculations deferrable initially deferred for each row execute function check_sale_takes_calculated_tax();
create trigger tax_reversals_never_change before delete or update or truncate on tax_reversals for each statement execute function refuse_change();
create trigger document_buyers_never_change before update on document_buyers for each row execute function check_document_buyer();
create trigger document_buyers_never_truncated before truncate on document_buyers for each statement execute function refuse_change();
create constraint trigger document_buyers_go_with_their_account after delete on document_buyers deferrable initially deferred for each row execute function check_document_buyer();
create trigger cards_note_values after update on cards referencing old table as before new table as after for each statement execute function note_values();
create trigger pack_types_note_price after update on pack_types for each row when (old.price <> new.price) execute function note_values();
create trigger pack_type_facts_note_new after insert on pack_type_facts referencing new table as changed for each statement execute function note_hits();
create trigger pack_type_facts_note_changes after update on pack_type_facts referencing new table as changed for each statement execute function note_hits();
create trigger cards_count_new after insert on cards referencing new table as after for each statement execute function count_cards();
create trigger cards_count_changed after update on cards referencing old table as before new table as after for each statement execute function count_cards();
create trigger card_reminders_never_change before delete or update or truncate on card_reminders for each statement execute function refuse_change();
create trigger places_note_arrivals after insert on places referencing new table as added for each statement execute function note_arrival();
create trigger places_note_return after update on places for each row when (old.state = 'withdrawn'::text and new.state = 'available'::text) execute function note_arrival();
create trigger shared_pulls_keep before delete or update on shared_pulls for each row execute function keep_shared_pull();
create trigger logs_begin before insert on logs for each row execute function begin_log();
create trigger log_entries_chain before insert on log_entries for each row execute function chain_log_entry();
create trigger log_checkpoints_say_what_is before insert on log_checkpoints for each row execute function check_checkpoint();
create trigger logs_never_change before delete or update or truncate on logs for each statement execute function refuse_change();
create trigger log_entries_never_change before delete or update or truncate on log_entries for each statement execute function refuse_change();
create trigger log_nodes_never_change before delete or update or truncate on log_nodes for each statement execute function refuse_change();
create trigger log_checkpoints_never_change before delete or update or truncate on log_checkpoints for each statement execute function refuse_change();
create trigger log_cosignatures_never_change before delete or update or truncate on log_cosignatures for each statement execute function refuse_change();
create trigger beacons_never_change before delete or update or truncate on beacons for each statement execute function refuse_change();
create trigger tickets_never_deleted before delete or truncate on tickets for each statement execute function refuse_change();
create trigger drop_leaves_never_deleted before delete or truncate on drop_leaves for each statement execute function refuse_change();
create trigger drops_never_deleted before delete or truncate on drops for each statement execute function refuse_change();
create trigger drop_leaves_stay before update on drop_leaves for each row execute function keep_drop_leaf();
create trigger tickets_stay before update on tickets for each row execute function keep_ticket();
create trigger drops_stay before update on drops for each row execute function keep_drop();
create constraint trigger drops_are_added_by_operators after insert on drops deferrable initially deferred for each row execute function check_drop_moved();
create constraint trigger drops_are_moved_by_operators after update of state on drops deferrable initially deferred for each row when (new.state <> old.state) execute function check_drop_moved();
create trigger places_are_shelved before insert on places for each row execute function shelve_new_place();
create trigger places_issue_tickets after update on places referencing old table as before new table as after for each statement when (has_drops()) execute function issue_tickets();
create trigger pack_types_keep_drop_price before update of price on pack_types for each row when (new.price <> old.price) execute function keep_drop_price();
create trigger places_refuse_staff after update on places referencing old table as before new table as after for each statement when (has_drops()) execute function refuse_staff();
create trigger pack_types_check_promises after update of promises_foil, promises_rarity, promises_hits on pack_types for each row when ((old.promises_foil, old.promises_rarity, old.promises_hits) is distinct from (new.promises_foil, new.promises_rarity, new.promises_hits)) execute function check_promises_made();
create trigger places_keep_promises_of_new after insert on places referencing new table as added for each statement execute function keep_promises();
create trigger places_keep_promises after update on places for each row when (old.state = 'withdrawn'::text and new.state <> 'withdrawn'::text) execute function keep_promises();
create trigger reservations_keep_their_refs before update of refs on reservations for each statement execute function refuse_change();
create trigger opened_packs_never_change before delete or update or truncate on opened_packs for each statement execute function refuse_change();
create trigger drops_note_shelf after update of state on drops for each row when ((old.state = any (array['open'::text, 'paused'::text])) <> (new.state = any (array['open'::text, 'paused'::text]))) execute function note_shelf();
create trigger drops_have_their_size after update of state on drops for each row when (new.state = 'published'::text and old.state <> 'published'::text) execute function check_drop_size();
create trigger transfers_apply before insert on transfers for each row when (current_setting('felt_and_foil.stamped'::text, true) is distinct from 'on'::text) execute function apply_transfer();
create trigger transfers_are_stamped after insert on transfers referencing new table as posted for each statement when (current_setting('felt_and_foil.stamped'::text, true) = 'on'::text) execute function check_stamps();
create trigger physical_cards_keep_what_they_are before update of id, pack_id, card_id, "position", condition, opened_by_id, opened_at on physical_cards for each statement execute function keep_revealed_cards();
create trigger physical_cards_check before update on physical_cards for each row when (new.status <> old.status) execute function check_physical_card();

alter table card_photographs enable row level security;
create policy shown_photographs_are_read on card_photographs for select to felt_and_foil_app
using (secrecy_of(pack_id) <> 'secret');

-- Rights
grant usage on schema public, drizzle, sandbox to felt_and_foil_app;
grant select on drizzle.__drizzle_migrations to felt_and_foil_app;
alter default privileges in schema public grant select, insert, update, delete on tables to felt_and_foil_app;
alter default privileges in schema sandbox grant select, insert, update, delete on tables to felt_and_foil_app;
grant select, insert, update, delete on
  card_sets, card_wishes, cards, dispute_parts, held_prices, idempotency_keys, last_writes, mails, money_questions,
  notices, one_time_codes, order_lines, orders, pack_type_cards, pack_types, pack_wishes, payment_methods, payments,
  potential_hits, price_runs, provider_movements, recovery_codes, refund_parts, refunds, sandbox.answers,
  sandbox.events, sandbox.objects, sessions, shared_pulls, shipment_cards, shipment_labels, shipments, stripe_events,
  tax_calculations, tax_problems, throttle_counters, transaction_notes, two_factor_tokens, two_factors, users
to felt_and_foil_app;
grant select, update on
  physical_cards, places
to felt_and_foil_app;
grant select on
  accepted_journals, audit_log, card_counts, card_photographs, documents, drop_leaves, drops, facts_due, journals,
  kept_hours, ledger_accounts, log_nodes, opened_cards, openings, pack_type_facts, permitted_transfers, physical_packs,
  shown_changes, tickets, transfers
to felt_and_foil_app;
grant select, insert on
  age_confirmations, beacons, card_reminders, consents, dispute_cards, dispute_fees, log_checkpoints, log_cosignatures,
  log_entries, logs, pack_returns, parcel_services, parcel_tariffs, parcel_zones, price_observations, refund_debts,
  shop_settings, shop_texts, tax_reversals, tax_settings, top_ups, trials
to felt_and_foil_app;
grant select, insert, update on
  discount_codes, disputes, reservations
to felt_and_foil_app;
grant select, insert, delete on
  shipping_quotes
to felt_and_foil_app;
grant select, delete on
  document_buyers, pack_arrivals
to felt_and_foil_app;
revoke execute on function
  account_pause(uuid), apply_transfer(), broken_promises(text,boolean,text,integer), cards_in_packs(),
  chain_audit_log(), chain_log_entry(), check_checkpoint(), check_discount(), check_dispute(),
  check_documents_of(uuid[]), check_drop_size(), check_journals(), check_new_places(), check_openings(),
  check_physical_card(), check_promises_made(), check_provider_movement(), check_refund_debt(), check_refunded(),
  check_revealed_cards(), check_shipment_card(), check_stamps(), check_taken_places(), check_transfers(),
  compare_packs(text[],text[],uuid,text,text), count_cards(), count_contents(text), count_facts(text),
  count_opened(uuid[]), decide_drop(uuid,timestamp with time zone,timestamp with time zone,boolean,boolean),
  discard_drop(uuid), disputes_of_order(uuid),
  draft_drop(uuid,text,integer,text,timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,timestamp with time zone),
  drop_faults(), drop_photograph(uuid,integer), drop_picture(text), facts_counted_wrong(), facts_of_draft(uuid,uuid),
  fold_shown_changes(), free_tickets(uuid,bytea[]), give_up_drops(), has_drops(), hits_of_draft(uuid,uuid),
  is_pack_whole(uuid), issue_tickets(), keep_card_with_dispute(), keep_card_with_shipment(), keep_discount_terms(),
  keep_drop_price(), keep_hours(integer), keep_loose_waiting(text), keep_pack_type(),
  keep_photograph(uuid,integer,text), keep_picture(text,text,integer,integer,integer[],text[],bytea[]),
  keep_promises(), keep_shared_pull(), known_labels(text[]), live_ticket(uuid), lock_account(uuid),
  lock_account_to_spend(uuid), look_into_pack(uuid,uuid,text,text,text), money_left_of_payment(uuid),
  move_drop(uuid,text,uuid), next_original(text), note_arrival(), note_cards(), note_hits(), note_late(),
  note_pack_types(), note_price_runs(), note_sealed(bytea[],bigint), note_sets(), note_shelf(), note_shop(),
  note_shown(uuid,integer,bigint), note_stock(), note_values(), note_void(bytea,bigint),
  number_documents(integer,uuid), odds_of_drop(uuid), open_ledger_account(),
  open_packs(uuid,uuid[],uuid[],interval,uuid), opened_counted_wrong(), opened_values(text), operator_of(uuid),
  order_drop(uuid), packs_of_card(uuid), packs_of_draft(uuid,uuid), packs_unlike_their_documents(),
  pay_debt(uuid,uuid,text), post_house_journal(uuid,text,uuid,text,text,text,bigint),
  post_journal(uuid,text,uuid,uuid,text,text[],text[],bigint[],text,jsonb),
  post_journals(text,uuid,uuid[],uuid[],text[],uuid[],text[],text[],bigint[]),
  promises_broken_by(text,boolean,text,integer), publish_drop(uuid,text), read_picture(text,integer,text),
  record_audit_entry(uuid,text,text,text,jsonb,jsonb,text,text), recount_rarities(), refuse_staff(), secrecy_of(uuid),
  sell_and_open(uuid,uuid,text[],integer[],boolean,interval,bytea[]), settle_facts(boolean), shelf_state(text,uuid),
  show_given_back(bytea), shown_document(uuid), shown_documents(uuid), sum_contents(text,boolean),
  take_in_packs(text[],text[],text[],text[],uuid[],text[],text[]), take_key(uuid,text,interval), types_counted_wrong(),
  types_that_break_promises(), value_packs(uuid[])
from public;
grant execute on function
  account_pause(uuid), broken_promises(text,boolean,text,integer), cards_in_packs(),
  compare_packs(text[],text[],uuid,text,text), count_contents(text),
  decide_drop(uuid,timestamp with time zone,timestamp with time zone,boolean,boolean), discard_drop(uuid),
  disputes_of_order(uuid),
  draft_drop(uuid,text,integer,text,timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,timestamp with time zone),
  drop_faults(), drop_photograph(uuid,integer), drop_picture(text), facts_counted_wrong(), facts_of_draft(uuid,uuid),
  fold_shown_changes(), free_tickets(uuid,bytea[]), has_drops(), hits_of_draft(uuid,uuid), is_pack_whole(uuid),
  keep_hours(integer), keep_loose_waiting(text), keep_photograph(uuid,integer,text),
  keep_picture(text,text,integer,integer,integer[],text[],bytea[]), known_labels(text[]), live_ticket(uuid),
  lock_account(uuid), lock_account_to_spend(uuid), look_into_pack(uuid,uuid,text,text,text),
  money_left_of_payment(uuid), move_drop(uuid,text,uuid), next_original(text), note_sealed(bytea[],bigint),
  note_shown(uuid,integer,bigint), note_void(bytea,bigint), number_documents(integer,uuid), odds_of_drop(uuid),
  open_packs(uuid,uuid[],uuid[],interval,uuid), opened_counted_wrong(), opened_values(text), order_drop(uuid),
  packs_of_card(uuid), packs_unlike_their_documents(), pay_debt(uuid,uuid,text),
  post_house_journal(uuid,text,uuid,text,text,text,bigint),
  post_journal(uuid,text,uuid,uuid,text,text[],text[],bigint[],text,jsonb),
  post_journals(text,uuid,uuid[],uuid[],text[],uuid[],text[],text[],bigint[]), publish_drop(uuid,text),
  read_picture(text,integer,text), record_audit_entry(uuid,text,text,text,jsonb,jsonb,text,text), secrecy_of(uuid),
  sell_and_open(uuid,uuid,text[],integer[],boolean,interval,bytea[]), settle_facts(boolean), shelf_state(text,uuid),
  show_given_back(bytea), shown_document(uuid), shown_documents(uuid),
  take_in_packs(text[],text[],text[],text[],uuid[],text[],text[]), take_key(uuid,text,interval), types_counted_wrong(),
  types_that_break_promises()
to felt_and_foil_app;

insert into ledger_accounts (id) values
  ('house:sales'), ('house:tax'), ('house:fees'), ('house:shipping'), ('house:buyback'), ('house:promotions'),
  ('house:card_clearing'), ('house:refunds'), ('house:disputes'), ('house:dispute_losses'), ('house:losses'),
  ('house:bank'), ('house:card_fees'), ('house:tax_gst'), ('house:tax_hst'), ('house:tax_qst'), ('house:tax_pst_bc'),
  ('house:tax_pst_sk'), ('house:tax_rst_mb'), ('house:tax_other');
insert into permitted_transfers (kind, debit, credit) values
  ('bonus_credit', 'house:promotions', 'user'), ('card_conversion', 'house:buyback', 'user'),
  ('card_sale', 'house:buyback', 'user'), ('credit_purchase', 'house:card_clearing', 'user'),
  ('credit_purchase', 'house:card_clearing', 'house:fees'),
  ('credit_purchase', 'house:card_clearing', 'house:refunds'),
  ('pack_purchase', 'house:card_clearing', 'house:refunds'), ('shipping_fee', 'house:card_clearing', 'house:refunds'),
  ('pack_purchase', 'house:card_clearing', 'house:fees'), ('pack_purchase', 'house:card_clearing', 'house:sales'),
  ('pack_purchase', 'house:card_clearing', 'house:tax'), ('pack_purchase', 'user', 'house:fees'),
  ('pack_purchase', 'user', 'house:sales'), ('pack_purchase', 'user', 'house:tax'),
  ('refund', 'house:fees', 'house:refunds'), ('refund', 'house:sales', 'house:refunds'),
  ('refund', 'house:tax', 'house:refunds'), ('refund', 'house:refunds', 'house:card_clearing'),
  ('refund', 'house:sales', 'user'), ('refund', 'house:shipping', 'house:refunds'),
  ('refund', 'house:shipping', 'user'), ('shipping_fee', 'house:card_clearing', 'house:shipping'),
  ('shipping_fee', 'user', 'house:shipping'), ('dispute_opened', 'house:disputes', 'house:card_clearing'),
  ('dispute_won', 'house:card_clearing', 'house:disputes'), ('dispute_lost', 'house:sales', 'house:disputes'),
  ('dispute_lost', 'house:tax', 'house:disputes'), ('dispute_lost', 'house:fees', 'house:disputes'),
  ('dispute_lost', 'house:shipping', 'house:disputes'), ('dispute_lost', 'house:sales', 'house:dispute_losses'),
  ('dispute_lost', 'house:tax', 'house:dispute_losses'), ('dispute_lost', 'house:fees', 'house:dispute_losses'),
  ('dispute_lost', 'house:shipping', 'house:dispute_losses'), ('dispute_lost', 'debt:user', 'house:disputes'),
  ('dispute_lost', 'house:dispute_losses', 'house:disputes'),
  ('dispute_fee', 'house:dispute_losses', 'house:card_clearing'),
  ('dispute_fee_returned', 'house:card_clearing', 'house:dispute_losses'), ('debt_payment', 'user', 'debt:user'),
  ('debt_written_off', 'house:dispute_losses', 'debt:user'), ('take_back', 'house:sales', 'house:refunds'),
  ('take_back', 'house:tax', 'house:refunds'), ('take_back', 'house:fees', 'house:refunds'),
  ('take_back', 'house:shipping', 'house:refunds'), ('take_back', 'user', 'house:refunds'),
  ('take_back', 'house:losses', 'house:refunds'), ('refund_failure', 'house:card_clearing', 'house:refunds'),
  ('refund', 'house:refunds', 'user'), ('payout', 'house:bank', 'house:card_clearing'),
  ('payout', 'house:card_clearing', 'house:bank'), ('card_fee', 'house:card_fees', 'house:card_clearing'),
  ('card_fee', 'house:card_clearing', 'house:card_fees'), ('refund', 'house:refunds', 'house:dispute_losses'),
  ('refund_debt', 'debt:user', 'house:losses'), ('refund_debt', 'debt:user', 'house:dispute_losses'),
  ('shipping_fee', 'house:card_clearing', 'house:tax'), ('shipping_fee', 'user', 'house:tax'),
  ('refund', 'house:tax', 'user'), ('pack_purchase', 'house:card_clearing', 'house:tax_gst'),
  ('pack_purchase', 'user', 'house:tax_gst'), ('refund', 'house:tax_gst', 'house:refunds'),
  ('dispute_lost', 'house:tax_gst', 'house:disputes'), ('dispute_lost', 'house:tax_gst', 'house:dispute_losses'),
  ('take_back', 'house:tax_gst', 'house:refunds'), ('shipping_fee', 'house:card_clearing', 'house:tax_gst'),
  ('shipping_fee', 'user', 'house:tax_gst'), ('refund', 'house:tax_gst', 'user'),
  ('pack_purchase', 'house:card_clearing', 'house:tax_hst'), ('pack_purchase', 'user', 'house:tax_hst'),
  ('refund', 'house:tax_hst', 'house:refunds'), ('dispute_lost', 'house:tax_hst', 'house:disputes'),
  ('dispute_lost', 'house:tax_hst', 'house:dispute_losses'), ('take_back', 'house:tax_hst', 'house:refunds'),
  ('shipping_fee', 'house:card_clearing', 'house:tax_hst'), ('shipping_fee', 'user', 'house:tax_hst'),
  ('refund', 'house:tax_hst', 'user'), ('pack_purchase', 'house:card_clearing', 'house:tax_qst'),
  ('pack_purchase', 'user', 'house:tax_qst'), ('refund', 'house:tax_qst', 'house:refunds'),
  ('dispute_lost', 'house:tax_qst', 'house:disputes'), ('dispute_lost', 'house:tax_qst', 'house:dispute_losses'),
  ('take_back', 'house:tax_qst', 'house:refunds'), ('shipping_fee', 'house:card_clearing', 'house:tax_qst'),
  ('shipping_fee', 'user', 'house:tax_qst'), ('refund', 'house:tax_qst', 'user'),
  ('pack_purchase', 'house:card_clearing', 'house:tax_pst_bc'), ('pack_purchase', 'user', 'house:tax_pst_bc'),
  ('refund', 'house:tax_pst_bc', 'house:refunds'), ('dispute_lost', 'house:tax_pst_bc', 'house:disputes'),
  ('dispute_lost', 'house:tax_pst_bc', 'house:dispute_losses'), ('take_back', 'house:tax_pst_bc', 'house:refunds'),
  ('shipping_fee', 'house:card_clearing', 'house:tax_pst_bc'), ('shipping_fee', 'user', 'house:tax_pst_bc'),
  ('refund', 'house:tax_pst_bc', 'user'), ('pack_purchase', 'house:card_clearing', 'house:tax_pst_sk'),
  ('pack_purchase', 'user', 'house:tax_pst_sk'), ('refund', 'house:tax_pst_sk', 'house:refunds'),
  ('dispute_lost', 'house:tax_pst_sk', 'house:disputes'), ('dispute_lost', 'house:tax_pst_sk', 'house:dispute_losses'),
  ('take_back', 'house:tax_pst_sk', 'house:refunds'), ('shipping_fee', 'house:card_clearing', 'house:tax_pst_sk'),
  ('shipping_fee', 'user', 'house:tax_pst_sk'), ('refund', 'house:tax_pst_sk', 'user'),
  ('pack_purchase', 'house:card_clearing', 'house:tax_rst_mb'), ('pack_purchase', 'user', 'house:tax_rst_mb'),
  ('refund', 'house:tax_rst_mb', 'house:refunds'), ('dispute_lost', 'house:tax_rst_mb', 'house:disputes'),
  ('dispute_lost', 'house:tax_rst_mb', 'house:dispute_losses'), ('take_back', 'house:tax_rst_mb', 'house:refunds'),
  ('shipping_fee', 'house:card_clearing', 'house:tax_rst_mb'), ('shipping_fee', 'user', 'house:tax_rst_mb'),
  ('refund', 'house:tax_rst_mb', 'user'), ('pack_purchase', 'house:card_clearing', 'house:tax_other'),
  ('pack_purchase', 'user', 'house:tax_other'), ('refund', 'house:tax_other', 'house:refunds'),
  ('dispute_lost', 'house:tax_other', 'house:disputes'), ('dispute_lost', 'house:tax_other', 'house:dispute_losses'),
  ('take_back', 'house:tax_other', 'house:refunds'), ('shipping_fee', 'house:card_clearing', 'house:tax_other'),
  ('shipping_fee', 'user', 'house:tax_other'), ('refund', 'house:tax_other', 'user');

set local check_function_bodies = on;
