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

-- Which state of a thing may follow which; check_step refuses the others. Written by migrations alone.
create table allowed_steps (
  -- What refusals call it: a place is a pack.
  thing text not null,
  old text not null,
  new text not null,
  constraint allowed_steps_pkey primary key (thing, old, new)
);
grant select on allowed_steps to felt_and_foil_app;

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
create trigger card_labels_never_change before delete or update or truncate on card_labels for each statement execute function refuse_change();
-- felt_and_foil_app may do nothing with it.

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
  constraint card_sets_game_known check ((game = any (array['magic'::text, 'pokemon'::text, 'yugioh'::text])))
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
  constraint card_wishes_pkey primary key (user_id, card_id),
  constraint card_wishes_card_id_fkey foreign key (card_id) references cards(id),
  constraint card_wishes_user_id_fkey foreign key (user_id) references users(id),
  constraint card_wishes_line_has_a_side check ((((line is null) = (line_is_above is null)) and (line > 0) and ((line_told_at is null) or (line is not null))))
);
create index card_wishes_of_card on card_wishes (card_id) where (told_at is null);
create index card_wishes_to_tell on card_wishes (user_id) where ((told_at is null) and (came_in <> '{}'::text[]));
create index card_wishes_with_line on card_wishes (card_id) where ((line is not null) and (line_told_at is null));
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
create constraint trigger drops_are_moved_by_operators after update of state on drops deferrable initially deferred for each row when (new.state <> old.state) execute function check_drop_moved();
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
  constraint ledger_accounts_pkey primary key (id),
  constraint ledger_accounts_one_per_debtor unique (debtor_id),
  constraint ledger_accounts_one_per_user unique (owner_id),
  constraint ledger_accounts_debtor_id_users_id_fk foreign key (debtor_id) references users(id),
  constraint ledger_accounts_owner_id_users_id_fk foreign key (owner_id) references users(id),
  constraint ledger_accounts_balance_not_negative check ((balance >= 0)),
  constraint ledger_accounts_house_has_no_balance check (((balance = 0) or (owner_id is not null) or (debtor_id is not null)))
);
create trigger ledger_accounts_never_deleted before delete or truncate on ledger_accounts for each statement execute function refuse_change();
create trigger ledger_accounts_of_user_debtor_or_house before insert on ledger_accounts for each row when (
        case
            when new.owner_id is not null then new.id = new.owner_id::text and new.debtor_id is null
            when new.debtor_id is not null then new.id = ('debt:'::text || new.debtor_id)
            else starts_with(new.id, 'house:'::text)
        end is not true) execute function refuse_account();
