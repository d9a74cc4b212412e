-- The database as the migrations leave it: to read, not to run. Written by `npm run db:schema`; a test
-- compares the two. Money is whole cents of CAD in a bigint unless a column says otherwise.

-- Journals without a cause that is written down, for which the owner of the database answers: the audit asks for none.
create table accepted_journals (
  journal_id uuid not null,
  -- Why: a ticket, a correction, the version that posted them.
  reason text not null,
  constraint accepted_journals_pkey primary key (journal_id),
  constraint accepted_journals_journal_id_journals_id_fk foreign key (journal_id) references journals(id)
);
grant select on accepted_journals to felt_and_foil_app;

-- That somebody confirmed to be of an age, or older. No date of birth. Never changed.
create table age_confirmations (
  user_id uuid not null,
  age smallint not null,
  -- Where they said to live then, such as CA-ON; null: they had not said.
  region text,
  given_at timestamp with time zone not null default shop_clock(),
  constraint age_confirmations_pkey primary key (user_id, age),
  constraint age_confirmations_user_id_fkey foreign key (user_id) references users(id),
  constraint age_confirmations_age_is_one check (((age >= 13) and (age <= 25)))
);
create trigger age_confirmations_never_change before delete or update or truncate on age_confirmations for each statement execute function refuse_change();
grant select, insert on age_confirmations to felt_and_foil_app;

-- Conditions that hold or held. Written by each process once a minute.
create table alerts (
  id uuid not null,
  -- Its name in `metrics/conditions.ts`.
  condition text not null,
  -- What it is about, such as a job or a process. Empty: the shop.
  subject text not null,
  -- What an operator reads.
  words text not null,
  since timestamp with time zone not null default shop_now(),
  -- When a process last found that it holds.
  seen_at timestamp with time zone not null default shop_now(),
  -- When operators were told. Null: it did not hold for long enough.
  told_at timestamp with time zone,
  mended_at timestamp with time zone,
  constraint alerts_pkey primary key (id)
);
create index alerts_mended on alerts (mended_at) where (mended_at is not null);
create unique index alerts_open on alerts (condition, subject) where (mended_at is null);
grant select, insert, update, delete on alerts to felt_and_foil_app;

-- Which state of a thing may follow which; check_step refuses the others. Written by migrations alone.
create table allowed_steps (
  -- What refusals call it: a place is a pack.
  thing text not null,
  old text not null,
  new text not null,
  constraint allowed_steps_pkey primary key (thing, old, new)
);
grant select on allowed_steps to felt_and_foil_app;

-- Keys of the shop, with which programs act as staff (docs/product.md, section 8). The id is also that of the key's account.
create table api_keys (
  id uuid not null,
  name text not null,
  -- SHA-256 of the secret, which is random. The database alone gives nobody a key.
  hash text not null,
  -- As in `domain/access.ts`.
  rights text[] not null,
  -- From where the key may be used. Empty: from everywhere.
  networks cidr[] not null default '{}'::cidr[],
  -- Null: it was made on the command line.
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_now(),
  ends_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  -- Written at most once a minute.
  last_used_at timestamp with time zone,
  last_used_from inet,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_id_fkey foreign key (id) references users(id),
  constraint api_keys_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint api_keys_name_length check (((length(name) >= 1) and (length(name) <= 40))),
  constraint api_keys_rights_known check (((rights <@ array['packing:read'::text, 'packing:write'::text, 'support:read'::text, 'support:write'::text, 'catalogue:read'::text, 'catalogue:write'::text, 'money:read'::text, 'money:write'::text, 'owner:read'::text, 'owner:write'::text]) and (cardinality(rights) > 0)))
);
create index api_keys_made_by on api_keys (made_by_id);
create unique index api_keys_name_unique on api_keys (lower(name)) where (revoked_at is null);
create constraint trigger api_keys_are_made after insert on api_keys deferrable initially deferred for each row execute function check_api_key('make_api_key');
create constraint trigger api_keys_are_revoked after update of revoked_at on api_keys deferrable initially deferred for each row when (new.revoked_at is distinct from old.revoked_at) execute function check_api_key('revoke_api_key');
grant select, insert on api_keys to felt_and_foil_app;

-- Which price a pack type asked from when on, until its next row. The database writes it when a price changes, or a type goes on or off sale.
create table asked_prices (
  pack_type_id text not null,
  since timestamp with time zone not null,
  -- Null: the type was not on sale.
  price bigint,
  -- Made up for a demo.
  is_sample boolean not null default false,
  constraint asked_prices_pkey primary key (pack_type_id, since),
  constraint asked_prices_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id) on delete cascade,
  constraint asked_prices_positive check ((price > 0))
);
grant select on asked_prices to felt_and_foil_app;

-- Who of the operators did what. Only ever added to, each entry chained to the one before it.
create table audit_log (
  -- The place in the chain, from 1 without gaps: stamped by the database.
  id bigint not null default 0,
  at timestamp with time zone not null default shop_clock(),
  actor_id uuid not null,
  -- What was done, as verb and object: `move_shipment`.
  action text not null,
  -- What it was done to: its kind and its id, as the API writes them.
  subject_kind text not null,
  subject_id text not null,
  -- What changed, in wire words, never a secret; null where there is nothing to say.
  before jsonb,
  after jsonb,
  ip text not null,
  request_id text not null,
  -- SHA-256 over this entry and the hash of the one before it: stamped by the database.
  hash text not null default ''::text,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_actor_id_users_id_fk foreign key (actor_id) references users(id)
);
create index audit_log_by_time on audit_log (at);
create index audit_log_of_action on audit_log (action, id);
create index audit_log_of_actor on audit_log (actor_id, id);
create index audit_log_of_subject on audit_log (subject_id, id);
create trigger audit_log_chain before insert on audit_log for each row execute function chain_audit_log();
create trigger audit_log_never_changes before delete or update or truncate on audit_log for each statement execute function refuse_change();
grant select on audit_log to felt_and_foil_app;

-- Backups that were made, as far as the shop knows: its own, and those of others that a command noted.
create table backups (
  -- The moment that it is of.
  taken_at timestamp with time zone not null,
  -- The command: the shop's own backup, or the note of somebody else's.
  noted_by text not null,
  constraint backups_pkey primary key (taken_at),
  constraint backups_noted_by_check check ((noted_by = any (array['backup'::text, 'note-backup'::text])))
);
grant select, insert, update, delete on backups to felt_and_foil_app;

-- Accounts that look like those of an excluded person. Nothing is sold to them while the exclusion holds.
create table barred_accounts (
  user_id uuid not null,
  excluded_id uuid not null,
  -- What they share: an e-mail address in another spelling, a card, or a last name with an address.
  why text not null,
  since timestamp with time zone not null,
  let_through_at timestamp with time zone,
  let_through_by_id uuid,
  -- Why an operator let them through: somebody of the same home.
  reason text,
  constraint barred_accounts_pkey primary key (user_id, excluded_id, why),
  constraint barred_accounts_excluded_id_fkey foreign key (excluded_id) references users(id),
  constraint barred_accounts_let_through_by_id_fkey foreign key (let_through_by_id) references users(id),
  constraint barred_accounts_user_id_fkey foreign key (user_id) references users(id),
  constraint barred_accounts_are_others check ((user_id <> excluded_id)),
  constraint barred_accounts_let_through_by_somebody check ((((let_through_at is null) = (let_through_by_id is null)) and ((let_through_at is null) = (reason is null)))),
  constraint barred_accounts_only_homes_let_through check (((let_through_at is null) or (why = 'home'::text))),
  constraint barred_accounts_why_known check ((why = any (array['email'::text, 'card'::text, 'home'::text])))
);
create trigger barred_accounts_are_let_through_once before update on barred_accounts for each row execute function check_barred_account();
create trigger barred_accounts_never_deleted before delete or truncate on barred_accounts for each statement execute function refuse_change();
grant select, insert, update, delete on barred_accounts to felt_and_foil_app;

-- Public numbers as a relay told them, their signatures checked. A number is the hash of its signature.
create table beacons (
  chain text not null,
  round bigint not null,
  signature bytea not null,
  source text not null,
  seen_at timestamp with time zone not null default shop_now(),
  constraint beacons_pkey primary key (chain, round),
  constraint beacons_signature_is_whole check ((length(signature) = 48))
);
create trigger beacons_never_change before delete or update or truncate on beacons for each statement execute function refuse_change();
grant select, insert on beacons to felt_and_foil_app;

-- When people asked to be sold nothing. A row never changes: nobody ends a break early.
create table breaks (
  id uuid not null,
  user_id uuid not null,
  -- `day`, `week`, `month`: pauses. The others are exclusions.
  kind text not null,
  began_at timestamp with time zone not null,
  -- Null: never.
  ends_at timestamp with time zone,
  -- Between these two the time of their cards stands still by this break; stamped by the database.
  still_from timestamp with time zone not null,
  still_until timestamp with time zone not null,
  constraint breaks_pkey primary key (id),
  constraint breaks_user_id_fkey foreign key (user_id) references users(id),
  constraint breaks_end_later check (((ends_at > began_at) and ((ends_at is null) = (kind = 'forever'::text)))),
  constraint breaks_kind_known check ((kind = any (array['day'::text, 'week'::text, 'month'::text, 'half_year'::text, 'year'::text, 'five_years'::text, 'forever'::text]))),
  constraint breaks_stand_still_for_a_time check ((still_until >= still_from))
);
create index breaks_of_user on breaks (user_id, began_at);
create trigger breaks_let_cards_stand_still after insert on breaks for each row execute function begin_break();
create trigger breaks_never_change before delete or update or truncate on breaks for each statement execute function refuse_change();
create trigger breaks_stamp before insert on breaks for each row execute function stamp_break();
grant select, insert, update, delete on breaks to felt_and_foil_app;

-- What the last audit found broken. Written anew by the job `audit`.
create table broken_invariants (
  invariant text not null,
  violations integer not null,
  constraint broken_invariants_pkey primary key (invariant),
  constraint broken_invariants_are_broken check ((violations > 0))
);
grant select, insert, update, delete on broken_invariants to felt_and_foil_app;

-- How many cards of the catalogue are in each set, of each rarity and finish. Kept by a trigger of cards.
create table card_counts (
  set_id text not null,
  rarity text not null,
  finish text not null,
  cards integer not null,
  constraint card_counts_pkey primary key (set_id, rarity, finish)
);
grant select on card_counts to felt_and_foil_app;

-- The graders' numbers of cards that came in, in capitals: no card comes into a pack a second time. As secret as the documents.
create table card_labels (
  label text not null,
  pack_id uuid not null,
  constraint card_labels_pkey primary key (label),
  constraint card_labels_pack_id_fkey foreign key (pack_id) references physical_packs(id)
);
create index card_labels_of_pack on card_labels (pack_id);
create trigger card_labels_never_change before delete or update or truncate on card_labels for each statement execute function refuse_change();
-- felt_and_foil_app may do nothing with it.

-- Cards that are missing, damaged or not as recorded, and what their owner got. One row a card, for good.
create table card_losses (
  card_id uuid not null,
  user_id uuid not null,
  -- The parcel that the card was in. Null: it was in no parcel.
  shipment_id uuid,
  reason text not null,
  -- The day its parcel was asked for. Null: it was never asked for.
  asked_on date,
  asked_value bigint,
  -- The day it was found missing, damaged or wrong.
  found_on date not null,
  found_value bigint not null,
  -- The higher market value of both days, in cents.
  amount bigint not null,
  method text not null,
  -- Of the bank transfer. Null: paid in credits.
  reference text,
  decided_by_id uuid not null,
  decided_at timestamp with time zone not null default shop_now(),
  -- The house's card that its owner got instead. It is booked at what the house paid for it, and no money moves.
  replacement_id uuid,
  constraint card_losses_pkey primary key (card_id),
  constraint card_losses_replacement_once unique (replacement_id),
  constraint card_losses_card_id_fkey foreign key (card_id) references physical_cards(id),
  constraint card_losses_decided_by_id_fkey foreign key (decided_by_id) references users(id),
  constraint card_losses_replacement_id_fkey foreign key (replacement_id) references house_cards(id),
  constraint card_losses_shipment_id_fkey foreign key (shipment_id) references shipments(id),
  constraint card_losses_user_id_fkey foreign key (user_id) references users(id),
  constraint card_losses_asked_with_value check (((asked_on is null) = (asked_value is null))),
  constraint card_losses_method_known check ((method = any (array['credits'::text, 'transfer'::text, 'replacement'::text]))),
  constraint card_losses_pay_the_higher_value check (((amount = greatest(asked_value, found_value)) and (amount >= 0))),
  constraint card_losses_reason_known check ((reason = any (array['missing'::text, 'damaged'::text, 'not_as_recorded'::text, 'parcel_lost'::text]))),
  constraint card_losses_replacement_is_named check (((method = 'replacement'::text) = (replacement_id is not null))),
  constraint card_losses_transfer_has_reference check (((method = 'transfer'::text) = (reference is not null)))
);
create index card_losses_by_time on card_losses (decided_at);
create trigger card_losses_never_change before delete or update or truncate on card_losses for each statement execute function refuse_change();
grant select, insert, update, delete on card_losses to felt_and_foil_app;

-- A photograph of the card that lies at a place in a pack. Of a sealed pack the shop's role sees none, nor whether there is one.
create table card_photographs (
  pack_id uuid not null,
  -- As in its pack's document and in physical_cards, from 1.
  position smallint not null,
  -- Under a random name: who has the same picture could not tell by it.
  picture text not null,
  constraint card_photographs_pkey primary key (pack_id, "position"),
  constraint card_photographs_picture_once unique (picture),
  constraint card_photographs_pack_id_fkey foreign key (pack_id) references physical_packs(id),
  constraint card_photographs_picture_fkey foreign key (picture) references pictures(name),
  constraint card_photographs_position_counts check (("position" > 0))
);
alter table card_photographs enable row level security;
create policy shown_photographs_are_read on card_photographs for select to felt_and_foil_app using ((secrecy_of(pack_id) <> 'secret'::text));
grant select on card_photographs to felt_and_foil_app;

-- When the owner of a card was reminded of its end. Never changed. Those from before it was written down are not in it.
create table card_reminders (
  card_id uuid not null,
  reminded_at timestamp with time zone not null default shop_now(),
  -- How many days ahead of the end.
  days smallint not null,
  constraint card_reminders_pkey primary key (card_id, reminded_at),
  constraint card_reminders_card_id_fkey foreign key (card_id) references physical_cards(id),
  constraint card_reminders_days_known check ((days = any (array[7, 3, 1])))
);
create trigger card_reminders_never_change before delete or update or truncate on card_reminders for each statement execute function refuse_change();
grant select, insert on card_reminders to felt_and_foil_app;

create table card_sets (
  -- Game and code: `magic-mid`.
  id text not null,
  game text not null,
  code text not null,
  name text not null,
  released_on date,
  constraint card_sets_pkey primary key (id),
  constraint card_sets_code_once unique (game, code),
  constraint card_sets_game_fkey foreign key (game) references games(id)
);
create trigger card_sets_note_changes after update on card_sets referencing new table as changed for each statement execute function note_sets();
grant select, insert, update, delete on card_sets to felt_and_foil_app;

-- Cards that somebody wishes for: they are told once when packs come in that can hold one.
create table card_wishes (
  user_id uuid not null,
  card_id uuid not null,
  wished_at timestamp with time zone not null default shop_now(),
  -- Types of which packs came in since, and whose filling can hold the card; the person is told of them next.
  came_in text[] not null default '{}'::text[],
  -- When they were told, or would have been if they wanted to be; null: not yet.
  told_at timestamp with time zone,
  -- The market value, in cents, whose crossing they want to be told of; null: none.
  line bigint,
  -- The value was below the line when it was drawn: reaching it from below is told. False: from above.
  line_is_above boolean,
  line_told_at timestamp with time zone,
  -- A copy of it went on sale since; the person is told of it next.
  single_came boolean not null default false,
  -- When they were told that a copy is on sale, or would have been if they wanted to be; null: not yet.
  single_told_at timestamp with time zone,
  constraint card_wishes_pkey primary key (user_id, card_id),
  constraint card_wishes_card_id_fkey foreign key (card_id) references cards(id),
  constraint card_wishes_user_id_fkey foreign key (user_id) references users(id),
  constraint card_wishes_line_has_a_side check ((((line is null) = (line_is_above is null)) and (line > 0) and ((line_told_at is null) or (line is not null))))
);
create index card_wishes_of_card on card_wishes (card_id) where (told_at is null);
create index card_wishes_to_tell on card_wishes (user_id) where ((told_at is null) and (came_in <> '{}'::text[]));
create index card_wishes_with_line on card_wishes (card_id) where ((line is not null) and (line_told_at is null));
create index card_wishes_with_single on card_wishes (user_id) where ((single_told_at is null) and single_came);
grant select, insert, update, delete on card_wishes to felt_and_foil_app;

-- The catalogue: one printing of one card in one finish (choice 1).
create table cards (
  id uuid not null,
  set_id text not null,
  -- The public source's own id with the finish; importing again finds the card by it.
  external_id text not null,
  name text not null,
  number text not null,
  rarity text not null,
  native_rarity text not null,
  finish text not null,
  image_url text,
  -- The newest price, in CAD; 0 when no source has one.
  market_value bigint not null default 0,
  -- The day of that price.
  priced_on date,
  created_at timestamp with time zone not null default shop_now(),
  updated_at timestamp with time zone not null default shop_now(),
  constraint cards_pkey primary key (id),
  constraint cards_external_id_once unique (set_id, external_id),
  constraint cards_printing_once unique (set_id, number, native_rarity, finish),
  constraint cards_set_id_card_sets_id_fk foreign key (set_id) references card_sets(id),
  constraint cards_finish_known check ((finish = any (array['normal'::text, 'foil'::text, 'reverse-foil'::text]))),
  constraint cards_market_value_not_negative check ((market_value >= 0)),
  constraint cards_rarity_known check ((rarity = any (array['common'::text, 'uncommon'::text, 'rare'::text, 'mythic'::text])))
);
create index cards_by_kind on cards (finish, rarity);
create index cards_by_name on cards (lower(name), id);
create index cards_by_number on cards (lower(number) text_pattern_ops);
create index cards_by_price_day on cards (priced_on);
create index cards_by_rarity on cards (array_position(array['common'::text, 'uncommon'::text, 'rare'::text, 'mythic'::text], rarity) desc, id);
create index cards_by_value on cards (market_value desc nulls last, id);
-- Parts of names, and names that are like a word.
create index cards_name_key_parts on cards using gin (search_key(name) gin_trgm_ops);
-- For processes of the version before.
create index cards_name_parts on cards using gin (lower(name) gin_trgm_ops);
create trigger cards_begin_without_value before insert on cards for each row when (new.market_value > 0) execute function check_market_value();
create trigger cards_count_changed after update on cards referencing old table as before new table as after for each statement execute function count_cards();
create trigger cards_count_new after insert on cards referencing new table as after for each statement execute function count_cards();
create trigger cards_describe_house_cards after update on cards for each row when (old.set_id is distinct from new.set_id or old.rarity is distinct from new.rarity) execute function describe_house_cards_again();
create trigger cards_keep_their_id before update of id on cards for each statement execute function refuse_change();
create trigger cards_never_deleted before delete or truncate on cards for each statement execute function refuse_change();
create trigger cards_note_changes after update on cards referencing new table as changed for each statement execute function note_cards();
create trigger cards_note_new after insert on cards referencing new table as changed for each statement execute function note_cards();
create trigger cards_note_values after update on cards referencing old table as before new table as after for each statement execute function note_values();
create trigger cards_recount_rarities after update on cards referencing old table as before new table as after for each statement execute function recount_rarities();
create trigger cards_worth_their_price before update of market_value on cards for each row when (new.market_value <> old.market_value) execute function check_market_value();
grant select, insert, update, delete on cards to felt_and_foil_app;

-- Versions of the shop's legal texts that somebody accepted. Never changed, and kept with the books when an account is erased.
create table consents (
  user_id uuid not null,
  text_key text not null,
  version integer not null,
  -- purchase: the first, and the first under a new version.
  occasion text not null,
  given_at timestamp with time zone not null default shop_clock(),
  constraint consents_pkey primary key (user_id, occasion, text_key, version),
  constraint consents_text_exists foreign key (text_key, version) references shop_texts(key, version),
  constraint consents_user_id_fkey foreign key (user_id) references users(id),
  constraint consents_occasion_known check ((occasion = any (array['sign_up'::text, 'purchase'::text]))),
  constraint consents_text_is_legal check ((text_key = any (array['terms'::text, 'privacy'::text, 'refunds'::text, 'shipping'::text])))
);
create trigger consents_never_change before delete or update or truncate on consents for each statement execute function refuse_change();
grant select, insert on consents to felt_and_foil_app;

-- In how many counted packs of a type each card is, and how often. As secret as the documents. Written by settle_next_facts alone.
create table counted_cards (
  pack_type_id text not null,
  card_id uuid not null,
  packs integer not null,
  copies integer not null,
  constraint counted_cards_pkey primary key (pack_type_id, card_id),
  constraint counted_cards_check check ((copies >= packs)),
  constraint counted_cards_packs_check check ((packs > 0))
);
create index counted_cards_of_card on counted_cards (card_id);
-- felt_and_foil_app may do nothing with it.

-- The sealed packs of each type, and what those hold that are counted. As secret as the documents. Written by settle_next_facts alone.
create table counted_packs (
  pack_id uuid not null,
  pack_type_id text not null,
  -- It is in the figures that are told; else it is newly come in, and waits until there are twenty.
  is_counted boolean not null default false,
  -- The sum of the bits of its cards' rarities (rarity_bit).
  rarities integer,
  -- The market value of its cards, in cents, at today's prices.
  market bigint,
  -- What the shop would give for its cards, in cents: half of each, rounded down.
  sold_back bigint,
  -- It may be told of among others, but a drop is on sale that it is not of: it is in no figure meanwhile.
  is_aside boolean not null default false,
  constraint counted_packs_pkey primary key (pack_id),
  constraint counted_packs_are_told_once check ((not (is_counted and is_aside))),
  constraint counted_packs_are_valued check (((is_counted and (rarities is not null) and (market >= 0) and ((sold_back >= 0) and (sold_back <= market))) or ((not is_counted) and (rarities is null) and (market is null) and (sold_back is null))))
);
create index counted_packs_of_type on counted_packs (pack_type_id);
-- felt_and_foil_app may do nothing with it.

-- Opened packs that their buyer has not looked at. Mails and the bell name none of their cards; a row goes when the buyer looks.
create table covered_openings (
  opening_id uuid not null,
  -- Who opened it.
  user_id uuid not null,
  constraint covered_openings_pkey primary key (opening_id),
  constraint covered_openings_opening_id_fkey foreign key (opening_id) references openings(id)
);
create index covered_openings_of_user on covered_openings (user_id);
grant select, insert, update, delete on covered_openings to felt_and_foil_app;

