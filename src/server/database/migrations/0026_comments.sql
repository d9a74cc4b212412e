-- What tables, columns and indexes are for, kept where they are. schema.sql shows it.

-- accounts
comment on column users.email is 'In lower case: addresses are compared without case.';
comment on column users.password_changed_at is 'Null: it is the one of the registration.';
comment on column users.deletion_due_at is 'The person asked for the account to be deleted, which is done at that instant; null: they did not.';
comment on column users.erased_at is 'Since then the row says nothing about the person; the books still need its id.';
comment on column users.auto_ship_threshold is 'Reminders list cards of this market value or more first; null: no such list.';
comment on index users_of_role is 'Most users are active shoppers: only the others are worth an index.';
comment on index users_out_of_the_ordinary is 'Most users are active shoppers: only the others are worth an index.';
comment on index users_email_start is 'How an address begins.';
comment on index users_email_part is 'A part of an address.';
comment on index users_username_part is 'A part of what a person is called.';
comment on index users_full_name_part is 'A part of what a person is called.';
comment on table sessions is 'A sign-in on one device. Its refresh tokens are numbered; only the newest is good.';
comment on column sessions.generation is 'The number of the newest refresh token; tokens are derived from it, none is stored.';
comment on column sessions.rotated_at is 'When the newest one took the place of the one before.';
comment on column sessions.reuse_detected is 'The family ended because a used token came back.';
comment on table one_time_codes is 'The newest code of six digits for each account and purpose. A used one is deleted.';
comment on column one_time_codes.email is 'Where it was mailed, in lower case: it proves this address and no other.';
comment on column one_time_codes.code_hash is 'A keyed hash over purpose, user, address and code.';
comment on table two_factors is 'The second factor of an account: a secret that an authenticator app shares with the shop.';
comment on column two_factors.sealed_secret is 'Sealed with a key derived from AUTH_SECRET: the database alone gives nobody a code.';
comment on column two_factors.confirmed_at is 'Null: the person has not proven yet that their app has it, so it guards nothing.';
comment on column two_factors.last_step is 'The newest time step whose code was taken: each code is good once.';
comment on table recovery_codes is 'Codes to sign in with when the authenticator app is lost, each good once. Only keyed hashes are kept.';

-- audit-log
comment on table audit_log is 'Who of the operators did what. Only ever added to, each entry chained to the one before it.';
comment on column audit_log.id is 'The place in the chain, from 1 without gaps: stamped by the database.';
comment on column audit_log.action is 'What was done, as verb and object: `move_shipment`.';
comment on column audit_log.subject_kind is 'What it was done to: its kind and its id, as the API writes them.';
comment on column audit_log.before is 'What changed, in wire words, never a secret; null where there is nothing to say.';
comment on column audit_log.hash is 'SHA-256 over this entry and the hash of the one before it: stamped by the database.';

-- mail
comment on table mails is 'Every mail that the shop wrote.';
comment on column mails.kind is 'Which template wrote it.';
comment on column mails.user_id is 'Whom it is for; null: nobody who has an account. No foreign key: users live on a higher floor.';
comment on column mails.html is 'Null: it was written before mails had a second form.';
comment on column mails.is_secret is 'Holds a code: its words are wiped out once they have been sent.';
comment on column mails.fact is 'What it tells, where that may be told once only.';

-- http
comment on table idempotency_keys is 'The first successful answer to each key of a user. Inserted first in the transaction of the work, so a second caller waits on the primary key and then reads the answer.';
comment on column idempotency_keys.fingerprint is 'Method, path and body of the request, hashed.';
comment on column idempotency_keys.reply is 'The whole body that was answered; null only inside the transaction that is at work.';
comment on table throttle_counters is 'How often a subject did what a rule counts. One row each, written outside of the transactions of the work, so that nobody''s purchase waits for a count.';
comment on column throttle_counters.subject is 'Whom the rule counts (a network, an account), hashed: addresses of strangers are not kept.';
comment on column throttle_counters.ends_at is 'When the count is forgotten.';
comment on column throttle_counters.waits_until is 'Until when the next try has to wait; null when it need not.';