create trigger ledger_accounts_stay_what_they_are before update of id, owner_id, debtor_id on ledger_accounts for each statement execute function refuse_change();
grant select on ledger_accounts to felt_and_foil_app;

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
  constraint notices_pkey primary key (id),
  constraint notices_user_id_fkey foreign key (user_id) references users(id),
  constraint notices_tell_their_kind check ((((line is not null) = (kind = 'price'::text)) and ((market_value is not null) = (kind = 'price'::text)) and ((amount is not null) = (kind = any (array['ending'::text, 'converted'::text, 'locked'::text, 'refunded'::text]))) and (coalesce(amount, (0)::bigint) >= 0) and ((subject_id is not null) = (kind = any (array['shipped'::text, 'refunded'::text]))) and
case
    when (kind = 'stock'::text) then ((pack_type_ids <> '{}'::text[]) and (card_ids <> '{}'::uuid[]))
    when (kind = 'back'::text) then ((cardinality(pack_type_ids) = 1) and (card_ids = '{}'::uuid[]))
    when (kind = 'price'::text) then ((pack_type_ids = '{}'::text[]) and (cardinality(card_ids) = 1))
    when (kind = any (array['ending'::text, 'converted'::text, 'locked'::text, 'shipped'::text])) then ((pack_type_ids = '{}'::text[]) and (card_ids <> '{}'::uuid[]))
    when (kind = 'refunded'::text) then ((pack_type_ids = '{}'::text[]) and (card_ids = '{}'::uuid[]))
    else false
end))
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
  constraint one_time_codes_purpose_known check ((purpose = any (array['verify_email'::text, 'reset_password'::text, 'change_email'::text])))
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
  constraint orders_pkey primary key (id),
  constraint orders_id_reservations_id_fk foreign key (id) references reservations(id),
  constraint orders_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint orders_amounts_not_negative check (((subtotal >= 0) and ((discount >= 0) and (discount <= subtotal)) and (tax >= 0) and (processing_fee >= 0))),
  constraint orders_payment_method_known check ((payment_method = any (array['balance'::text, 'stripe'::text]))),
  constraint orders_region_form check ((region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint orders_taxes_add_up check (((taxes is null) or ((jsonb_typeof(taxes) = 'array'::text) and (jsonb_array_length(taxes) <= 4) and (tax = (((coalesce((((taxes -> 0) ->> 'amount'::text))::bigint, (0)::bigint) + coalesce((((taxes -> 1) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 2) ->> 'amount'::text))::bigint, (0)::bigint)) + coalesce((((taxes -> 3) ->> 'amount'::text))::bigint, (0)::bigint)))))),
  constraint orders_total_adds_up check ((total = (((subtotal - discount) + tax) + processing_fee)))
);
create index orders_by_time on orders (created_at, id);
create index orders_of_discount_code on orders (upper(discount_code), created_at) where (discount_code is not null);
create index orders_of_method on orders (payment_method, created_at, id);
create index orders_of_user on orders (user_id, created_at);
create index orders_paid on orders (paid_at desc nulls last, id) where (paid_at is not null);
create index orders_unpaid on orders (created_at, id) where (paid_at is null);
create trigger orders_check_discount before insert on orders for each row when (new.discount_code is not null or new.discount > 0) execute function check_discount();
create trigger orders_check_discount_when_paid before update of paid_at on orders for each row when (old.paid_at is null and new.paid_at is not null) execute function check_discount();
create trigger orders_keep_their_return_limits before update of has_return_limits on orders for each statement execute function refuse_change();
grant select, insert, update, delete on orders to felt_and_foil_app;

-- Types of which packs came in, or were put back: rows that wait until those who wish for their cards are told.
create table pack_arrivals (
  id bigint not null,
  pack_type_id text not null,
  constraint pack_arrivals_pkey primary key (id)
);
grant select, delete on pack_arrivals to felt_and_foil_app;

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
  -- The higher price it is reduced from, if it is.
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
  constraint pack_types_pkey primary key (id),
  constraint pack_types_picture_pictures_name_fk foreign key (picture) references pictures(name),
  constraint pack_types_set_id_card_sets_id_fk foreign key (set_id) references card_sets(id),
  constraint pack_types_card_count check (((card_count >= 1) and (card_count <= 100))),
  constraint pack_types_original_price_higher check ((original_price > price)),
  constraint pack_types_price_positive check ((price > 0)),
  constraint pack_types_promises_hits_fit check (((promises_hits >= 1) and (promises_hits <= card_count))),
  constraint pack_types_promises_rarity_known check ((promises_rarity = any (array['uncommon'::text, 'rare'::text, 'mythic'::text]))),
  constraint pack_types_purchase_limit_positive check ((purchase_limit > 0))
);
create index pack_types_of_picture on pack_types (picture) where (picture is not null);
create trigger pack_types_check_promises after update of promises_foil, promises_rarity, promises_hits on pack_types for each row when (old.promises_foil is distinct from new.promises_foil or old.promises_rarity is distinct from new.promises_rarity or old.promises_hits is distinct from new.promises_hits) execute function check_promises_made();
create trigger pack_types_keep before update on pack_types for each row when (old.card_count <> new.card_count or old.set_id <> new.set_id or old.id <> new.id) execute function keep_pack_type();
create trigger pack_types_keep_drop_price before update of price on pack_types for each row when (new.price <> old.price) execute function keep_drop_price();
create trigger pack_types_note_changes after update on pack_types referencing new table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_gone after delete on pack_types referencing old table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_new after insert on pack_types referencing new table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_price after update on pack_types for each row when (old.price <> new.price) execute function note_values();
create constraint trigger pack_types_terms_are_changed after update of price, purchase_limit on pack_types deferrable initially deferred for each row when (new.price <> old.price or new.purchase_limit is distinct from old.purchase_limit) execute function check_pack_terms();
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
create trigger payments_check before update on payments for each row execute function check_payment();
create trigger payments_never_deleted before delete or truncate on payments for each statement execute function refuse_change();
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
  -- Who opened its pack. The house owns it again once it is sold or converted.
  opened_by_id uuid not null,
  opened_at timestamp with time zone not null,
  auto_convert_at timestamp with time zone,
  -- What was paid for it when it was sold back or converted.
  exit_price bigint,
  -- When it became the house's again.
  exited_at timestamp with time zone,
  -- When its shipment was asked for, and when it arrived; null again if the shipment was cancelled.
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  -- The last reminder of its conversion was written this many days ahead; null: none yet.
  reminded_days smallint,
  constraint physical_cards_pkey primary key (id),
  constraint physical_cards_place_once unique (pack_id, "position"),
  constraint physical_cards_exit_has_price check ((((status = any (array['sold'::text, 'converted'::text])) = (exit_price is not null)) and ((status = any (array['sold'::text, 'converted'::text, 'reclaimed'::text])) = (exited_at is not null)))),
  constraint physical_cards_exit_price_not_negative check ((exit_price >= 0)),
  constraint physical_cards_lock_has_reason check (((status = 'locked'::text) = (lock_reason is not null))),
  constraint physical_cards_on_their_way check ((((status = any (array['shipped'::text, 'delivered'::text])) = (shipped_at is not null)) and ((status = 'delivered'::text) = (delivered_at is not null)))),
  constraint physical_cards_reminded_days_known check ((reminded_days = any (array[7, 3, 1]))),
  constraint physical_cards_status_known check ((status = any (array['available'::text, 'locked'::text, 'sold'::text, 'converted'::text, 'shipped'::text, 'delivered'::text, 'reclaimed'::text])))
);
create index physical_cards_locked on physical_cards (lock_reason, auto_convert_at, id) where (status = 'locked'::text);
create index physical_cards_of_user on physical_cards (opened_by_id, status, opened_at);
create index physical_cards_to_convert on physical_cards (auto_convert_at) where (status = 'available'::text);
create trigger physical_cards_allowed_step before update on physical_cards for each row when (new.status <> old.status) execute function check_step('card');
create trigger physical_cards_are_revealed after insert on physical_cards referencing new table as revealed for each statement execute function check_revealed_cards();
create trigger physical_cards_check before update on physical_cards for each row when (new.status <> old.status) execute function check_physical_card();
create trigger physical_cards_keep_time before update on physical_cards for each row when (new.auto_convert_at is distinct from old.auto_convert_at) execute function check_card_time();
create trigger physical_cards_keep_what_they_are before update of id, pack_id, card_id, "position", condition, opened_by_id, opened_at on physical_cards for each statement execute function keep_revealed_cards();
create trigger physical_cards_keep_with_dispute before update on physical_cards for each row when ((old.status = any (array['available'::text, 'locked'::text, 'shipped'::text])) and (new.status is distinct from old.status or new.lock_reason is distinct from old.lock_reason) and (old.lock_reason = 'dispute'::text or new.lock_reason = 'dispute'::text or (new.status = any (array['available'::text, 'shipped'::text, 'reclaimed'::text])))) execute function keep_card_with_dispute();
create trigger physical_cards_keep_with_shipment before update on physical_cards for each row when (new.status <> old.status) execute function keep_card_with_shipment();
create trigger physical_cards_never_deleted before delete or truncate on physical_cards for each statement execute function refuse_change();
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
create trigger places_note_return after update on places for each row when (old.state = 'withdrawn'::text and new.state = 'available'::text) execute function note_arrival();
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
  -- An account of the house; `user`: credits that were bought; `house:losses`: what nobody could give back.
  account text not null,
  amount bigint not null,
  constraint refund_parts_pkey primary key (refund_id, account),
  constraint refund_parts_refund_id_refunds_id_fk foreign key (refund_id) references refunds(id),
  constraint refund_parts_account_known check ((account = any (array['house:sales'::text, 'house:tax'::text, 'house:tax_gst'::text, 'house:tax_hst'::text, 'house:tax_qst'::text, 'house:tax_pst_bc'::text, 'house:tax_pst_sk'::text, 'house:tax_rst_mb'::text, 'house:tax_other'::text, 'house:fees'::text, 'house:shipping'::text, 'house:losses'::text, 'user'::text]))),
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
  -- `credits`: a card could not be paid, and credits took the place of its money. `bank`: the bank took the payment back, and so paid it.
  method text not null default 'card'::text,
  failed_at timestamp with time zone,
  -- What the provider said last when it did not pay.
  problem text,
  -- The refund that took the place of one that failed; null: the money is still owed.
  replaced_by uuid,
  -- Its buyer returned sealed packs by themselves, without an operator's yes: they can do so a few times only.
  is_by_button boolean not null default false,
  constraint refunds_pkey primary key (id),
  constraint refunds_provider_id_once unique (provider_id),
  constraint refunds_payment_id_payments_id_fk foreign key (payment_id) references payments(id),
  constraint refunds_replaced_by_fkey foreign key (replaced_by) references refunds(id),
  constraint refunds_amount_positive check ((amount > 0)),
  constraint refunds_failed_when_failed check (((state = 'failed'::text) = (failed_at is not null))),
  constraint refunds_known_to_provider check (
case
    when (method = any (array['credits'::text, 'bank'::text])) then ((provider_id is null) and (state = 'paid'::text))
    else ((provider_id is not null) or ((state = any (array['due'::text, 'failed'::text])) and (paid_at is null)))
end),
  constraint refunds_method_known check ((method = any (array['card'::text, 'credits'::text, 'bank'::text]))),
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
create trigger shipment_labels_check before update on shipment_labels for each row execute function check_shipment_label();
create trigger shipment_labels_never_deleted before delete or truncate on shipment_labels for each statement execute function refuse_change();
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
  constraint shipments_pkey primary key (id),
  constraint shipments_goes_with_id_fkey foreign key (goes_with_id) references shipments(id),
  constraint shipments_quote_id_fkey foreign key (quote_id) references shipping_quotes(id),
  constraint shipments_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint shipments_fees check (((base_fee > 0) and (weight_fee >= 0) and (insurance_fee >= 0) and ((reduction >= 0) and (reduction <= ((base_fee + weight_fee) + insurance_fee))) and ((quote_id is not null) or (reduction = 0)))),
  constraint shipments_go_somewhere check (((address is not null) or (state = any (array['lapsed'::text, 'delivered'::text, 'cancelled'::text])))),
  constraint shipments_paid_when_requested check (((state = any (array['unpaid'::text, 'lapsed'::text])) = (requested_at is null))),
  constraint shipments_payment_method_known check ((payment_method = any (array['balance'::text, 'stripe'::text]))),
  constraint shipments_region_form check ((region ~ '^[A-Z]{2}(-[A-Z]{2})?$'::text)),
  constraint shipments_state_known check ((state = any (array['unpaid'::text, 'lapsed'::text, 'requested'::text, 'packed'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
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

-- Credits to be bought by card, at the fee of that day. Its payment says where it stands.
create table top_ups (
  -- Also the id of its journal, so that a transaction keeps its id when the money comes.
  id uuid not null,
  user_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  created_at timestamp with time zone not null,
  constraint top_ups_pkey primary key (id),
  constraint top_ups_user_id_users_id_fk foreign key (user_id) references users(id),
  constraint top_ups_amounts check (((amount > 0) and (fee >= 0)))
);
create index top_ups_of_user on top_ups (user_id, created_at);
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
  constraint transfers_credit_version_once unique (credit_account_id, credit_version),
  constraint transfers_debit_version_once unique (debit_account_id, debit_version),
  constraint transfers_leg_once unique (journal_id, leg),
  constraint transfers_amount_positive check ((amount > 0)),
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
  constraint users_pkey primary key (id),
  constraint users_email_unique unique (email),
  constraint users_auto_ship_threshold_not_negative check ((auto_ship_threshold >= 0)),
  constraint users_email_lower_case check ((email = lower(email))),
  constraint users_role_known check ((role = any (array['user'::text, 'moderator'::text, 'admin'::text])))
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
create trigger users_note_operators after update of email, password_hash, role, locked_at, erased_at on users for each row when (old.role <> 'user'::text or new.role <> 'user'::text) execute function note_operator_account('id');
create trigger users_note_operators_begin after insert on users for each row when (new.role <> 'user'::text) execute function note_operator_account('id');
create trigger users_open_ledger_account after insert on users for each row execute function open_ledger_account();
create constraint trigger users_role_is_given after update of role on users deferrable initially deferred for each row when (new.role <> old.role and new.erased_at is null) execute function check_role();
grant select, insert, update, delete on users to felt_and_foil_app;

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

create or replace function account_pause(p_user uuid)
 returns text
 language plpgsql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  return case
    when exists (select from disputes where user_id = p_user and state = 'open' and pause_lifted_at is null)
      then 'dispute'
    when exists (select from ledger_accounts where debtor_id = p_user and balance > 0) then 'debt'
  end;
end
$function$;
grant execute on function account_pause(uuid) to felt_and_foil_app;

-- The accounts that share a card, a verified mailbox or the address of a parcel that left with one, and those that share one with these.
create or replace function accounts_of_buyer(p_user uuid)
 returns table(id uuid)
 language sql
 stable rows 2
AS $function$
  with recursive same (id) as (
    select p_user
    union
    select other.id from same cross join lateral (
      select b.user_id as id from payments a join payments b on b.card_fingerprint = a.card_fingerprint
      where a.user_id = same.id and a.card_fingerprint is not null
      union all
      select b.id from users a join users b on email_key(b.email) = email_key(a.email)
      where a.id = same.id and a.email_verified_at is not null and b.email_verified_at is not null
      union all
      select s.user_id from (
        select distinct address_key(address ->> 'addressLine1', address ->> 'postalCode', address ->> 'country') as key
        from shipments where user_id = same.id and state in ('shipped', 'delivered')
      ) k join shipments s on address_key(s.address ->> 'addressLine1', s.address ->> 'postalCode', s.address ->> 'country') = k.key
        and s.state in ('shipped', 'delivered')
    ) other
  )
  -- So many accounts of one buyer are as good as all.
  select same.id from same limit 200
$function$;
grant execute on function accounts_of_buyer(uuid) to public;

create or replace function acts_as_owner()
 returns boolean
 language sql
 stable
AS $function$
  select pg_has_role(current_user, relowner, 'member') from pg_class where oid = 'public.users'::regclass
$function$;
grant execute on function acts_as_owner() to public;

-- A postal address without signs and spaces, case and accents. Null: it is none.
create or replace function address_key(p_line text, p_postal_code text, p_country text)
 returns text
 language sql
 immutable parallel safe
AS $function$
  select translate(public.search_key(nullif(p_country, '') || '|' || nullif(p_postal_code, '') || '|' || nullif(p_line, '')), ' .,;:#''/-', '')
$function$;
grant execute on function address_key(text,text,text) to public;

-- What a transfer adds to the figures of the overview.
create or replace function amounts_of(t transfers)
 returns table(sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint)
 language sql
 immutable parallel safe
AS $function$
  select
    case 'house:sales' when t.credit_account_id then t.amount when t.debit_account_id then -t.amount else 0 end,
    case when t.debit_account_id = 'house:sales' then t.amount else 0 end,
    case when t.debit_account_id = 'house:card_clearing' and t.credit_version is not null then t.amount else 0 end,
    case when t.debit_account_id = 'house:buyback' then t.amount else 0 end,
    case when t.credit_version is not null and t.credit_account_id not like 'debt:%' then t.amount else 0 end
      - case when t.debit_version is not null and t.debit_account_id not like 'debt:%' then t.amount else 0 end
$function$;
grant execute on function amounts_of(transfers) to public;

create or replace function apply_transfer()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function audit_log_hash(entry audit_log, previous text)
 returns text
 language sql
 immutable
AS $function$
  select encode(sha256(convert_to(
    concat_ws(e'\x1f', previous, entry.id, extract(epoch from entry.at), entry.actor_id, entry.action,
      entry.subject_kind, entry.subject_id, entry.before::text, entry.after::text, entry.ip, entry.request_id),
    'UTF8')), 'hex')
$function$;
grant execute on function audit_log_hash(audit_log,text) to public;

create or replace function begin_log()
 returns trigger
 language plpgsql
AS $function$
begin
  -- One writer at a time, until it has committed: the log has one end.
  perform pg_advisory_xact_lock(7046021);
  if new.number <= (select max(number) from logs) then
    raise exception 'A log comes after those before it' using errcode = 'check_violation';
  end if;
  if exists (select from logs)
    and not pg_has_role(session_user, (select relowner from pg_class where oid = 'public.logs'::regclass), 'member') then
    raise exception 'Another log is begun by the owner of the database alone' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
grant execute on function begin_log() to public;

-- Which promises a sealed pack of a type would break.
create or replace function broken_promises(p_type text, p_foil boolean, p_rarity text, p_hits integer)
 returns text[]
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(distinct b.promise), '{}')
  from places p join pack_secrets s on s.pack_id = p.pack_id
  cross join unnest(promises_broken_by(s.document, p_foil, p_rarity, p_hits)) as b (promise)
  where p.pack_type_id = p_type and p.state not in ('opened', 'withdrawn')
    and (p_foil or p_rarity is not null or p_hits is not null)
$function$;
grant execute on function broken_promises(text,boolean,text,integer) to felt_and_foil_app;

create or replace function buyer_of(p_journal journals, out name text, out address text)
 returns record
 language sql
 stable
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function buyer_of(journals) to public;

-- For processes of the version before.
create or replace function cards_called_like(p_words text, p_most integer default 200)
 returns table(card_id uuid, likeness real)
 language sql
 stable rows 50
 set "pg_trgm.word_similarity_threshold" to '0.45'
AS $function$
  select id, word_similarity(lower(p_words), lower(name)) from cards
  where lower(p_words) <% lower(name) order by 2 desc, market_value desc, id limit p_most
$function$;
grant execute on function cards_called_like(text,integer) to public;

-- The cards that are in counted packs of types for sale, or can be in those of types without figures of today.
create or replace function cards_in_packs()
 returns setof uuid
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  with on_sale as materialized (
    select t.id, coalesce(f.sealed = f.packs, false) as is_counted
    from pack_types t left join pack_type_facts f on f.pack_type_id = t.id
    where t.is_available and (select sum(k.packs) from shown_changes k where k.pack_type_id = t.id) > 0
  )
  select k.card_id from on_sale o join counted_cards k on k.pack_type_id = o.id where o.is_counted
  union
  select c.card_id from on_sale o join pack_type_cards c on c.pack_type_id = o.id where not o.is_counted
$function$;
grant execute on function cards_in_packs() to felt_and_foil_app;

-- The cards whose names are most like a search key, however it is spelt.
create or replace function cards_named_like(p_key text, p_most integer)
 returns table(card_id uuid, likeness real)
 language sql
 stable rows 50
 set "pg_trgm.word_similarity_threshold" to '0.45'
AS $function$
  select id, word_similarity(p_key, search_key(name)) from cards
  where p_key <% search_key(name) order by 2 desc, market_value desc, id limit p_most
$function$;
grant execute on function cards_named_like(text,integer) to public;

create or replace function chain_audit_log()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function chain_log_entry()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_card_time()
 returns trigger
 language plpgsql
AS $function$
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
$function$;
grant execute on function check_card_time() to public;

create or replace function check_checkpoint()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_discount()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_dispute()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
  if new.state = 'lost' and old.state <> 'lost' then
    insert into ledger_accounts (id, debtor_id) values ('debt:' || new.user_id, new.user_id) on conflict do nothing;
  end if;
  return new;
end
$function$;

-- Who a document was made out to stays, until the account is erased.
create or replace function check_document_buyer()
 returns trigger
 language plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if exists (select from users where id = old.user_id and erased_at is null) then
      raise exception 'A document keeps its buyer' using errcode = 'restrict_violation';
    end if;
    return null;
  end if;
  raise exception 'A document keeps its buyer' using errcode = 'restrict_violation';
end $function$;
grant execute on function check_document_buyer() to public;

-- A document's file stays as it is until the account is erased.
create or replace function check_document_file()
 returns trigger
 language plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    -- Whoever erases the account has its user locked: either waits for the other.
    perform from journals j join users u on u.id = j.user_id
    where j.id = new.journal_id and u.erased_at is null for share of u;
    if not found then
      raise exception 'An erased account has no files' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (
    select from journals j join users u on u.id = j.user_id where j.id = old.journal_id and u.erased_at is null) then
    return old;
  end if;
  raise exception 'A document keeps its file' using errcode = 'restrict_violation';
end $function$;
grant execute on function check_document_file() to public;

create or replace function check_documents_of(p_packs uuid[])
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_drop_moved()
 returns trigger
 language plpgsql
AS $function$
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
$function$;
grant execute on function check_drop_moved() to public;

create or replace function check_drop_size()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_journals()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_market_value()
 returns trigger
 language plpgsql
AS $function$
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
$function$;
grant execute on function check_market_value() to public;

create or replace function check_new_places()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
  if exists (select from added where id <> pack_id) then
    raise exception 'A place has the id of its pack' using errcode = 'restrict_violation', constraint = 'places_are_their_packs';
  end if;
  perform check_documents_of(array(select pack_id from added));
  return null;
end
$function$;

create or replace function check_openings()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set enable_seqscan to 'off'
AS $function$
begin
  if exists (
    select from opened o left join lateral (select state, buyer_id from places where pack_id = o.pack_id limit 1) l on true
    where (l.state, l.buyer_id) is distinct from ('opened', o.user_id)
  ) then
    raise exception 'An opening is of a pack that its user has opened' using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

create or replace function check_operator_account()
 returns trigger
 language plpgsql
AS $function$
declare
  who uuid := (coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::uuid;
  causes text[] := string_to_array(tg_argv[1], ' ');
begin
  if acts_as_owner()
    or not exists (select from users where id = who and role <> 'user' and erased_at is null)
    -- A factor on an address that nobody has proven may be a stranger's, who gets no mail.
    or tg_table_name = 'two_factors' and exists (select from users where id = who and email_verified_at is null)
    or exists (select from mails where user_id = who and kind = any (causes) and xmin = pg_current_xact_id()::xid)
    or exists (
      select from audit_log where subject_id = who::text and action = any (causes) and xmin = pg_current_xact_id()::xid)
    -- A hash that is renewed as its password is typed.
    or 'sign_in' = any (causes) and exists (
      select from sessions where user_id = who and xmin = pg_current_xact_id()::xid)
  then
    return null;
  end if;
  raise exception 'What operator % signs in with changes only with their knowledge, or by an operator', who
    using errcode = 'restrict_violation';
end
$function$;
grant execute on function check_operator_account() to public;

create or replace function check_order_lines()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function check_order_lines() to public;

create or replace function check_pack_terms()
 returns trigger
 language plpgsql
AS $function$
begin
  if acts_as_owner() or is_recorded('change_pack_type', new.id, jsonb_build_object(
    'purchaseLimit', new.purchase_limit, 'price', new.price / 100.0)) then
    return null;
  end if;
  raise exception 'The price and the limit of % are changed by an operator', new.id using errcode = 'restrict_violation';
end
$function$;
grant execute on function check_pack_terms() to public;

-- Zones and services are saved in the transaction of their version.
create or replace function check_parcel_tariff_part()
 returns trigger
 language plpgsql
AS $function$
begin
  if not exists (
    select from parcel_tariffs where version = new.version and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'A version of what parcels cost is saved as a whole' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
grant execute on function check_parcel_tariff_part() to public;

create or replace function check_payment()
 returns trigger
 language plpgsql
AS $function$
begin
  if (new.id, new.user_id, new.purpose, new.subject_id, new.amount)
      is distinct from (old.id, old.user_id, old.purpose, old.subject_id, old.amount)
    or (old.intent_id is not null and new.intent_id is distinct from old.intent_id) then
    raise exception 'A payment keeps its user, its purpose, its amount and its intent' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
grant execute on function check_payment() to public;

create or replace function check_physical_card()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if old.status = 'shipped' and new.status = 'locked' and new.lock_reason is distinct from 'dispute' then
    raise exception 'A card can''t go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

create or replace function check_place()
 returns trigger
 language plpgsql
AS $function$
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
  -- What `allowed_steps` can't say: who opens a pack writes the opening and the cards beside it, and who moves loose packs to and
  -- from a drop goes by its state. Only the functions of the database do.
  if (new.state = 'opened' or old.state = 'available' and new.state = 'waiting' or old.state = 'waiting' and new.state = 'available')
    and not acts_as_owner() then
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
$function$;
grant execute on function check_place() to public;

create or replace function check_price_by_hand()
 returns trigger
 language plpgsql
AS $function$
begin
  if acts_as_owner()
    or is_recorded('set_price', new.card_id::text, jsonb_build_object('amount', new.amount_minor / 100.0)) then
    return null;
  end if;
  raise exception 'A price by hand is set by an operator' using errcode = 'restrict_violation';
end
$function$;
grant execute on function check_price_by_hand() to public;

create or replace function check_promises_made()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if broken_promises(new.id, new.promises_foil, new.promises_rarity, new.promises_hits) <> '{}' then
    raise exception 'A sealed pack of % breaks what is promised of it', new.id
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$function$;

create or replace function check_provider_movement()
 returns trigger
 language plpgsql
AS $function$
begin
  if (new.id, new.provider_id, new.category, new.amount, new.fee, new.source_id, new.intent_id, new.moved_at, new.taken_in_at)
      is distinct from (old.id, old.provider_id, old.category, old.amount, old.fee, old.source_id, old.intent_id, old.moved_at, old.taken_in_at)
    or old.agreed_at is not null then
    raise exception 'What the card provider told stays as it was told' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

create or replace function check_refund()
 returns trigger
 language plpgsql
AS $function$
begin
  if (new.id, new.payment_id, new.amount, new.origin, new.method, new.created_at)
      is distinct from (old.id, old.payment_id, old.amount, old.origin, old.method, old.created_at)
    or (old.provider_id is not null and new.provider_id is distinct from old.provider_id)
    or (old.paid_at is not null and new.paid_at is distinct from old.paid_at)
    or (old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by) then
    raise exception 'A refund is paid once, as it was written down' using errcode = 'restrict_violation';
  end if;
  -- A bank may send the money back days later, to a card alone: what `allowed_steps` can't say.
  if old.state = 'paid' and new.state = 'failed' and old.method <> 'card' then
    raise exception 'A refund can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
grant execute on function check_refund() to public;

create or replace function check_refund_debt()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_refunded()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_return_request()
 returns trigger
 language plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if not exists (select from orders where id = new.order_id and paid_at is not null and has_return_limits) or new.state <> 'asked' then
      raise exception 'A return is asked for after paying, where there is a limit' using errcode = 'check_violation';
    end if;
  elsif (new.order_id, new.asked_at) is distinct from (old.order_id, old.asked_at)
    or (old.state <> 'asked' and (new.state, new.decided_at) is distinct from (old.state, old.decided_at)) then
    raise exception 'A return is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
grant execute on function check_return_request() to public;

create or replace function check_revealed_cards()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set enable_seqscan to 'off'
AS $function$
declare
  wrong record;
  short record;
begin
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
    or not coalesce(c.auto_convert_at <= c.opened_at + interval '30 days', false)
  limit 1;
  if found then
    select id into short from revealed
    where not coalesce(auto_convert_at <= opened_at + interval '30 days', false) limit 1;
    if found then
      raise exception 'Card % keeps its thirty days', short.id using errcode = 'restrict_violation';
    end if;
    raise exception 'An opening reveals what the document of pack % says', wrong.pack_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

create or replace function check_role()
 returns trigger
 language plpgsql
AS $function$
begin
  if acts_as_owner() then
    return null;
  end if;
  if new.role <> 'user' and not exists (select from users where id = new.id and email_verified_at is not null) then
    raise exception 'The role % is for a verified address', new.role using errcode = 'restrict_violation';
  end if;
  if is_recorded('change_role', new.id::text, jsonb_build_object('role', new.role)) and not exists (
    select from audit_log l left join users a on a.id = l.actor_id and a.role = 'admin' and a.id <> new.id
    where l.subject_id = new.id::text and l.action = 'change_role' and l.xmin = pg_current_xact_id()::xid and a.id is null
  ) then
    return null;
  end if;
  raise exception 'The role % is given by an admin', new.role using errcode = 'restrict_violation';
end
$function$;
grant execute on function check_role() to public;

-- Who uses a calculation takes its taxes, to the cent and line by line, of the same price.
create or replace function check_sale_takes_calculated_tax()
 returns trigger
 language plpgsql
AS $function$
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
end $function$;
grant execute on function check_sale_takes_calculated_tax() to public;

create or replace function check_shipment()
 returns trigger
 language plpgsql
AS $function$
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
$function$;
grant execute on function check_shipment() to public;

create or replace function check_shipment_card()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

-- A parcel has one label of one carrier, for good.
create or replace function check_shipment_label()
 returns trigger
 language plpgsql
AS $function$
begin
  if old.bought_at is not null or (new.shipment_id, new.carrier_shipment_id, new.asked_at)
      is distinct from (old.shipment_id, old.carrier_shipment_id, old.asked_at) then
    raise exception 'A label that was bought stays as it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;
grant execute on function check_shipment_label() to public;

-- A quote is honoured until its end.
create or replace function check_shipping_quote_end()
 returns trigger
 language plpgsql
AS $function$
begin
  if old.expires_at >= shop_now() then
    raise exception 'A quote that is still good is not forgotten' using errcode = 'restrict_violation';
  end if;
  return old;
end $function$;
grant execute on function check_shipping_quote_end() to public;

create or replace function check_stamps()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function check_step()
 returns trigger
 language plpgsql
AS $function$
declare
  was text;
  becomes text;
begin
  if tg_table_name = 'physical_cards' then
    was := old.status;
    becomes := new.status;
  else
    was := old.state;
    becomes := new.state;
  end if;
  if not exists (select from allowed_steps s where s.thing = tg_argv[0] and s.old = was and s.new = becomes) then
    raise exception 'A % can''t go from % to %', tg_argv[0], was, becomes
      using errcode = 'restrict_violation', constraint = tg_argv[0] || '_takes_its_steps';
  end if;
  return new;
end
$function$;
grant execute on function check_step() to public;

create or replace function check_taken_places()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set enable_seqscan to 'off'
AS $function$
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
    select count(*)::int into held from places where buyer_id = taken.buyer_id and pack_type_id = taken.pack_type_id;
    if held > taken.most then
      raise exception 'The user would have % packs of %, and may have %', held, taken.pack_type_id, taken.most
        using errcode = 'check_violation', constraint = 'places_purchase_limit';
    end if;
  end loop;
  return null;
end
$function$;

-- A calculation keeps what it says, is used by one sale, and is recorded once.
create or replace function check_tax_calculation()
 returns trigger
 language plpgsql
AS $function$
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
end $function$;
grant execute on function check_tax_calculation() to public;

create or replace function check_tickets()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from issued i left join lateral (
      select l.drop_id, l.number from places l join drops d on d.id = l.drop_id where l.id = i.place_id limit 1
    ) l on true
    where (l.drop_id, l.number) is distinct from (i.drop_id, i.place)
  ) then
    raise exception 'A ticket is of a place of its drop: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'tickets_of_their_places';
  end if;
  return null;
end
$function$;

create or replace function check_transfers()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set enable_seqscan to 'off'
AS $function$
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
$function$;

create or replace function compare_packs(p_serials text[], p_contents text[], p_session uuid, p_ip text, p_request text)
 returns table(serial text, is_same boolean)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function compare_packs(text[],text[],uuid,text,text) to felt_and_foil_app;

-- Keeps card_counts. Cards are never deleted.
create or replace function count_cards()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
end $function$;

create or replace function count_contents(p_type text, out odds jsonb, out filling jsonb)
 returns record
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function count_contents(text) to felt_and_foil_app;

create or replace function count_facts(p_type text)
 returns setof pack_type_facts
 language sql
 stable
AS $function$
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
$function$;

-- Counts the cards of packs that were opened, each pack once.
create or replace function count_opened(p_packs uuid[])
 returns void
 language sql
AS $function$
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
$function$;

-- The times of a draft and who may buy, until it is published.
create or replace function decide_drop(p_id uuid, p_opens_at timestamp with time zone, p_closes_by timestamp with time zone, p_staff_may_buy boolean, p_opens_itself boolean)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  update drops set opens_at = p_opens_at, closes_by = p_closes_by, staff_may_buy = p_staff_may_buy, opens_itself = p_opens_itself
  where id = p_id and state = 'draft'
$function$;
grant execute on function decide_drop(uuid,timestamp with time zone,timestamp with time zone,boolean,boolean) to felt_and_foil_app;

create or replace function discard_drop(p_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  update drops set state = 'given_up', closed_at = shop_now() where id = p_id and state = 'draft';
  if not found then
    raise exception 'Only a draft is discarded' using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  update places set drop_id = null, state = shelf_state(pack_type_id, null) where drop_id = p_id;
end
$function$;
grant execute on function discard_drop(uuid) to felt_and_foil_app;

create or replace function disputes_of_order(p_order uuid)
 returns text
 language plpgsql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  return (
    select min(d.state) from payments y join disputes d on d.payment_id = y.id
    where y.purpose = 'order' and y.subject_id = p_order and d.state in ('open', 'lost')
  );
end
$function$;
grant execute on function disputes_of_order(uuid) to felt_and_foil_app;

create or replace function document_end(p_pack_type text, p_serial text, p_certification text, p_taken_in_at timestamp with time zone)
 returns text
 language sql
 stable
AS $function$
  select format('],"certification":%s,"packType":%s,"serial":%s,"takenInAt":%s,"v":2}',
    to_json(normalize(p_certification)), to_json(p_pack_type), to_json(normalize(p_serial)),
    floor(extract(epoch from p_taken_in_at))::bigint)
$function$;
grant execute on function document_end(text,text,text,timestamp with time zone) to public;

-- Sets loose packs of a type aside, those first that came in first; of one intake, where its times are told.
create or replace function draft_drop(p_id uuid, p_type text, p_most integer, p_chain text, p_opens_at timestamp with time zone, p_closes_by timestamp with time zone, p_staff_may_buy boolean, p_received_from timestamp with time zone, p_received_to timestamp with time zone)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function draft_drop(uuid,text,integer,text,timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,timestamp with time zone) to felt_and_foil_app;

create or replace function draw_rank()
 returns double precision
 language sql
AS $function$
  select ('x' || encode(substr(uuid_send(gen_random_uuid()), 1, 6), 'hex'))::bit(48)::bigint / 281474976710656.0::float8
$function$;
grant execute on function draw_rank() to public;

create or replace function drop_faults()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
  union all
  -- Every ticket that was sold is in its seal, and every one in a seal was sold.
  select format('ticket at place %s of %s is not the one in its seal', coalesce(k.place, s.place), coalesce(k.drop_id, s.drop_id))
  from (
    select d.id as drop_id, e.index, s.hash, s.place from drops d join log_entries e on e.manifest = d.hash and e.kind = 'seal'
    cross join lateral jsonb_to_recordset(e.data::jsonb->'tickets') as s (hash text, place int) where d.state <> 'given_up'
  ) s full join (
    select t.drop_id, t.sealed_in, t.place, ticket_hash(t) as hash from tickets t join drops d on d.id = t.drop_id
    where d.state <> 'given_up' and t.sealed_in is not null
  ) k on k.drop_id = s.drop_id and k.sealed_in = s.index and k.place = s.place and k.hash = s.hash
  where k.hash is null or s.hash is null
$function$;
grant execute on function drop_faults() to felt_and_foil_app;

create or replace function drop_photograph(p_pack uuid, p_position integer)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  before text;
begin
  delete from card_photographs where pack_id = p_pack and position = p_position returning picture into before;
  perform drop_picture(before);
end
$function$;
grant execute on function drop_photograph(uuid,integer) to felt_and_foil_app;

create or replace function drop_picture(p_name text)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  delete from pictures where name = p_name;
exception when foreign_key_violation then
  null;
end
$function$;
grant execute on function drop_picture(text) to felt_and_foil_app;

-- An e-mail address without the spellings that reach the same mailbox.
create or replace function email_key(p_email text)
 returns text
 language sql
 immutable parallel safe
AS $function$
  select case
    when split_part(split_part(p_email, '@', 1), '+', 1) = '' or split_part(p_email, '@', 2) = '' then p_email
    when split_part(p_email, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(p_email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(p_email, '@', 1), '+', 1) || '@' || split_part(p_email, '@', 2)
  end
$function$;
grant execute on function email_key(text) to public;

create or replace function erase_buyer_marks()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  update payments set card_fingerprint = null where user_id = new.id and card_fingerprint is not null;
  update return_requests r set reason = 'erased' from orders o where o.id = r.order_id and o.user_id = new.id;
  return null;
end
$function$;
grant execute on function erase_buyer_marks() to public;

-- Erases the files of an account with the account.
create or replace function erase_document_files()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  delete from document_files f using journals j where j.id = f.journal_id and j.user_id = new.id;
  return null;
end $function$;
grant execute on function erase_document_files() to public;

create or replace function facts_counted_wrong()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
      or c.packs is null and f.pack_type_id is not null
    union all
    select h.pack_type_id from potential_hits h join pack_type_facts f on f.pack_type_id = h.pack_type_id
    left join counted_cards c on c.pack_type_id = h.pack_type_id and c.card_id = h.card_id
    where h.packs is distinct from c.packs
  )
  select distinct s.id from settled s join wrong w on w.type = s.id
$function$;
grant execute on function facts_counted_wrong() to felt_and_foil_app;

-- What buyers will be told of a draft's packs, and those that it takes over; never of fewer than twenty.
create or replace function facts_of_draft(p_id uuid, p_succeeds uuid)
 returns setof pack_type_facts
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function facts_of_draft(uuid,uuid) to felt_and_foil_app;

-- The audit: types with figures, or chances of a single card, of fewer than twenty sealed packs.
create or replace function facts_of_too_few()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  -- Two who open at the same moment don't see each other; what they left due is settled by whoever looks next.
  select f.pack_type_id from pack_type_facts f
  where has_few_counted(f.pack_type_id) and not exists (
    select from facts_due d left join places p on p.pack_id = d.pack_id
    where f.pack_type_id = coalesce(d.pack_type_id, p.pack_type_id))
  union
  select h.pack_type_id from potential_hits h
  where h.packs is not null and not exists (select from pack_type_facts f where f.pack_type_id = h.pack_type_id)
$function$;
grant execute on function facts_of_too_few() to felt_and_foil_app;

-- Puts the rows of each pack type in shown_changes together into one.
create or replace function fold_shown_changes()
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
end $function$;
grant execute on function fold_shown_changes() to felt_and_foil_app;

create or replace function free_tickets(p_reservation uuid, p_secrets bytea[])
 returns bigint
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function free_tickets(uuid,bytea[]) to felt_and_foil_app;

create or replace function give_up_drops()
 returns void
 language plpgsql
AS $function$
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
$function$;

create or replace function has_drops()
 returns boolean
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select exists (select from drops where manifest is not null)
$function$;
grant execute on function has_drops() to felt_and_foil_app;

-- Whether fewer than twenty of the packs that a type's figures are counted over are sealed now.
create or replace function has_few_counted(p_type text)
 returns boolean
 language plpgsql
 stable
AS $function$
begin
  -- Not in SQL, which would be planned anew by each opening. Each place is looked up: a join may read those of all packs ever opened.
  return (select count(*) < 20 from (
    select from counted_packs k
    cross join lateral (select state from places where pack_id = k.pack_id limit 1) p
    where k.pack_type_id = p_type and k.is_counted and p.state not in ('opened', 'withdrawn') limit 20
  ) sealed);
end
$function$;

-- Whether this transaction has moved money or stock so far.
create or replace function has_moved()
 returns boolean
 language sql
 stable
AS $function$ select coalesce(pg_catalog.current_setting('felt_and_foil.moved', true), '') = 'on' $function$;
grant execute on function has_moved() to public;

-- The cards of highest value in a draft's packs, as settle_facts lists them.
create or replace function hits_of_draft(p_id uuid, p_succeeds uuid)
 returns table(card_id uuid, packs integer)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select o.card_id, o.packs from (
    select distinct on (c.name) h.card_id, h.packs, c.name, c.market_value
    from (
      select k.card_id, count(distinct s.pack_id)::int as packs
      from pack_secrets s cross join unnest(s.card_ids) k (card_id)
      where s.pack_id = any (packs_of_draft(p_id, p_succeeds)) group by 1
    ) h join cards c on c.id = h.card_id
    order by c.name, c.market_value desc, c.id
  ) o order by o.market_value desc, o.name, o.card_id limit 10
$function$;
grant execute on function hits_of_draft(uuid,uuid) to felt_and_foil_app;

create or replace function is_pack_whole(p_pack uuid)
 returns boolean
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select exists (
    select from physical_packs p join pack_secrets s on s.pack_id = p.id
    where p.id = p_pack and p.commitment = pack_commitment(s.salt, s.document))
$function$;
grant execute on function is_pack_whole(uuid) to felt_and_foil_app;

create or replace function is_recorded(p_action text, p_subject text, p_after jsonb)
 returns boolean
 language sql
 stable
AS $function$
  select exists (
    select from audit_log
    where subject_id = p_subject and action = p_action and after @> p_after and xmin = pg_current_xact_id()::xid
  )
$function$;
grant execute on function is_recorded(text,text,jsonb) to public;

create or replace function issue_tickets()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  moved record;
  bought uuid;
  refs bytea[];
  used int;
  given bytea;
  drawn bytea;
begin
  for moved in
    select a.id, a.drop_id, a.number, a.reservation_id, b.state in ('sold', 'disputed') as is_back
    from after a join before b on b.id = a.id
    where a.drop_id is not null and (
      a.state in ('sold', 'opened') and b.state in ('available', 'reserved')
      or a.state in ('waiting', 'withdrawn') and b.state in ('sold', 'disputed'))
    order by a.reservation_id, a.drop_id, a.number
  loop
    if moved.is_back then
      update tickets set given_back_at = shop_now() where place_id = moved.id and given_back_at is null;
      continue;
    end if;
    if moved.reservation_id is distinct from bought then
      bought := moved.reservation_id;
      select r.refs into refs from reservations r where r.id = bought;
      if refs is not null then
        -- Behind those of its packs that were sold in a statement before this one.
        select count(*)::int into used from places p where p.reservation_id = bought
          and exists (select from tickets t where t.place_id = p.id and t.given_back_at is null);
      end if;
    end if;
    given := null;
    drawn := null;
    if refs is not null then
      used := used + 1;
      given := refs[used];
      -- One that was used meanwhile: what is paid by card is delivered all the same.
      if exists (select from tickets where ref = given) then
        given := null;
      end if;
    end if;
    if given is null then
      drawn := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
      given := sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || drawn);
    end if;
    insert into tickets (ref, place_id, drop_id, place, secret) values (given, moved.id, moved.drop_id, moved.number, drawn);
  end loop;
  return null;
end
$function$;

create or replace function keep_card_with_dispute()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function keep_card_with_shipment()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function keep_discount_terms()
 returns trigger
 language plpgsql
AS $function$
begin
  raise exception 'The terms of a discount code never change' using errcode = 'check_violation';
end
$function$;

create or replace function keep_drop()
 returns trigger
 language plpgsql
AS $function$
begin
  if (new.id, new.pack_type_id, new.chain, new.created_at) is distinct from (old.id, old.pack_type_id, old.chain, old.created_at)
    or old.state <> 'draft' and (new.opens_at, new.closes_by, new.staff_may_buy, new.opens_itself)
      is distinct from (old.opens_at, old.closes_by, old.staff_may_buy, old.opens_itself)
    or old.manifest is not null and (new.manifest, new.hash, new.number) is distinct from (old.manifest, old.hash, old.number)
    or old.state in ('closed', 'given_up') then
    raise exception 'A drop stays as it was published' using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  return new;
end
$function$;
grant execute on function keep_drop() to public;

create or replace function keep_drop_leaf()
 returns trigger
 language plpgsql
AS $function$
begin
  if (new.drop_id, new.leaf, new.pack_id) is distinct from (old.drop_id, old.leaf, old.pack_id)
    or old.place is not null and new.place is distinct from old.place
    or old.shown_in is not null and new.shown_in is distinct from old.shown_in then
    raise exception 'A pack of a drop keeps its leaf and its place' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
grant execute on function keep_drop_leaf() to public;

create or replace function keep_drop_price()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if exists (select from drops where pack_type_id = new.id and state in ('published', 'open', 'paused')) then
    raise exception 'The price of % is fixed by its drop', new.id
      using errcode = 'restrict_violation', constraint = 'drop_keeps_its_price';
  end if;
  return new;
end
$function$;

-- Keeps at most so many hours that are over, and as many again that something late came to. Returns how many; none while somebody is writing whom it could not see.
create or replace function keep_hours(p_most integer)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
end $function$;
grant execute on function keep_hours(integer) to felt_and_foil_app;

create or replace function keep_loose_waiting(p_type text)
 returns void
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  with loose as materialized (
    select id from places where pack_type_id = p_type and state = 'available' and rank < 1 and drop_id is null
      and shelf_state(p_type, null) = 'waiting' for update skip locked
  )
  update places p set state = 'waiting' from loose l where p.id = l.id
$function$;
grant execute on function keep_loose_waiting(text) to felt_and_foil_app;

create or replace function keep_order_line()
 returns trigger
 language plpgsql
AS $function$
begin
  raise exception 'A line of an order keeps its pack type' using errcode = 'restrict_violation';
end
$function$;
grant execute on function keep_order_line() to public;

create or replace function keep_pack()
 returns trigger
 language plpgsql
AS $function$
begin
  if new.commitment is distinct from old.commitment then
    raise exception 'A physical pack keeps its commitment' using errcode = 'restrict_violation';
  end if;
  raise exception 'A physical pack keeps its id, type and serial' using errcode = 'restrict_violation';
end
$function$;
grant execute on function keep_pack() to public;

create or replace function keep_pack_type()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if exists (select from physical_packs where pack_type_id = new.id) then
    raise exception 'A pack type with packs keeps its set and its number of cards'
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

create or replace function keep_photograph(p_pack uuid, p_position integer, p_picture text)
 returns boolean
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function keep_photograph(uuid,integer,text) to felt_and_foil_app;

create or replace function keep_picture(p_name text, p_form text, p_width integer, p_height integer, p_widths integer[], p_formats text[], p_files bytea[])
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function keep_picture(text,text,integer,integer,integer[],text[],bytea[]) to felt_and_foil_app;

create or replace function keep_promises()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  came uuid[];
begin
  -- A promise that is being made now is waited for, and holds for these packs.
  if tg_op = 'INSERT' then
    perform from pack_types where id in (select pack_type_id from added) order by id for share;
    came := array(
      select a.pack_id from added a join pack_types t on t.id = a.pack_type_id
      where t.promises_foil or t.promises_rarity is not null or t.promises_hits is not null);
  else
    perform from pack_types where id = new.pack_type_id for share;
    came := array[new.pack_id];
  end if;
  if exists (
    select from places p join pack_types t on t.id = p.pack_type_id join pack_secrets s on s.pack_id = p.pack_id
    where p.pack_id = any (came)
      and promises_broken_by(s.document, t.promises_foil, t.promises_rarity, t.promises_hits) <> '{}'
  ) then
    raise exception 'A pack breaks what its type promises'
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$function$;

create or replace function keep_revealed_cards()
 returns trigger
 language plpgsql
AS $function$
begin
  raise exception 'What a pack holds never changes, and a card is revealed once, to one user' using errcode = 'restrict_violation';
end
$function$;
grant execute on function keep_revealed_cards() to public;

-- An address that somebody was given never shows anything else.
create or replace function keep_shared_pull()
 returns trigger
 language plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or old.ended_at is not null then
    raise exception 'a page that has ended stays ended' using errcode = 'check_violation';
  end if;
  if new.address <> old.address or new.card_id is distinct from old.card_id and new.ended_at is null
    or new.user_id is distinct from old.user_id and new.ended_at is null then
    raise exception 'an address is of one pull' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create or replace function keep_ticket()
 returns trigger
 language plpgsql
AS $function$
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
$function$;
grant execute on function keep_ticket() to public;

create or replace function known_labels(p_labels text[])
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select w.label from unnest(p_labels) w (label) join card_labels l on l.label = upper(w.label)
$function$;
grant execute on function known_labels(text[]) to felt_and_foil_app;

create or replace function live_ticket(p_place uuid)
 returns jsonb
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  return (
    select jsonb_build_object('place_id', t.place_id, 'place', t.place, 'ref', encode(t.ref, 'hex'),
      'issued_at', floor(extract(epoch from t.issued_at))::bigint, 'hash', encode(d.hash, 'hex'),
      'shop', d.manifest::jsonb->>'shop', 'ticketKey', d.manifest::jsonb->>'ticketKey')
    from tickets t join drops d on d.id = t.drop_id where t.place_id = p_place and t.given_back_at is null
  );
end
$function$;
grant execute on function live_ticket(uuid) to felt_and_foil_app;

create or replace function lock_account(p_user uuid)
 returns bigint
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select balance from ledger_accounts where owner_id = p_user for update
$function$;
grant execute on function lock_account(uuid) to felt_and_foil_app;

-- The same for one, for processes of the version before alone.
create or replace function lock_account_to_spend(p_user uuid, out balance bigint, out pause text)
 returns record
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$ select balance, pause from lock_accounts_to_spend(array[p_user]) $function$;
grant execute on function lock_account_to_spend(uuid) to felt_and_foil_app;

-- Locks accounts, and says what they hold and why they may not spend.
create or replace function lock_accounts_to_spend(p_users uuid[])
 returns table(at bigint, balance bigint, pause text)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  perform from ledger_accounts a where a.owner_id = any (p_users) order by a.owner_id for update;
  -- Behind the locks: what a dispute has done that held one of them is seen.
  return query
  select w.at, a.balance, account_pause(w.user_id) from unnest(p_users) with ordinality as w (user_id, at)
  cross join lateral (select a.balance from ledger_accounts a where a.owner_id = w.user_id limit 1) a;
end
$function$;
grant execute on function lock_accounts_to_spend(uuid[]) to felt_and_foil_app;

create or replace function log_faults()
 returns setof text
 language sql
 stable
AS $function$
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
$function$;
grant execute on function log_faults() to public;

create or replace function log_node(p_left bytea, p_right bytea)
 returns bytea
 language sql
 immutable
AS $function$
  select sha256('\x01'::bytea || p_left || p_right)
$function$;
grant execute on function log_node(bytea,bytea) to public;

create or replace function log_root(p_log integer, p_size bigint)
 returns bytea
 language plpgsql
 stable
AS $function$
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
$function$;
grant execute on function log_root(integer,bigint) to public;

create or replace function look_into_pack(p_pack uuid, p_session uuid, p_reason text, p_ip text, p_request text)
 returns table(card_position smallint, card_id uuid, card_condition text)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function look_into_pack(uuid,uuid,text,text,text) to felt_and_foil_app;

create or replace function merkle_root(p_leaves bytea[])
 returns bytea
 language plpgsql
 immutable
AS $function$
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
$function$;
grant execute on function merkle_root(bytea[]) to public;

create or replace function money_left_of_payment(p_payment uuid)
 returns bigint
 language plpgsql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  return (
    select (coalesce(
        (select sum(t.amount) from journals j join transfers t on t.journal_id = j.id
         where j.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase') and j.reference_id = y.id
           and t.debit_account_id = 'house:card_clearing'), y.amount)
      - (select coalesce(sum(f.amount), 0) from refunds f
         where f.payment_id = y.id and f.state <> 'failed' and f.method <> 'bank')
      - (select coalesce(sum(d.amount), 0) from disputes d where d.payment_id = y.id and d.state in ('open', 'lost')))::bigint
    from payments y where y.id = p_payment
  );
end
$function$;
grant execute on function money_left_of_payment(uuid) to felt_and_foil_app;

create or replace function move_drop(p_id uuid, p_to text, p_carries_to uuid default null::uuid)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  d drops;
begin
  select * into strict d from drops where id = p_id for update;
  if p_to = 'open' and (d.opens_at > shop_now() or d.closes_by <= shop_now() or exists (
    select from drop_leaves where drop_id = p_id and place is null)) then
    raise exception 'A drop opens at its time, when it has its order'
      using errcode = 'restrict_violation', constraint = 'drop_opens_at_its_time';
  end if;
  if p_carries_to is not null and not exists (
    select from drops where id = p_carries_to and state = 'draft' and pack_type_id = d.pack_type_id) then
    raise exception 'Packs are carried over to a draft of their type'
      using errcode = 'restrict_violation', constraint = 'drop_carries_to_a_draft';
  end if;
  -- First nobody gets another one: who was about to is waited for, and then looked for.
  if p_to = 'paused' then
    update places set state = 'waiting' where drop_id = p_id and state = 'available';
  elsif p_to = 'closed' and p_carries_to is null then
    update places set state = 'withdrawn' where drop_id = p_id and state in ('available', 'waiting');
  elsif p_to = 'closed' then
    update places set state = 'waiting', drop_id = p_carries_to, number = null, rank = draw_rank()
    where drop_id = p_id and state in ('available', 'waiting');
  end if;
  if p_to = 'closed' and exists (select from places where drop_id = p_id and state in ('reserved', 'available')) then
    raise exception 'Somebody is paying for a pack of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_being_paid';
  end if;
  if p_to = 'closed' and exists (
    select from tickets where drop_id = p_id and (sealed_in is null or given_back_at is not null and void_in is null)) then
    raise exception 'What was sold of a drop is in the log before it closes'
      using errcode = 'restrict_violation', constraint = 'drop_is_being_sealed';
  end if;
  update drops set state = p_to, carries_to = p_carries_to,
    closed_at = case when p_to = 'closed' then shop_now() end where id = p_id;
  if p_to = 'open' then
    update places p set state = 'available' where p.drop_id = p_id and p.state = 'waiting' and not exists (
      select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null);
    perform keep_loose_waiting(d.pack_type_id);
  elsif p_to = 'closed' then
    update places p set state = 'available' where p.pack_type_id = d.pack_type_id and p.drop_id is null and p.state = 'waiting'
      and shelf_state(d.pack_type_id, null) = 'available';
  end if;
end
$function$;
grant execute on function move_drop(uuid,text,uuid) to felt_and_foil_app;

-- What moved from an instant to before another, by the hour. Hours without a movement are left out.
create or replace function moved_between(p_from timestamp with time zone, p_to timestamp with time zone)
 returns table(hour timestamp with time zone, sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint, openings bigint)
 language sql
 stable
AS $function$
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
$function$;
grant execute on function moved_between(timestamp with time zone,timestamp with time zone) to public;

-- When the next movement happened after so many transfers, or so many openings, from an instant on. Null: there are no more.
create or replace function movement_after(p_from timestamp with time zone, p_skipped integer)
 returns timestamp with time zone
 language plpgsql
 stable
AS $function$
begin
  return least(
    (select created_at from transfers where created_at >= p_from order by created_at offset p_skipped limit 1),
    (select opened_at from openings where opened_at >= p_from order by opened_at offset p_skipped limit 1));
end $function$;
grant execute on function movement_after(timestamp with time zone,integer) to public;

-- The sums of transfers and openings from an instant to before another, by day in UTC.
create or replace function movements_between(p_from timestamp with time zone, p_to timestamp with time zone)
 returns table(day date, movements bigint, sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint, openings bigint)
 language sql
 stable
AS $function$
  select m.day, count(*), sum(m.sales)::bigint, sum(m.refunded)::bigint, sum(m.top_ups)::bigint, sum(m.sold_back)::bigint,
    sum(m.credits)::bigint, sum(m.openings)::bigint
  from (
    select (t.created_at at time zone 'UTC')::date as day, a.*, 0 as openings
    from transfers t cross join lateral amounts_of(t) a where t.created_at >= p_from and t.created_at < p_to
    union all
    select (o.opened_at at time zone 'UTC')::date, 0, 0, 0, 0, 0, 1
    from openings o where o.opened_at >= p_from and o.opened_at < p_to
  ) m group by m.day
$function$;
grant execute on function movements_between(timestamp with time zone,timestamp with time zone) to public;

create or replace function next_original(p_after text)
 returns table(name text, original bytea)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select p.name, p.original from pictures p where p.original is not null and p.name > p_after order by p.name limit 1
$function$;
grant execute on function next_original(text) to felt_and_foil_app;

-- Packs of a type came in: by their type alone.
create or replace function note_arrival()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into pack_arrivals (pack_type_id) select distinct pack_type_id from added where state = 'available';
  else
    insert into pack_arrivals (pack_type_id) values (new.pack_type_id);
  end if;
  return null;
end $function$;

-- What cards are worth, or how new their prices are, changed: of the pack types that show them, and as a whole.
create or replace function note_cards()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  insert into shown_changes (pack_type_id, changes)
  select distinct h.pack_type_id, 1 from changed c join potential_hits h on h.card_id = c.id
  union all
  select '', 1 where exists (select from changed);
  return null;
end $function$;

-- The potential hits of these pack types changed.
create or replace function note_hits()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  insert into shown_changes (pack_type_id, changes) select distinct pack_type_id, 1 from changed;
  return null;
end $function$;

-- Notes what is written late: beside the sums of its day, and for processes of the version before at its hour.
create or replace function note_late()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  v_at constant timestamptz := (to_jsonb(new) ->> tg_argv[0])::timestamptz;
  v_hour constant timestamptz := date_trunc('hour', v_at, 'UTC');
begin
  if tg_table_name = 'transfers' then
    insert into late_movements (happened_at, sales, refunded, top_ups, sold_back, credits) select v_at, a.* from amounts_of(new) a;
  else
    insert into late_movements (happened_at, openings) values (v_at, 1);
  end if;
  -- For processes of 1.0.0: goes in 1.3.0.
  if v_at < clock_timestamp() - interval '10 minutes' then
    perform pg_advisory_xact_lock_shared(7046049);
    insert into kept_hours (hour, is_late)
    select v_hour, true where exists (select from kept_hours where hour >= v_hour)
    on conflict (hour) do update set is_late = true where not kept_hours.is_late;
  end if;
  return null;
end $function$;

-- Marks the transaction as one that moved money or stock; has_moved() asks.
create or replace function note_move()
 returns trigger
 language plpgsql
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  perform set_config('felt_and_foil.moved', 'on', true);
  return new;
end $function$;
grant execute on function note_move() to public;

create or replace function note_operator_account()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  who uuid := (coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::uuid;
  noted bytea := operator_fingerprint(who);
begin
  delete from operator_accounts where user_id = who and noted is null;
  insert into operator_accounts (user_id, fingerprint) select who, noted where noted is not null
  on conflict (user_id) do update set fingerprint = excluded.fingerprint;
  return null;
end
$function$;

-- What is shown of these pack types changed.
create or replace function note_pack_types()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  insert into shown_changes (pack_type_id, changes) select distinct id, 1 from changed;
  return null;
end $function$;

-- How fresh the prices are changed.
create or replace function note_price_runs()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  insert into shown_changes (pack_type_id, changes) select '', 1 where exists (select from changed);
  return null;
end $function$;

create or replace function note_sandbox_trial()
 returns trigger
 language plpgsql
AS $function$
begin
  if not exists (select from public.trials where kind = 'sandbox') then
    insert into public.trials (kind) values ('sandbox') on conflict do nothing;
  end if;
  return null;
end
$function$;
grant execute on function note_sandbox_trial() to public;

create or replace function note_sealed(p_refs bytea[], p_entry bigint)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  noted int;
begin
  update tickets t set sealed_in = p_entry
  from log_entries e join drops d on d.hash = e.manifest
  cross join lateral jsonb_to_recordset(e.data::jsonb->'tickets') as s (hash text, place int)
  where t.ref = any (p_refs) and t.drop_id = d.id and t.place = s.place and s.hash = ticket_hash(t)
    and e.index = p_entry and e.kind = 'seal' and e.log = (select max(number) from logs);
  get diagnostics noted = row_count;
  if noted <> cardinality(p_refs) then
    raise exception 'A ticket is sealed by the entry that has it' using errcode = 'restrict_violation';
  end if;
end
$function$;
grant execute on function note_sealed(bytea[],bigint) to felt_and_foil_app;

-- The name of the set of some pack types changed.
create or replace function note_sets()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  insert into shown_changes (pack_type_id, changes)
  select distinct t.id, 1 from changed s join pack_types t on t.set_id = s.id;
  return null;
end $function$;

-- A drop went on sale, or is over: other packs of its type are told of.
create or replace function note_shelf()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  insert into facts_due (pack_type_id) values (new.pack_type_id);
  return null;
end
$function$;

-- What the shop says of itself changed.
create or replace function note_shop()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  insert into shown_changes (pack_type_id, changes) values ('/shop', 1);
  return null;
end $function$;

create or replace function note_shown(p_drop uuid, p_leaf integer, p_entry bigint)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  update drop_leaves l set shown_in = p_entry from log_entries e join drops d on d.hash = e.manifest
  where l.drop_id = p_drop and l.leaf = p_leaf and l.shown_in is null and d.id = p_drop
    and e.index = p_entry and e.kind = 'withdraw' and e.log = (select max(number) from logs)
    and (e.data::jsonb->>'place')::int = l.place;
  if not found then
    raise exception 'A pack is shown by the entry that shows it' using errcode = 'restrict_violation';
  end if;
end
$function$;
grant execute on function note_shown(uuid,integer,bigint) to felt_and_foil_app;

-- Keeps the number of packs for sale of each type, once a statement.
create or replace function note_stock()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  one text;
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
    -- Whoever takes a type below twenty sealed packs removes its figures: they would go on promising what is gone.
    for one in
      select distinct a.pack_type_id from after a join before b on b.id = a.id
      where a.state in ('opened', 'withdrawn') and b.state not in ('opened', 'withdrawn')
        and exists (select from pack_type_facts f where f.pack_type_id = a.pack_type_id)
      order by 1
    loop
      if has_few_counted(one) then
        perform remove_facts(array[one]);
      end if;
    end loop;
  end if;
  return null;
end $function$;

-- What counted packs of a type are worth, or cost, is to be counted again.
create or replace function note_values()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'pack_types' then
    insert into facts_due (pack_type_id, is_of_values) values (new.id, true);
  else
    with changed as materialized (
      select a.id from before b join after a on a.id = b.id
      where (a.market_value, a.rarity) is distinct from (b.market_value, b.rarity)
    )
    insert into facts_due (pack_type_id, is_of_values)
    select pack_type_id, true from pack_type_cards where card_id in (select id from changed)
    union
    select pack_type_id, true from counted_cards where card_id in (select id from changed);
  end if;
  return null;
end
$function$;

create or replace function note_void(p_ref bytea, p_entry bigint)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  t tickets;
  said jsonb;
begin
  select * into strict t from tickets where ref = p_ref for update;
  select data::jsonb into strict said from log_entries e
  where e.index = p_entry and e.kind = 'void' and e.log = (select max(number) from logs)
    and e.manifest = (select hash from drops where id = t.drop_id) and (e.data::jsonb->>'place')::int = t.place
    and e.data::jsonb->>'ticket' = ticket_text(t);
  if said ? 'secret' and not t.is_freed then
    raise exception 'A place is sold again only where its buyer gave it back' using errcode = 'restrict_violation';
  end if;
  update tickets set void_in = p_entry where ref = p_ref;
  if said ? 'secret' then
    update places set state = shelf_state(pack_type_id, drop_id)
    where id = t.place_id and state = 'waiting' and shelf_state(pack_type_id, drop_id) <> 'waiting';
  else
    update places set state = 'withdrawn' where id = t.place_id and state = 'waiting';
    update drop_leaves set shown_in = p_entry where drop_id = t.drop_id and place = t.place and shown_in is null;
  end if;
end
$function$;
grant execute on function note_void(bytea,bigint) to felt_and_foil_app;

create or replace function number_documents(p_limit integer, p_journal uuid default null::uuid)
 returns integer
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
  -- Whoever had it before gave numbers to all that waited.
  if exists (select from documents where journal_id = p_journal) then
    return 0;
  end if;
  foreach one in array array['invoice', 'credit_note'] loop
    kinds := case one when 'invoice' then array['pack_purchase', 'shipping_fee', 'credit_purchase'] else array['refund'] end;
    last := null;
    since := null;
    select d.number, j.created_at - interval '2 minutes' into last, since
    from documents d join journals j on j.id = d.journal_id where d.series = one order by d.number desc limit 1;
    insert into documents (series, number, journal_id)
    select one, coalesce(last, 0) + row_number() over (order by w.created_at, w.id), w.id
    from (
      select next.id, next.created_at from unnest(kinds) as k (kind) cross join lateral (
        select j.id, j.created_at from journals j
        where j.kind = k.kind and j.created_at >= coalesce(since, '-infinity')
          -- In this order: nearly all of the last two minutes have their number, and to ask for the series is dear.
          and case when (select true from documents d where d.journal_id = j.id limit 1) is null then series_of(j) = one else false end
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
  -- What came before it comes first: the caller asks again.
  if given >= p_limit then
    return given;
  end if;
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
$function$;
grant execute on function number_documents(integer,uuid) to felt_and_foil_app;

create or replace function odds_of_drop(p_id uuid)
 returns table(rarity text, packs integer)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select h.rarity, count(*)::int from (
    select distinct p.pack_id, c->>'rarity' as rarity
    from places p join pack_secrets s on s.pack_id = p.pack_id cross join jsonb_array_elements(s.document::jsonb->'cards') c
    where p.drop_id = p_id and (select count(*) from places where drop_id = p_id) >= 20
  ) h group by h.rarity order by h.rarity collate "C"
$function$;
grant execute on function odds_of_drop(uuid) to felt_and_foil_app;

create or replace function open_ledger_account()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  insert into ledger_accounts (id, owner_id) values (new.id::text, new.id);
  return new;
end
$function$;

-- The same for one person, for processes of the version before alone.
create or replace function open_packs(p_user uuid, p_openings uuid[], p_places uuid[], p_convert_after interval, p_order uuid default null::uuid)
 returns table(opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text)
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select * from open_packs_of_each(
    array_fill(p_user, array[cardinality(p_places)]), array_fill(p_order, array[cardinality(p_places)]), p_openings, p_places, p_convert_after)
$function$;
grant execute on function open_packs(uuid,uuid[],uuid[],interval,uuid) to felt_and_foil_app;

-- Opens packs of many people, whose they are or who have just bought them, and reveals their cards.
create or replace function open_packs_of_each(p_users uuid[], p_orders uuid[], p_openings uuid[], p_places uuid[], p_convert_after interval)
 returns table(opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set enable_seqscan to 'off'
AS $function$
#variable_conflict use_column
declare
  at timestamptz := shop_now();
begin
  return query
  with opened as (
    update places l set state = 'opened', buyer_id = w.user_id, reservation_id = coalesce(w.order_id, l.reservation_id)
    from unnest(p_users, p_orders, p_openings, p_places) as w (user_id, order_id, opening_id, place_id),
      physical_packs p join pack_secrets s on s.pack_id = p.id
    where l.id = w.place_id and p.id = l.pack_id
      and (case when w.order_id is null then l.buyer_id = w.user_id and l.state = 'sold' else l.state = 'available' end)
      and p.commitment = pack_commitment(s.salt, s.document)
    returning w.opening_id, w.user_id, l.pack_id, l.pack_type_id, s.document, s.card_ids, s.physical_card_ids
  ), recorded as (
    insert into openings (id, pack_id, user_id, opened_at)
    select o.opening_id, o.pack_id, o.user_id, at from opened o
  ), revealed as (
    insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, auto_convert_at)
    select h.id, o.pack_id, h.card_id, h.position, h.condition, 'available', o.user_id, at, at + p_convert_after
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
$function$;
grant execute on function open_packs_of_each(uuid[],uuid[],uuid[],uuid[],interval) to felt_and_foil_app;

-- Opened packs that are not counted as they were opened, and cards that are not as often counted as they came out of packs. Packs that are due are left out.
create or replace function opened_counted_wrong()
 returns setof uuid
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function opened_counted_wrong() to felt_and_foil_app;

-- The market values of a type's opened packs on the day of each, in cents, in full tens, the last 500 at the most; by value, not by time.
create or replace function opened_values(p_type text)
 returns table(market bigint[])
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  with known as (
    select market, row_number() over (order by opened_at, pack_id) as place, count(*) over () as packs
    from opened_packs where pack_type_id = p_type and market is not null
  ), told as (
    select market from known where place <= packs - packs % 10 and place > packs - packs % 10 - 500
  )
  select coalesce(array_agg(market order by market), '{}') from told
$function$;
grant execute on function opened_values(text) to felt_and_foil_app;

create or replace function operator_fingerprint(p_user uuid)
 returns bytea
 language sql
 stable
AS $function$
  select sha256(convert_to(jsonb_build_array(
    u.email, u.password_hash, u.role, extract(epoch from u.locked_at), t.sealed_secret)::text, 'UTF8'))
  from users u left join two_factors t on t.user_id = u.id and t.confirmed_at is not null
  where u.id = p_user and u.role <> 'user' and u.erased_at is null
$function$;
grant execute on function operator_fingerprint(uuid) to public;

create or replace function operator_of(p_session uuid)
 returns uuid
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select u.id from sessions s join users u on u.id = s.user_id
  where s.id = p_session and (s.ended_at is null or s.ended_at = shop_now())
    and u.role in ('moderator', 'admin') and u.locked_at is null
$function$;

create or replace function order_drop(p_id uuid)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function order_drop(uuid) to felt_and_foil_app;

create or replace function order_of_drop(p_hash bytea, p_signature bytea, p_packs integer)
 returns integer[]
 language plpgsql
 immutable
AS $function$
declare
  seed bytea := sha256(p_signature);
  inner_pad bytea;
  outer_pad bytea;
  message bytea;
  drawn bytea;
  x numeric;
  whole numeric := 18446744073709551616;
  remaining int[] := array(select generate_series(0, p_packs - 1));
  leaves int[] := '{}'::int[];
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
$function$;
grant execute on function order_of_drop(bytea,bytea,integer) to public;

create or replace function pack_commitment(p_salt bytea, p_document text)
 returns bytea
 language sql
 stable
AS $function$
  select sha256(convert_to('packproof/v2/pack', 'UTF8') || '\x00'::bytea || p_salt || convert_to(p_document, 'UTF8'))
$function$;
grant execute on function pack_commitment(bytea,text) to public;

-- In how many counted packs of each type a card is, of the types that can hold it; sums only.
create or replace function packs_of_card(p_card uuid)
 returns table(pack_type_id text, packs integer, of_packs integer, counted_at timestamp with time zone, is_current boolean)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  with at as (
    select pack_type_id, null::int as packs, true as can_hold from pack_type_cards where card_id = p_card
    union all
    select pack_type_id, packs, false from counted_cards where card_id = p_card
  ), types as (
    select pack_type_id, max(packs) as packs, bool_or(can_hold) as can_hold from at group by 1
  )
  select t.pack_type_id,
    case when f.packs is not null then coalesce(t.packs, 0) end,
    f.packs, f.counted_at, f.packs is not null
  from types t left join pack_type_facts f on f.pack_type_id = t.pack_type_id
  where t.can_hold or f.packs is not null
$function$;
grant execute on function packs_of_card(uuid) to felt_and_foil_app;

create or replace function packs_of_draft(p_id uuid, p_succeeds uuid)
 returns uuid[]
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select array_agg(p.pack_id) from places p join drops d on d.id = p_id and d.state in ('draft', 'published')
  where p.drop_id = d.id and p.state <> 'withdrawn'
    or d.state = 'draft' and p.state in ('available', 'waiting') and p.drop_id = (
      select e.id from drops e where e.id = p_succeeds and e.pack_type_id = d.pack_type_id and e.state in ('open', 'paused'))
  having count(*) >= 20
$function$;

create or replace function packs_unlike_their_documents()
 returns setof uuid
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function packs_unlike_their_documents() to felt_and_foil_app;

create or replace function pay_debt(p_user uuid, p_journal uuid, p_description text)
 returns bigint
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function pay_debt(uuid,uuid,text) to felt_and_foil_app;

create or replace function post_house_journal(p_id uuid, p_kind text, p_reference_id uuid, p_description text, p_debit text, p_credit text, p_amount bigint)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if p_debit not like 'house:%' or p_credit not like 'house:%' or p_kind not in ('payout', 'card_fee') then
    raise exception 'A journal of the house moves the house''s money' using errcode = 'restrict_violation';
  end if;
  insert into journals (id, kind, reference_id, description) values (p_id, p_kind, p_reference_id, p_description);
  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  values (p_id, 1, p_debit, p_credit, p_amount);
end
$function$;
grant execute on function post_house_journal(uuid,text,uuid,text,text,text,bigint) to felt_and_foil_app;

-- The same for one event; for `pay_debt` and processes of the version before.
create or replace function post_journal(p_id uuid, p_kind text, p_reference_id uuid, p_user uuid, p_description text, p_debits text[], p_credits text[], p_amounts bigint[], p_reference text default null::text, p_receipt jsonb default null::jsonb)
 returns bigint
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select balance from post_together(array[p_user], array[1], array[p_id], array[p_kind], array[p_reference_id], array[p_description],
    array[p_reference], array[p_receipt::text], array_fill(p_id, array[cardinality(p_amounts)]), p_debits, p_credits, p_amounts)
$function$;
grant execute on function post_journal(uuid,text,uuid,uuid,text,text[],text[],bigint[],text,jsonb) to felt_and_foil_app;

-- The same for many events of one person, for processes of the version before alone.
create or replace function post_journals(p_kind text, p_user uuid, p_ids uuid[], p_references uuid[], p_descriptions text[], p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[])
 returns bigint
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select balance from post_together(array[p_user], array_fill(1, array[cardinality(p_ids)]), p_ids,
    array_fill(p_kind, array[cardinality(p_ids)]), p_references, p_descriptions, array_fill(null::text, array[cardinality(p_ids)]),
    array_fill(null::text, array[cardinality(p_ids)]), p_owners, p_debits, p_credits, p_amounts)
$function$;
grant execute on function post_journals(text,uuid,uuid[],uuid[],text[],uuid[],text[],text[],bigint[]) to felt_and_foil_app;

-- Posts the events of many people, one or many of each.
create or replace function post_together(p_users uuid[], p_postings integer[], p_ids uuid[], p_kinds text[], p_facts uuid[], p_descriptions text[], p_references text[], p_receipts text[], p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[])
 returns table(at bigint, balance bigint)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  paid text[];
  stamped bigint := 0::bigint;
begin
  perform from ledger_accounts a where a.owner_id = any (p_users) order by a.owner_id for update;

  insert into journals (id, kind, reference_id, user_id, description, reference, receipt, posted_with)
  select w.id, w.kind, w.fact, p_users[w.posting], w.description, w.reference, w.receipt::jsonb,
    case when count(*) over posted > 1 then first_value(w.id) over posted end
  from unnest(p_postings, p_ids, p_kinds, p_facts, p_descriptions, p_references, p_receipts)
    with ordinality as w (posting, id, kind, fact, description, reference, receipt, place)
  window posted as (partition by w.posting order by w.place rows between unbounded preceding and unbounded following);

  -- Where the house alone pays, and more than once, as for cards: one change of the account, whose transfers are stamped with what it
  -- comes to.
  paid := array(
    select w.credit from unnest(p_debits, p_credits) as w (debit, credit)
    where w.credit = any (p_users::text[]) group by 1 having count(*) > 1 and bool_and(starts_with(w.debit, 'house:')) is true
    except select unnest(p_debits));
  if cardinality(paid) > 0 then
    perform set_config('felt_and_foil.stamped', 'on', true);
    with changed as (
      update ledger_accounts a set balance = a.balance + w.amount, version = a.version + w.transfers
      from (
        select credit, sum(amount)::bigint as amount, count(*) as transfers
        from unnest(p_credits, p_amounts) as w (credit, amount) where credit = any (paid) group by 1
      ) w
      where a.id = w.credit
      returning a.id, a.balance - w.amount as balance, a.version - w.transfers as version
    )
    insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount, credit_version, credit_balance)
    select w.owner, w.leg, w.debit, w.credit, w.amount, c.version + row_number() over account, c.balance + sum(w.amount) over account
    from (
      select *, row_number() over (partition by owner order by place) as leg
      from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as w (owner, debit, credit, amount, place)
    ) w
    -- Who has no account is refused with the transfer.
    left join changed c on c.id = w.credit
    where w.credit = any (paid)
    window account as (partition by w.credit order by w.place)
    order by w.place;
    get diagnostics stamped = row_count;
    perform set_config('felt_and_foil.stamped', 'off', true);
  end if;

  -- All the others, those that will be refused among them.
  if stamped is distinct from cardinality(p_owners) then
    insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
    select w.owner, w.leg, w.debit, w.credit, w.amount
    from (
      select *, row_number() over (partition by owner order by place) as leg
      from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as w (owner, debit, credit, amount, place)
    ) w
    where (w.credit = any (paid)) is not true
    order by w.place;
  end if;

  return query
  select w.at, a.balance from unnest(p_users) with ordinality as w (user_id, at)
  cross join lateral (select a.balance from ledger_accounts a where a.owner_id = w.user_id limit 1) a;
end
$function$;
grant execute on function post_together(uuid[],integer[],uuid[],text[],uuid[],text[],text[],text[],uuid[],text[],text[],bigint[]) to felt_and_foil_app;

-- Which promises the pack of a document breaks, as domain/pack-promises.ts judges cards.
create or replace function promises_broken_by(p_document text, p_foil boolean, p_rarity text, p_hits integer)
 returns text[]
 language sql
 immutable
AS $function$
  select array_remove(array[
    case when p_foil and not bool_or(c.finish <> 'normal') then 'promisesFoil' end,
    case when bool_and(rarity_bit(c.rarity) < rarity_bit(p_rarity)) then 'promisesRarity' end,
    case when count(*) filter (where c.rarity in ('rare', 'mythic')) < p_hits then 'promisesHits' end
  ], null)
  from jsonb_to_recordset(p_document::jsonb->'cards') as c (finish text, rarity text)
$function$;

create or replace function publish_drop(p_id uuid, p_manifest text)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
  select coalesce(max(number), 0) + 1 into next_number from drops
  where pack_type_id = d.pack_type_id and manifest::jsonb->>'shop' = said->>'shop';
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
$function$;
grant execute on function publish_drop(uuid,text) to felt_and_foil_app;

create or replace function rarity_bit(p_rarity text)
 returns integer
 language sql
 immutable
AS $function$
  select 1 << array_position(array['common', 'uncommon', 'rare', 'mythic'], p_rarity)
$function$;
grant execute on function rarity_bit(text) to public;

create or replace function read_picture(p_name text, p_width integer, p_format text)
 returns table(bytes bytea, lasts boolean)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select f.bytes, c.pack_id is null or secrecy_of(c.pack_id) = 'opened'
  from picture_files f left join card_photographs c on c.picture = f.picture
  where f.picture = p_name and f.width = p_width and f.format = p_format
    and (c.pack_id is null or secrecy_of(c.pack_id) <> 'secret')
$function$;
grant execute on function read_picture(text,integer,text) to felt_and_foil_app;

create or replace function record_audit_entry(p_session uuid, p_action text, p_subject_kind text, p_subject_id text, p_before jsonb, p_after jsonb, p_ip text, p_request text)
 returns boolean
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;
grant execute on function record_audit_entry(uuid,text,text,text,jsonb,jsonb,text,text) to felt_and_foil_app;

create or replace function recount_rarities()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
$function$;

create or replace function refuse_account()
 returns trigger
 language plpgsql
AS $function$
begin
  raise exception 'An account is a user''s, a debtor''s or the house''s, and is called after them: not %', new.id
    using errcode = 'check_violation', constraint = 'ledger_accounts_of_user_debtor_or_house';
end
$function$;
grant execute on function refuse_account() to public;

create or replace function refuse_change()
 returns trigger
 language plpgsql
AS $function$
begin
  raise exception '% may not be changed or deleted', tg_table_name using errcode = 'restrict_violation';
end
$function$;
grant execute on function refuse_change() to public;

create or replace function refuse_staff()
 returns trigger
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from after a join before b on b.id = a.id join drops d on d.id = a.drop_id join users u on u.id = a.buyer_id
    where b.state = 'available' and a.buyer_id is not null and not d.staff_may_buy and u.role <> 'user'
  ) then
    raise exception 'Staff don''t buy of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_not_for_staff';
  end if;
  return null;
end
$function$;

-- Removes the figures of types with fewer than twenty sealed packs. Their potential hits are those that a pack can hold, without chances.
create or replace function remove_facts(p_types text[])
 returns void
 language plpgsql
AS $function$
declare
  removed text[];
begin
  with gone as (
    delete from pack_type_facts where pack_type_id = any (p_types) returning pack_type_id
  )
  select coalesce(array_agg(pack_type_id), '{}') into removed from gone;
  perform set_possible_hits(removed);
end
$function$;

-- A text as searches read it: without case, accents and kinds of apostrophes.
create or replace function search_key(p_text text)
 returns text
 language sql
 immutable parallel safe
AS $function$
  select case when octet_length(p_text) = length(p_text) then translate(lower(p_text), '`ı', '''i')
    else replace(replace(replace(replace(
      translate(lower(normalize(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g'), nfc)),
        'øØłŁđĐðÐħĦŧŦŀĿıſςÆŒẞÞ’‘ʼ`´', 'oollddddhhttllisσæœßþ'''''''''''),
      'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th') end
$function$;
grant execute on function search_key(text) to public;

create or replace function secrecy_of(p_pack uuid)
 returns text
 language sql
 stable security definer cost 1000
 set search_path to 'public', 'pg_temp'
AS $function$
  select coalesce((
    select case
      when p.state = 'opened' then 'opened'
      when p.state = 'withdrawn' and exists (
        select from audit_log a where a.subject_id = p_pack::text and a.subject_kind = 'pack' and a.action = 'look_into_pack'
      ) then 'looked into'
    end
    from places p where p.pack_id = p_pack
  ), 'secret')
$function$;
grant execute on function secrecy_of(uuid) to felt_and_foil_app;

-- The same for one buyer, for processes of the version before alone.
create or replace function sell_and_open(p_order uuid, p_user uuid, p_types text[], p_quantities integer[], p_waits boolean, p_convert_after interval, p_refs bytea[])
 returns table(opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text, ticket jsonb)
 language sql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select opening_id, pack_id, pack_type_id, opened_at, pack_name, card_position, id, card_id, condition, name, rarity, native_rarity,
    finish, market_value, set_name, remote, photograph, ticket
  from sell_and_open_each(array[p_order], array[p_user],
    array[(select string_agg(encode(r.ref, 'hex'), ',' order by r.place) from unnest(p_refs) with ordinality as r (ref, place))],
    array_fill(1, array[cardinality(p_types)]), p_types, p_quantities, p_waits, p_convert_after)
$function$;
grant execute on function sell_and_open(uuid,uuid,text[],integer[],boolean,interval,bytea[]) to felt_and_foil_app;

-- Takes packs out of stock for many buyers at once, and opens them.
create or replace function sell_and_open_each(p_orders uuid[], p_users uuid[], p_refs text[], p_lines integer[], p_types text[], p_quantities integer[], p_waits boolean, p_convert_after interval)
 returns table(at integer, opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text, ticket jsonb)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
 set enable_seqscan to 'off'
AS $function$
#variable_conflict use_column
declare
  wanted uuid[];
  packs uuid[];
  types text[];
  drops uuid[];
  -- Whose each of them is, as a place in p_orders.
  lines int[];
begin
  if p_waits and cardinality(p_orders) > 1 then
    raise exception 'Nobody waits for packs in the transaction of others';
  end if;
  insert into reservations (id, user_id, state, refs)
  select w.order_id, w.user_id, 'paid', case when w.refs is not null then
    (select array_agg(decode(r.ref, 'hex') order by r.place) from unnest(string_to_array(w.refs, ',')) with ordinality as r (ref, place)) end
  from unnest(p_orders, p_users, p_refs) as w (order_id, user_id, refs)
  on conflict (id) do nothing;
  if p_waits then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id), array_agg(1)
    into wanted, packs, types, drops, lines
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update
    ) l;
  elsif cardinality(p_orders) = 1 then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id), array_agg(1)
    into wanted, packs, types, drops, lines
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update skip locked
    ) l;
  else
    -- A type is claimed once for all who want it, as nobody passes over what their own transaction has claimed; then each gets theirs.
    with lines as (
      select w.line, w.pack_type_id, w.quantity, sum(w.quantity) over (partition by w.pack_type_id order by w.place) as last
      from unnest(p_lines, p_types, p_quantities) with ordinality as w (line, pack_type_id, quantity, place)
    ), claimed as (
      select l.*, row_number() over (partition by l.pack_type_id order by l.rank) as number
      from (select pack_type_id, sum(quantity) as quantity from lines group by 1) w cross join lateral (
        select id, pack_id, pack_type_id, drop_id, rank from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
        order by l.rank limit w.quantity for update skip locked
      ) l
    )
    select array_agg(c.id), array_agg(c.pack_id), array_agg(c.pack_type_id), array_agg(c.drop_id), array_agg(w.line)
    into wanted, packs, types, drops, lines
    from lines w join claimed c on c.pack_type_id = w.pack_type_id and c.number > w.last - w.quantity and c.number <= w.last;
  end if;
  -- One pack, as nearly everybody buys: nothing has to be put into order. It is the whole call again where it is unlike its
  -- document, and was not opened.
  if cardinality(wanted) = 1 then
    return query
    select lines[1], o.opening_id, o.pack_id, o.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
      o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
      case when o.card_position = 1 and drops[1] is not null then live_ticket(wanted[1]) end
    from open_packs_of_each(array[p_users[lines[1]]], array[p_orders[lines[1]]], array[gen_random_uuid()], wanted, p_convert_after) o;
    if found then
      return;
    end if;
  end if;
  return query
  select c.line, o.opening_id, c.pack_id, c.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
    o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
    -- With its first card. It is asked after all of them were opened, by which the tickets were made.
    case when c.drop_id is not null and lag(c.place) over (order by c.place, o.card_position) is distinct from c.place
      then live_ticket(c.place_id) end
  from unnest(packs, types, wanted, drops, lines) with ordinality as c (pack_id, pack_type_id, place_id, drop_id, line, place)
  left join open_packs_of_each(
    array(select p_users[w.line] from unnest(lines) as w (line)), array(select p_orders[w.line] from unnest(lines) as w (line)),
    array(select gen_random_uuid() from unnest(wanted)), wanted, p_convert_after) o
    on o.pack_id = c.pack_id
  order by c.place, o.card_position;
end
$function$;
grant execute on function sell_and_open_each(uuid[],uuid[],text[],integer[],text[],integer[],boolean,interval) to felt_and_foil_app;

create or replace function series_of(p_journal journals)
 returns text
 language sql
 stable
 set search_path to 'public', 'pg_temp'
AS $function$
  select case
    when p_journal.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase') then 'invoice'
    when p_journal.kind = 'refund' and exists (
      select from transfers t where t.journal_id = p_journal.id
        and (p_journal.user_id::text in (t.credit_account_id, t.debit_account_id)
          or 'house:card_clearing' in (t.debit_account_id, t.credit_account_id))
    ) then 'credit_note'
  end
$function$;
grant execute on function series_of(journals) to public;

-- Makes the most valuable cards that packs of these types can hold their potential hits, one a name.
create or replace function set_possible_hits(p_types text[])
 returns void
 language sql
AS $function$
  delete from potential_hits where pack_type_id = any (p_types);
  insert into potential_hits (pack_type_id, place, card_id)
  select pack_type_id, place, card_id from (
    select o.*, row_number() over (partition by pack_type_id order by market_value desc, name, card_id) as place
    from (
      select distinct on (p.pack_type_id, c.name) p.pack_type_id, c.id as card_id, c.name, c.market_value
      from pack_type_cards p join cards c on c.id = p.card_id where p.pack_type_id = any (p_types)
      order by p.pack_type_id, c.name, c.market_value desc, c.id
    ) o
  ) ranked where place <= 10;
$function$;
grant execute on function set_possible_hits(text[]) to felt_and_foil_app;

-- The same for all types, for processes of the version before alone.
create or replace function settle_facts(p_wait boolean)
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
begin
  while settle_next_facts(p_wait) loop
    null;
  end loop;
end
$function$;
grant execute on function settle_facts(boolean) to felt_and_foil_app;

-- Brings what is told of sealed packs up to date: of all that moved, and of one type that is due. It answers whether another type is.
create or replace function settle_next_facts(p_wait boolean)
 returns boolean
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  moved uuid[];
  fresh uuid[];
  aside uuid[];
  batch uuid[];
  types text[];
  due_type text;
  has_turned boolean;
  selling text[];
  before jsonb;
  one text;
  counted pack_type_facts[] := '{}'::pack_type_facts[];
begin
  if p_wait then
    perform pg_advisory_xact_lock(7046085);
  elsif not pg_try_advisory_xact_lock(7046085) then
    return false;
  end if;
  with due as (
    delete from facts_due where pack_id is not null
      or pack_type_id = (select pack_type_id from facts_due where pack_type_id is not null order by pack_type_id limit 1)
    returning pack_id, pack_type_id, is_of_values
  )
  select coalesce(array_agg(distinct pack_id) filter (where pack_id is not null), '{}'), max(pack_type_id),
    bool_or(not is_of_values) filter (where pack_type_id is not null)
  into moved, due_type, has_turned from due;
  if cardinality(moved) = 0 and due_type is null then
    return false;
  end if;
  -- After what is due: a drop that turns meanwhile is due the next time.
  selling := array(select pack_type_id from drops where state in ('open', 'paused'));
  -- A type that is due still has its figures then: now they would be of the packs that it was told of until today.
  types := array(
    select pack_type_id from places where pack_id = any (moved)
    except select pack_type_id from facts_due where pack_type_id is not null
    union select due_type where due_type is not null);
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
  if has_turned then
    delete from counted_cards where pack_type_id = due_type;
    update counted_packs set is_counted = false, is_aside = true, rarities = null, market = null, sold_back = null
    where pack_type_id = due_type and is_counted;
  elsif due_type is not null then
    update counted_packs k set rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(array(select pack_id from counted_packs where pack_type_id = due_type and is_counted)) v
    where k.pack_id = v.pack_id
      and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back);
  end if;

  select coalesce(array_agg(pack_id) filter (where pack_type_id <> all (selling)), '{}'),
    coalesce(array_agg(pack_id) filter (where pack_type_id = any (selling)), '{}')
  into fresh, aside from (
    select pack_type_id, unnest(array_agg(pack_id)) as pack_id from counted_packs
    where pack_type_id = any (types) and not is_counted and not is_aside group by pack_type_id having count(*) >= 20
  ) newly;
  batch := fresh || array(
    select pack_id from counted_packs where has_turned and pack_type_id = due_type and due_type <> all (selling) and is_aside
    union all
    -- A drop is at least twenty packs, and its manifest tells of all of them together.
    select k.pack_id from drops d join places p on p.drop_id = d.id join counted_packs k on k.pack_id = p.pack_id
    where d.state in ('open', 'paused') and has_turned and d.pack_type_id = due_type);
  update counted_packs set is_aside = true where pack_id = any (aside);
  if cardinality(batch) > 0 then
    insert into counted_cards as c (pack_type_id, card_id, packs, copies)
    select pack_type_id, card_id, count(*), sum(copies) from (
      select k.pack_type_id, h.card_id, count(*) as copies
      from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
      where k.pack_id = any (batch) group by k.pack_id, h.card_id
    ) held group by 1, 2
    on conflict (pack_type_id, card_id) do update set packs = c.packs + excluded.packs, copies = c.copies + excluded.copies;
    update counted_packs k set is_counted = true, is_aside = false, rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(batch) v where k.pack_id = v.pack_id;
  end if;

  -- Each type by itself, and once: a plan of the statements below may begin with every type there is.
  foreach one in array types loop
    counted := counted || array(select c from count_facts(one) c);
  end loop;
  -- Figures that are what they were have their time still: packs that wait don't move it.
  with other as (
    delete from pack_type_facts f using unnest(counted) c
    where f.pack_type_id = c.pack_type_id and to_jsonb(f) - 'counted_at' <> to_jsonb(c) - 'counted_at'
    returning f.*
  )
  select coalesce(jsonb_object_agg(pack_type_id, to_jsonb(other)), '{}') into before from other;
  insert into pack_type_facts
  select n.* from unnest(counted) c cross join lateral jsonb_populate_record(c, case
    when (before->c.pack_type_id) - '{counted_at,newer}'::text[] = to_jsonb(c) - '{counted_at,newer}'::text[]
    then jsonb_build_object('counted_at', before->c.pack_type_id->'counted_at') else '{}' end) n
  where not exists (select from pack_type_facts f where f.pack_type_id = c.pack_type_id);
  -- Of fewer than twenty nothing is told.
  perform remove_facts(array(select unnest(types) except select pack_type_id from unnest(counted)));

  -- A hit that is in no counted pack any more is none.
  -- Locked, as an opening that removes figures at this moment writes the same hits.
  types := array(select pack_type_id from pack_type_facts where pack_type_id = any (types) order by 1 for update);
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
  return exists (select from facts_due where pack_type_id is not null);
