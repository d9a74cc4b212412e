-- Each step is a transaction (migrate.ts): writers to a table wait for one index, not for all.
create index if not exists users_email_of_buyer on users (email_key(email));
comment on index users_email_of_buyer is 'Accounts with one mailbox.';
--> statement-breakpoint
create index if not exists shipments_address_of_buyer
  on shipments (address_key(address ->> 'addressLine1', address ->> 'postalCode', address ->> 'country'));
comment on index shipments_address_of_buyer is 'Parcels to one postal address.';
--> statement-breakpoint
create index if not exists payments_of_card on payments (card_fingerprint) where card_fingerprint is not null;
comment on index payments_of_card is 'Payments with one card.';
--> statement-breakpoint
create index if not exists refunds_by_button on refunds (created_at) where is_by_button;
comment on index refunds_by_button is 'The few that count against a buyer.';
--> statement-breakpoint
create unique index if not exists notices_once on notices (subject_id, kind) where subject_id is not null;
comment on index notices_once is 'A parcel or a refund is told of once.';
--> statement-breakpoint
-- It was added unchecked, so that nobody waits while all notices are read.
alter table notices validate constraint notices_tell_their_kind;
--> statement-breakpoint
-- What plans know of an expression is counted with its index there.
analyze users, shipments, payments;
