-- What the card provider says of a payment's risk and its card, parcels that wait for a person's look, and questions about where a
-- buyer lives.
alter table payments add column card_country text, add column risk_level text, add column risk_score smallint;
comment on column payments.card_country is 'The country in which its card was issued. Null: not known.';
comment on column payments.risk_level is 'The card provider''s word for its risk, such as normal or elevated. Null: it said none.';
comment on column payments.risk_score is 'The card provider''s score for its risk, from 0 to 100. Null: it said none.';

create table parcel_holds (
  shipment_id uuid primary key references shipments (id),
  reasons text[] not null,
  held_at timestamptz not null default shop_now(),
  check_by timestamptz not null,
  released_at timestamptz,
  released_by_id uuid references users (id),
  release_reason text,
  constraint parcel_holds_have_reasons check (cardinality(reasons) > 0),
  constraint parcel_holds_released_by_someone check (
    (released_at is null) = (released_by_id is null) and (released_at is null) = (release_reason is null))
);
create index parcel_holds_open on parcel_holds (check_by) where released_at is null;
comment on table parcel_holds is 'Parcels that wait until a person has looked at the payments of their owner. Once for each parcel.';
comment on column parcel_holds.reasons is 'risk_word, several_cards, several_accounts.';
comment on column parcel_holds.check_by is 'By when its owner was told that somebody looks.';
grant select, insert, update on parcel_holds to felt_and_foil_app;

create table place_questions (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  region text not null,
  found_at timestamptz not null default shop_now(),
  closed_at timestamptz,
  closed_by_id uuid references users (id),
  note text,
  constraint place_questions_once unique (user_id, kind, region),
  constraint place_questions_kind_known check (kind in ('card', 'parcel')),
  constraint place_questions_closed_by_someone check (
    (closed_at is null) = (closed_by_id is null) and (closed_at is null) = (note is null))
);
create index place_questions_open on place_questions (user_id) where closed_at is null;
comment on table place_questions is 'Signs that a buyer lives where the shop does not sell. While one is open, nothing is sold to its account; what it owns is not held.';
comment on column place_questions.kind is 'card: a card that was issued there paid. parcel: a first parcel goes there.';
grant select, insert, update on place_questions to felt_and_foil_app;