end
$function$;
grant execute on function settle_next_facts(boolean) to felt_and_foil_app;

create or replace function shelf_state(p_type text, p_drop uuid)
 returns text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select case
    when p_drop is null and exists (select from drops where pack_type_id = p_type and state in ('open', 'paused'))
      or p_drop is not null and not exists (select from drops where id = p_drop and state = 'open')
    then 'waiting' else 'available' end
$function$;
grant execute on function shelf_state(text,uuid) to felt_and_foil_app;

create or replace function shop_clock()
 returns timestamp with time zone
 language sql
AS $function$
  select clock_timestamp() + coalesce(nullif(current_setting('felt_and_foil.clock_offset_ms', true), ''), '0')::bigint * interval '1 millisecond'
$function$;
grant execute on function shop_clock() to public;

create or replace function shop_now()
 returns timestamp with time zone
 language sql
 stable
AS $function$
  select now() + coalesce(nullif(current_setting('felt_and_foil.clock_offset_ms', true), ''), '0')::bigint * interval '1 millisecond'
$function$;
grant execute on function shop_now() to public;

create or replace function show_given_back(p_ref bytea)
 returns table(document text, salt bytea)
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  t tickets;
begin
  select * into strict t from tickets where ref = p_ref and given_back_at is not null and void_in is null for update;
  update places set state = 'withdrawn' where id = t.place_id and state = 'waiting';
  return query select s.document, s.salt from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.id = t.place_id and p.state = 'withdrawn';
