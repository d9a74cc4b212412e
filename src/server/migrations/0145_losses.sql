-- Cards and parcels that the shop lost, or that are not what it recorded: their owner gets the market value of each card, and the
-- fee of a lost parcel.
insert into allowed_steps (thing, old, new) values
  ('shipment', 'shipped', 'lost'),
  ('card', 'available', 'lost'),
  ('card', 'locked', 'lost'),
  ('card', 'shipped', 'lost'),
  ('card', 'delivered', 'lost');

alter table shipments add column lost_at timestamptz;
comment on column shipments.lost_at is 'When an admin decided that the parcel is lost.';
alter table shipments drop constraint shipments_state_known,
  add constraint shipments_state_known check (
    state in ('unpaid', 'lapsed', 'requested', 'packed', 'shipped', 'delivered', 'cancelled', 'lost')) not valid;
alter table shipments drop constraint shipments_go_somewhere,
  add constraint shipments_go_somewhere check (
    address is not null or state in ('lapsed', 'delivered', 'cancelled', 'lost')) not valid;
alter table shipments add constraint shipments_lost_when_lost check ((state = 'lost') = (lost_at is not null)) not valid;

alter table physical_cards drop constraint physical_cards_status_known,
  add constraint physical_cards_status_known check (
    status in ('available', 'locked', 'sold', 'converted', 'shipped', 'delivered', 'reclaimed', 'lost')) not valid;
alter table physical_cards drop constraint physical_cards_exit_has_price,
  add constraint physical_cards_exit_has_price check (
    (status in ('sold', 'converted', 'lost')) = (exit_price is not null)
    and (status in ('sold', 'converted', 'reclaimed', 'lost')) = (exited_at is not null)) not valid;
alter table physical_cards drop constraint physical_cards_on_their_way,
  add constraint physical_cards_on_their_way check (
    status = 'lost' or (
      (status in ('shipped', 'delivered')) = (shipped_at is not null) and (status = 'delivered') = (delivered_at is not null))) not valid;
comment on column physical_cards.exit_price is 'What was paid for it when it was sold back, converted or lost.';
comment on column physical_cards.exited_at is 'When it became the house''s again, or when its loss was booked.';

create table card_losses (
  card_id uuid primary key references physical_cards (id),
  user_id uuid not null references users (id),
  shipment_id uuid references shipments (id),
  reason text not null,
  asked_on date,
  asked_value bigint,
  found_on date not null,
  found_value bigint not null,
  amount bigint not null,
  method text not null,
  reference text,
  decided_by_id uuid not null references users (id),
  decided_at timestamptz not null default shop_now(),
  constraint card_losses_reason_known check (reason in ('missing', 'damaged', 'not_as_recorded', 'parcel_lost')),
  constraint card_losses_asked_with_value check ((asked_on is null) = (asked_value is null)),
  constraint card_losses_pay_the_higher_value check (amount = greatest(asked_value, found_value) and amount >= 0),
  constraint card_losses_method_known check (method in ('credits', 'transfer')),
  constraint card_losses_transfer_has_reference check ((method = 'transfer') = (reference is not null))
);
create index card_losses_by_time on card_losses (decided_at);
comment on table card_losses is 'Cards that are missing, damaged or not as recorded, and what their owner got. One row a card, for good.';
comment on column card_losses.shipment_id is 'The parcel that the card was in. Null: it was in no parcel.';
comment on column card_losses.asked_on is 'The day its parcel was asked for. Null: it was never asked for.';
comment on column card_losses.found_on is 'The day it was found missing, damaged or wrong.';
comment on column card_losses.amount is 'The higher market value of both days, in cents.';
comment on column card_losses.reference is 'Of the bank transfer. Null: paid in credits.';
grant select, insert on card_losses to felt_and_foil_app;

create table parcel_losses (
  shipment_id uuid primary key references shipments (id),
  user_id uuid not null references users (id),
  found_on date not null,
  amount bigint not null,
  method text not null,
  reference text,
  decided_by_id uuid not null references users (id),
  decided_at timestamptz not null default shop_now(),
  constraint parcel_losses_amount_not_negative check (amount >= 0),
  constraint parcel_losses_method_known check (method in ('credits', 'transfer')),
  constraint parcel_losses_transfer_has_reference check ((method = 'transfer') = (reference is not null))
);
create index parcel_losses_by_time on parcel_losses (decided_at);
comment on table parcel_losses is 'Lost parcels, and their fee, which their owner got back. Their cards are in card_losses.';
comment on column parcel_losses.amount is 'Fee and tax that were paid, in cents.';
grant select, insert on parcel_losses to felt_and_foil_app;

insert into permitted_transfers (kind, debit, credit) values
  ('loss', 'house:losses', 'user'),
  ('loss', 'house:losses', 'house:bank');