-- How users got unspent bought credits back: by button, or by asking an operator.
create table credit_returns (
  id uuid not null,
  user_id uuid not null,
  state text not null,
  -- Whether its user needed no operator: they can do so a few times only.
  is_by_button boolean not null,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  -- What an operator paid in another way than to a card, in cents: its journal (take_back) has its id.
  transferred bigint not null default 0,
  -- How an operator paid that, such as the number of a bank transfer.
  reference text,
  constraint credit_returns_pkey primary key (id),
  constraint credit_returns_user_id_fkey foreign key (user_id) references users(id),
  constraint credit_returns_decided_once check (((state = 'asked'::text) = (decided_at is null))),
  constraint credit_returns_state_known check ((state = any (array['asked'::text, 'paid'::text, 'refused'::text]))),
  constraint credit_returns_transferred_with_reference check (((transferred >= 0) and ((transferred > 0) = (reference is not null)) and ((transferred = 0) or (state = 'paid'::text))))
);
-- What a user gave back in the last days.
create index credit_returns_of_user on credit_returns (user_id, asked_at);
-- The requests that wait for an operator.
create unique index credit_returns_one_waiting_per_user on credit_returns (user_id) where (state = 'asked'::text);
create trigger credit_returns_decided_for_good before update on credit_returns for each row when (old.state <> 'asked'::text) execute function refuse_change();
create trigger credit_returns_keep_who_asked before update of id, user_id, is_by_button, asked_at on credit_returns for each statement execute function refuse_change();
create trigger credit_returns_never_deleted before delete or truncate on credit_returns for each statement execute function refuse_change();
grant select, insert, update, delete on credit_returns to felt_and_foil_app;

-- The sums of all movements before `summed_until`, by day in UTC. Written by `sum_movements` alone.
create table day_sums (
  day date not null,
  -- What packs were sold for, less refunds, before tax and fees.
  sales bigint not null,
  refunded bigint not null,
  top_ups bigint not null,
  sold_back bigint not null,
  -- What the credits of all users grew by. The sum over all days is what they hold.
  credits bigint not null,
  openings bigint not null,
  constraint day_sums_pkey primary key (day)
);
grant select on day_sums to felt_and_foil_app;

-- A code that takes a percentage or a fixed amount off the subtotal.
create table discount_codes (
  -- In upper case: codes are compared without case.
  code text not null,
  -- Whole percent off; null for a fixed amount.
  percent integer,
  amount_off bigint,
  -- Orders that may use it; null = no limit.
  uses_max integer,
  uses integer not null default 0,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  -- Orders of one person that may use it; null = no limit.
  uses_per_person integer,
  -- The smallest subtotal that it is for, in cents; null = any.
  least_order bigint,
  -- It may take everything off; otherwise 50 cents of the subtotal remain.
  is_free boolean not null default false,
  constraint discount_codes_pkey primary key (code),
  constraint discount_codes_amount_positive check ((amount_off > 0)),
  constraint discount_codes_least_order_positive check ((least_order > 0)),
  constraint discount_codes_one_worth check (((percent is null) <> (amount_off is null))),
  constraint discount_codes_percent check (((percent >= 1) and (percent <= 100))),
  constraint discount_codes_upper_case check ((code = upper(code))),
  constraint discount_codes_uses_limited check (((uses >= 0) and ((uses_max is null) or (uses <= uses_max)))),
  constraint discount_codes_uses_per_person check ((uses_per_person > 0))
);
create index discount_codes_by_time on discount_codes (created_at, code);
create trigger discount_codes_keep_terms before update on discount_codes for each row when (old.code is distinct from new.code or old.percent is distinct from new.percent or old.amount_off is distinct from new.amount_off or old.uses_per_person is distinct from new.uses_per_person or old.least_order is distinct from new.least_order or old.is_free is distinct from new.is_free) execute function keep_discount_terms();
grant select, insert, update on discount_codes to felt_and_foil_app;

-- The cards that a dispute locked. Their thirty days stand still from then on.
create table dispute_cards (
  dispute_id uuid not null,
  card_id uuid not null,
  locked_at timestamp with time zone not null,
  -- It was locked before, because its time was over; once the dispute is won, it is so again.
  was_expired boolean not null,
  constraint dispute_cards_pkey primary key (dispute_id, card_id),
  constraint dispute_cards_card_id_physical_cards_id_fk foreign key (card_id) references physical_cards(id),
  constraint dispute_cards_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes(id)
);
create index dispute_cards_of_card on dispute_cards (card_id);
create trigger dispute_cards_never_change before delete or update or truncate on dispute_cards for each statement execute function refuse_change();
grant select, insert on dispute_cards to felt_and_foil_app;

-- What the card provider took for a dispute, and what it gave back of that: each time it told of more, the difference.
create table dispute_fees (
  -- With the kind, what its journal is about.
  id uuid not null,
  kind text not null,
  dispute_id uuid not null,
  amount bigint not null,
  booked_at timestamp with time zone not null,
  constraint dispute_fees_pkey primary key (id, kind),
  constraint dispute_fees_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes(id),
  constraint dispute_fees_amount_positive check ((amount > 0)),
  constraint dispute_fees_kind_known check ((kind = any (array['dispute_fee'::text, 'dispute_fee_returned'::text])))
);
create index dispute_fees_of_dispute on dispute_fees (dispute_id);
create trigger dispute_fees_never_change before delete or update or truncate on dispute_fees for each statement execute function refuse_change();
grant select, insert on dispute_fees to felt_and_foil_app;

-- What a lost dispute undid of a sale, by the account that it was in.
create table dispute_parts (
  dispute_id uuid not null,
  account text not null,
  amount bigint not null,
  constraint dispute_parts_pkey primary key (dispute_id, account),
  constraint dispute_parts_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes(id),
  constraint dispute_parts_account_known check ((account = any (array['house:sales'::text, 'house:tax'::text, 'house:tax_gst'::text, 'house:tax_hst'::text, 'house:tax_qst'::text, 'house:tax_pst_bc'::text, 'house:tax_pst_sk'::text, 'house:tax_rst_mb'::text, 'house:tax_other'::text, 'house:fees'::text, 'house:shipping'::text]))),
  constraint dispute_parts_amount_positive check ((amount > 0))
);
create trigger dispute_parts_never_change before delete or update or truncate on dispute_parts for each statement execute function refuse_change();
grant select, insert, update, delete on dispute_parts to felt_and_foil_app;

-- Charges that their cardholder took back at the bank. What the provider says of one now is what counts, whatever order its events come in.
create table disputes (
  id uuid not null,
  payment_id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  -- The provider's own word, as it was when it was last asked.
  provider_status text not null,
  -- `inquiry`: the bank asks. `open`: it has the money until it decides. `won`, `lost`. `closed`: an inquiry that came to nothing.
  state text not null,
  reason text not null,
  -- What the cardholder takes back; it may be a part of the payment.
  amount bigint not null,
  -- What its user kept of a lost one, and so owes the shop.
  debt bigint not null default 0,
  -- What the house lost by it besides the fee; negative where more of a sale was undone than the bank took.
  loss bigint not null default 0,
  evidence_due_at timestamp with time zone,
  -- By the provider's clock.
  raised_at timestamp with time zone not null,
  -- Since then what it bought is locked; null: it never was.
  opened_at timestamp with time zone,
  decided_at timestamp with time zone,
  -- An operator let the account buy, sell and ship again though this one is open.
  pause_lifted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint disputes_pkey primary key (id),
  constraint disputes_provider_id_once unique (provider_id),
  constraint disputes_payment_id_payments_id_fk foreign key (payment_id) references payments(id),
  constraint disputes_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint disputes_amount_positive check ((amount > 0)),
  constraint disputes_debt_of_a_lost_one check (((debt >= 0) and (debt <= amount) and (((debt = 0) and (loss = 0)) or (state = 'lost'::text)))),
  constraint disputes_decided_once check (((state = any (array['won'::text, 'lost'::text, 'closed'::text])) = (decided_at is not null))),
  constraint disputes_opened_once check (((state = any (array['open'::text, 'won'::text, 'lost'::text])) = (opened_at is not null))),
  constraint disputes_state_known check ((state = any (array['inquiry'::text, 'open'::text, 'won'::text, 'lost'::text, 'closed'::text])))
);
create index disputes_by_time on disputes (raised_at, id);
create index disputes_in_state on disputes (state, raised_at, id);
create index disputes_of_payment on disputes (payment_id);
create index disputes_of_user on disputes (user_id);
create index disputes_undecided on disputes (user_id) where (state = 'open'::text);
create trigger disputes_allowed_step before update on disputes for each row when (new.state <> old.state) execute function check_step('dispute');
create trigger disputes_check before insert or update on disputes for each row execute function check_dispute();
create trigger disputes_never_deleted before delete or truncate on disputes for each statement execute function refuse_change();
grant select, insert, update on disputes to felt_and_foil_app;

-- The buyer on an invoice or a credit note, kept with its number. Never changed; erased with the account.
create table document_buyers (
  journal_id uuid not null,
  user_id uuid not null,
  -- Of a parcel the one on its address, else the one in the profile; null: none was known.
  name text,
  -- Line by line: of a parcel where it goes, else the one in the profile.
  address text,
  constraint document_buyers_pkey primary key (journal_id),
  constraint document_buyers_journal_id_fkey foreign key (journal_id) references documents(journal_id),
  constraint document_buyers_user_id_fkey foreign key (user_id) references users(id),
  constraint document_buyers_say_something check (((name is not null) or (address is not null)))
);
create index document_buyers_of_user on document_buyers (user_id);
create constraint trigger document_buyers_go_with_their_account after delete on document_buyers deferrable initially deferred for each row execute function check_document_buyer();
create trigger document_buyers_never_change before update on document_buyers for each row execute function check_document_buyer();
create trigger document_buyers_never_truncated before truncate on document_buyers for each statement execute function refuse_change();
grant select, delete on document_buyers to felt_and_foil_app;

-- The PDF of an invoice or a credit note, stored when somebody first gets it. Never changed; erased with the account of its buyer.
create table document_files (
  journal_id uuid not null,
  pdf bytea not null,
  constraint document_files_pkey primary key (journal_id),
  constraint document_files_journal_id_fkey foreign key (journal_id) references documents(journal_id)
);
create trigger document_files_never_change before insert or delete or update on document_files for each row execute function check_document_file();
create trigger document_files_never_truncated before truncate on document_files for each statement execute function refuse_change();
grant select, insert on document_files to felt_and_foil_app;

-- Numbers of invoices and credit notes, each series from 1 without gaps. Never changed.
create table documents (
  series text not null,
  number integer not null,
  -- What it is about: a purchase, a top-up, a fee for shipping; of a credit note a refund.
  journal_id uuid not null,
  -- The number before it, which has to exist.
  follows integer generated always as (nullif((number - 1), 0)) stored,
  given_at timestamp with time zone not null default shop_clock(),
  constraint documents_pkey primary key (series, number),
  constraint documents_one_per_journal unique (journal_id),
  constraint documents_journal_id_fkey foreign key (journal_id) references journals(id),
  constraint documents_without_gaps foreign key (series, follows) references documents(series, number),
  constraint documents_begin_at_one check ((number > 0)),
  constraint documents_series_known check ((series = any (array['invoice'::text, 'credit_note'::text])))
);
create trigger documents_never_change before delete or update or truncate on documents for each statement execute function refuse_change();
grant select on documents to felt_and_foil_app;

-- The packs of a published drop, in the order of their commitments.
create table drop_leaves (
  drop_id uuid not null,
  leaf integer not null,
  pack_id uuid not null,
  place integer,
  -- The entry of the log that showed its contents, for one that was withdrawn or given back.
  shown_in bigint,
  constraint drop_leaves_pkey primary key (drop_id, leaf),
  constraint drop_leaves_pack_once unique (drop_id, pack_id),
  constraint drop_leaves_place_once unique (drop_id, place),
  constraint drop_leaves_drop_id_fkey foreign key (drop_id) references drops(id),
  constraint drop_leaves_pack_id_fkey foreign key (pack_id) references physical_packs(id)
);
create index drop_leaves_of_pack on drop_leaves (pack_id);
create trigger drop_leaves_never_deleted before delete or truncate on drop_leaves for each statement execute function refuse_change();
create trigger drop_leaves_stay before update on drop_leaves for each row execute function keep_drop_leaf();
grant select on drop_leaves to felt_and_foil_app;

-- The credit values of the packs of each drop, all and opened ones, at one day's prices. Written by `value_drop`, never while fewer than twenty are sealed, but for none (choice 380).
create table drop_returns (
  drop_id uuid not null,
  packs integer not null,
  opened integer not null,
  -- The sum of the credit values of all its packs, in cents; `designed_squares`: of their squares.
  designed_sum bigint not null,
  designed_squares numeric not null,
  opened_sum bigint not null,
  -- What the shop paid so far for cards of its opened packs.
  paid_back bigint not null,
  valued_at timestamp with time zone not null,
  constraint drop_returns_pkey primary key (drop_id),
  constraint drop_returns_drop_id_fkey foreign key (drop_id) references drops(id),
  constraint drop_returns_opened_of_all check (((opened >= 0) and (opened <= packs)))
);
grant select on drop_returns to felt_and_foil_app;

-- Packs of a type that are sold in an order that was fixed after their contents (design: PACKPROOF-2, rule places).
create table drops (
  id uuid not null,
  pack_type_id text not null,
  -- Counts the published drops of its type.
  number integer,
  state text not null default 'draft'::text,
  -- The hash of the chain of public numbers that orders it.
  chain text not null,
  opens_at timestamp with time zone not null,
  closes_by timestamp with time zone not null,
  staff_may_buy boolean not null,
  manifest text,
  -- The leaf hash of its manifest in the log, by which everybody knows it.
  hash bytea,
  created_at timestamp with time zone not null default shop_now(),
  closed_at timestamp with time zone,
  -- The drop that its unsold packs went over to when it closed.
  carries_to uuid,
  -- It opens at its time without anybody doing it, once its public number has ordered it.
  opens_itself boolean not null default false,
  -- When the shop publishes this draft by itself, as everybody may know; null: an operator publishes it.
  publishes_at timestamp with time zone,
  constraint drops_pkey primary key (id),
  constraint drops_hash_key unique (hash),
  constraint drops_carries_to_fkey foreign key (carries_to) references drops(id),
  constraint drops_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id),
  constraint drops_have_their_manifest check ((((manifest is null) = ((state = 'draft'::text) or ((state = 'given_up'::text) and (number is null)))) and ((manifest is null) = (hash is null)) and ((manifest is null) = (number is null)))),
  constraint drops_open_before_they_close check ((opens_at < closes_by)),
  constraint drops_state_known check ((state = any (array['draft'::text, 'published'::text, 'open'::text, 'paused'::text, 'closed'::text, 'given_up'::text])))
);
-- Once in each log: a manifest names its own as shop.
create unique index drops_numbered_once on drops (pack_type_id, (((manifest)::jsonb ->> 'shop'::text)), number);
create unique index drops_one_draft on drops (pack_type_id) where (state = 'draft'::text);
create unique index drops_one_on_sale on drops (pack_type_id) where (state = any (array['published'::text, 'open'::text, 'paused'::text]));
create trigger drops_allowed_step before update on drops for each row when (new.state <> old.state) execute function check_step('drop');
create constraint trigger drops_are_added_by_operators after insert on drops deferrable initially deferred for each row execute function check_drop_moved();
create constraint trigger drops_are_announced_by_operators after update of publishes_at on drops deferrable initially deferred for each row when (new.publishes_at is not null and new.publishes_at is distinct from old.publishes_at) execute function check_drop_announced();
create constraint trigger drops_are_moved_by_operators after update of state on drops deferrable initially deferred for each row when (new.state <> old.state) execute function check_drop_moved();
create trigger drops_free_price after update of state on drops for each row when ((old.state = any (array['published'::text, 'open'::text, 'paused'::text])) and (new.state = any (array['closed'::text, 'given_up'::text]))) execute function free_price();
create trigger drops_have_their_size after update of state on drops for each row when (new.state = 'published'::text and old.state <> 'published'::text) execute function check_drop_size();
create trigger drops_never_deleted before delete or truncate on drops for each statement execute function refuse_change();
create trigger drops_note_shelf after update of state on drops for each row when ((old.state = any (array['open'::text, 'paused'::text])) <> (new.state = any (array['open'::text, 'paused'::text]))) execute function note_shelf();
create trigger drops_stay before update on drops for each row execute function keep_drop();
grant select on drops to felt_and_foil_app;

-- How long endpoints took, a row for each process and five minutes with answers. Kept for two days.
create table endpoint_medians (
  -- Its method and route, as in the metrics.
  endpoint text not null,
  -- The end of the five minutes, by the clock of the process.
  measured_at timestamp with time zone not null,
  -- In seconds, without what it waited for other servers.
  median_s double precision not null,
  constraint endpoint_medians_median_s_check check ((median_s >= (0)::double precision))
);
create index endpoint_medians_by_age on endpoint_medians (measured_at);
grant select, insert, update, delete on endpoint_medians to felt_and_foil_app;

-- Keyed hashes of what tells an excluded person. They outlive the account, and end with the exclusion.
create table exclusion_marks (
  excluded_id uuid not null,
  kind text not null,
  hash bytea not null,
  constraint exclusion_marks_pkey primary key (kind, hash, excluded_id),
  constraint exclusion_marks_excluded_id_fkey foreign key (excluded_id) references users(id),
  constraint exclusion_marks_are_hashes check ((length(hash) = 32)),
  constraint exclusion_marks_kind_known check ((kind = any (array['email'::text, 'card'::text, 'home'::text])))
);
create index exclusion_marks_of_user on exclusion_marks (excluded_id);
create trigger exclusion_marks_stay after delete on exclusion_marks for each row execute function check_exclusion_mark();
grant select, insert, update, delete on exclusion_marks to felt_and_foil_app;

-- Packs that came in, left, or came back since the facts were settled: rows that are only added, so that no opening waits for another.
create table facts_due (
  id bigint not null,
  -- A pack that came in, left, or came back.
  pack_id uuid,
  -- All figures of this type: a drop of it went on sale or is over, so that other packs are told of; or see is_of_values.
  pack_type_id text,
  -- Of a type: its price changed, or what a card is worth that it can hold.
  is_of_values boolean not null default false,
  constraint facts_due_pkey primary key (id),
  constraint facts_due_of_one check (((pack_id is null) <> (pack_type_id is null)))
);
grant select on facts_due to felt_and_foil_app;

-- The games of the shop's cards. Operators make and change them.
create table games (
  id text not null,
  name text not null,
  -- Its place in lists of games.
  position integer not null,
  -- How its cards and packs are drawn: {sign, schemes, motifs, packMotifs, namesCreatures} (domain/game.ts).
  style jsonb not null,
  -- Its own words, from the lowest to the highest: a list of {word, rarity}.
  rarities jsonb not null,
  -- The rarity for a word that is not listed. Null: such a word is an error in a file.
  unknown_rarity text,
  -- Its own words: a list of {word, finish}.
  finishes jsonb not null,
  -- Counts its changes, so that two operators don't overwrite each other's.
  version integer not null default 1,
  constraint games_pkey primary key (id),
  constraint games_finishes_known check (are_game_words(finishes, 'finish'::text, array['normal'::text, 'foil'::text, 'reverse-foil'::text])),
  constraint games_have_a_style check ((jsonb_typeof(style) = 'object'::text)),
  constraint games_id_form check ((id ~ '^[a-z][a-z0-9-]{1,31}$'::text)),
  constraint games_name_form check (((name = btrim(name)) and ((length(name) >= 1) and (length(name) <= 60)))),
  constraint games_rarities_known check (are_game_words(rarities, 'rarity'::text, array['common'::text, 'uncommon'::text, 'rare'::text, 'mythic'::text])),
  constraint games_unknown_rarity_known check ((unknown_rarity = any (array['common'::text, 'uncommon'::text, 'rare'::text, 'mythic'::text])))
);
create unique index games_named_once on games (lower(name));
create trigger games_note_changes after insert or delete or update on games for each statement execute function note_shop();
grant select, insert, delete on games to felt_and_foil_app;

-- How many copies of each card the packs of a type came in with, whatever became of them. As secret as the documents.
create table held_cards (
  pack_type_id text not null,
  card_id uuid not null,
  copies integer not null,
  constraint held_cards_pkey primary key (pack_type_id, card_id),
  constraint held_cards_card_id_fkey foreign key (card_id) references cards(id),
  constraint held_cards_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id),
  constraint held_cards_copies_check check ((copies > 0))
);
-- felt_and_foil_app may do nothing with it.

-- Prices that jumped: kept, but not believed until a person says so.
create table held_prices (
  card_id uuid not null,
  source text not null,
  observed_on date not null,
  amount_minor bigint not null,
  currency text not null,
  -- The price it was compared with, of the same market and currency.
  before_minor bigint not null,
  before_on date not null,
  run_id uuid not null,
  state text not null default 'waiting'::text,
  decided_by_id uuid,
  decided_at timestamp with time zone,
  constraint held_prices_card_id_source_observed_on_pk primary key (card_id, source, observed_on),
  constraint held_prices_card_id_cards_id_fk foreign key (card_id) references cards(id),
  constraint held_prices_decided_by_id_users_id_fk foreign key (decided_by_id) references users(id),
  constraint held_prices_run_id_price_runs_id_fk foreign key (run_id) references price_runs(id),
  constraint held_prices_decided_once check (((state = 'waiting'::text) = (decided_at is null))),
  constraint held_prices_state_known check ((state = any (array['waiting'::text, 'accepted'::text, 'refused'::text])))
);
create index held_prices_waiting on held_prices (observed_on) where (state = 'waiting'::text);
grant select, insert, update, delete on held_prices to felt_and_foil_app;

-- How many packs of a type came in with cards of just these rarities, whatever became of them. As secret as the documents.
create table held_rarities (
  pack_type_id text not null,
  -- The sum of their bits (rarity_bit), as the catalogue has the cards now.
  rarities integer not null,
  packs integer not null,
  constraint held_rarities_pkey primary key (pack_type_id, rarities),
  constraint held_rarities_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id),
  constraint held_rarities_packs_check check ((packs > 0))
);
-- felt_and_foil_app may do nothing with it.

-- What operators did with the house's cards, for good.
create table house_card_moves (
  house_card_id uuid not null,
  at timestamp with time zone not null default shop_clock(),
  move text not null,
  by_id uuid not null,
  -- The shelf, the condition or the reason.
  detail text,
  -- The price that was set by hand, in cents.
  amount bigint,
  constraint house_card_moves_by_id_fkey foreign key (by_id) references users(id),
  constraint house_card_moves_house_card_id_fkey foreign key (house_card_id) references house_cards(id),
  constraint house_card_moves_move_known check ((move = any (array['taken_in_hand'::text, 'got_worse'::text, 'shelved'::text, 'withdrawn'::text, 'put_back'::text, 'priced'::text, 'left_to_rules'::text, 'lost'::text, 'replaced'::text, 'listed_elsewhere'::text]))) not valid
);
create index house_card_moves_of_card on house_card_moves (house_card_id, at);
create trigger house_card_moves_never_change before delete or update or truncate on house_card_moves for each statement execute function refuse_change();
grant select, insert on house_card_moves to felt_and_foil_app;