end
$function$;
grant execute on function show_given_back(bytea) to felt_and_foil_app;

create or replace function shown_document(p_place uuid)
 returns table(document text, salt bytea)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select s.document, s.salt from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.id = p_place and p.drop_id is not null and p.state = 'opened'
$function$;
grant execute on function shown_document(uuid) to felt_and_foil_app;

create or replace function shown_documents(p_drop uuid)
 returns table(leaf integer, place integer, document text, salt bytea)
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select l.leaf, l.place, s.document, s.salt
  from drop_leaves l join places p on p.pack_id = l.pack_id and p.drop_id = l.drop_id
  join pack_secrets s on s.pack_id = l.pack_id
  where l.drop_id = p_drop and p.state in ('withdrawn', 'opened')
  order by l.leaf
$function$;
grant execute on function shown_documents(uuid) to felt_and_foil_app;

create or replace function side_of_transfer(p_account text, p_user uuid)
 returns text
 language sql
 immutable
AS $function$
  select replace(p_account, coalesce(p_user::text, ''), 'user')
$function$;
grant execute on function side_of_transfer(text,uuid) to public;

create or replace function sum_contents(p_type text, p_withdrawn boolean)
 returns table(card_id uuid, rarities integer, times bigint)
 language sql
 stable
AS $function$
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
$function$;