-- catalogue
comment on column card_sets.id is 'Game and code: `magic-mid`.';
comment on table cards is 'The catalogue: one printing of one card in one finish (choice 1).';
comment on column cards.external_id is 'The public source''s own id with the finish; importing again finds the card by it.';
comment on column cards.market_value is 'The newest price, in CAD; 0 when no source has one.';
comment on column cards.priced_on is 'The day of that price.';
comment on table price_observations is 'Every price that a public source told, kept for ever.';
comment on column price_observations.amount_minor is 'Hundredths of `currency`.';
comment on table price_runs is 'A refresh of the prices of one configured source; `error` null when it went well.';
comment on column price_runs.source is 'The name that the settings give the source.';
comment on column price_runs.finished_at is 'Null while it is under way, and for ever if its process was killed.';
comment on column price_runs.cards is 'Cards of the catalogue that the source told of.';
comment on table held_prices is 'Prices that jumped: kept, but not believed until a person says so.';
comment on column held_prices.before_minor is 'The price it was compared with, of the same market and currency.';
comment on table pack_pictures is 'Pictures of pack types that operators put in place of the shop''s drawings. Never changed.';
comment on column pack_pictures.name is 'The hash of its bytes and its kind: `3f9c….webp`. Part of its address.';
comment on table pack_types is 'What the catalogue sells. Stock is counted from physical packs, never typed in.';
comment on column pack_types.id is 'A slug: `magic-mid-draft`.';
comment on column pack_types.price is 'What the shopper pays before tax.';
comment on column pack_types.original_price is 'The higher price it is reduced from, if it is.';
comment on column pack_types.purchase_limit is 'Packs of this type that one user may ever buy; null = no limit.';
comment on column pack_types.odds is 'Chance per rarity that a pack holds at least one such card.';
comment on column pack_types.odds_counted is 'Nobody said how its packs are filled: the odds are counted from those that came in.';
comment on column pack_types.picture is 'Null: the shop''s own drawing.';
comment on column pack_types.position is 'Place in the shop''s order.';
comment on table pack_type_cards is 'The cards that a pack of the type can hold.';
comment on table potential_hits is 'The ten most valuable cards of each pack type, one per name; written anew after each price import.';
comment on table reservations is 'Physical packs kept for one user: until `expires_at` while held, for good once paid.';
comment on column reservations.expires_at is 'Null once paid.';
comment on table physical_packs is 'One sealed pack in the warehouse.';
comment on column physical_packs.rank is 'The random place in the order of sale, fixed at stocking: nobody chooses who gets which pack.';
comment on index physical_packs_by_time is 'The operators'' list, newest first: of all.';
comment on index physical_packs_of_state is 'The operators'' list, newest first: of a state.';
comment on index physical_packs_of_type is 'The operators'' list, newest first: of a type.';
comment on index physical_packs_of_type_in_state is 'The operators'' list, newest first: of a type and a state.';
comment on table pack_returns is 'Sold packs that came back unopened: a pack forgets who had it when it goes on sale again.';
comment on column pack_returns.reservation_id is 'What it was sold under; an order''s id too.';
comment on table physical_cards is 'One real card. Inside an unopened pack it is `sealed`, and the shop''s role can''t read it.';
comment on column physical_cards.opened_by_id is 'Who opened its pack. The house owns it again once it is sold or converted.';
comment on column physical_cards.exit_price is 'What was paid for it when it was sold back or converted.';
comment on column physical_cards.shipped_at is 'When its shipment was asked for, and when it arrived; null again if the shipment was cancelled.';
comment on column physical_cards.reminded_days is 'The last reminder of its conversion was mailed this many days ahead; null: none yet.';