-- Cards that are the house's again: one row for each holding that ended there, under its id. The database writes a row when the holding ends.
create table house_cards (
  -- Of the holding that ended. No foreign keys here: the trigger reads all of it from there, and no holding ever goes.
  id uuid not null,
  pack_id uuid not null,
  position smallint not null,
  card_id uuid not null,
  -- As it was recorded, or worse, as it was seen since.
  condition text not null,
  state text not null default 'came_back'::text,
  -- What it cost the house, in cents. A card that was bought as a single and came back by a return or a lost dispute costs what it cost before.
  paid bigint not null,
  came_at timestamp with time zone not null,
  -- When somebody had it in hand and compared it.
  checked_at timestamp with time zone,
  checked_by_id uuid,
  -- Where it lies.
  shelf text,
  -- In cents, before tax.
  price bigint,
  -- Whether a person set the price, so that no rule changes it.
  price_by_hand boolean not null default false,
  priced_at timestamp with time zone,
  -- Who holds it, and once sold its order: both have the same id.
  reservation_id uuid,
  -- The other shop in which it is listed, or was sold.
  listed_elsewhere text,
  -- When it was sold, here or elsewhere, was found to be lost, or replaced a lost card.
  exited_at timestamp with time zone,
  note text,
  -- Of its card, as the next two: lists filter by them. The database copies them.
  game text,
  set_id text,
  rarity text,
  -- The number on its grader's label, as in its pack's document. Null: it is not graded.
  label text,
  constraint house_cards_pkey primary key (id),
  constraint house_cards_checked_by_id_fkey foreign key (checked_by_id) references users(id),
  constraint house_cards_are_described check (((game is not null) and (set_id is not null) and (rarity is not null))),
  constraint house_cards_checked_before_sale check ((((checked_at is null) = (checked_by_id is null)) and ((checked_at is not null) or (state = any (array['came_back'::text, 'withdrawn'::text, 'lost'::text]))))),
  constraint house_cards_exited_at_the_end check (((state = any (array['sold'::text, 'lost'::text, 'sold_elsewhere'::text, 'given'::text])) = (exited_at is not null))),
  constraint house_cards_listed_elsewhere check (((state = any (array['elsewhere'::text, 'sold_elsewhere'::text])) = (listed_elsewhere is not null))),
  constraint house_cards_on_sale_has_price check ((((price is not null) and (shelf is not null)) or (state <> all (array['on_sale'::text, 'reserved'::text, 'sold'::text, 'elsewhere'::text, 'sold_elsewhere'::text])))),
  constraint house_cards_paid_not_negative check ((paid >= 0)),
  constraint house_cards_price_positive check ((price > 0)),
  constraint house_cards_state_known check ((state = any (array['came_back'::text, 'checked'::text, 'shelved'::text, 'on_sale'::text, 'reserved'::text, 'sold'::text, 'withdrawn'::text, 'lost'::text, 'elsewhere'::text, 'sold_elsewhere'::text, 'given'::text]))),
  constraint house_cards_taken_by_someone check (((state = any (array['reserved'::text, 'sold'::text])) = (reservation_id is not null)))
);
create index house_cards_best_of_card on house_cards (card_id, condition_rank(condition), price, id) where (state = 'on_sale'::text);
create index house_cards_by_price on house_cards (price, condition_rank(condition), id) where (state = 'on_sale'::text);
create index house_cards_by_price_of_card on house_cards (card_id, price, condition_rank(condition), id) where (state = 'on_sale'::text);
create index house_cards_by_time on house_cards (came_at desc, id);
create index house_cards_elsewhere on house_cards (listed_elsewhere, id) where (state = 'elsewhere'::text);
create index house_cards_labelled on house_cards (upper(label)) where (label is not null);
create index house_cards_of_card on house_cards (card_id, state, condition, came_at desc, id);
create index house_cards_of_kind on house_cards (state, game, rarity, condition, came_at desc, id);
create index house_cards_of_pack on house_cards (pack_id, "position");
create index house_cards_of_reservation on house_cards (reservation_id) where (reservation_id is not null);
create index house_cards_of_set on house_cards (set_id, state, rarity, condition, came_at desc, id);
create index house_cards_to_price on house_cards (id) where ((state = any (array['shelved'::text, 'on_sale'::text])) and (not price_by_hand));
create trigger house_cards_allowed_step before update on house_cards for each row when (new.state <> old.state) execute function check_step('single');
create trigger house_cards_check before update on house_cards for each row execute function check_house_card();
create trigger house_cards_describe before insert on house_cards for each row execute function describe_house_card();
create trigger house_cards_never_deleted before delete or truncate on house_cards for each statement execute function refuse_change();
create trigger house_cards_note_arrival after update on house_cards for each row when (new.state = 'on_sale'::text and (old.state <> all (array['on_sale'::text, 'reserved'::text, 'elsewhere'::text]))) execute function note_single_arrival();
create constraint trigger house_cards_sold_elsewhere_have_sales after update on house_cards deferrable initially deferred for each row when (new.state = 'sold_elsewhere'::text and old.state <> 'sold_elsewhere'::text) execute function check_sold_elsewhere();
grant select, update on house_cards to felt_and_foil_app;

-- The first successful answer to each key of a user, written in the transaction of the work. Who is at work on a key holds an advisory lock; a second caller waits for it and then reads the answer.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  -- Method, path and body of the request, hashed.
  fingerprint text not null,
  -- The whole body that was answered.
  reply text,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_user_id_key_pk primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to felt_and_foil_app;

-- The lines of imports. A line is deleted when it is applied, in the same transaction: it may hold what is in a sealed pack.
create table import_lines (
  import_id uuid not null,
  line integer not null,
  -- The cells as they are in the file.
  cells jsonb not null,
  -- What no other line of the file may name.
  keys text[] not null,
  outcome text,
  subject text,
  problem text,
  warning text,
  -- A list of {field, before, after}.
  changes jsonb,
  constraint import_lines_pkey primary key (import_id, line),
  constraint import_lines_import_id_fkey foreign key (import_id) references imports(id),
  constraint import_lines_outcome_known check ((outcome = any (array['new'::text, 'changed'::text, 'same'::text, 'wrong'::text])))
);
create index import_lines_by_outcome on import_lines (import_id, outcome, line);
create index import_lines_warned on import_lines (import_id, line) where (warning is not null);
grant select, insert, update, delete on import_lines to felt_and_foil_app;

-- Credits that people had in another shop. The journal of each (imported_credit) has its id.
create table imported_credits (
  id uuid not null,
  user_id uuid not null,
  amount bigint not null,
  is_bought boolean not null,
  -- A keyed hash of the e-mail address and the reference in the file. It outlives the account, so that a repeated file gives nothing twice.
  mark bytea not null,
  -- What the file says it is, such as the number of a gift card. Null: nothing, or the account is deleted.
  reference text,
  import_id uuid not null,
  imported_at timestamp with time zone not null default shop_now(),
  constraint imported_credits_pkey primary key (id),
  constraint imported_credits_import_id_fkey foreign key (import_id) references imports(id),
  constraint imported_credits_user_id_fkey foreign key (user_id) references users(id),
  constraint imported_credits_amount_positive check ((amount > 0)),
  constraint imported_credits_mark_is_a_hash check ((length(mark) = 32))
);
-- The credits that a user brought from another shop.
create index imported_credits_of_user on imported_credits (user_id, imported_at);
-- A repeated file gives nothing twice.
create unique index imported_credits_once on imported_credits (mark);
grant select, insert, update, delete on imported_credits to felt_and_foil_app;

-- CSV files that operators import. A job reads, checks and applies them in batches.
create table imports (
  id uuid not null,
  kind text not null,
  file_name text not null,
  -- The first line of the file.
  heads text[] not null,
  -- The file as it came. Null: its lines are read.
  file bytea,
  state text not null default 'reading'::text,
  mode text,
  -- Whether its operator accepted the lines that look like typing errors.
  accepts_warnings boolean not null default false,
  lines integer not null default 0,
  -- How many lines the present step has done.
  worked integer not null default 0,
  -- The last line that the present step has done. The next batch begins after it.
  position integer not null default 0,
  new_lines integer not null default 0,
  changed_lines integer not null default 0,
  same_lines integer not null default 0,
  wrong_lines integer not null default 0,
  warned_lines integer not null default 0,
  problem text,
  made_by_id uuid not null,
  created_at timestamp with time zone not null default shop_clock(),
  finished_at timestamp with time zone,
  -- The session in whose name it is applied, as the next two. The audit log names its user.
  session_id uuid,
  ip text,
  request_id text,
  -- The columns that its operator chose for heads that the shop does not know: a list of {head, column}.
  chosen jsonb not null default '[]'::jsonb,
  -- What its operator said for all lines, as the file lacks the column: a list of {column, value}.
  for_all jsonb not null default '[]'::jsonb,
  constraint imports_pkey primary key (id),
  constraint imports_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint imports_are_applied_by_somebody check (((state <> 'applying'::text) or ((mode is not null) and (session_id is not null)))),
  constraint imports_kind_known check ((kind = any (array['catalogue'::text, 'prices'::text, 'cards'::text, 'stock'::text, 'people'::text]))),
  constraint imports_mode_known check ((mode = any (array['all'::text, 'right'::text]))),
  constraint imports_state_known check ((state = any (array['reading'::text, 'checking'::text, 'checked'::text, 'applying'::text, 'stopped'::text, 'done'::text, 'discarded'::text, 'unreadable'::text])))
);
create index imports_by_time on imports (created_at, id);
create index imports_to_work on imports (created_at, id) where (state = any (array['reading'::text, 'checking'::text, 'applying'::text]));
grant select, insert, update, delete on imports to felt_and_foil_app;

-- One event that moved money, and what a user reads as a transaction.
create table journals (
  id uuid not null,
  kind text not null,
  -- What it was about: an order, a card, a grant.
  reference_id uuid not null,
  -- Whose transaction it is; null: the house's alone.
  user_id uuid,
  description text not null,
  created_at timestamp with time zone not null default shop_clock(),
  -- What an operator calls it, such as a ticket's number; null: it goes by `reference_id`.
  reference text,
  -- What its receipt says beyond the sums, as it was when the money moved (choice 46).
  receipt jsonb,
  -- The first of the journals that were posted at once, such as those of cards sold together; its own id for that one. Null: it was posted alone.
  posted_with uuid,
  constraint journals_pkey primary key (id),
  -- One fact is posted once, for ever.
  constraint journals_one_per_fact unique (kind, reference_id),
  constraint journals_of_user_or_house check (((user_id is null) = (kind = any (array['payout'::text, 'card_fee'::text]))))
);
create index journals_by_time on journals (created_at, id);
create index journals_of_kind on journals (kind, created_at, id);
create index journals_of_user on journals (user_id, created_at);
create unique index journals_one_exit_per_card on journals (reference_id) where (kind = any (array['card_sale'::text, 'card_conversion'::text]));
create index journals_posted_together on journals (posted_with) where (posted_with is not null);
create trigger journals_check after insert on journals referencing new table as posted for each statement execute function check_journals();
create trigger journals_never_change before delete or update or truncate on journals for each statement execute function refuse_change();
create trigger journals_note_late after insert on journals for each row when (new.created_at < (clock_timestamp() - '00:01:00'::interval)) execute function note_late_journal();
grant select on journals to felt_and_foil_app;

-- For processes of the version before: what moved in each hour that is over. No hour is left out between the first and the last. Written by `keep_hours` and `note_late` alone.
create table kept_hours (
  -- When it began.
  hour timestamp with time zone not null,
  -- What packs were sold for, less what was given back, before tax and fees.
  sales bigint not null default 0,
  refunded bigint not null default 0,
  top_ups bigint not null default 0,
  sold_back bigint not null default 0,
  -- What the credits of all users grew by. The sum over all time is what they hold.
  credits bigint not null default 0,
  openings bigint not null default 0,
  -- Something of this hour came in after it was kept: its sums don't count until it is kept again.
  is_late boolean not null default false,
  constraint kept_hours_pkey primary key (hour)
);
-- What is to be kept again: few, if any.
create index kept_hours_late on kept_hours (hour) where is_late;
grant select on kept_hours to felt_and_foil_app;

-- For processes of the version before, where they read from a replica: how far the log of this Postgres (WAL) had come when an operator was last answered for a change.
create table last_writes (
  -- No foreign key: users live on a higher floor.
  user_id uuid not null,
  position pg_lsn not null,
  constraint last_writes_pkey primary key (user_id)
);
grant select, insert, update, delete on last_writes to felt_and_foil_app;

-- Movements that were written more than a minute after the instant that they bear, until `sum_movements` adds them up. Few, if any. Those before `summed_until` are not in `day_sums`.
create table late_movements (
  happened_at timestamp with time zone not null,
  sales bigint not null default 0,
  refunded bigint not null default 0,
  top_ups bigint not null default 0,
  sold_back bigint not null default 0,
  credits bigint not null default 0,
  openings bigint not null default 0
);
grant select on late_movements to felt_and_foil_app;

-- One account per user, with its balance, and the house's, whose balances are sums of transfers: a stored one would be a row that every purchase waits for.
create table ledger_accounts (
  -- The user's id; `debt:` and the id of a user who owes the shop; or `house:` and what the account is for.
  id text not null,
  owner_id uuid,
  -- A user's credits, or what a debtor owes.
  balance bigint not null default 0,
  -- Counts the transfers of a user's account, so that a statement without gaps can be proven.
  version bigint not null default 0,
  -- Whose debt it is; null: it is none.
  debtor_id uuid,
  -- The part of a user's credits that was bought; the rest was earned. Null: its transfers of before 1.2.0 are not replayed yet.
  bought bigint default 0,
  constraint ledger_accounts_pkey primary key (id),
  constraint ledger_accounts_one_per_debtor unique (debtor_id),
  constraint ledger_accounts_one_per_user unique (owner_id),
  constraint ledger_accounts_debtor_id_users_id_fk foreign key (debtor_id) references users(id),
  constraint ledger_accounts_owner_id_users_id_fk foreign key (owner_id) references users(id),
  constraint ledger_accounts_balance_not_negative check ((balance >= 0)),
  constraint ledger_accounts_bought_is_part_of_balance check ((((bought >= 0) and (bought <= balance)) and ((bought = 0) or (owner_id is not null)))) not valid,
  constraint ledger_accounts_house_has_no_balance check (((balance = 0) or (owner_id is not null) or (debtor_id is not null)))
);
-- For replay_credits: goes in 1.3.0.
create index ledger_accounts_not_replayed on ledger_accounts (owner_id) where (bought is null);
create trigger ledger_accounts_never_deleted before delete or truncate on ledger_accounts for each statement execute function refuse_change();
create trigger ledger_accounts_of_user_debtor_or_house before insert on ledger_accounts for each row when (
        case
            when new.owner_id is not null then new.id = new.owner_id::text and new.debtor_id is null
            when new.debtor_id is not null then new.id = ('debt:'::text || new.debtor_id)
            else starts_with(new.id, 'house:'::text)
        end is not true) execute function refuse_account();
create trigger ledger_accounts_stay_what_they_are before update of id, owner_id, debtor_id on ledger_accounts for each statement execute function refuse_change();
grant select on ledger_accounts to felt_and_foil_app;

-- Views of operators' lists that somebody named.
create table list_views (
  id uuid not null,
  list text not null,
  name text not null,
  -- The search parameters of the list's page, without its page number and its open row.
  address jsonb not null,
  -- Null: it is for all operators who see the list.
  owner_id uuid,
  created_at timestamp with time zone not null default shop_now(),
  constraint list_views_pkey primary key (id),
  constraint list_views_owner_id_fkey foreign key (owner_id) references users(id) on delete cascade,
  constraint list_views_address_is_short check (((jsonb_typeof(address) = 'object'::text) and (length((address)::text) <= 4000))),
  constraint list_views_for_all_name_nobody check (((owner_id is not null) or (not (address ? 'search'::text)))),
  constraint list_views_name_length check (((length(name) >= 1) and (length(name) <= 60)))
);
create unique index list_views_named_once on list_views (list, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name));
grant select, insert, update, delete on list_views to felt_and_foil_app;

-- Signed notes of the shop: so long the log was, and this it held.
create table log_checkpoints (
  log integer not null,
  size bigint not null,
  note text not null,
  at timestamp with time zone not null default shop_now(),
  constraint log_checkpoints_pkey primary key (log, size),
  constraint log_checkpoints_log_fkey foreign key (log) references logs(number)
);
create trigger log_checkpoints_never_change before delete or update or truncate on log_checkpoints for each statement execute function refuse_change();
create trigger log_checkpoints_say_what_is before insert on log_checkpoints for each row execute function check_checkpoint();
grant select, insert on log_checkpoints to felt_and_foil_app;

-- Lines below a checkpoint by others, who saw it.
create table log_cosignatures (
  log integer not null,
  size bigint not null,
  -- Its name in the policy of the shop.
  witness text not null,
  line text not null,
  -- When it saw it, by its own clock, in seconds since 1970.
  at bigint not null,
  constraint log_cosignatures_pkey primary key (log, size, witness),
  constraint log_cosignatures_of_checkpoint foreign key (log, size) references log_checkpoints(log, size)
);
create trigger log_cosignatures_never_change before delete or update or truncate on log_cosignatures for each statement execute function refuse_change();
grant select, insert on log_cosignatures to felt_and_foil_app;

-- What the log says, one canonical JSON a row (domain/packproof).
create table log_entries (
  log integer not null,
  index bigint not null,
  kind text not null,
  -- The drop that it is about, by its manifest's hash.
  manifest bytea,
  -- The time that it says, in seconds since 1970; an order says none and takes that of the entry before. Never lower than before.
  says_at bigint not null,
  data text not null,
  leaf_hash bytea not null,
  added_at timestamp with time zone not null default shop_now(),
  constraint log_entries_pkey primary key (log, index),
  constraint log_entries_log_fkey foreign key (log) references logs(number),
  constraint log_entries_fit_a_tile check ((octet_length(data) <= 49152)),
  constraint log_entries_hash_is_theirs check ((leaf_hash = sha256(('\x00'::bytea || convert_to(data, 'UTF8'::name)))))
);
create index log_entries_of_drop on log_entries (manifest, index) where (manifest is not null);
create index log_entries_of_kind on log_entries (log, kind, index);
create trigger log_entries_chain before insert on log_entries for each row execute function chain_log_entry();
create trigger log_entries_never_change before delete or update or truncate on log_entries for each statement execute function refuse_change();
create trigger log_entries_retire_labels after insert on log_entries for each row when (new.kind = 'x-retired'::text) execute function retire_labels();
grant select, insert on log_entries to felt_and_foil_app;

-- Hashes of the subtrees of 2^level entries that are whole, made by the database as entries come in: tiles and proofs are read from it.
create table log_nodes (
  log integer not null,
  level integer not null,
  index bigint not null,
  hash bytea not null,
  constraint log_nodes_pkey primary key (log, level, index)
);
create trigger log_nodes_never_change before delete or update or truncate on log_nodes for each statement execute function refuse_change();
grant select on log_nodes to felt_and_foil_app;

-- The shop's public log; a later one where the one before can't go on (log recover). The newest is in force.
create table logs (
  number integer not null,
  -- Its name and, behind https://, its address: shop.example/log, then shop.example/log/2.
  origin text not null,
  -- The public key that signed it first. Later ones are entries; secret ones are never in the database.
  key bytea not null,
  begun_at timestamp with time zone not null default shop_now(),
  constraint logs_pkey primary key (number),
  constraint logs_origin_key unique (origin),
  constraint logs_key_is_whole check ((length(key) = 32))
);
create trigger logs_begin before insert on logs for each row execute function begin_log();
create trigger logs_never_change before delete or update or truncate on logs for each statement execute function refuse_change();
grant select, insert on logs to felt_and_foil_app;