-- Adds up at most so many transfers and as many openings that are older than a minute, and all that are noted as late. Says how many, and whether more are due; none while somebody is writing whom it could not see.
create or replace function sum_movements(p_most integer, out movements bigint, out is_behind boolean)
 returns record
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
declare
  v_began constant timestamptz := clock_timestamp();
  -- Taken before it looks who is writing: a later writer writes what is younger, or notes it as late.
  v_settled constant timestamptz := v_began - interval '1 minute';
  v_writers text[];
  v_from timestamptz;
  v_next timestamptz;
  v_to timestamptz;
begin
  movements := 0;
  is_behind := false;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sum_movements has to see what ends while it waits: it runs in read committed';
  end if;
  if not pg_try_advisory_xact_lock(7046050) then
    return;
  end if;
  -- A transaction that wrote holds its lock on the table until its rows can be seen.
  select array_agg(virtualtransaction) into v_writers from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and relation in ('transfers'::regclass, 'openings'::regclass)
    and database = (select oid from pg_database where datname = current_database());
  while exists (
    select from pg_locks where virtualtransaction = any (v_writers)
      and mode = 'RowExclusiveLock' and relation in ('transfers'::regclass, 'openings'::regclass)
  ) loop
    if clock_timestamp() > v_began + interval '2 seconds' then
      return;
    end if;
    perform pg_sleep(0.01);
  end loop;

  select until into v_from from summed_until;
  v_next := movement_after(v_from, p_most);
  v_to := v_settled;
  if v_next < v_settled then
    -- More of one instant than are added up at once are added up together.
    v_to := greatest(v_next, v_from + interval '1 microsecond');
  end if;
  if v_to <= v_from then
    return;
  end if;
  -- One statement, so one snapshot: what is late and can be seen is added up once, from the ledger or from its note.
  with moved as (
    select * from movements_between(v_from, v_to)
  ), noted as (
    delete from late_movements where happened_at < v_to returning *
  ), added as (
    insert into day_sums as d (day, sales, refunded, top_ups, sold_back, credits, openings)
    select day, sum(m.sales), sum(m.refunded), sum(m.top_ups), sum(m.sold_back), sum(m.credits), sum(m.openings)
    from (
      select day, m.sales, m.refunded, m.top_ups, m.sold_back, m.credits, m.openings from moved m
      union all
      select (happened_at at time zone 'UTC')::date, n.sales, n.refunded, n.top_ups, n.sold_back, n.credits, n.openings
      from noted n where happened_at < v_from
    ) m group by day
    on conflict (day) do update set sales = d.sales + excluded.sales, refunded = d.refunded + excluded.refunded,
      top_ups = d.top_ups + excluded.top_ups, sold_back = d.sold_back + excluded.sold_back, credits = d.credits + excluded.credits,
      openings = d.openings + excluded.openings
  ), moved_on as (
    update summed_until set until = v_to
  )
  select (coalesce(sum(m.movements), 0) + (select count(*) from noted where happened_at < v_from))::bigint into movements from moved m;
  is_behind := v_to < v_settled;