-- ledger
comment on table ledger_accounts is 'One account per user, with its balance, and the house''s, whose balances are sums of transfers: a stored one would be a row that every purchase waits for.';
comment on column ledger_accounts.id is 'The user''s id, or `house:` and what the account is for.';
comment on column ledger_accounts.version is 'Counts the transfers of a user''s account, so that a statement without gaps can be proven.';
comment on table journals is 'One event that moved money, and what a user reads as a transaction.';
comment on column journals.reference_id is 'What it was about: an order, a card, a grant.';
comment on column journals.reference is 'What an operator calls it, such as a ticket''s number; null: it goes by `reference_id`.';
comment on column journals.receipt is 'What its receipt says beyond the sums, as it was when the money moved (choice 46).';
comment on constraint journals_one_per_fact on journals is 'One fact is posted once, for ever.';
comment on table transfers is 'One movement of money between two accounts. Never changed, never deleted.';
comment on column transfers.debit_version is 'Stamped by the database: each side''s version and balance after it; null for the house.';

-- collection
comment on table openings is 'The act by which one user opened one physical pack, once.';

-- card-payments
comment on table payments is 'One attempt to pay one thing by card. Its states only go forward: see the trigger.';
comment on column payments.subject_id is 'What it buys: the id of an order, a shipment or a top-up.';
comment on column payments.fingerprint is 'Tells whether a repeated request is about the same thing.';
comment on column payments.intent_id is 'The card provider''s; null until it is known.';
comment on column payments.expires_at is 'Until then what it buys is kept.';
comment on column payments.updated_at is 'When the state last changed.';
comment on constraint payments_one_per_subject on payments is 'One payment buys one thing, and one thing is bought by one payment.';
comment on index payments_one_open_order_per_user is 'Another cart ends the payment before it.';
comment on index payments_one_open_shipment_per_user is 'Another shipment ends the payment before it.';
comment on table refunds is 'Money that goes back to a card. Written before the provider is asked, so that it is asked once.';
comment on column refunds.provider_id is 'The card provider''s; null while it is due.';
comment on table stripe_events is 'The provider''s events, each once.';
comment on table sandbox_objects is 'What the sandbox keeps: intents, refunds, customers and payment methods, as Stripe would answer them.';
comment on table sandbox_answers is 'Answers of the sandbox by Idempotency-Key.';
comment on table sandbox_events is 'The sandbox''s events, on their way to the shop''s webhook.';
comment on column sandbox_events.next_attempt_at is 'Null once delivered or given up.';

-- wallet
comment on table transaction_notes is 'What operators write beside a transaction. The books themselves never change.';
comment on column transaction_notes.transaction_id is 'The id of a journal, or of a top-up on its way to become one.';
comment on table top_ups is 'Credits to be bought by card, at the fee of that day. Its payment says where it stands.';
comment on column top_ups.id is 'Also the id of its journal, so that a transaction keeps its id when the money comes.';
comment on table payment_methods is 'A card that its owner pays with again. The number is the card provider''s to know.';
comment on column payment_methods.provider_id is 'The card provider''s: of the card, and of its owner.';

-- checkout
comment on table orders is 'What one payment buys. Its id is that of the reservation that keeps its packs.';
comment on column orders.paid_at is 'Null until the money is here.';
comment on column order_lines.refunded is 'Packs of it that came back unopened.';
comment on table discount_codes is 'A code that takes a percentage or a fixed amount off the subtotal.';
comment on column discount_codes.code is 'In upper case: codes are compared without case.';
comment on column discount_codes.percent is 'Whole percent off; null for a fixed amount.';
comment on column discount_codes.uses_max is 'Orders that may use it; null = no limit.';

-- shipping
comment on table shipments is 'Cards on their way to their owner, in one parcel.';
comment on column shipments.address is 'Null only where its person''s account was deleted: the books need the parcel, not the place.';
comment on column shipments.requested_at is 'When it was paid for, and so asked for; null: it is not.';
comment on index shipments_in_state_tracking_begins is 'What operators look for in one of its views, by how it begins.';
comment on index shipments_in_state_recipient_begins is 'What operators look for in one of its views, by how it begins.';
comment on index shipments_in_state_last_name_begins is 'What operators look for in one of its views, by how it begins.';
comment on table shipment_cards is 'The cards of a shipment. A card is in one live shipment at most, and comes back into none by itself.';
comment on column shipment_cards.is_live is 'False once the shipment lapsed or was cancelled.';