-- Every mail that the shop wrote.
create table mails (
  id uuid not null,
  -- Which template wrote it.
  kind text not null,
  to_address text not null,
  subject text not null,
  -- Null: it is still to be put into words, of its facts.
  text text,
  state text not null,
  created_at timestamp with time zone not null default shop_now(),
  -- Whom it is for; null: nobody who has an account. No foreign key: users live on a higher floor.
  user_id uuid,
  -- Null: it was written before mails had a second form.
  html text,
  -- Holds a code: its words are wiped out once they have been sent.
  is_secret boolean not null default false,
  -- What it tells, where that may be told once only.
  fact text,
  attempts integer not null default 0,
  claimed_at timestamp with time zone,
  sent_at timestamp with time zone,
  last_error text,
  -- What it tells, in the form of its kind; null once it is in words.
  facts json,
  constraint mails_pkey primary key (id),
  constraint mails_one_per_fact unique (fact),
  constraint mails_sent_once check (((state = 'sent'::text) = (sent_at is not null))),
  constraint mails_state_known check ((state = any (array['kept'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  constraint mails_words_or_facts check (((text is null) = (facts is not null)))
);
create index mails_by_age on mails (created_at, id);
create index mails_of_kind on mails (kind, created_at, id);
create index mails_of_state on mails (state, created_at, id);
create index mails_of_user on mails (user_id);
-- How an address begins, and the newest mails to one.
create index mails_to_address on mails (to_address text_pattern_ops, created_at);
-- How an address begins that is not in ASCII: few, if any.
create index mails_to_other_address on mails (search_key(to_address) text_pattern_ops) where (octet_length(to_address) <> length(to_address));
grant select, insert, update, delete on mails to felt_and_foil_app;

-- As `margin_sums`, by day, of the last hundred days. Written by `sum_margins` alone.
create table margin_days (
  day date not null,
  line text not null,
  pack_type_id text,
  figure text not null,
  amount bigint not null,
  constraint margin_days_once unique nulls not distinct (pack_type_id, figure, line, day)
);
create index margin_days_by_day on margin_days (day);
grant select on margin_days to felt_and_foil_app;

-- What `sum_margins` adds up besides the journals since its last run: journals that were written late, changes of what packs cost, and costs and sales outside the ledger. Few rows, if any. Written by triggers alone.
create table margin_due (
  -- A journal that was written more than a minute after the instant that it bears.
  journal_id uuid,
  -- A pack whose cost changed by `amount`; it counts in the months in which the pack was sold.
  pack_id uuid,
  month date,
  line text,
  game text,
  pack_type_id text,
  drop_id uuid,
  figure text,
  amount bigint,
  -- The day of `month`. Null: it was recorded before days were.
  day date,
  constraint margin_due_of_one_kind check ((((journal_id is not null) and (num_nonnulls(pack_id, month, line, figure, amount) = 0)) or ((journal_id is null) and (num_nonnulls(figure, amount) = 2) and (((pack_id is not null) and (num_nonnulls(month, line) = 0)) or ((pack_id is null) and (num_nonnulls(month, line) = 2))))))
);
grant select on margin_due to felt_and_foil_app;

-- What was earned and spent in each month (UTC), by what it was for: the sums of all journals before `margin_until`, and of costs. Written by `sum_margins` alone.
create table margin_sums (
  month date not null,
  -- What it was for. shop: for nothing that was sold, such as gifts.
  line text not null,
  -- Null: parcels, credits and the shop are of no game.
  game text,
  pack_type_id text,
  -- The drop that the packs were sold in. Null: they were loose.
  drop_id uuid,
  -- As in `domain/margin.ts`.
  figure text not null,
  -- In cents, negative for what was spent; of figures that count things, how many.
  amount bigint not null,
  constraint margin_sums_once unique nulls not distinct (month, line, game, pack_type_id, drop_id, figure),
  constraint margin_sums_line_known check ((line = any (array['packs'::text, 'singles'::text, 'parcels'::text, 'credits'::text, 'shop'::text]))),
  constraint margin_sums_of_a_month check ((month = date_trunc('month'::text, (month)::timestamp with time zone))),
  constraint margin_sums_of_packs check (((line = 'packs'::text) = (pack_type_id is not null)))
);
grant select on margin_sums to felt_and_foil_app;

-- One row: journals before this instant are in `margin_sums`. Written by `sum_margins` alone.
create table margin_until (
  until timestamp with time zone not null
);
create unique index margin_until_once on margin_until ((true));
grant select on margin_until to felt_and_foil_app;

-- What an operator has to look into: money that the books and the card provider don't agree on, or that no rule decides.
create table money_questions (
  id uuid not null,
  -- `refund_uncovered`: it went back outside the shop, and nothing could be taken back for it. `refund_owed`: a refund has left its user owing. The others: what the card provider says and the books don't, the books say and it doesn't, of which the amounts differ, or what it has in another currency than the books.
  kind text not null,
  -- The id of what it is about: a refund of ours, or the card provider's id.
  subject text not null,
  payment_id uuid,
  -- What it is about, as the card provider has it; 0 in another currency.
  amount bigint not null,
  -- What the books have in its place; null: nothing, or there is no place for it.
  booked bigint,
  found_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  -- Null where it came to an end by itself: the two agree now.
  closed_by_id uuid,
  note text,
  constraint money_questions_pkey primary key (id),
  constraint money_questions_once unique (kind, subject),
  constraint money_questions_closed_by_id_users_id_fk foreign key (closed_by_id) references users(id),
  constraint money_questions_payment_id_payments_id_fk foreign key (payment_id) references payments(id),
  constraint money_questions_closed_by_someone check (((closed_by_id is null) or (closed_at is not null))),
  constraint money_questions_kind_known check ((kind = any (array['refund_uncovered'::text, 'refund_owed'::text, 'not_in_books'::text, 'not_at_provider'::text, 'amounts_differ'::text, 'other_currency'::text])))
);
create index money_questions_open on money_questions (found_at) where (closed_at is null);
create trigger money_questions_never_deleted before delete or truncate on money_questions for each statement execute function refuse_change();
grant select, insert, update, delete on money_questions to felt_and_foil_app;

-- What operators note on orders, people, parcels and cards. A note is never changed; it can be removed, and goes with its person's account.
create table notes (
  id uuid not null,
  -- What it is on, as the audit log names it.
  subject_kind text not null,
  subject_id uuid not null,
  -- The person whose order, parcel or card it is on.
  about_id uuid not null,
  text text not null,
  written_by_id uuid not null,
  written_at timestamp with time zone not null default shop_clock(),
  constraint notes_pkey primary key (id),
  constraint notes_about_id_fkey foreign key (about_id) references users(id),
  constraint notes_written_by_id_fkey foreign key (written_by_id) references users(id),
  constraint notes_have_text check (((length(text) >= 1) and (length(text) <= 2000))),
  constraint notes_subject_kind_known check ((subject_kind = any (array['order'::text, 'user'::text, 'shipment'::text, 'card'::text])))
);
create index notes_about on notes (about_id);
create index notes_of_subject on notes (subject_id, written_at);
grant select, insert, delete on notes to felt_and_foil_app;

-- What people were told in the shop itself. Kept for half a year.
create table notices (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  pack_type_ids text[] not null default '{}'::text[],
  card_ids uuid[] not null default '{}'::uuid[],
  -- The line that the market value of the card crossed, and the value it had then, in cents.
  line bigint,
  market_value bigint,
  made_at timestamp with time zone not null default shop_now(),
  read_at timestamp with time zone,
  -- The credits that cards brought or would bring, or what was refunded, in cents.
  amount bigint,
  -- The parcel that left, or the transaction of a refund. It is told of once.
  subject_id uuid,
  -- What an operator is told of. No foreign key: the notice may stay longer.
  alert_id uuid,
  constraint notices_pkey primary key (id),
  constraint notices_user_id_fkey foreign key (user_id) references users(id),
  constraint notices_tell_their_kind check ((((line is not null) = (kind = 'price'::text)) and ((market_value is not null) = (kind = 'price'::text)) and ((amount is not null) = (kind = any (array['ending'::text, 'converted'::text, 'locked'::text, 'refunded'::text]))) and (coalesce(amount, (0)::bigint) >= 0) and ((subject_id is not null) = (kind = any (array['shipped'::text, 'refunded'::text]))) and ((alert_id is not null) = (kind = any (array['alert'::text, 'mended'::text]))) and
case
    when (kind = 'stock'::text) then ((pack_type_ids <> '{}'::text[]) and (card_ids <> '{}'::uuid[]))
    when (kind = 'back'::text) then ((cardinality(pack_type_ids) = 1) and (card_ids = '{}'::uuid[]))
    when (kind = 'price'::text) then ((pack_type_ids = '{}'::text[]) and (cardinality(card_ids) = 1))
    when (kind = any (array['single'::text, 'ending'::text, 'converted'::text, 'locked'::text, 'shipped'::text])) then ((pack_type_ids = '{}'::text[]) and (card_ids <> '{}'::uuid[]))
    when (kind = any (array['refunded'::text, 'alert'::text, 'mended'::text])) then ((pack_type_ids = '{}'::text[]) and (card_ids = '{}'::uuid[]))
    else false
end)) not valid
);
create index notices_by_time on notices (made_at);
create index notices_of_user on notices (user_id, made_at desc, id);
-- A parcel or a refund is told of once.
create unique index notices_once on notices (subject_id, kind) where (subject_id is not null);
create index notices_unread on notices (user_id) where (read_at is null);
grant select, insert, update, delete on notices to felt_and_foil_app;

-- The newest code of six digits for each account and purpose. A used one is deleted.
create table one_time_codes (
  user_id uuid not null,
  purpose text not null,
  -- Where it was mailed, in lower case: it proves this address and no other.
  email text not null,
  -- A keyed hash over purpose, user, address and code.
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint one_time_codes_user_id_purpose_pk primary key (user_id, purpose),
  constraint one_time_codes_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint one_time_codes_purpose_known check ((purpose = any (array['verify_email'::text, 'reset_password'::text, 'change_email'::text, 'prove_mail'::text])))
);
grant select, insert, update, delete on one_time_codes to felt_and_foil_app;

-- How many of each card came out of opened packs. Written by settle_next_facts alone.
create table opened_cards (
  card_id uuid not null,
  copies bigint not null,
  constraint opened_cards_pkey primary key (card_id),
  constraint opened_cards_copies_check check ((copies > 0))
);
grant select on opened_cards to felt_and_foil_app;

-- Packs that were opened, and what their cards were worth then. Written by settle_next_facts alone.
create table opened_packs (
  pack_id uuid not null,
  pack_type_id text not null,
  opened_at timestamp with time zone not null,
  -- The market value of its cards, in cents, when its opening was counted: seconds later, while anybody looks at the shop. Null: it was opened before that was written down.
  market bigint,
  constraint opened_packs_pkey primary key (pack_id),
  constraint opened_packs_market_check check ((market >= 0))
);
create index opened_packs_of_type on opened_packs (pack_type_id, opened_at, pack_id);
create trigger opened_packs_never_change before delete or update or truncate on opened_packs for each statement execute function refuse_change();
-- felt_and_foil_app may do nothing with it.

-- The act by which one user opened one physical pack, once.
create table openings (
  id uuid not null,
  -- No foreign key, as to its user: that the pack is theirs and open is checked once a statement.
  pack_id uuid not null,
  user_id uuid not null,
  opened_at timestamp with time zone not null default now(),
  constraint openings_pkey primary key (id),
  constraint openings_one_per_pack unique (pack_id)
);
create index openings_by_time on openings (opened_at);
create index openings_of_user on openings (user_id, opened_at);
create trigger openings_check after insert on openings referencing new table as opened for each statement execute function check_openings();
create trigger openings_never_change before delete or update or truncate on openings for each statement execute function refuse_change();
create trigger openings_note_late after insert on openings for each row when (new.opened_at < (clock_timestamp() - '00:01:00'::interval)) execute function note_late('opened_at');
grant select on openings to felt_and_foil_app;

-- What each operator signs in with, as it was when a change of it was last allowed. Only triggers write it.
create table operator_accounts (
  user_id uuid not null,
  -- Of address, password, role, lock and second factor.
  fingerprint bytea not null,
  constraint operator_accounts_pkey primary key (user_id),
  constraint operator_accounts_user_id_fkey foreign key (user_id) references users(id)
);
grant select on operator_accounts to felt_and_foil_app;

create table order_lines (
  order_id uuid not null,
  pack_type_id text not null,
  quantity integer not null,
  unit_price bigint not null,
  -- Packs of it that came back unopened.
  refunded integer not null default 0,
  constraint order_lines_order_id_pack_type_id_pk primary key (order_id, pack_type_id),
  constraint order_lines_order_id_orders_id_fk foreign key (order_id) references orders(id),
  constraint order_lines_quantity_positive check ((quantity > 0)),
  constraint order_lines_refunded_at_most_bought check (((refunded >= 0) and (refunded <= quantity)))
);
create index order_lines_refunded on order_lines (order_id) where (refunded > 0);
create trigger order_lines_keep_type before update on order_lines for each row when (old.pack_type_id <> new.pack_type_id) execute function keep_order_line();
create trigger order_lines_of_known_types after insert on order_lines referencing new table as placed for each statement execute function check_order_lines();
grant select, insert, update, delete on order_lines to felt_and_foil_app;

-- The singles of an order, each with its own part of the order's discount. An order that is not paid may have one that somebody else bought.
create table order_singles (
  order_id uuid not null,
  house_card_id uuid not null,
  unit_price bigint not null,
  discount bigint not null default 0,
  -- The buyer's holding of it, in physical_cards once the order is paid.
  new_card_id uuid not null,
  refunded_at timestamp with time zone,
  -- What was given back of its price, before tax.
  refund_amount bigint,
  -- The taxes that were given back with it, as in orders.taxes, if it was given back as credits.
  refund_taxes jsonb,
  -- The refund to the card, if it was given back so. Null with a refund: as credits, or by a bank.
  refund_id uuid,
  constraint order_singles_pkey primary key (order_id, house_card_id),
  constraint order_singles_new_card_once unique (new_card_id),
  constraint order_singles_house_card_id_fkey foreign key (house_card_id) references house_cards(id),
  constraint order_singles_order_id_fkey foreign key (order_id) references orders(id),
  constraint order_singles_refund_id_fkey foreign key (refund_id) references refunds(id),
  constraint order_singles_discount_within_price check (((discount >= 0) and (discount <= unit_price))),
  constraint order_singles_price_positive check ((unit_price > 0)),
  constraint order_singles_refunded_in_one_way check (((refund_id is null) or (refund_taxes is null))),
  constraint order_singles_refunded_with_amount check ((((refunded_at is null) = (refund_amount is null)) and ((refund_amount >= 0) and (refund_amount <= (unit_price - discount))) and ((refunded_at is not null) or ((refund_id is null) and (refund_taxes is null)))))
);
create index order_singles_of_house_card on order_singles (house_card_id);
create index order_singles_of_refund on order_singles (refund_id) where (refund_id is not null);
-- The refunded orders, with those of order_lines_refunded.
create index order_singles_refunded on order_singles (order_id) where (refunded_at is not null);
create trigger order_singles_keep before update on order_singles for each row execute function keep_order_single();
create trigger order_singles_never_deleted before delete or truncate on order_singles for each statement execute function refuse_change();
grant select, insert, update on order_singles to felt_and_foil_app;

-- What one payment buys. Its id is that of the reservation that keeps its packs.
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
  -- Null until the money is here.
  paid_at timestamp with time zone,
  -- A list of {name, rate, amount, account}: each tax, its rate as a fraction, what it came to in cents, and where that was booked. Null: from before they were written down; then its tax was one, in house:tax.
  taxes jsonb,
  -- Where it was supplied, as its taxes were told: CA-NS, or a country. Null: there was one rate for all.
  region text,
  -- Whether its sealed packs can be returned for a while only. False: it was placed when they could be as long as they were sealed.
  has_return_limits boolean not null default false,
  -- Where the buyer lived, as their profile or they themselves said. Null: nobody said it, or a process of 1.1.0 sold.
  lives_in text,
  -- In how many days after paying its sealed packs are returned by button, by the right of the place where the buyer lived.
  withdrawal_days smallint not null default 0,
  constraint orders_pkey primary key (id),
  constraint orders_id_reservations_id_fk foreign key (id) references reservations(id),
  constraint orders_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint orders_amounts_not_negative check (((subtotal >= 0) and ((discount >= 0) and (discount <= subtotal)) and (tax >= 0) and (processing_fee >= 0))),
  constraint orders_payment_method_known check ((payment_method = any (array['balance'::text, 'stripe'::text]))),
  constraint orders_region_form check ((region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint orders_taxes_add_up check (((taxes is null) or ((jsonb_typeof(taxes) = 'array'::text) and (jsonb_array_length(taxes) <= 4) and (tax = (((coalesce((((taxes -> 0) ->> 'amount'::text))::bigint, (0)::bigint) + coalesce((((taxes -> 1) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 2) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 3) ->> 'amount'::text))::bigint, (0)::bigint)))))),
  constraint orders_total_adds_up check ((total = (((subtotal - discount) + tax) + processing_fee))),
  constraint orders_withdrawal_days_range check (((withdrawal_days >= 0) and (withdrawal_days <= 60)))
);
create index orders_by_time on orders (created_at, id);
create index orders_by_total on orders (total, id);
create index orders_of_discount_code on orders (upper(discount_code), created_at) where (discount_code is not null);
create index orders_of_method on orders (payment_method, created_at, id);
create index orders_of_user on orders (user_id, created_at);
create index orders_paid on orders (paid_at desc nulls last, id) where (paid_at is not null);
create index orders_unpaid on orders (created_at, id) where (paid_at is null);
create trigger orders_are_sold_in_open_places after insert on orders referencing new table as placed for each statement execute function check_place_of_sale();
create trigger orders_are_sold_to_others after insert on orders referencing new table as placed for each statement execute function check_buyer_is_not_barred();
create trigger orders_check_discount before insert on orders for each row when (new.discount_code is not null or new.discount > 0) execute function check_discount();
create trigger orders_check_discount_when_paid before update of paid_at on orders for each row when (old.paid_at is null and new.paid_at is not null) execute function check_discount();
create trigger orders_keep_their_return_limits before update of has_return_limits on orders for each statement execute function refuse_change();
grant select, insert, update, delete on orders to felt_and_foil_app;

-- One row: what customers could still ask for at one moment. Written anew by `value_stock`.
create table owed_values (
  valued_at timestamp with time zone not null,
  credits_bought bigint not null,
  credits_earned bigint not null,
  -- What customers owe the shop, in cents.
  debts bigint not null,
  sellable_cards integer not null,
  -- What the shop would pay for the cards that can be sold back.
  sellable_value bigint not null,
  sellable_market bigint not null,
  parcels integer not null,
  parcel_cards integer not null,
  parcel_market bigint not null,
  -- Packs that somebody bought and has not opened.
  sealed_packs integer not null,
  lost_singles integer not null,
  lost_singles_cost bigint not null
);
create unique index owed_values_once on owed_values ((true));
grant select on owed_values to felt_and_foil_app;

-- What people allow themselves to spend, and how many packs to open.
create table own_limits (
  user_id uuid not null,
  -- `day`, `week`, `month`: money in 24 hours, 7 days, 30 days. `packs`: packs opened in 24 hours.
  kind text not null,
  -- Cents, or packs. Null: no limit any more.
  amount bigint,
  -- When its person asked for a higher limit. A second yes, 24 to 72 hours later, sets it.
  asked_at timestamp with time zone,
  -- The higher limit that was asked for. Null, with a time: none at all.
  asked_amount bigint,
  changed_at timestamp with time zone not null default shop_clock(),
  constraint own_limits_pkey primary key (user_id, kind),
  constraint own_limits_user_id_fkey foreign key (user_id) references users(id),
  constraint own_limits_amount_not_negative check (((amount >= 0) and (asked_amount >= 0))),
  constraint own_limits_asked_for check (((asked_at is not null) or (asked_amount is null))),
  constraint own_limits_kind_known check ((kind = any (array['day'::text, 'week'::text, 'month'::text, 'packs'::text])))
);
create trigger own_limits_are_raised_slowly before insert or update on own_limits for each row execute function check_own_limit();
create trigger own_limits_never_deleted before delete or truncate on own_limits for each statement execute function refuse_change();
grant select, insert, update, delete on own_limits to felt_and_foil_app;

-- Types of which packs came in, or were put back: rows that wait until those who wish for their cards are told.
create table pack_arrivals (
  id bigint not null,
  pack_type_id text not null,
  constraint pack_arrivals_pkey primary key (id)
);
grant select, delete on pack_arrivals to felt_and_foil_app;

-- What packs cost the shop, in cents. A pack without a row: nobody said so. Its supplier is in pack_suppliers.
create table pack_costs (
  pack_id uuid not null,
  -- Before taxes.
  cost bigint not null,
  -- The taxes on it, which are no cost of the pack.
  tax bigint not null default 0,
  invoice text,
  recorded_at timestamp with time zone not null default shop_now(),
  -- Null: recorded at the command line.
  recorded_by_id uuid,
  constraint pack_costs_pkey primary key (pack_id),
  constraint pack_costs_pack_id_fkey foreign key (pack_id) references physical_packs(id),
  constraint pack_costs_recorded_by_id_fkey foreign key (recorded_by_id) references users(id),
  constraint pack_costs_invoice_length check (((length(invoice) >= 1) and (length(invoice) <= 80))),
  constraint pack_costs_not_negative check (((cost >= 0) and (tax >= 0)))
);
create constraint trigger pack_costs_are_corrected_by_operators after update on pack_costs deferrable initially deferred for each row execute function check_pack_cost();
create trigger pack_costs_never_deleted before delete or truncate on pack_costs for each statement execute function refuse_change();
create trigger pack_costs_note_changes after update on pack_costs referencing old table as before new table as after for each statement execute function note_pack_cost();
create trigger pack_costs_note_new after insert on pack_costs referencing new table as after for each statement execute function note_pack_cost();
grant select, insert, update on pack_costs to felt_and_foil_app;

-- Sold packs that came back unopened: a pack forgets who had it when it goes on sale again.
create table pack_returns (
  pack_id uuid not null,
  -- What it was sold under; an order's id too.
  reservation_id uuid not null,
  returned_at timestamp with time zone not null,
  constraint pack_returns_pack_id_reservation_id_pk primary key (pack_id, reservation_id),
  constraint pack_returns_pack_id_physical_packs_id_fk foreign key (pack_id) references physical_packs(id),
  constraint pack_returns_reservation_id_reservations_id_fk foreign key (reservation_id) references reservations(id)
);
create index pack_returns_of_reservation on pack_returns (reservation_id);
create trigger pack_returns_never_change before delete or update or truncate on pack_returns for each statement execute function refuse_change();
grant select, insert on pack_returns to felt_and_foil_app;

-- What each sealed pack holds: written once, by take_in_packs, and kept for who checks it later. The shop's role can neither add to it nor read it.
create table pack_secrets (
  pack_id uuid not null,
  -- Without it, who guesses the document could prove the guess by the commitment.
  salt bytea not null,
  -- Canonical JSON (domain/packproof), its cards in the order in which they lie.
  document text not null,
  -- The same cards in the catalogue, in the same order.
  card_ids uuid[] not null,
  -- The ids that its cards will have once it is opened: drawn by the database, so that none of them was ever another card's.
  physical_card_ids uuid[] not null,
  constraint pack_secrets_pkey primary key (pack_id),
  constraint pack_secrets_pack_id_fkey foreign key (pack_id) references physical_packs(id),
  constraint pack_secrets_card_ids_known check ((array_position(card_ids, null::uuid) is null)),
  constraint pack_secrets_salt_is_whole check ((length(salt) = 32))
);
create trigger pack_secrets_never_change before delete or update or truncate on pack_secrets for each statement execute function refuse_change();
-- felt_and_foil_app may do nothing with it.

-- From whom the shop has a pack or its cards, if its intake said so. Only operators see it.
create table pack_suppliers (
  pack_id uuid not null,
  supplier text not null,
  constraint pack_suppliers_pkey primary key (pack_id),
  constraint pack_suppliers_pack_id_fkey foreign key (pack_id) references physical_packs(id),
  constraint pack_suppliers_length check (((length(supplier) >= 1) and (length(supplier) <= 120)))
);
grant select, insert, update on pack_suppliers to felt_and_foil_app;

-- The cards that a pack of the type can hold.
create table pack_type_cards (
  pack_type_id text not null,
  card_id uuid not null,
  constraint pack_type_cards_pack_type_id_card_id_pk primary key (pack_type_id, card_id),
  constraint pack_type_cards_card_id_cards_id_fk foreign key (card_id) references cards(id),
  constraint pack_type_cards_pack_type_id_pack_types_id_fk foreign key (pack_type_id) references pack_types(id)
);
create index pack_type_cards_of_card on pack_type_cards (card_id);
grant select, insert, update, delete on pack_type_cards to felt_and_foil_app;

-- What is told of a type's sealed packs: sums, never of fewer than twenty. Written by settle_next_facts alone.
create table pack_type_facts (
  pack_type_id text not null,
  -- When the figures were counted that are told.
  counted_at timestamp with time zone not null,
  -- Over how many packs the figures are counted.
  packs integer not null,
  -- How many of the counted packs are sealed now: as many as the figures say. For the version before, which kept figures below twenty.
  sealed integer not null,
  -- How many came in since, and are in no figure yet.
  newer integer not null,
  -- What a pack cost then, before tax, in cents.
  price bigint not null,
  -- For each rarity, how many of the packs hold at least one card of it; 0 too.
  odds jsonb not null,
  -- What a pack's cards are worth on average, in cents, rounded down; as are the medians.
  market_mean bigint not null,
  market_median bigint not null,
  market_best bigint not null,
  -- How many packs hold cards that are worth the price or more.
  market_brings integer not null,
  sold_back_mean bigint not null,
  sold_back_median bigint not null,
  sold_back_best bigint not null,
  -- How many packs hold cards that the shop gives the price or more for.
  sold_back_brings integer not null,
  -- The drop whose sealed packs it tells of; null: all that are sealed.
  drop_id uuid,
  constraint pack_type_facts_pkey primary key (pack_type_id),
  constraint pack_type_facts_are_kept_below_twenty check (((sealed = packs) or ((sealed >= 0) and (sealed <= 19)))),
  constraint pack_type_facts_are_of_twenty check ((packs >= 20)),
  constraint pack_type_facts_newer_wait check (((newer >= 0) and (newer <= 19))),
  constraint pack_type_facts_shares check ((((market_brings >= sold_back_brings) and (market_brings <= packs)) and (sold_back_brings >= 0))),
  constraint pack_type_facts_values check (((0 <= sold_back_mean) and (sold_back_mean <= market_mean) and (market_mean <= market_best) and (0 <= sold_back_median) and (sold_back_median <= market_median) and (market_median <= market_best) and (sold_back_mean <= sold_back_best) and (sold_back_median <= sold_back_best) and (sold_back_best <= market_best)))
);
create trigger pack_type_facts_note_changes after update on pack_type_facts referencing new table as changed for each statement execute function note_hits();
create trigger pack_type_facts_note_new after insert on pack_type_facts referencing new table as changed for each statement execute function note_hits();
grant select on pack_type_facts to felt_and_foil_app;

-- What the catalogue sells. Stock is counted from physical packs, never typed in.
create table pack_types (
  -- A slug: `magic-mid-draft`.
  id text not null,
  set_id text not null,
  name text not null,
  description text not null default ''::text,
  -- What the shopper pays before tax.
  price bigint not null,
  -- Unused: asked_prices has it. Goes in 1.3.0.
  original_price bigint,
  card_count smallint not null,
  -- Packs of this type that one user may ever buy; null = no limit.
  purchase_limit integer default 1,
  is_available boolean not null default true,
  guaranteed boolean not null default false,
  tags text[] not null default '{}'::text[],
  details text[] not null default '{}'::text[],
  -- Chance per rarity that a pack holds at least one such card.
  odds jsonb not null default '[]'::jsonb,
  -- Place in the shop's order.
  position integer not null default 0,
  created_at timestamp with time zone not null default shop_now(),
  updated_at timestamp with time zone not null default shop_now(),
  -- Nobody said how its packs are filled: the odds are counted from those that came in.
  odds_counted boolean not null default false,
  -- Null: the shop's own drawing.
  picture text,
  -- How many cards of each kind (set, the source's rarity, finish) a pack holds on average; empty while nobody knows. For operators.
  filling jsonb not null default '[]'::jsonb,
  -- Every pack holds a card whose finish is not normal.
  promises_foil boolean not null default false,
  -- Every pack holds a card of this rarity or above.
  promises_rarity text,
  -- Every pack holds so many cards that are rare or mythic.
  promises_hits smallint,
  -- resealed: opened, recorded and sealed again by the shop. assembled: put together by the shop from single cards.
  seal_kind text not null default 'resealed'::text,
  -- Its price from the end of the drop that fixes it now. Null: it stays as it is.
  next_price bigint,
  constraint pack_types_pkey primary key (id),
  constraint pack_types_picture_pictures_name_fk foreign key (picture) references pictures(name),
  constraint pack_types_set_id_card_sets_id_fk foreign key (set_id) references card_sets(id),
  constraint pack_types_card_count check (((card_count >= 1) and (card_count <= 100))),
  constraint pack_types_next_price_positive check ((next_price > 0)) not valid,
  constraint pack_types_original_price_higher check ((original_price > price)),
  constraint pack_types_price_positive check ((price > 0)),
  constraint pack_types_promises_hits_fit check (((promises_hits >= 1) and (promises_hits <= card_count))),
  constraint pack_types_promises_rarity_known check ((promises_rarity = any (array['uncommon'::text, 'rare'::text, 'mythic'::text]))),
  constraint pack_types_purchase_limit_positive check ((purchase_limit > 0)),
  constraint pack_types_seal_kind_known check ((seal_kind = any (array['resealed'::text, 'assembled'::text])))
);
create index pack_types_by_name on pack_types (search_key(name), id);
-- The place of the next new pack type.
create index pack_types_by_position on pack_types ("position");
create index pack_types_by_price on pack_types (price, id);
create index pack_types_of_picture on pack_types (picture) where (picture is not null);
create trigger pack_types_check_promises after update of promises_foil, promises_rarity, promises_hits on pack_types for each row when (old.promises_foil is distinct from new.promises_foil or old.promises_rarity is distinct from new.promises_rarity or old.promises_hits is distinct from new.promises_hits) execute function check_promises_made();
create trigger pack_types_keep before update on pack_types for each row when (old.card_count <> new.card_count or old.set_id <> new.set_id or old.id <> new.id or old.seal_kind <> new.seal_kind) execute function keep_pack_type();
create trigger pack_types_keep_drop_price before update of price on pack_types for each row when (new.price <> old.price) execute function keep_drop_price();
create trigger pack_types_note_asked_price after update on pack_types for each row when (old.price <> new.price or old.is_available <> new.is_available) execute function note_asked_price();
create trigger pack_types_note_changes after update on pack_types referencing new table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_gone after delete on pack_types referencing old table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_new after insert on pack_types referencing new table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_new_price after insert on pack_types for each row execute function note_asked_price();
create trigger pack_types_note_price after update on pack_types for each row when (old.price <> new.price) execute function note_values();
create constraint trigger pack_types_terms_are_changed after update of price, purchase_limit, next_price on pack_types deferrable initially deferred for each row when (new.price <> old.price or new.purchase_limit is distinct from old.purchase_limit or new.next_price is distinct from old.next_price) execute function check_pack_terms();
grant select, insert, update, delete on pack_types to felt_and_foil_app;

-- Pack types that somebody wishes for: they are told once when one that was out of stock is back.
create table pack_wishes (
  user_id uuid not null,
  pack_type_id text not null,
  wished_at timestamp with time zone not null default shop_now(),
  -- The type was seen out of stock since the wish, or with it.
  was_out boolean not null,
  told_at timestamp with time zone,
  constraint pack_wishes_pkey primary key (user_id, pack_type_id),
  constraint pack_wishes_pack_type_id_fkey foreign key (pack_type_id) references pack_types(id) on delete cascade,
  constraint pack_wishes_user_id_fkey foreign key (user_id) references users(id)
);
create index pack_wishes_to_tell on pack_wishes (pack_type_id) where (told_at is null);
grant select, insert, update, delete on pack_wishes to felt_and_foil_app;

-- Parcels that wait until a person has looked at the payments of their owner. Once for each parcel.
create table parcel_holds (
  shipment_id uuid not null,
  -- risk_word, several_cards, several_accounts.
  reasons text[] not null,
  held_at timestamp with time zone not null default shop_now(),
  -- By when its owner was told that somebody looks.
  check_by timestamp with time zone not null,
  released_at timestamp with time zone,
  released_by_id uuid,
  release_reason text,
  constraint parcel_holds_pkey primary key (shipment_id),
  constraint parcel_holds_released_by_id_fkey foreign key (released_by_id) references users(id),
  constraint parcel_holds_shipment_id_fkey foreign key (shipment_id) references shipments(id),
  constraint parcel_holds_have_reasons check ((cardinality(reasons) > 0)),
  constraint parcel_holds_released_by_someone check ((((released_at is null) = (released_by_id is null)) and ((released_at is null) = (release_reason is null))))
);
create index parcel_holds_open on parcel_holds (check_by) where (released_at is null);
create trigger parcel_holds_never_deleted before delete or truncate on parcel_holds for each statement execute function refuse_change();
grant select, insert, update, delete on parcel_holds to felt_and_foil_app;

-- Lost parcels, and their fee, which their owner got back. Their cards are in card_losses.
create table parcel_losses (
  shipment_id uuid not null,
  user_id uuid not null,
  found_on date not null,
  -- Fee and tax that were paid, in cents.
  amount bigint not null,
  method text not null,
  reference text,
  decided_by_id uuid not null,
  decided_at timestamp with time zone not null default shop_now(),
  constraint parcel_losses_pkey primary key (shipment_id),
  constraint parcel_losses_decided_by_id_fkey foreign key (decided_by_id) references users(id),
  constraint parcel_losses_shipment_id_fkey foreign key (shipment_id) references shipments(id),
  constraint parcel_losses_user_id_fkey foreign key (user_id) references users(id),
  constraint parcel_losses_amount_not_negative check ((amount >= 0)),
  constraint parcel_losses_method_known check ((method = any (array['credits'::text, 'transfer'::text]))),
  constraint parcel_losses_transfer_has_reference check (((method = 'transfer'::text) = (reference is not null)))
);
create index parcel_losses_by_time on parcel_losses (decided_at);
create trigger parcel_losses_never_change before delete or update or truncate on parcel_losses for each statement execute function refuse_change();
grant select, insert, update, delete on parcel_losses to felt_and_foil_app;

-- The ways to send a parcel to a zone, and what each costs. Money in cents, weight in grams.
create table parcel_services (
  version integer not null,
  zone integer not null,
  position integer not null,
  -- What it is called for good: a parcel that waits finds its service by it.
  key text not null,
  name text not null,
  delivery text not null,
  base_fee bigint not null,
  -- How many cards the base fee covers; each further one costs further_card_fee.
  cards_included integer not null,
  further_card_fee bigint not null,
  -- Of the heaviest parcel; null: any.
  weight_most integer,
  -- The cards' market value from which it costs nothing but insurance; null: never.
  free_from bigint,
  -- Insured at no charge up to this value.
  cover_included bigint not null,
  -- Insured at most, for cover_fee for each 100.00 begun beyond what is included.
  cover_most bigint not null,
  cover_fee bigint not null,
  constraint parcel_services_pkey primary key (version, zone, "position"),
  constraint parcel_services_key_once unique (version, zone, key),
  constraint parcel_services_of_zone foreign key (version, zone) references parcel_zones(version, "position"),
  constraint parcel_services_cover check (((cover_included >= 0) and (cover_most >= cover_included))),
  constraint parcel_services_limits check (((weight_most > 0) and (free_from >= 0))),
  constraint parcel_services_prices check (((base_fee > 0) and (further_card_fee >= 0) and (cover_fee >= 0) and (cards_included > 0)))
);
create trigger parcel_services_never_change before delete or update or truncate on parcel_services for each statement execute function refuse_change();
create trigger parcel_services_with_version before insert on parcel_services for each row execute function check_parcel_tariff_part();
grant select, insert on parcel_services to felt_and_foil_app;

-- What parcels cost: a row for each time it was saved, the newest that has begun holds. Never changed, nor are its zones and services.
create table parcel_tariffs (
  -- Counts up by one. Who saves names the one they saw, so that of two at once one is refused.
  version integer not null,
  -- From then on it holds, and every version before it never again.
  starts_at timestamp with time zone not null default shop_clock(),
  -- Of one card as it is packed.
  card_grams integer not null,
  -- Of all that is around the cards of a parcel.
  packaging_grams integer not null,
  customs_description text not null,
  -- Of the Harmonized System, for customs forms.
  hs_code text not null,
  -- Where the cards were made, for customs forms; null: written by hand.
  origin_country text,
  -- Where parcels come from, for labels and customs forms; null: nobody has said.
  sender jsonb,
  -- Null: by the command line.
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  constraint parcel_tariffs_pkey primary key (version),
  constraint parcel_tariffs_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint parcel_tariffs_hs_code_is_digits check ((hs_code ~ '^[0-9]{6,10}$'::text)),
  constraint parcel_tariffs_origin_is_a_country check ((origin_country ~ '^[A-Z]{2}$'::text)),
  constraint parcel_tariffs_versions_begin_at_one check ((version > 0)),
  constraint parcel_tariffs_weights check ((((card_grams >= 1) and (card_grams <= 1000)) and ((packaging_grams >= 0) and (packaging_grams <= 30000))))
);
create trigger parcel_tariffs_never_change before delete or update or truncate on parcel_tariffs for each statement execute function refuse_change();
create trigger parcel_tariffs_note_new after insert on parcel_tariffs for each statement execute function note_shop();
grant select, insert on parcel_tariffs to felt_and_foil_app;

-- Where parcels go for the same, in the order in which they are shown.
create table parcel_zones (
  version integer not null,
  position integer not null,
  name text not null,
  -- Countries, as CA, and parts of Canada and the USA, as CA-NS. None: everywhere that no other zone names.
  places text[] not null,
  constraint parcel_zones_pkey primary key (version, "position"),
  constraint parcel_zones_version_fkey foreign key (version) references parcel_tariffs(version),
  constraint parcel_zones_name_is_a_line check (((name = btrim(name)) and (name <> ''::text) and (length(name) <= 60))),
  constraint parcel_zones_places_are_few check ((cardinality(places) <= 250))
);
create trigger parcel_zones_never_change before delete or update or truncate on parcel_zones for each statement execute function refuse_change();
create trigger parcel_zones_with_version before insert on parcel_zones for each row execute function check_parcel_tariff_part();
grant select, insert on parcel_zones to felt_and_foil_app;

-- A card that its owner pays with again. The number is the card provider's to know.
create table payment_methods (
  id uuid not null,
  user_id uuid not null,
  -- The card provider's: of the card, and of its owner.
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
  constraint payment_methods_once unique (provider_id),
  constraint payment_methods_user_id_users_id_fk foreign key (user_id) references users(id)
);
create index payment_methods_of_user on payment_methods (user_id, created_at);
create unique index payment_methods_one_default on payment_methods (user_id) where is_default;
grant select, insert, update, delete on payment_methods to felt_and_foil_app;

-- One attempt to pay one thing by card. Its states only go forward: see the trigger.
create table payments (
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  -- What it buys: the id of an order, a shipment or a top-up.
  subject_id uuid not null,
  -- Tells whether a repeated request is about the same thing.
  fingerprint text not null,
  amount bigint not null,
  description text not null,
  state text not null default 'creating'::text,
  -- The card provider's; null until it is known.
  intent_id text,
  -- Until then what it buys is kept.
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  -- When the state last changed.
  updated_at timestamp with time zone not null,
  -- The card provider's: alike for a card, whoever pays with it. Null: not known, or its person's account was deleted.
  card_fingerprint text,
  -- The country in which its card was issued. Null: not known.
  card_country text,
  -- The card provider's word for its risk, such as normal or elevated. Null: it said none.
  risk_level text,
  -- The card provider's score for its risk, from 0 to 100. Null: it said none.
  risk_score smallint,
  constraint payments_pkey primary key (id),
  constraint payments_intent_once unique (intent_id),
  -- One payment buys one thing, and one thing is bought by one payment.
  constraint payments_one_per_subject unique (purpose, subject_id),
  constraint payments_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint payments_amount_positive check ((amount > 0)),
  constraint payments_intent_known check (((intent_id is not null) or (state = any (array['creating'::text, 'failed'::text])))),
  constraint payments_purpose_known check ((purpose = any (array['order'::text, 'shipment'::text, 'top_up'::text]))),
  constraint payments_state_known check ((state = any (array['creating'::text, 'open'::text, 'processing'::text, 'succeeded'::text, 'refund_due'::text, 'refunded'::text, 'canceled'::text, 'failed'::text])))
);
-- Payments with one card.
create index payments_of_card on payments (card_fingerprint) where (card_fingerprint is not null);
create index payments_of_user on payments (user_id, created_at);
-- Another cart ends the payment before it.
create unique index payments_one_open_order_per_user on payments (user_id) where ((purpose = 'order'::text) and (state = any (array['creating'::text, 'open'::text])));
-- Another shipment ends the payment before it.
create unique index payments_one_open_shipment_per_user on payments (user_id) where ((purpose = 'shipment'::text) and (state = any (array['creating'::text, 'open'::text])));
create index payments_undecided on payments (expires_at) where (state = any (array['creating'::text, 'open'::text, 'processing'::text, 'refund_due'::text]));
create trigger payments_allowed_step before update on payments for each row when (new.state <> old.state) execute function check_step('payment');
create trigger payments_begin_within_own_limits after insert on payments for each row when (new.purpose <> 'shipment'::text and new.state <> 'refund_due'::text) execute function check_own_money_limits();
create trigger payments_check before update on payments for each row execute function check_payment();
create trigger payments_end_within_own_limits after update of state on payments for each row when (new.purpose <> 'shipment'::text and new.state = 'succeeded'::text and old.state <> 'succeeded'::text) execute function check_own_money_limits();
create trigger payments_never_deleted before delete or truncate on payments for each statement execute function refuse_change();
create trigger payments_wait_for_the_opening before insert on payments for each row when (new.state = 'creating'::text) execute function refuse_cards_before_opening();
grant select, insert, update, delete on payments to felt_and_foil_app;

-- Which account may pay which, for each kind of journal. What is not here can't be posted.
create table permitted_transfers (
  kind text not null,
  -- An account's id, in which `user` stands for the id of the journal's user.
  debit text not null,
  -- The same of the other side.
  credit text not null,
  constraint permitted_transfers_pkey primary key (kind, debit, credit)
);
grant select on permitted_transfers to felt_and_foil_app;

-- One real card that somebody has opened. What a sealed pack holds is in its document (pack_secrets), and has no row here.
create table physical_cards (
  id uuid not null,
  pack_id uuid not null,
  -- No foreign key, as none of the three: what an opening reveals is checked against its document, once for all cards.
  card_id uuid not null,
  position smallint not null,
  condition text not null default 'Near Mint'::text,
  status text not null,
  lock_reason text,
  -- Who opened its pack, or bought it as a single. The house owns it again once it is sold, converted, reclaimed or returned.
  opened_by_id uuid not null,
  -- When its pack was opened, or when it was bought as a single.
  opened_at timestamp with time zone not null,
  auto_convert_at timestamp with time zone,
  -- What was paid for it when it was sold back, converted or lost.
  exit_price bigint,
  -- When it became the house's again, or when its loss was booked.
  exited_at timestamp with time zone,
  -- When its shipment was asked for, and when it arrived; null again if the shipment was cancelled.
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  -- The last reminder of its conversion was written this many days ahead; null: none yet.
  reminded_days smallint,
  -- The house's card that it was bought as. Null: it came out of its pack.
  bought_as_id uuid,
  -- What was paid for it as a single, after discounts and before tax, in cents. Null: it came out of its pack.
  cost bigint,
  constraint physical_cards_pkey primary key (id),
  constraint physical_cards_bought_has_cost check ((((bought_as_id is null) = (cost is null)) and (cost >= 0) and ((bought_as_id is null) or (auto_convert_at is null)) and ((bought_as_id is not null) or (status <> 'returned'::text)))),
  constraint physical_cards_exit_has_price check ((((status = any (array['sold'::text, 'converted'::text, 'lost'::text])) = (exit_price is not null)) and ((status = any (array['sold'::text, 'converted'::text, 'reclaimed'::text, 'lost'::text, 'returned'::text])) = (exited_at is not null)))),
  constraint physical_cards_exit_price_not_negative check ((exit_price >= 0)),
  constraint physical_cards_lock_has_reason check (((status = 'locked'::text) = (lock_reason is not null))),
  constraint physical_cards_on_their_way check (((status = 'lost'::text) or (((status = any (array['shipped'::text, 'delivered'::text])) = (shipped_at is not null)) and ((status = 'delivered'::text) = (delivered_at is not null))))),
  constraint physical_cards_reminded_days_known check ((reminded_days = any (array[7, 3, 1]))),
  constraint physical_cards_status_known check ((status = any (array['available'::text, 'locked'::text, 'sold'::text, 'converted'::text, 'shipped'::text, 'delivered'::text, 'reclaimed'::text, 'lost'::text, 'returned'::text])))
);
create unique index physical_cards_bought_once on physical_cards (bought_as_id) where (bought_as_id is not null);
create unique index physical_cards_held_once on physical_cards (pack_id, "position", bought_as_id) nulls not distinct;
create index physical_cards_locked on physical_cards (lock_reason, auto_convert_at, id) where (status = 'locked'::text);
create index physical_cards_of_user on physical_cards (opened_by_id, status, opened_at);
create index physical_cards_to_convert on physical_cards (auto_convert_at) where (status = 'available'::text);
create trigger physical_cards_allowed_step before update on physical_cards for each row when (new.status <> old.status) execute function check_step('card');
create trigger physical_cards_are_bought after insert on physical_cards for each row when (new.bought_as_id is not null) execute function check_bought_card();
create trigger physical_cards_are_revealed after insert on physical_cards referencing new table as revealed for each statement execute function check_revealed_cards();
create trigger physical_cards_check before update on physical_cards for each row when (new.status <> old.status) execute function check_physical_card();
create trigger physical_cards_keep_time before update on physical_cards for each row when (new.auto_convert_at is distinct from old.auto_convert_at) execute function check_card_time();
create trigger physical_cards_keep_what_they_are before update of id, pack_id, card_id, "position", condition, opened_by_id, opened_at, bought_as_id, cost on physical_cards for each statement execute function keep_revealed_cards();
create trigger physical_cards_keep_with_dispute before update on physical_cards for each row when ((old.status = any (array['available'::text, 'locked'::text, 'shipped'::text])) and (new.status is distinct from old.status or new.lock_reason is distinct from old.lock_reason) and (old.lock_reason = 'dispute'::text or new.lock_reason = 'dispute'::text or (new.status = any (array['available'::text, 'shipped'::text, 'reclaimed'::text])))) execute function keep_card_with_dispute();
create trigger physical_cards_keep_with_shipment before update on physical_cards for each row when (new.status <> old.status) execute function keep_card_with_shipment();
create trigger physical_cards_lost_with_loss before update on physical_cards for each row when (new.status = 'lost'::text and old.status <> 'lost'::text) execute function check_card_loss();
create trigger physical_cards_never_deleted before delete or truncate on physical_cards for each statement execute function refuse_change();
create trigger physical_cards_note_house_cards after update on physical_cards referencing new table as ended for each statement execute function note_house_cards();
create trigger physical_cards_note_move before update on physical_cards for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
grant select, update on physical_cards to felt_and_foil_app;

-- One pack that came in, as it came in. What it holds is in its document (pack_secrets), and where it is now says its place.
create table physical_packs (
  id uuid not null,
  pack_type_id text not null,
  serial text not null,
  certification_number text not null,
  received_at timestamp with time zone not null default now(),
  -- SHA-256 over its document and a secret salt, for all to see: what it holds was fixed before it was sold. Null for a pack that was opened before there were documents.
  commitment bytea,
  constraint physical_packs_pkey primary key (id),
  constraint physical_packs_certification_once unique (certification_number),
  constraint physical_packs_commitment_once unique (commitment),
  constraint physical_packs_serial_once unique (serial),
  constraint physical_packs_pack_type_id_pack_types_id_fk foreign key (pack_type_id) references pack_types(id),
  constraint physical_packs_commitment_is_whole check ((length(commitment) = 32))
);
-- The operators' list, newest first: of all.
create index physical_packs_by_time on physical_packs (received_at desc nulls last, id);
create index physical_packs_certification_begins on physical_packs (upper(certification_number) text_pattern_ops);
-- The operators' list, newest first: of a type.
create index physical_packs_of_type on physical_packs (pack_type_id, received_at desc nulls last, id);
create index physical_packs_serial_begins on physical_packs (upper(serial) text_pattern_ops);
-- Packs that are not yet for sale are among these.
create index physical_packs_without_commitment on physical_packs (received_at desc nulls last, id) where (commitment is null);
create trigger physical_packs_never_change before update on physical_packs for each row when (old.* is distinct from new.*) execute function keep_pack();
create trigger physical_packs_never_deleted before delete or truncate on physical_packs for each statement execute function refuse_change();
grant select on physical_packs to felt_and_foil_app;

-- The files of each picture, as they are handed out.
create table picture_files (
  picture text not null,
  -- Which of the widths of its form it stands for; a picture that is narrower is not made wider.
  width smallint not null,
  format text not null,
  bytes bytea not null,
  constraint picture_files_pkey primary key (picture, width, format),
  constraint picture_files_picture_fkey foreign key (picture) references pictures(name) on delete cascade,
  constraint picture_files_format_known check ((format = any (array['avif'::text, 'webp'::text, 'png'::text])))
);
create trigger picture_files_never_change before update or truncate on picture_files for each statement execute function refuse_change();
-- felt_and_foil_app may do nothing with it.

-- Pictures that operators uploaded, decoded and written anew. Whoever shows one refers to it, and keeps it from being dropped.
create table pictures (
  -- Of its address: the hash of its files, so that a new picture has a new one; of a secret picture a random one.
  name text not null,
  -- What it is for, which decides in which widths and formats it is written (domain/picture.ts).
  form text not null,
  -- Of its largest file, in pixels.
  width smallint not null,
  height smallint not null,
  -- What was uploaded before pictures were written anew: never handed out, and gone once its files are written.
  original bytea,
  constraint pictures_pkey primary key (name),
  constraint pictures_form_known check ((form = any (array['photograph'::text, 'logo'::text, 'icon'::text]))),
  constraint pictures_sides_positive check (((width > 0) and (height > 0)))
);
create trigger pictures_never_change before update or truncate on pictures for each statement execute function refuse_change();
-- felt_and_foil_app may do nothing with it.

-- Signs that a buyer lives where the shop does not sell. While one is open, nothing is sold to its account; what it owns is not held.
create table place_questions (
  id uuid not null,
  user_id uuid not null,
  -- card: a card that was issued there paid. parcel: a first parcel goes there.
  kind text not null,
  region text not null,
  found_at timestamp with time zone not null default shop_now(),
  closed_at timestamp with time zone,
  closed_by_id uuid,
  note text,
  constraint place_questions_pkey primary key (id),
  constraint place_questions_once unique (user_id, kind, region),
  constraint place_questions_closed_by_id_fkey foreign key (closed_by_id) references users(id),
  constraint place_questions_user_id_fkey foreign key (user_id) references users(id),
  constraint place_questions_closed_by_someone check ((((closed_at is null) = (closed_by_id is null)) and ((closed_at is null) = (note is null)))),
  constraint place_questions_kind_known check ((kind = any (array['card'::text, 'parcel'::text])))
);
create index place_questions_open on place_questions (user_id) where (closed_at is null);
create trigger place_questions_never_deleted before delete or truncate on place_questions for each statement execute function refuse_change();
grant select, insert, update, delete on place_questions to felt_and_foil_app;

-- One place in the order of sale of a pack type: what a buyer keeps, buys, gives back and opens. Its pack is known from the start.
create table places (
  -- That of its pack: either may stand for the other.
  id uuid not null,
  pack_type_id text not null,
  -- The pack behind it. No foreign key, as to its type, its reservation and its buyer: checked once a statement, and none of them ever goes.
  pack_id uuid not null,
  state text not null default 'available'::text,
  -- Drawn by chance when its pack comes in or comes back: nobody chooses who gets which pack.
  rank double precision not null default draw_rank(),
  reservation_id uuid,
  buyer_id uuid,
  -- As its pack's: operators' lists of a state are in this order.
  received_at timestamp with time zone not null,
  -- Null for loose stock. Set while a draft holds it, and kept when its drop is over.
  drop_id uuid,
  -- Its place in the order of its drop, from 0, given by a public number; its rank is the same.
  number integer,
  -- Its operator took it in for a drop: it waits, also while no drop of its type is on sale, until one takes it or an operator puts it on sale.
  awaits_drop boolean not null default false,
  constraint places_pkey primary key (id),
  constraint places_one_per_pack unique (pack_id),
  constraint places_numbered_in_drop check (((number is null) or (drop_id is not null))),
  constraint places_state_known check ((state = any (array['available'::text, 'waiting'::text, 'reserved'::text, 'sold'::text, 'disputed'::text, 'opened'::text, 'withdrawn'::text]))),
  constraint places_taken_by_someone check ((((state = any (array['reserved'::text, 'sold'::text, 'disputed'::text, 'opened'::text])) = (buyer_id is not null)) and ((buyer_id is null) = (reservation_id is null))))
);
create index places_for_sale on places (pack_type_id, rank) where (state = 'available'::text);
create index places_loose on places (pack_type_id, received_at) where ((drop_id is null) and (state = any (array['available'::text, 'waiting'::text])));
create index places_of_buyer on places (buyer_id, pack_type_id) where (buyer_id is not null);
create index places_of_drop on places (drop_id, number) where (drop_id is not null);
create index places_of_reservation on places (reservation_id) where (reservation_id is not null);
-- Operators' lists of a state, newest first.
create index places_of_type_in_state on places (pack_type_id, state, received_at desc, id);
-- What the log may have to be told of, each second.
create index places_withdrawn_of_drop on places (drop_id) where ((state = 'withdrawn'::text) and (drop_id is not null));
create trigger places_allowed_step before update on places for each row when (new.state <> old.state) execute function check_step('pack');
create trigger places_check before update on places for each row execute function check_place();
create trigger places_check_new after insert on places referencing new table as added for each statement execute function check_new_places();
create trigger places_check_taken after update on places referencing old table as before new table as after for each statement execute function check_taken_places();
create trigger places_issue_tickets after update on places referencing old table as before new table as after for each statement when (has_drops()) execute function issue_tickets();
create trigger places_keep_promises after update on places for each row when (old.state = 'withdrawn'::text and new.state <> 'withdrawn'::text) execute function keep_promises();
create trigger places_keep_promises_of_new after insert on places referencing new table as added for each statement execute function keep_promises();
create trigger places_never_deleted before delete or truncate on places for each statement execute function refuse_change();
create trigger places_note_arrivals after insert on places referencing new table as added for each statement execute function note_arrival();
create trigger places_note_move before update on places for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
create trigger places_note_new before insert on places for each statement when (not has_moved()) execute function note_move();
create trigger places_note_return after update on places for each row when ((old.state = 'withdrawn'::text or old.awaits_drop) and new.state = 'available'::text and new.drop_id is null) execute function note_arrival();
create trigger places_note_stock after update on places referencing old table as before new table as after for each statement execute function note_stock();
create trigger places_note_stock_of_new after insert on places referencing new table as after for each statement execute function note_stock();
create trigger places_refuse_staff after update on places referencing old table as before new table as after for each statement when (has_drops()) execute function refuse_staff();
grant select, update on places to felt_and_foil_app;

-- The ten most valuable cards of each pack type, one per name; written anew after each price import.
create table potential_hits (
  pack_type_id text not null,
  place smallint not null,
  card_id uuid not null,
  -- How many of the type's counted packs hold this very card; null where nothing is counted: it can be in one.
  packs integer,
  constraint potential_hits_pack_type_id_place_pk primary key (pack_type_id, place),
  constraint potential_hits_card_id_cards_id_fk foreign key (card_id) references cards(id),
  constraint potential_hits_pack_type_id_pack_types_id_fk foreign key (pack_type_id) references pack_types(id),
  constraint potential_hits_packs_check check ((packs > 0))
);
create trigger potential_hits_note_changes after update on potential_hits referencing new table as changed for each statement execute function note_hits();
create trigger potential_hits_note_gone after delete on potential_hits referencing old table as changed for each statement execute function note_hits();
create trigger potential_hits_note_new after insert on potential_hits referencing new table as changed for each statement execute function note_hits();
grant select, insert, update, delete on potential_hits to felt_and_foil_app;

-- Every price that a public source told, kept for ever.
create table price_observations (
  card_id uuid not null,
  source text not null,
  observed_on date not null,
  -- Hundredths of `currency`.
  amount_minor bigint not null,
  currency text not null,
  constraint price_observations_card_id_source_observed_on_pk primary key (card_id, source, observed_on),
  constraint price_observations_card_id_cards_id_fk foreign key (card_id) references cards(id),
  constraint price_observations_not_negative check ((amount_minor >= 0))
);
create constraint trigger price_observations_by_hand after insert on price_observations deferrable initially deferred for each row when (new.source ~~ 'manual%'::text) execute function check_price_by_hand();
grant select, insert on price_observations to felt_and_foil_app;

-- A refresh of the prices of one configured source; `error` null when it went well.
create table price_runs (
  id uuid not null,
  -- The name that the settings give the source.
  source text not null,
  started_at timestamp with time zone not null,
  -- Null while it is under way, and for ever if its process was killed.
  finished_at timestamp with time zone,
  -- Cards of the catalogue that the source told of.
  cards integer not null default 0,
  new_prices integer not null default 0,
  held_back integer not null default 0,
  error text,
  constraint price_runs_pkey primary key (id)
);
create index price_runs_by_start on price_runs (started_at desc nulls last);
create index price_runs_of_source on price_runs (source, started_at desc nulls last);
create trigger price_runs_note_changes after update on price_runs referencing new table as changed for each statement execute function note_price_runs();
create trigger price_runs_note_gone after delete on price_runs referencing old table as changed for each statement execute function note_price_runs();
create trigger price_runs_note_new after insert on price_runs referencing new table as changed for each statement execute function note_price_runs();
grant select, insert, update, delete on price_runs to felt_and_foil_app;

-- Movements of the shop's balance at the card provider, as it tells them: charges, refunds, disputes, fees, payouts.
create table provider_movements (
  id uuid not null,
  provider_id text not null,
  -- The provider's own word, such as `charge` or `payout`.
  category text not null,
  -- What came in, before the fee; negative for what went out.
  amount bigint not null,
  -- What the provider kept of it; negative for a fee that came back.
  fee bigint not null,
  -- What moved it over there: a charge, a refund, a dispute, a payout.
  source_id text,
  intent_id text,
  moved_at timestamp with time zone not null,
  taken_in_at timestamp with time zone not null,
  -- When the books were found to say the same; null: not yet.
  agreed_at timestamp with time zone,
  constraint provider_movements_pkey primary key (id),
  constraint provider_movements_once unique (provider_id)
);
create index provider_movements_by_time on provider_movements (moved_at desc nulls last);
create index provider_movements_of_intent on provider_movements (intent_id, category);
create index provider_movements_of_source on provider_movements (source_id);
create index provider_movements_to_agree on provider_movements (moved_at) where (agreed_at is null);
create trigger provider_movements_check before update on provider_movements for each row execute function check_provider_movement();
create trigger provider_movements_never_deleted before delete or truncate on provider_movements for each statement execute function refuse_change();
grant select, insert, update, delete on provider_movements to felt_and_foil_app;

-- Codes to sign in with when the authenticator app is lost, each good once. Only keyed hashes are kept.
create table recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  constraint recovery_codes_user_id_code_hash_pk primary key (user_id, code_hash),
  constraint recovery_codes_user_id_users_id_fk foreign key (user_id) references users(id)
);
grant select, insert, update, delete on recovery_codes to felt_and_foil_app;

-- What a refund has left its user owing: it makes up for a loss of the house.
create table refund_debts (
  -- What its journal is about.
  id uuid not null,
  refund_id uuid not null,
  -- `house:losses`: credits that were spent, and so could not be taken back. `house:dispute_losses`: what the bank has paid as well.
  account text not null,
  amount bigint not null,
  booked_at timestamp with time zone not null,
  constraint refund_debts_pkey primary key (id),
  constraint refund_debts_once unique (refund_id, account),
  constraint refund_debts_refund_id_refunds_id_fk foreign key (refund_id) references refunds(id),
  constraint refund_debts_account_known check ((account = any (array['house:losses'::text, 'house:dispute_losses'::text]))),
  constraint refund_debts_amount_positive check ((amount > 0))
);
create trigger refund_debts_check before insert on refund_debts for each row execute function check_refund_debt();
create trigger refund_debts_never_change before delete or update or truncate on refund_debts for each statement execute function refuse_change();
grant select, insert on refund_debts to felt_and_foil_app;

-- What a refund took back of what was bought, by the account that it was in.
create table refund_parts (
  refund_id uuid not null,
  -- An account of the house; `user`: credits that were bought; `gift`: credits that an operator gave for them; `house:losses`: what nobody could give back.
  account text not null,
  amount bigint not null,
  constraint refund_parts_pkey primary key (refund_id, account),
  constraint refund_parts_refund_id_refunds_id_fk foreign key (refund_id) references refunds(id),
  constraint refund_parts_account_known check ((account = any (array['house:sales'::text, 'house:tax'::text, 'house:tax_gst'::text, 'house:tax_hst'::text, 'house:tax_qst'::text, 'house:tax_pst_bc'::text, 'house:tax_pst_sk'::text, 'house:tax_rst_mb'::text, 'house:tax_other'::text, 'house:fees'::text, 'house:shipping'::text, 'house:losses'::text, 'user'::text, 'gift'::text]))) not valid,
  constraint refund_parts_amount_positive check ((amount > 0))
);
create trigger refund_parts_never_change before delete or update or truncate on refund_parts for each statement execute function refuse_change();
grant select, insert, update, delete on refund_parts to felt_and_foil_app;

-- Money that goes back to whoever paid by card. Those of the shop are written before the provider is asked, so that it is asked once.
create table refunds (
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null,
  reason text not null,
  -- The card provider's; null until it is known.
  provider_id text,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  -- `due`: to be asked for. `pending`: the provider has it. `paid`. `failed`: it was refused, or a bank sent it back.
  state text not null default 'due'::text,
  -- `provider`: it was made outside the shop.
  origin text not null default 'shop'::text,
  -- `credits`: a card could not be paid, and credits took the place of its money. `transfer`: an operator paid it in another way. `bank`: the bank took the payment back, and so paid it.
  method text not null default 'card'::text,
  failed_at timestamp with time zone,
  -- What the provider said last when it did not pay.
  problem text,
  -- The refund that took the place of one that failed; null: the money is still owed.
  replaced_by uuid,
  -- Its buyer returned sealed packs by themselves, without an operator's yes: they can do so a few times only.
  is_by_button boolean not null default false,
  -- How an operator paid it by `transfer`, such as the number of a bank transfer.
  reference text,
  constraint refunds_pkey primary key (id),
  constraint refunds_provider_id_once unique (provider_id),
  constraint refunds_payment_id_payments_id_fk foreign key (payment_id) references payments(id),
  constraint refunds_replaced_by_fkey foreign key (replaced_by) references refunds(id),
  constraint refunds_amount_positive check ((amount > 0)),
  constraint refunds_failed_when_failed check (((state = 'failed'::text) = (failed_at is not null))),
  constraint refunds_known_to_provider check (
case
    when (method = 'card'::text) then ((provider_id is not null) or ((state = any (array['due'::text, 'failed'::text])) and (paid_at is null)))
    else ((provider_id is null) and (state = 'paid'::text))
end) not valid,
  constraint refunds_method_known check (((method = any (array['card'::text, 'credits'::text, 'transfer'::text, 'bank'::text])) and ((method = 'transfer'::text) = (reference is not null)))) not valid,
  constraint refunds_origin_known check ((origin = any (array['shop'::text, 'provider'::text]))),
  constraint refunds_paid_when_paid check (
case state
    when 'paid'::text then (paid_at is not null)
    when 'failed'::text then true
    else (paid_at is null)
end),
  constraint refunds_replaced_when_failed check (((replaced_by is null) or (state = 'failed'::text))),
  constraint refunds_state_known check ((state = any (array['due'::text, 'pending'::text, 'paid'::text, 'failed'::text])))
);
-- The few that count against a buyer.
create index refunds_by_button on refunds (created_at) where is_by_button;
create index refunds_of_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where ((state = any (array['due'::text, 'pending'::text])) or ((state = 'failed'::text) and (replaced_by is null)));
create trigger refunds_allowed_step before update on refunds for each row when (new.state <> old.state) execute function check_step('refund');
create trigger refunds_check before update on refunds for each row execute function check_refund();
create trigger refunds_keep_who_asked before update of is_by_button on refunds for each statement execute function refuse_change();
create trigger refunds_never_deleted before delete or truncate on refunds for each statement execute function refuse_change();
create trigger refunds_within_payment after insert on refunds for each row execute function check_refunded();
grant select, insert, update, delete on refunds to felt_and_foil_app;

-- Places kept for one user: until `expires_at` while held, for good once paid.
create table reservations (
  id uuid not null,
  user_id uuid not null,
  state text not null,
  -- Null once paid.
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default shop_now(),
  -- Hashes of the buyer's secrets, for the tickets of its packs in their order; null: the shop makes the secrets.
  refs bytea[],
  constraint reservations_pkey primary key (id),
  constraint reservations_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint reservations_held_expires check (((state <> 'held'::text) or (expires_at is not null))),
  constraint reservations_state_known check ((state = any (array['held'::text, 'paid'::text, 'released'::text, 'expired'::text])))
);
create index reservations_held on reservations (id) where (state = 'held'::text);
create index reservations_of_user on reservations (user_id);
create trigger reservations_keep_their_refs before update of refs on reservations for each statement execute function refuse_change();
create trigger reservations_keep_their_user before update of id, user_id on reservations for each statement execute function refuse_change();
create trigger reservations_never_deleted before delete or truncate on reservations for each statement execute function refuse_change();
grant select, insert, update on reservations to felt_and_foil_app;

-- What the public log says of retired graded cards. The database writes it from the log's entries, and takes in no pack with one of these cards.
create table retired_labels (
  -- Of the grader's number, as label_hash computes it.
  label_hash bytea not null,
  log integer not null,
  -- The first entry of its log that names the card.
  index bigint not null,
  constraint retired_labels_pkey primary key (label_hash, log),
  constraint retired_labels_entry_fkey foreign key (log, index) references log_entries(log, index),
  constraint retired_labels_hash_is_whole check ((length(label_hash) = 32))
);
create trigger retired_labels_never_change before delete or update or truncate on retired_labels for each statement execute function refuse_change();
grant select on retired_labels to felt_and_foil_app;

-- Buyers who asked to return the sealed packs of an order when they could not by themselves any more, once an order.
create table return_requests (
  order_id uuid not null,
  -- In the buyer's words.
  reason text not null,
  -- `granted`: its buyer can return them for seven days.
  state text not null default 'asked'::text,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint return_requests_pkey primary key (order_id),
  constraint return_requests_order_id_fkey foreign key (order_id) references orders(id),
  constraint return_requests_decided_once check (((state = 'asked'::text) = (decided_at is null))),
  constraint return_requests_state_known check ((state = any (array['asked'::text, 'granted'::text, 'refused'::text])))
);
create index return_requests_waiting on return_requests (asked_at) where (state = 'asked'::text);
create trigger return_requests_check before insert or update on return_requests for each row execute function check_return_request();
create trigger return_requests_never_deleted before delete or truncate on return_requests for each statement execute function refuse_change();
grant select, insert, update on return_requests to felt_and_foil_app;

-- Singles that another shop sold. Rows, not transfers: their money arrives elsewhere.
create table sales_elsewhere (
  house_card_id uuid not null,
  shop text not null,
  -- The other shop's number of the sale.
  reference text not null,
  -- In cents, before taxes.
  brought bigint not null,
  sold_at timestamp with time zone not null,
  taken_in_at timestamp with time zone not null default shop_now(),
  taken_in_by_id uuid not null,
  constraint sales_elsewhere_pkey primary key (house_card_id),
  constraint sales_elsewhere_house_card_id_fkey foreign key (house_card_id) references house_cards(id),
  constraint sales_elsewhere_taken_in_by_id_fkey foreign key (taken_in_by_id) references users(id),
  constraint sales_elsewhere_brought_something check ((brought >= 0))
);
create constraint trigger sales_elsewhere_are_of_listed after insert on sales_elsewhere deferrable initially deferred for each row execute function check_sale_elsewhere();
create trigger sales_elsewhere_never_change before delete or update or truncate on sales_elsewhere for each statement execute function refuse_change();
create trigger sales_elsewhere_note_sales after insert on sales_elsewhere referencing new table as sold for each statement execute function note_sale_elsewhere();
grant select, insert on sales_elsewhere to felt_and_foil_app;

-- Where the shop sells and ships, in versions: the newest holds. Without any, nothing is closed.
create table sales_places (
  version integer not null,
  -- Whether it sells in every place that is not listed: a demo.
  sells_elsewhere boolean not null,
  -- A list of {region, isOpen, leastAge, withdrawalDays, languages}; a region is CA-NS, US-NY, or a country.
  places jsonb not null,
  -- Whether it ships to every country that its tariff has.
  ships_elsewhere boolean not null,
  -- Countries to which it ships as well as to Canada and to its open places.
  ships_to text[] not null,
  -- Null: the first start of a server.
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  constraint sales_places_pkey primary key (version),
  constraint sales_places_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint sales_places_are_a_list check ((jsonb_typeof(places) = 'array'::text)),
  constraint sales_places_versions_begin_at_one check ((version > 0))
);
create trigger sales_places_never_change before delete or update or truncate on sales_places for each statement execute function refuse_change();
create trigger sales_places_note_new after insert on sales_places for each statement execute function note_shop();
grant select, insert, update, delete on sales_places to felt_and_foil_app;

-- A sign-in on one device. Its refresh tokens are numbered; only the newest is good.
create table sessions (
  id uuid not null,
  user_id uuid not null,
  -- The number of the newest refresh token; tokens are derived from it, none is stored.
  generation integer not null default 1,
  -- When the newest one took the place of the one before.
  rotated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  -- The family ended because a used token came back.
  reuse_detected boolean not null default false,
  user_agent text not null,
  ip text not null,
  created_at timestamp with time zone not null default now(),
  -- Whether the shop ended the session: an operator did, or the user lost a right. False if its user ended it, or if it is open.
  ended_by_shop boolean not null default false,
  constraint sessions_pkey primary key (id),
  constraint sessions_user_id_users_id_fk foreign key (user_id) references users(id)
);
create index sessions_of_user on sessions (user_id);
grant select, insert, update, delete on sessions to felt_and_foil_app;

-- Public pages of single pulls. Ended, only the address is left, which answers that it has ended.
create table shared_pulls (
  address text not null,
  user_id uuid,
  -- The physical card. No foreign key: it never goes.
  card_id uuid,
  -- The name under which its owner wanted to be named; null: none.
  shown_name text,
  -- The picture, 1200 x 630, as a JPEG; tall: 1080 x 1350.
  wide bytea,
  tall bytea,
  shared_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint shared_pulls_pkey primary key (address),
  constraint shared_pulls_user_id_fkey foreign key (user_id) references users(id),
  constraint shared_pulls_address_is_random check ((address ~ '^[A-Za-z0-9_-]{22}$'::text)),
  constraint shared_pulls_end_with_all_they_say check ((((ended_at is null) and (num_nulls(user_id, card_id, wide, tall, shared_at) = 0)) or ((ended_at is not null) and (num_nonnulls(user_id, card_id, shown_name, wide, tall, shared_at) = 0))))
);
create unique index shared_pulls_of_card on shared_pulls (card_id) where (ended_at is null);
create index shared_pulls_of_user on shared_pulls (user_id, shared_at desc) where (ended_at is null);
create trigger shared_pulls_keep before delete or update on shared_pulls for each row execute function keep_shared_pull();
grant select, insert, update, delete on shared_pulls to felt_and_foil_app;

-- The cards of a shipment. A card is in one live shipment at most, and comes back into none by itself.
create table shipment_cards (
  shipment_id uuid not null,
  card_id uuid not null,
  -- False once the shipment lapsed or was cancelled.
  is_live boolean not null default true,
  -- When a packer took the card from its shelf for this parcel, and scanned it. Null: nobody did.
  picked_at timestamp with time zone,
  constraint shipment_cards_shipment_id_card_id_pk primary key (shipment_id, card_id),
  constraint shipment_cards_card_id_physical_cards_id_fk foreign key (card_id) references physical_cards(id),
  constraint shipment_cards_shipment_id_shipments_id_fk foreign key (shipment_id) references shipments(id)
);
create unique index shipment_cards_one_live on shipment_cards (card_id) where is_live;
create trigger shipment_cards_check before insert or update on shipment_cards for each row execute function check_shipment_card();
create trigger shipment_cards_never_deleted before delete or truncate on shipment_cards for each statement execute function refuse_change();
grant select, insert, update, delete on shipment_cards to felt_and_foil_app;

-- What the carrier calls a parcel, and the label that was bought for it.
create table shipment_labels (
  shipment_id uuid not null,
  carrier_shipment_id text not null,
  asked_at timestamp with time zone not null default shop_now(),
  carrier text,
  service text,
  tracking_number text,
  label_url text,
  -- What the carrier took, in hundredths of its own currency. Not in the ledger: it is paid to the carrier elsewhere.
  amount_minor bigint,
  currency text,
  -- Null, as all that a label has: none was bought yet.
  bought_at timestamp with time zone,
  constraint shipment_labels_pkey primary key (shipment_id),
  constraint shipment_labels_carrier_shipment_id_key unique (carrier_shipment_id),
  constraint shipment_labels_shipment_id_fkey foreign key (shipment_id) references shipments(id),
  constraint shipment_labels_are_whole check ((num_nonnulls(carrier, service, tracking_number, label_url, amount_minor, currency, bought_at) = any (array[0, 7]))),
  constraint shipment_labels_cost_something check (((amount_minor >= 0) and (currency ~ '^[A-Z]{3}$'::text)))
);
create index shipment_labels_by_time on shipment_labels (bought_at desc) where (bought_at is not null);
create trigger shipment_labels_check before update on shipment_labels for each row execute function check_shipment_label();
create trigger shipment_labels_never_deleted before delete or truncate on shipment_labels for each statement execute function refuse_change();
create trigger shipment_labels_note_cost after update on shipment_labels for each row when (old.bought_at is null and new.bought_at is not null) execute function note_label_cost();
grant select, insert, update, delete on shipment_labels to felt_and_foil_app;

-- Cards on their way to their owner, in one parcel.
create table shipments (
  id uuid not null,
  user_id uuid not null,
  state text not null,
  payment_method text not null,
  base_fee bigint not null,
  weight_fee bigint not null,
  -- Null only where its person's account was deleted: the books need the parcel, not the place.
  address jsonb,
  carrier text,
  tracking_number text,
  created_at timestamp with time zone not null,
  -- When it was paid for, and so asked for; null: it is not.
  requested_at timestamp with time zone,
  packed_at timestamp with time zone,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  -- On its fee; the sum of its lines.
  tax bigint not null default 0,
  -- As of orders. Null: none.
  taxes jsonb,
  -- The region of its address, where taxes go by that. Null: parcels took no tax.
  region text,
  -- What it costs was said by this; null: it is from before there were quotes.
  quote_id uuid,
  insurance_fee bigint not null default 0,
  -- What was free, or was paid with the parcel that it goes with. It costs base, weight and insurance without this.
  reduction bigint not null default 0,
  -- What comes back if it is lost, in cents.
  insured_value bigint not null default 0,
  -- The parcel that its cards were put into, and with which they go; null: it is a parcel of its own.
  goes_with_id uuid,
  -- When an admin decided that the parcel is lost.
  lost_at timestamp with time zone,
  constraint shipments_pkey primary key (id),
  constraint shipments_goes_with_id_fkey foreign key (goes_with_id) references shipments(id),
  constraint shipments_quote_id_fkey foreign key (quote_id) references shipping_quotes(id),
  constraint shipments_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint shipments_fees check (((base_fee > 0) and (weight_fee >= 0) and (insurance_fee >= 0) and ((reduction >= 0) and (reduction <= ((base_fee + weight_fee) + insurance_fee))) and ((quote_id is not null) or (reduction = 0)))),
  constraint shipments_go_somewhere check (((address is not null) or (state = any (array['lapsed'::text, 'delivered'::text, 'cancelled'::text, 'lost'::text])))),
  constraint shipments_lost_when_lost check (((state = 'lost'::text) = (lost_at is not null))),
  constraint shipments_paid_when_requested check (((state = any (array['unpaid'::text, 'lapsed'::text])) = (requested_at is null))),
  constraint shipments_payment_method_known check ((payment_method = any (array['balance'::text, 'stripe'::text]))),
  constraint shipments_region_form check ((region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint shipments_state_known check ((state = any (array['unpaid'::text, 'lapsed'::text, 'requested'::text, 'packed'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text, 'lost'::text]))),
  constraint shipments_taxes_add_up check ((((taxes is null) and (tax = 0)) or ((jsonb_typeof(taxes) = 'array'::text) and (jsonb_array_length(taxes) <= 4) and (tax >= 0) and (tax = (((coalesce((((taxes -> 0) ->> 'amount'::text))::bigint, (0)::bigint) + coalesce((((taxes -> 1) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 2) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 3) ->> 'amount'::text))::bigint, (0)::bigint)))))),
  constraint shipments_tracked check (((state <> all (array['shipped'::text, 'delivered'::text])) or ((carrier is not null) and (tracking_number is not null) and (shipped_at is not null))))
);
-- Parcels to one postal address.
create index shipments_address_of_buyer on shipments (address_key((address ->> 'addressLine1'::text), (address ->> 'postalCode'::text), (address ->> 'country'::text)));
create index shipments_beside on shipments (goes_with_id) where (goes_with_id is not null);
create index shipments_by_state on shipments (state, requested_at);
-- For processes of the version before.
create index shipments_in_state_last_name_begins on shipments (state, lower((address ->> 'lastName'::text)) text_pattern_ops);
-- How the last name of who gets a parcel begins.
create index shipments_in_state_last_name_key_begins on shipments (state, search_key((address ->> 'lastName'::text)) text_pattern_ops);
-- For processes of the version before.
create index shipments_in_state_recipient_begins on shipments (state, lower((((address ->> 'firstName'::text) || ' '::text) || (address ->> 'lastName'::text))) text_pattern_ops);
-- How the name of who gets a parcel begins.
create index shipments_in_state_recipient_key_begins on shipments (state, search_key((((address ->> 'firstName'::text) || ' '::text) || (address ->> 'lastName'::text))) text_pattern_ops);
-- What operators look for in one of its views, by how it begins.
create index shipments_in_state_tracking_begins on shipments (state, upper(replace(tracking_number, ' '::text, ''::text)) text_pattern_ops);
create index shipments_of_quote on shipments (quote_id) where (quote_id is not null);
create index shipments_of_user on shipments (user_id, created_at);
create trigger shipments_allowed_step before update on shipments for each row when (new.state <> old.state) execute function check_step('shipment');
create trigger shipments_check before insert or update on shipments for each row execute function check_shipment();
create trigger shipments_never_deleted before delete or truncate on shipments for each statement execute function refuse_change();
grant select, insert, update, delete on shipments to felt_and_foil_app;

-- What somebody was told that these cards cost to ship, and until when that is honoured. Never changed; forgotten a while after its end where no shipment came of it.
create table shipping_quotes (
  id uuid not null,
  user_id uuid not null,
  -- The tariff that it was made by; 0: the product's own.
  tariff_version integer not null,
  service_key text not null,
  service_name text not null,
  delivery text not null,
  country text not null,
  -- The part of the country, where the price hangs on it.
  region text,
  -- In order. With goes_with_id: those that come to the others.
  card_ids uuid[] not null,
  -- Of the cards at that moment, in cents; with goes_with_id of these and those before.
  market_value bigint not null,
  -- Of the parcel as a whole.
  grams integer not null,
  -- Whether insurance was asked for beyond what the price includes.
  is_insured boolean not null,
  -- What comes back if the parcel is lost.
  insured_value bigint not null,
  base_fee bigint not null,
  weight_fee bigint not null,
  insurance_fee bigint not null,
  -- What is free, and what the parcel that these cards go along with has paid.
  reduction bigint not null,
  -- The parcel that waits and takes these cards in. Its key is that of the shipment which comes of it: of two tables that refer to each other neither could be restored first.
  goes_with_id uuid,
  -- How many cards lay in that parcel then. With another number the price would be another.
  beside_cards integer,
  made_at timestamp with time zone not null default shop_now(),
  expires_at timestamp with time zone not null,
  constraint shipping_quotes_pkey primary key (id),
  constraint shipping_quotes_user_id_fkey foreign key (user_id) references users(id),
  constraint shipping_quotes_are_of_cards check ((cardinality(card_ids) > 0)),
  constraint shipping_quotes_beside_something check (((goes_with_id is null) = (beside_cards is null))),
  constraint shipping_quotes_end check ((expires_at > made_at)),
  constraint shipping_quotes_fees check (((base_fee > 0) and (weight_fee >= 0) and (insurance_fee >= 0) and ((reduction >= 0) and (reduction <= ((base_fee + weight_fee) + insurance_fee))))),
  constraint shipping_quotes_values check (((market_value >= 0) and (insured_value >= 0) and (grams > 0)))
);
create index shipping_quotes_beside on shipping_quotes (goes_with_id) where (goes_with_id is not null);
create index shipping_quotes_by_end on shipping_quotes (expires_at);
create trigger shipping_quotes_keep before delete on shipping_quotes for each row execute function check_shipping_quote_end();
create trigger shipping_quotes_never_change before update or truncate on shipping_quotes for each statement execute function refuse_change();
grant select, insert, delete on shipping_quotes to felt_and_foil_app;

-- What operators showed and signed before the shop charges cards. Rows never change.
create table shop_opening (
  id uuid not null default gen_random_uuid(),
  -- asked: cards wait until the shop is open. open: it is, for good. mail: an operator typed a mailed code. Others: signatures.
  line text not null,
  -- Of a lawyer's opinion: the places that it covers.
  places text[] not null default '{}'::text[],
  -- The name of the signed document, which its operator keeps.
  document text,
  -- The SHA-256 of that document.
  sha256 text,
  -- Null: a server's start, a job, or the migration.
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  constraint shop_opening_pkey primary key (id),
  constraint shop_opening_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint shop_opening_acts_have_an_operator check (((line = any (array['asked'::text, 'open'::text])) or (made_by_id is not null))),
  constraint shop_opening_lines_known check ((line = any (array['asked'::text, 'open'::text, 'mail'::text, 'opinion'::text, 'approval'::text, 'sources'::text]))),
  constraint shop_opening_opinions_name_places check (((line = 'opinion'::text) = (places <> '{}'::text[]))),
  constraint shop_opening_sha256_is_hex check ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint shop_opening_signatures_name_a_document check (((line = any (array['opinion'::text, 'approval'::text, 'sources'::text])) = ((document is not null) and (sha256 is not null))))
);
create unique index shop_opening_begins_and_opens_once on shop_opening (line) where (line = any (array['asked'::text, 'open'::text]));
create trigger shop_opening_never_changes before delete or update or truncate on shop_opening for each statement execute function refuse_change();
create trigger shop_opening_note_new after insert on shop_opening for each statement execute function note_shop();
grant select, insert, update, delete on shop_opening to felt_and_foil_app;

-- The shop's name, colour, addresses and the like: a row for each time they were saved, the newest holds. Never changed.
create table shop_settings (
  -- Counts up by one. Who saves names the one they saw, so that of two at once one is refused.
  version integer not null,
  name text not null,
  -- The brand colour; all others of both themes follow from it.
  colour text not null,
  contact_email text not null,
  twitter_url text,
  facebook_url text,
  instagram_url text,
  youtube_url text,
  discord_url text,
  -- Null: the shop's name.
  mail_from_name text,
  -- Null: the contact address.
  mail_from_address text,
  -- Whether CAD stands beside amounts.
  writes_currency boolean not null,
  -- Of the copyright.
  first_year integer not null,
  -- From which count on About shows this figure; null: never. So are the next two.
  packs_opened_floor integer,
  cards_shipped_floor integer,
  packs_in_stock_floor integer,
  -- Null: by the command line.
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  -- Who sells, as receipts say it; null: the shop's name.
  seller_name text,
  -- The seller's postal address, a line each; null: nobody has said it.
  seller_address text,
  -- Under which numbers tax offices know the seller: [{name, number}].
  tax_numbers jsonb not null default '[]'::jsonb,
  -- Whether a first purchase asks for a confirmation of age.
  asks_age boolean not null default false,
  -- From which age somebody may buy, by province; those that are not here are as the product says.
  ages jsonb not null default '{}'::jsonb,
  -- The same outside of Canada.
  age_elsewhere smallint not null default 18,
  -- The logo on light ground; null: the drawn mark. So are the next two.
  logo_light text,
  logo_dark text,
  -- The icon of tabs and home screens.
  icon text,
  -- The seller's telephone number; null: not said. As of the next ones.
  seller_phone text,
  -- Null: the shop's contact address.
  seller_email text,
  -- The number under which the seller is registered as a business.
  seller_registration text,
  -- Who answers for personal data: a name, and how to reach them.
  privacy_officer text,
  constraint shop_settings_pkey primary key (version),
  constraint shop_settings_icon_fkey foreign key (icon) references pictures(name),
  constraint shop_settings_logo_dark_fkey foreign key (logo_dark) references pictures(name),
  constraint shop_settings_logo_light_fkey foreign key (logo_light) references pictures(name),
  constraint shop_settings_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint shop_settings_age_is_one check (((age_elsewhere >= 13) and (age_elsewhere <= 25))),
  constraint shop_settings_ages_are_by_province check ((jsonb_typeof(ages) = 'object'::text)),
  constraint shop_settings_colour_is_rgb check ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint shop_settings_floors_are_counts check (((packs_opened_floor >= 0) and (cards_shipped_floor >= 0) and (packs_in_stock_floor >= 0))),
  constraint shop_settings_name_is_a_line check (((name = btrim(name)) and (name <> ''::text) and (length(name) <= 40) and (name !~ '[[:cntrl:]]'::text))),
  constraint shop_settings_tax_numbers_are_a_list check ((jsonb_typeof(tax_numbers) = 'array'::text)),
  constraint shop_settings_versions_begin_at_one check ((version > 0)),
  constraint shop_settings_year check (((first_year >= 1900) and (first_year <= 2200)))
);
create trigger shop_settings_never_change before delete or update or truncate on shop_settings for each statement execute function refuse_change();
create trigger shop_settings_note_new after insert on shop_settings for each statement execute function note_shop();
grant select, insert on shop_settings to felt_and_foil_app;

-- Texts in Markdown, each time they were saved: the newest version of a key is shown. Never changed, so that what somebody read or agreed to can be looked up.
create table shop_texts (
  key text not null,
  -- Counts up by one for each key. Who saves names the one they saw, so that of two at once one is refused.
  version integer not null,
  body text not null,
  -- Of a text that is shown for some time only; null: from when it was saved.
  shown_from timestamp with time zone,
  -- Null: until another version is saved.
  shown_until timestamp with time zone,
  -- Null: by the command line.
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  constraint shop_texts_pkey primary key (key, version),
  constraint shop_texts_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint shop_texts_body_has_an_end check ((length(body) <= 100000)),
  constraint shop_texts_days_are_in_order check ((shown_until > shown_from)),
  constraint shop_texts_key_is_a_word check ((key ~ '^[a-z][a-z-]{0,39}$'::text)),
  constraint shop_texts_versions_begin_at_one check ((version > 0))
);
create trigger shop_texts_never_change before delete or update or truncate on shop_texts for each statement execute function refuse_change();
create trigger shop_texts_note_new after insert on shop_texts for each statement execute function note_shop();
grant select, insert on shop_texts to felt_and_foil_app;

-- What changed of what visitors see: rows that are added, never updated, and folded into one a pack type now and then. Written by triggers alone.
create table shown_changes (
  -- Which pack type it is about; empty: none, but the prices as a whole; /shop: what the shop says of itself. No foreign key: it would lock the pack type for each sale.
  pack_type_id text not null,
  id uuid not null default gen_random_uuid(),
  -- How many packs came on sale, or less than zero: left it. Their sum is the stock.
  packs integer not null default 0,
  -- How often what is shown changed otherwise. Their sum never falls, and counts committed changes only, however late they commit.
  changes integer not null default 0,
  constraint shown_changes_pkey primary key (pack_type_id, id)
);
grant select on shown_changes to felt_and_foil_app;

-- Cards of which a copy went on sale: rows that wait until those who wish for them are told.
create table single_arrivals (
  id bigint not null,
  card_id uuid not null,
  constraint single_arrivals_pkey primary key (id)
);
grant select, delete on single_arrivals to felt_and_foil_app;

-- The rules by which single cards get their prices, in versions: the newest holds. Without any, no single has a price.
create table single_price_rules (
  version integer not null,
  -- An ordered list of {game, setId, rarity, condition, valueFrom, valueBelow, ageDays, percent, floor}: the first that applies sets the price.
  rules jsonb not null,
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  constraint single_price_rules_pkey primary key (version),
  constraint single_price_rules_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint single_price_rules_are_a_list check ((jsonb_typeof(rules) = 'array'::text)),
  constraint single_price_rules_versions_begin_at_one check ((version > 0))
);
create trigger single_price_rules_never_change before delete or update or truncate on single_price_rules for each statement execute function refuse_change();
grant select, insert on single_price_rules to felt_and_foil_app;

-- How many cards of the house are in each state, what they cost and are worth: counted by a job where a page can't count them.
create table single_sums (
  state text not null,
  cards bigint not null,
  paid bigint not null,
  market bigint not null,
  counted_at timestamp with time zone not null default shop_clock(),
  constraint single_sums_pkey primary key (state)
);
grant select, insert, update, delete on single_sums to felt_and_foil_app;

-- When a person last read at the checkout what they spent in thirty days.
create table spending_lines (
  user_id uuid not null,
  shown_at timestamp with time zone not null,
  constraint spending_lines_pkey primary key (user_id),
  constraint spending_lines_user_id_fkey foreign key (user_id) references users(id)
);
grant select, insert, update, delete on spending_lines to felt_and_foil_app;

-- Invitations to work in the shop. Whoever has proven the address may accept one.
create table staff_invitations (
  id uuid not null,
  -- In lower case. Null once the invitation is accepted: the account has the address.
  email text,
  role text not null,
  staff_role_id uuid,
  invited_by_id uuid not null,
  invited_at timestamp with time zone not null default shop_now(),
  expires_at timestamp with time zone not null,
  accepted_by_id uuid,
  constraint staff_invitations_pkey primary key (id),
  constraint staff_invitations_accepted_by_id_fkey foreign key (accepted_by_id) references users(id),
  constraint staff_invitations_invited_by_id_fkey foreign key (invited_by_id) references users(id),
  constraint staff_invitations_staff_role_id_fkey foreign key (staff_role_id) references staff_roles(id) on delete cascade,
  constraint staff_invitations_address_until_accepted check (((email is null) = (accepted_by_id is not null))),
  constraint staff_invitations_role_known check ((role = any (array['moderator'::text, 'admin'::text, 'staff'::text]))),
  constraint staff_invitations_role_made_here check (((role = 'staff'::text) = (staff_role_id is not null)))
);
create index staff_invitations_accepted_by on staff_invitations (accepted_by_id);
create unique index staff_invitations_email_unique on staff_invitations (email);
create index staff_invitations_invited_by on staff_invitations (invited_by_id);
create index staff_invitations_staff_role on staff_invitations (staff_role_id);
create constraint trigger staff_invitations_are_accepted after update on staff_invitations deferrable initially deferred for each row execute function check_invitation();
create constraint trigger staff_invitations_are_made after insert on staff_invitations deferrable initially deferred for each row execute function check_invitation();
grant select, insert, delete on staff_invitations to felt_and_foil_app;

-- Roles made in this shop, each a set of rights (docs/product.md, section 8). The roles `moderator` and `admin` are in the code.
create table staff_roles (
  id uuid not null,
  name text not null,
  -- As in `domain/access.ts`. No role made here has the right `owner`.
  rights text[] not null,
  created_at timestamp with time zone not null default shop_now(),
  constraint staff_roles_pkey primary key (id),
  constraint staff_roles_name_length check (((length(name) >= 1) and (length(name) <= 40))),
  constraint staff_roles_rights_known check (((rights <@ array['packing'::text, 'support'::text, 'catalogue'::text, 'money'::text]) and (cardinality(rights) > 0)))
);
create unique index staff_roles_name_unique on staff_roles (lower(name));
create constraint trigger staff_roles_are_changed after update on staff_roles deferrable initially deferred for each row execute function check_staff_role('change_staff_role');
create constraint trigger staff_roles_are_made after insert on staff_roles deferrable initially deferred for each row execute function check_staff_role('make_staff_role');
create constraint trigger staff_roles_are_removed after delete on staff_roles deferrable initially deferred for each row execute function check_staff_role('remove_staff_role');
grant select, insert, delete on staff_roles to felt_and_foil_app;

-- What lies in the shop and is the shop's: packs by type, singles by game. Written anew by `value_stock`.
create table stock_values (
  line text not null,
  game text,
  pack_type_id text,
  pieces integer not null,
  -- Pieces of which nobody said what they cost. They are not in `cost`.
  without_cost integer not null,
  cost bigint not null,
  -- At market values, in cents. Null: nobody knows what these packs hold.
  market bigint,
  constraint stock_values_once unique nulls not distinct (line, game, pack_type_id),
  constraint stock_values_line_known check ((line = any (array['packs'::text, 'singles'::text]))),
  constraint stock_values_not_negative check (((pieces >= 0) and ((without_cost >= 0) and (without_cost <= pieces)) and (cost >= 0) and (market >= 0)))
);
grant select on stock_values to felt_and_foil_app;

-- The provider's events, each once.
create table stripe_events (
  id text not null,
  type text not null,
  intent_id text,
  received_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  constraint stripe_events_pkey primary key (id)
);
create index stripe_events_of_intent on stripe_events (intent_id, received_at);
create index stripe_events_to_handle on stripe_events (received_at) where (handled_at is null);
grant select, insert, update, delete on stripe_events to felt_and_foil_app;

-- One row: movements before this instant are in `day_sums`. Written by `sum_movements` alone.
create table summed_until (
  until timestamp with time zone not null
);
create unique index summed_until_once on summed_until ((true));
grant select on summed_until to felt_and_foil_app;

-- What a tax provider said that a sale takes. What it says never changes; used by one sale at most; forgotten a day after its end where none came of it.
create table tax_calculations (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- The provider's own id of it, by which it is told that the sale was made.
  provider_id text not null,
  sells text not null,
  -- What it was asked of: the price without tax, in cents, after the discount.
  taxable bigint not null,
  tax_code text not null,
  region text not null,
  -- As it was asked; forgotten when the sale is recorded.
  postal_code text,
  tax bigint not null,
  -- As orders.taxes.
  taxes jsonb not null,
  made_at timestamp with time zone not null default shop_now(),
  -- Until then a sale may be made by it.
  good_until timestamp with time zone not null,
  -- Until then the provider takes word that the sale was made.
  expires_at timestamp with time zone not null,
  -- The order or shipment that takes these taxes; null: none has yet.
  sale_id uuid,
  -- The provider's id of the sale that it was told of; null: it was not told yet.
  recorded_as text,
  -- The provider's id of what was sold in it, which a reversal names.
  line_item text,
  recorded_at timestamp with time zone,
  constraint tax_calculations_pkey primary key (id),
  constraint tax_calculations_are_told_once unique (provider_id),
  constraint tax_calculations_one_of_a_sale unique (sale_id),
  constraint tax_calculations_recorded_once unique (recorded_as),
  constraint tax_calculations_user_id_fkey foreign key (user_id) references users(id),
  constraint tax_calculations_add_up check (((jsonb_typeof(taxes) = 'array'::text) and (jsonb_array_length(taxes) <= 4) and (tax = (((coalesce((((taxes -> 0) ->> 'amount'::text))::bigint, (0)::bigint) + coalesce((((taxes -> 1) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 2) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 3) ->> 'amount'::text))::bigint, (0)::bigint))))),
  constraint tax_calculations_end check (((made_at < good_until) and (good_until <= expires_at))),
  constraint tax_calculations_of_something check (((taxable > 0) and (tax >= 0))),
  constraint tax_calculations_record_is_whole check ((((recorded_as is null) = (line_item is null)) and ((recorded_as is null) = (recorded_at is null)) and ((recorded_as is null) or (sale_id is not null)))),
  constraint tax_calculations_region_form check ((region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint tax_calculations_sells_known check ((sells = any (array['packs'::text, 'parcel'::text])))
);
create index tax_calculations_free on tax_calculations (user_id, made_at) where (sale_id is null);
create index tax_calculations_to_forget on tax_calculations (good_until) where (recorded_as is null);
create index tax_calculations_to_record on tax_calculations (made_at) where ((sale_id is not null) and (recorded_as is null));
create constraint trigger sale_takes_calculated_tax after insert or update of sale_id on tax_calculations deferrable initially deferred for each row execute function check_sale_takes_calculated_tax();
create trigger tax_calculations_keep before delete or update on tax_calculations for each row execute function check_tax_calculation();
create trigger tax_calculations_never_truncated before truncate on tax_calculations for each statement execute function refuse_change();
grant select, insert, update, delete on tax_calculations to felt_and_foil_app;

-- What went wrong with a tax provider, a row for each kind, for operators to see. No address is in it.
create table tax_problems (
  -- The provider's own word, or `unreachable`.
  code text not null,
  message text not null,
  times integer not null default 1,
  first_at timestamp with time zone not null default shop_now(),
  last_at timestamp with time zone not null default shop_now(),
  constraint tax_problems_pkey primary key (code),
  constraint tax_problems_times check ((times > 0))
);
grant select, insert, update, delete on tax_problems to felt_and_foil_app;

-- What a tax provider was told that went back of a sale: one row for each journal that took tax back out of its account.
create table tax_reversals (
  journal_id uuid not null,
  calculation_id uuid not null,
  -- What went back without tax, in cents.
  goods bigint not null,
  tax bigint not null,
  -- The provider's id of it.
  recorded_as text not null,
  recorded_at timestamp with time zone not null default shop_now(),
  constraint tax_reversals_pkey primary key (journal_id),
  constraint tax_reversals_recorded_once unique (recorded_as),
  constraint tax_reversals_calculation_id_fkey foreign key (calculation_id) references tax_calculations(id),
  constraint tax_reversals_journal_id_fkey foreign key (journal_id) references journals(id),
  constraint tax_reversals_of_something check (((goods >= 0) and (tax >= 0) and ((goods + tax) > 0)))
);
create index tax_reversals_of_calculation on tax_reversals (calculation_id);
create trigger tax_reversals_never_change before delete or update or truncate on tax_reversals for each statement execute function refuse_change();
grant select, insert on tax_reversals to felt_and_foil_app;

-- Which taxes the shop takes: a row for each time they were saved, the newest holds. Never changed.
create table tax_settings (
  -- Counts up by one. Who saves names the one they saw, so that of two at once one is refused.
  version integer not null,
  -- `flat`: one rate for all. `places`: by the table of the place. `stripe`: as Stripe Tax says.
  rule text not null,
  -- What the tax of `flat`, and of places outside Canada, is called on receipts.
  flat_name text not null,
  flat_rate numeric(7,6) not null,
  -- With `places`: of places that are not in the table.
  elsewhere_rate numeric(7,6) not null,
  -- Where a pack is supplied that is opened and kept at the shop: to the `buyer` where they live, or where the `seller` keeps it.
  packs_supplied_at text not null,
  -- Where the shop is: CA-NS, or a country.
  seller_region text,
  -- A list of {register, number, since}: which taxes the seller takes, under which number, from which day on.
  registrations jsonb not null,
  -- Null: by the command line.
  made_by_id uuid,
  made_at timestamp with time zone not null default shop_clock(),
  -- With `stripe`: what packs are there, in Stripe's list of tax codes.
  pack_tax_code text not null default 'txcd_99999999'::text,
  -- With `stripe`: what a parcel's fee is.
  parcel_tax_code text not null default 'txcd_92010001'::text,
  constraint tax_settings_pkey primary key (version),
  constraint tax_settings_made_by_id_fkey foreign key (made_by_id) references users(id),
  constraint tax_settings_codes_form check (((pack_tax_code ~ '^txcd_\d{8}$'::text) and (parcel_tax_code ~ '^txcd_\d{8}$'::text))),
  constraint tax_settings_name_is_a_line check (((flat_name = btrim(flat_name)) and (flat_name <> ''::text) and (length(flat_name) <= 20))),
  constraint tax_settings_place_known check ((packs_supplied_at = any (array['buyer'::text, 'seller'::text]))),
  constraint tax_settings_rates_are_fractions check ((((flat_rate >= (0)::numeric) and (flat_rate <= 0.3)) and ((elsewhere_rate >= (0)::numeric) and (elsewhere_rate <= 0.3)))),
  constraint tax_settings_region_form check ((seller_region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint tax_settings_registrations_are_a_list check ((jsonb_typeof(registrations) = 'array'::text)),
  constraint tax_settings_rule_known check ((rule = any (array['flat'::text, 'places'::text, 'stripe'::text]))),
  constraint tax_settings_seller_is_somewhere check (((seller_region is not null) or (rule = 'flat'::text) or (packs_supplied_at = 'buyer'::text))),
  constraint tax_settings_versions_begin_at_one check ((version > 0))
);
create trigger tax_settings_never_change before delete or update or truncate on tax_settings for each statement execute function refuse_change();
create trigger tax_settings_note_new after insert on tax_settings for each statement execute function note_shop();
grant select, insert on tax_settings to felt_and_foil_app;

-- How often a subject did what a rule counts. One row each, written outside of the transactions of the work, so that nobody's purchase waits for a count.
create table throttle_counters (
  rule text not null,
  -- Whom the rule counts (a network, an account), hashed: addresses of strangers are not kept.
  subject text not null,
  count integer not null,
  -- When the count is forgotten.
  ends_at timestamp with time zone not null,
  -- Until when the next try has to wait; null when it need not.
  waits_until timestamp with time zone,
  constraint throttle_counters_rule_subject_pk primary key (rule, subject)
);
create index throttle_counters_by_end on throttle_counters (ends_at);
grant select, insert, update, delete on throttle_counters to felt_and_foil_app;

-- What each buyer of a place of a drop was sold: a row for each sale, kept for ever.
create table tickets (
  -- The hash of a secret that the buyer has, or the shop where they sent none.
  ref bytea not null,
  -- No foreign key, as to its drop: checked once a statement, and neither ever goes.
  place_id uuid not null,
  drop_id uuid not null,
  place integer not null,
  -- The shop's own, where the buyer sent none; the buyer's once they gave the place back with it.
  secret bytea,
  issued_at timestamp with time zone not null default shop_now(),
  -- The entry of the log that tells of it.
  sealed_in bigint,
  given_back_at timestamp with time zone,
  -- The entry that tells that it was given back.
  void_in bigint,
  -- Its buyer gave the place back by their own call, with the secret: it may be sold again.
  is_freed boolean not null default false,
  constraint tickets_pkey primary key (ref),
  constraint tickets_are_freed_by_their_secrets check (((not is_freed) or (secret is not null))),
  constraint tickets_ref_is_whole check ((length(ref) = 32)),
  constraint tickets_secret_is_theirs check (((secret is null) or (ref = sha256(((convert_to('packproof/v2/ref'::text, 'UTF8'::name) || '\x00'::bytea) || secret)))))
);
create index tickets_given_back on tickets (drop_id, place) where ((given_back_at is not null) and (void_in is null));
create unique index tickets_one_live on tickets (place_id) where (given_back_at is null);
create index tickets_unsealed on tickets (drop_id, place) where (sealed_in is null);
create trigger tickets_never_deleted before delete or truncate on tickets for each statement execute function refuse_change();
create trigger tickets_of_their_places after insert on tickets referencing new table as issued for each statement execute function check_tickets();
create trigger tickets_stay before update on tickets for each row execute function keep_ticket();
grant select on tickets to felt_and_foil_app;

-- Credits that an operator gave for a top-up: they go back with it, less what was spent of them.
create table top_up_gifts (
  -- What the journal of the gift (bonus_credit) is about.
  grant_id uuid not null,
  top_up_id uuid not null,
  constraint top_up_gifts_pkey primary key (grant_id),
  constraint top_up_gifts_top_up_id_fkey foreign key (top_up_id) references top_ups(id)
);
-- The gifts for a top-up.
create index top_up_gifts_of_top_up on top_up_gifts (top_up_id);
create trigger top_up_gifts_never_change before delete or update or truncate on top_up_gifts for each statement execute function refuse_change();
grant select, insert, update, delete on top_up_gifts to felt_and_foil_app;

-- Credits to be bought by card, at the fee of that day. Its payment says where it stands.
create table top_ups (
  -- Also the id of its journal, so that a transaction keeps its id when the money comes.
  id uuid not null,
  user_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  created_at timestamp with time zone not null,
  -- As of orders.
  lives_in text,
  constraint top_ups_pkey primary key (id),
  constraint top_ups_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint top_ups_amounts check (((amount > 0) and (fee >= 0)))
);
create index top_ups_of_user on top_ups (user_id, created_at);
create trigger top_ups_are_sold_in_open_places after insert on top_ups referencing new table as placed for each statement execute function check_place_of_sale();
create trigger top_ups_are_sold_to_others after insert on top_ups referencing new table as placed for each statement execute function check_buyer_is_not_barred();
grant select, insert on top_ups to felt_and_foil_app;

-- What operators write beside a transaction. The books themselves never change.
create table transaction_notes (
  -- The id of a journal, or of a top-up on its way to become one.
  transaction_id uuid not null,
  metadata jsonb not null,
  updated_at timestamp with time zone not null,
  constraint transaction_notes_pkey primary key (transaction_id)
);
grant select, insert, update, delete on transaction_notes to felt_and_foil_app;

-- One movement of money between two accounts. Never changed, never deleted. That its journal and its accounts are there is checked without a lock on them: they never go.
create table transfers (
  journal_id uuid not null,
  leg smallint not null,
  debit_account_id text not null,
  credit_account_id text not null,
  amount bigint not null,
  -- Stamped by the database: each side's version and balance after it; null for the house.
  debit_version bigint,
  debit_balance bigint,
  credit_version bigint,
  credit_balance bigint,
  created_at timestamp with time zone not null default shop_clock(),
  -- The part of the amount that was, or became, a user's bought credits. Stamped by the database.
  bought bigint not null default 0,
  constraint transfers_credit_version_once unique (credit_account_id, credit_version),
  constraint transfers_debit_version_once unique (debit_account_id, debit_version),
  constraint transfers_leg_once unique (journal_id, leg),
  constraint transfers_amount_positive check ((amount > 0)),
  constraint transfers_bought_is_part_of_amount check (((bought >= 0) and (bought <= amount))) not valid,
  constraint transfers_two_accounts check ((debit_account_id <> credit_account_id))
);
create index transfers_by_time on transfers (created_at);
create trigger transfers_apply before insert on transfers for each row when (current_setting('felt_and_foil.stamped'::text, true) is distinct from 'on'::text) execute function apply_transfer();
create trigger transfers_are_stamped after insert on transfers referencing new table as posted for each statement when (current_setting('felt_and_foil.stamped'::text, true) = 'on'::text) execute function check_stamps();
create trigger transfers_never_change before delete or update or truncate on transfers for each statement execute function refuse_change();
create trigger transfers_note_late after insert on transfers for each row when (new.created_at < (clock_timestamp() - '00:01:00'::interval)) execute function note_late('created_at');
create trigger transfers_note_move before insert on transfers for each row when (current_setting('felt_and_foil.moved'::text, true) is distinct from 'on'::text) execute function note_move();
create trigger transfers_permitted after insert on transfers referencing new table as posted for each statement execute function check_transfers();
grant select on transfers to felt_and_foil_app;

-- What made up payments, people or stock in this database. Production does not start on one that has a row.
create table trials (
  kind text not null,
  -- When it first wrote here, or when a migration found what it had written.
  since timestamp with time zone not null default shop_now(),
  constraint trials_pkey primary key (kind),
  constraint trials_kind_check check ((kind = any (array['demo'::text, 'sandbox'::text])))
);
create trigger trials_never_change before delete or update or truncate on trials for each statement execute function refuse_change();
grant select, insert on trials to felt_and_foil_app;

-- The token with which an operator sets up their first second factor. Good once; a new one voids it.
create table two_factor_tokens (
  user_id uuid not null,
  -- Keyed: the database alone gives nobody a token.
  token_hash text not null,
  expires_at timestamp with time zone not null,
  constraint two_factor_tokens_pkey primary key (user_id),
  constraint two_factor_tokens_user_id_fkey foreign key (user_id) references users(id)
);
grant select, insert, update, delete on two_factor_tokens to felt_and_foil_app;

-- The second factor of an account: a secret that an authenticator app shares with the shop.
create table two_factors (
  user_id uuid not null,
  -- Sealed with a key derived from AUTH_SECRET: the database alone gives nobody a code.
  sealed_secret text not null,
  -- Null: the person has not proven yet that their app has it, so it guards nothing.
  confirmed_at timestamp with time zone,
  -- The newest time step whose code was taken: each code is good once.
  last_step bigint,
  created_at timestamp with time zone not null,
  constraint two_factors_pkey primary key (user_id),
  constraint two_factors_user_id_users_id_fk foreign key (user_id) references users(id)
);
create trigger two_factors_note_operators after insert or delete or update of sealed_secret, confirmed_at on two_factors for each row execute function note_operator_account('user_id');
create constraint trigger two_factors_of_operators_begin after insert on two_factors deferrable initially deferred for each row when (new.confirmed_at is not null) execute function check_operator_account('user_id', 'two_factor_on');
create constraint trigger two_factors_of_operators_end after delete on two_factors deferrable initially deferred for each row when (old.confirmed_at is not null) execute function check_operator_account('user_id', 'two_factor_off remove_two_factor');
create constraint trigger two_factors_of_operators_stay after update of user_id, sealed_secret, confirmed_at on two_factors deferrable initially deferred for each row when ((new.user_id is distinct from old.user_id or new.sealed_secret is distinct from old.sealed_secret or new.confirmed_at is distinct from old.confirmed_at) and (old.confirmed_at is not null or new.confirmed_at is not null)) execute function check_operator_account('user_id', 'two_factor_on');
grant select, insert, update, delete on two_factors to felt_and_foil_app;

create table users (
  id uuid not null,
  -- In lower case: addresses are compared without case.
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
  -- Reminders list cards of this market value or more first; null: no such list.
  auto_ship_threshold bigint,
  default_shipping_method text not null default 'standard'::text,
  privacy_level text not null default 'private'::text,
  -- Null: it is the one of the registration.
  password_changed_at timestamp with time zone,
  -- The person asked for the account to be deleted, which is done at that instant; null: they did not.
  deletion_due_at timestamp with time zone,
  -- Since then the row says nothing about the person; the books still need its id.
  erased_at timestamp with time zone,
  -- The role made in this shop. It counts only while `role` is `staff`.
  staff_role_id uuid,
  -- The conditions of which an operator wants to hear nothing.
  alerts_off text[] not null default '{}'::text[],
  -- The account of an API key, under which is recorded what the key does. It has no address, no password and no credits; its `email` is the key's name.
  is_key boolean not null default false,
  -- When an operator imported the account. Its owner accepts the shop's terms with their first password. Null: they signed up.
  imported_at timestamp with time zone,
  constraint users_pkey primary key (id),
  constraint users_email_unique unique (email),
  constraint users_staff_role_fk foreign key (staff_role_id) references staff_roles(id) on delete set null not valid,
  constraint users_auto_ship_threshold_not_negative check ((auto_ship_threshold >= 0)),
  constraint users_email_lower_case check (((email = lower(email)) or is_key)) not valid,
  constraint users_keys_sign_in_nowhere check (((not is_key) or ((role = 'user'::text) and (password_hash = ''::text) and (position(('@'::text) in (email)) = 0)))) not valid,
  constraint users_role_known check ((role = any (array['user'::text, 'moderator'::text, 'admin'::text, 'staff'::text]))) not valid,
  constraint users_staff_have_a_role check (((role <> 'staff'::text) or (staff_role_id is not null))) not valid
);
create index users_by_time on users (created_at, id);
-- How an address begins.
create index users_email_key_begins on users (search_key(email) text_pattern_ops);
-- Accounts with one mailbox.
create index users_email_of_buyer on users (email_key(email));
-- For processes of the version before.
create index users_email_start on users (email text_pattern_ops);
-- For processes of the version before.
create index users_last_word_of_name on users ("substring"(lower(full_name), '\s(\S+)$'::text) text_pattern_ops) where (full_name is not null);
-- How the last word of a name begins.
create index users_last_word_of_name_key on users ("substring"(search_key(full_name), '\s(\S+)$'::text) text_pattern_ops);
-- For processes of the version before.
create index users_name_begins on users (lower(full_name) text_pattern_ops) where (full_name is not null);
-- For processes of the version before.
create index users_name_from_second_word on users ("substring"(lower(full_name), '^\S+\s+(.+)$'::text) text_pattern_ops) where (full_name is not null);
-- For processes of the version before.
create index users_name_from_third_word on users ("substring"(lower(full_name), '^\S+\s+\S+\s+(.+)$'::text) text_pattern_ops) where (full_name is not null);
-- How a name begins.
create index users_name_key_begins on users (search_key(full_name) text_pattern_ops);
-- How a name begins without its first word.
create index users_name_key_from_second_word on users ("substring"(search_key(full_name), '^\S+\s+(.+)$'::text) text_pattern_ops);
-- How a name begins without its first two words.
create index users_name_key_from_third_word on users ("substring"(search_key(full_name), '^\S+\s+\S+\s+(.+)$'::text) text_pattern_ops);
-- Most users are active shoppers: only the others are worth an index.
create index users_of_role on users (role, created_at) where (role <> 'user'::text);
-- Most users are active shoppers: only the others are worth an index.
create index users_out_of_the_ordinary on users (created_at) where ((erased_at is not null) or (locked_at is not null) or (deletion_due_at is not null));
create index users_staff_role on users (staff_role_id) where (staff_role_id is not null);
-- For processes of the version before.
create index users_username_begins on users (lower(username) text_pattern_ops);
-- How a username begins.
create index users_username_key_begins on users (search_key(username) text_pattern_ops);
create constraint trigger users_begin_without_role after insert on users deferrable initially deferred for each row when (new.role <> 'user'::text) execute function check_role();
create trigger users_erase_their_files after update of erased_at on users for each row when (new.erased_at is not null and old.erased_at is null) execute function erase_document_files();
create trigger users_erase_their_marks after update of erased_at on users for each row when (new.erased_at is not null and old.erased_at is null) execute function erase_buyer_marks();
create constraint trigger users_keep_operators_email after update of email on users deferrable initially deferred for each row when (old.role <> 'user'::text and old.email_verified_at is not null and new.email <> old.email) execute function check_operator_account('id', 'email_changed');
create constraint trigger users_keep_operators_lock after update of locked_at on users deferrable initially deferred for each row when (old.role <> 'user'::text and new.locked_at is distinct from old.locked_at) execute function check_operator_account('id', 'lock_user unlock_user');
create constraint trigger users_keep_operators_password after update of password_hash on users deferrable initially deferred for each row when (old.role <> 'user'::text and old.email_verified_at is not null and new.password_hash <> old.password_hash) execute function check_operator_account('id', 'password_changed sign_in');
create constraint trigger users_keep_operators_proof after update of email_verified_at on users deferrable initially deferred for each row when (old.role <> 'user'::text and old.email_verified_at is not null and new.email_verified_at is null) execute function check_operator_account('id', '');
create trigger users_note_operators after update of email, password_hash, role, staff_role_id, locked_at, erased_at on users for each row when (old.role <> 'user'::text or new.role <> 'user'::text) execute function note_operator_account('id');
create trigger users_note_operators_begin after insert on users for each row when (new.role <> 'user'::text) execute function note_operator_account('id');
create trigger users_open_ledger_account after insert on users for each row when (not new.is_key) execute function open_ledger_account();
create constraint trigger users_role_is_given after update of role, staff_role_id on users deferrable initially deferred for each row when ((new.role <> old.role or new.role = 'staff'::text and new.staff_role_id is distinct from old.staff_role_id) and new.erased_at is null) execute function check_role();
grant select, insert, update, delete on users to felt_and_foil_app;

-- Events that are or were sent, one row for each endpoint: the outbox. Written in the transaction of what an event tells.
create table webhook_deliveries (
  -- Events of one subject are sent in this order.
  id bigint not null,
  -- No foreign key: purchases would lock the endpoint, all of them the same row (choice 1037).
  endpoint_id uuid not null,
  -- What receivers get as webhook-id, the same at each try and at each endpoint.
  event_id uuid not null,
  type text not null,
  -- What the event is about.
  subject text not null,
  -- The person whom the event names. Their erasure deletes the row.
  user_id uuid,
  -- The event's own part of the body, as JSON. It names people by id alone.
  data text not null,
  created_at timestamp with time zone not null default shop_now(),
  -- The earliest time of the next try. A process moves this ahead before it tries, so that no other process tries too.
  due_at timestamp with time zone not null default shop_now(),
  tries integer not null default 0,
  -- The first failure since it was last delivered or its endpoint resumed.
  failing_since timestamp with time zone,
  tried_at timestamp with time zone,
  delivered_at timestamp with time zone,
  -- The HTTP status of the last answer, as the next two. Null: there was none.
  status smallint,
  -- The beginning of its text.
  response text,
  -- Why there was no answer.
  problem text,
  constraint webhook_deliveries_pkey primary key (id)
);
create index webhook_deliveries_by_subject on webhook_deliveries (endpoint_id, subject, id) where (delivered_at is null);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where (delivered_at is null);
create index webhook_deliveries_of_users on webhook_deliveries (user_id) where (user_id is not null);
grant select, insert, update, delete on webhook_deliveries to felt_and_foil_app;

-- Addresses to which the shop sends its events.
create table webhook_endpoints (
  id uuid not null,
  name text not null,
  url text not null,
  -- The types of events that are sent there (domain/shop-event.ts).
  events text[] not null,
  -- The secret that signs, encrypted under AUTH_SECRET and bound to the endpoint.
  sealed_secret text not null,
  -- The secret before. It signs too until `secret_before_until`.
  sealed_secret_before text,
  secret_before_until timestamp with time zone,
  created_at timestamp with time zone not null default shop_now(),
  -- Since when nothing is sent. Events are stored meanwhile.
  paused_at timestamp with time zone,
  pause_reason text,
  -- Rounds in a row in which every call failed.
  failed_rounds integer not null default 0,
  -- The endpoint is down, and is not called before this time.
  rests_until timestamp with time zone,
  -- An operator removed it. A job deletes it after its deliveries.
  removed_at timestamp with time zone,
  constraint webhook_endpoints_pkey primary key (id),
  constraint webhook_endpoints_hear_something check ((cardinality(events) > 0)),
  constraint webhook_endpoints_name_form check (((name = btrim(name)) and ((length(name) >= 1) and (length(name) <= 60)))),
  constraint webhook_endpoints_pause_has_a_reason check (((paused_at is null) = (pause_reason is null))),
  constraint webhook_endpoints_pause_reason_known check ((pause_reason = any (array['operator'::text, 'failing'::text, 'gone'::text]))),
  constraint webhook_endpoints_secret_before_ends check (((sealed_secret_before is null) = (secret_before_until is null))),
  constraint webhook_endpoints_url_form check (((url ~ '^https?://'::text) and (length(url) <= 2000)))
);
create unique index webhook_endpoints_named_once on webhook_endpoints (lower(name)) where (removed_at is null);
grant select, insert, update, delete on webhook_endpoints to felt_and_foil_app;

-- Answers of the sandbox by Idempotency-Key.
create table sandbox.answers (
  key text not null,
  fingerprint text not null,
  status integer not null,
  body jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint answers_pkey primary key (key)
);
create trigger answers_are_a_trial after insert on sandbox.answers for each row execute function note_sandbox_trial();
grant select, insert, update, delete on sandbox.answers to felt_and_foil_app;

-- The sandbox's events, on their way to the shop's webhook.
create table sandbox.events (
  id text not null,
  body jsonb not null,
  attempts integer not null default 0,
  -- Null once delivered or given up.
  next_attempt_at timestamp with time zone default clock_timestamp(),
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint events_pkey primary key (id)
);
create index events_due on sandbox.events (next_attempt_at) where (next_attempt_at is not null);
create trigger events_are_a_trial after insert on sandbox.events for each row execute function note_sandbox_trial();
grant select, insert, update, delete on sandbox.events to felt_and_foil_app;

-- What the sandbox keeps: intents, refunds, customers and payment methods, as Stripe would answer them.
create table sandbox.objects (
  id text not null,
  kind text not null,
  body jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint objects_pkey primary key (id)
);
create index objects_of_kind on sandbox.objects (kind, created_at);
create trigger objects_are_a_trial after insert on sandbox.objects for each row execute function note_sandbox_trial();
grant select, insert, update, delete on sandbox.objects to felt_and_foil_app;