end $function$;
grant execute on function sum_movements(integer) to felt_and_foil_app;

create or replace function take_in_packs(p_pack_types text[], p_serials text[], p_certifications text[], p_held text[], p_cards uuid[], p_conditions text[], p_labels text[])
 returns void
 language plpgsql
 security definer
 set search_path to 'public', 'pg_temp'
AS $function$
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
  selling text[] := array(select pack_type_id from drops where state in ('open', 'paused'));
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
    where array_remove(p_labels, null) <> '{}' and p_labels[h.kind] is not null
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
  insert into places (id, pack_type_id, pack_id, received_at, state)
  select id, pack_type_id, id, received_at, case when pack_type_id = any (selling) then 'waiting' else 'available' end from stored;
end
$function$;
grant execute on function take_in_packs(text[],text[],text[],text[],uuid[],text[],text[]) to felt_and_foil_app;

-- The same for one, for processes of the version before alone.
create or replace function take_key(p_user uuid, p_key text, p_kept interval)
 returns table(fingerprint text, reply text)
 language sql
 set search_path to 'public', 'pg_temp'
AS $function$ select fingerprint, reply from take_keys(array[p_user], array[p_key], p_kept) $function$;
grant execute on function take_key(uuid,text,interval) to felt_and_foil_app;

-- Locks the keys of works, and answers what is kept under those that were used.
create or replace function take_keys(p_users uuid[], p_keys text[], p_kept interval)
 returns table(at bigint, fingerprint text, reply text)
 language plpgsql
 set search_path to 'public', 'pg_temp'
 set enable_seqscan to 'off'
AS $function$
begin
  -- In one order, as two transactions may want the same two.
  perform pg_advisory_xact_lock(l.user_hash, l.key_hash)
  from (select hashtext(w.user_id::text) as user_hash, hashtext(w.key) as key_hash from unnest(p_users, p_keys) as w (user_id, key) order by 1, 2) l;
  return query
  -- Each is looked up, as everywhere here: joined, many would be read where a plan doesn't know how few are asked for.
  select w.at, k.* from unnest(p_users, p_keys) with ordinality as w (user_id, key, at) cross join lateral (
    select k.fingerprint, k.reply from idempotency_keys k
    where k.user_id = w.user_id and k.key = w.key and k.created_at >= now() - p_kept limit 1
  ) k;
end
$function$;
grant execute on function take_keys(uuid[],text[],interval) to felt_and_foil_app;

-- The hash by which a ticket stands in a seal.
create or replace function ticket_hash(p_ticket tickets)
 returns text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select encode(sha256(convert_to('packproof/v2/ticket', 'UTF8') || '\x00'::bytea || convert_to(ticket_text(p_ticket), 'UTF8')), 'hex')
$function$;

-- A ticket as its buyer has it: canonical JSON.
create or replace function ticket_text(p_ticket tickets)
 returns text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select format('{"issuedAt":%s,"kind":"ticket","manifest":"%s","place":%s,"ref":"%s","v":2}',
    floor(extract(epoch from p_ticket.issued_at))::bigint, encode(d.hash, 'hex'), p_ticket.place, encode(p_ticket.ref, 'hex'))
  from drops d where d.id = p_ticket.drop_id
$function$;

create or replace function types_counted_wrong()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select distinct t.id from pack_types t cross join lateral (
    select from (select * from sum_contents(t.id, false)) s
    full join (
      select card_id, null::int as rarities, copies as times from held_cards where pack_type_id = t.id
      union all
      select null, rarities, packs from held_rarities where pack_type_id = t.id
    ) k on coalesce(k.card_id::text, k.rarities::text) = coalesce(s.card_id::text, s.rarities::text)
    where k.times is distinct from s.times
  ) wrong
$function$;
grant execute on function types_counted_wrong() to felt_and_foil_app;

-- For the audit: pack types with a sealed pack that breaks what is promised of it.
create or replace function types_that_break_promises()
 returns setof text
 language sql
 stable security definer
 set search_path to 'public', 'pg_temp'
AS $function$
  select id from pack_types where broken_promises(id, promises_foil, promises_rarity, promises_hits) <> '{}'
$function$;
grant execute on function types_that_break_promises() to felt_and_foil_app;

create or replace function value_packs(p_packs uuid[])
 returns table(pack_id uuid, rarities integer, market bigint, sold_back bigint)
 language sql
 stable
AS $function$
  select s.pack_id, bit_or(rarity_bit(c.rarity)), sum(c.market_value)::bigint, sum(c.market_value / 2)::bigint
  from pack_secrets s cross join unnest(s.card_ids) h (card_id) join cards c on c.id = h.card_id
  where s.pack_id = any (p_packs) group by s.pack_id
$function$;
