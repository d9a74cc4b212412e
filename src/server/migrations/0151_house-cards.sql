-- Singles: what came back to the house is sold one by one (docs/product.md §20).
insert into allowed_steps (thing, old, new) values
  ('card', 'available', 'returned'),
  ('single', 'came_back', 'checked'),
  ('single', 'came_back', 'withdrawn'),
  ('single', 'came_back', 'lost'),
  ('single', 'checked', 'shelved'),
  ('single', 'checked', 'withdrawn'),
  ('single', 'checked', 'lost'),
  ('single', 'shelved', 'on_sale'),
  ('single', 'shelved', 'withdrawn'),
  ('single', 'shelved', 'lost'),
  ('single', 'on_sale', 'shelved'),
  ('single', 'on_sale', 'reserved'),
  ('single', 'on_sale', 'sold'),
  ('single', 'on_sale', 'elsewhere'),
  ('single', 'on_sale', 'withdrawn'),
  ('single', 'on_sale', 'lost'),
  ('single', 'reserved', 'on_sale'),
  ('single', 'reserved', 'sold'),
  ('single', 'withdrawn', 'checked'),
  ('single', 'withdrawn', 'shelved'),
  ('single', 'withdrawn', 'on_sale'),
  ('single', 'withdrawn', 'lost'),
  ('single', 'elsewhere', 'on_sale'),
  ('single', 'elsewhere', 'sold_elsewhere');

create table house_cards (
  id uuid not null,
  pack_id uuid not null,
  position smallint not null,
  card_id uuid not null,
  condition text not null,
  state text not null default 'came_back',
  paid bigint not null,
  came_at timestamptz not null,
  checked_at timestamptz,
  checked_by_id uuid,
  shelf text,
  price bigint,
  price_by_hand boolean not null default false,
  priced_at timestamptz,
  reservation_id uuid,
  listed_elsewhere text,
  exited_at timestamptz,
  note text,
  constraint house_cards_pkey primary key (id),
  constraint house_cards_checked_by_id_fkey foreign key (checked_by_id) references users (id),
  constraint house_cards_state_known check (
    state in ('came_back', 'checked', 'shelved', 'on_sale', 'reserved', 'sold', 'withdrawn', 'lost', 'elsewhere', 'sold_elsewhere')),
  constraint house_cards_paid_not_negative check (paid >= 0),
  constraint house_cards_price_positive check (price > 0),
  constraint house_cards_checked_before_sale check (
    (checked_at is null) = (checked_by_id is null) and (checked_at is not null or state in ('came_back', 'withdrawn', 'lost'))),
  constraint house_cards_on_sale_has_price check (
    price is not null and shelf is not null or state not in ('on_sale', 'reserved', 'sold', 'elsewhere', 'sold_elsewhere')),
  constraint house_cards_taken_by_someone check ((state in ('reserved', 'sold')) = (reservation_id is not null)),
  constraint house_cards_listed_elsewhere check ((state in ('elsewhere', 'sold_elsewhere')) = (listed_elsewhere is not null)),
  constraint house_cards_exited_at_the_end check ((state in ('sold', 'lost', 'sold_elsewhere')) = (exited_at is not null))
);
create index house_cards_on_sale on house_cards (card_id, price, id) where state = 'on_sale';
create index house_cards_of_reservation on house_cards (reservation_id) where reservation_id is not null;
create index house_cards_of_pack on house_cards (pack_id, position);
create index house_cards_in_state on house_cards (state, came_at desc, id);
create index house_cards_by_time on house_cards (came_at desc, id);
comment on table house_cards is 'Cards that are the house''s again: one row for each holding that ended there, under its id. The database writes a row when the holding ends.';
comment on column house_cards.id is 'Of the holding that ended. No foreign keys here: the trigger reads all of it from there, and no holding ever goes.';
comment on column house_cards.condition is 'As it was recorded, or worse, as it was seen since.';
comment on column house_cards.paid is 'What it cost the house, in cents. A card that was bought as a single and came back by a return or a lost dispute costs what it cost before.';
comment on column house_cards.checked_at is 'When somebody had it in hand and compared it.';
comment on column house_cards.shelf is 'Where it lies.';
comment on column house_cards.price is 'In cents, before tax.';
comment on column house_cards.price_by_hand is 'Whether a person set the price, so that no rule changes it.';
comment on column house_cards.reservation_id is 'Who holds it, and once sold its order: both have the same id.';
comment on column house_cards.listed_elsewhere is 'The other shop in which it is listed, or was sold.';
comment on column house_cards.exited_at is 'When it was sold, here or elsewhere, or was found to be lost.';
revoke all on house_cards from felt_and_foil_app;
grant select, update on house_cards to felt_and_foil_app;

create table order_singles (
  order_id uuid not null,
  house_card_id uuid not null,
  unit_price bigint not null,
  discount bigint not null default 0,
  new_card_id uuid not null,
  refunded_at timestamptz,
  refund_amount bigint,
  refund_taxes jsonb,
  refund_id uuid,
  constraint order_singles_pkey primary key (order_id, house_card_id),
  constraint order_singles_new_card_once unique (new_card_id),
  constraint order_singles_order_id_fkey foreign key (order_id) references orders (id),
  constraint order_singles_house_card_id_fkey foreign key (house_card_id) references house_cards (id),
  constraint order_singles_refund_id_fkey foreign key (refund_id) references refunds (id),
  constraint order_singles_price_positive check (unit_price > 0),
  constraint order_singles_discount_within_price check (discount between 0 and unit_price),
  constraint order_singles_refunded_with_amount check (
    (refunded_at is null) = (refund_amount is null) and refund_amount between 0 and unit_price - discount
    and (refunded_at is not null or refund_id is null and refund_taxes is null)),
  constraint order_singles_refunded_in_one_way check (refund_id is null or refund_taxes is null)
);
create index order_singles_of_house_card on order_singles (house_card_id);
create index order_singles_of_refund on order_singles (refund_id) where refund_id is not null;
comment on table order_singles is 'The singles of an order, each with its own part of the order''s discount. An order that is not paid may have one that somebody else bought.';
comment on column order_singles.new_card_id is 'The buyer''s holding of it, in physical_cards once the order is paid.';
comment on column order_singles.refund_amount is 'What was given back of its price, before tax.';
comment on column order_singles.refund_taxes is 'The taxes that were given back with it, as in orders.taxes, if it was given back as credits.';
comment on column order_singles.refund_id is 'The refund to the card, if it was given back so. Null with a refund: as credits, or by a bank.';
revoke delete on order_singles from felt_and_foil_app;
grant select, insert, update on order_singles to felt_and_foil_app;

alter table physical_cards
  add column bought_as_id uuid,
  add column cost bigint,
  drop constraint physical_cards_status_known,
  add constraint physical_cards_status_known check (
    status in ('available', 'locked', 'sold', 'converted', 'shipped', 'delivered', 'reclaimed', 'lost', 'returned')) not valid,
  drop constraint physical_cards_exit_has_price,
  add constraint physical_cards_exit_has_price check (
    (status in ('sold', 'converted', 'lost')) = (exit_price is not null)
    and (status in ('sold', 'converted', 'reclaimed', 'lost', 'returned')) = (exited_at is not null)) not valid,
  add constraint physical_cards_bought_has_cost check (
    (bought_as_id is null) = (cost is null) and cost >= 0
    and (bought_as_id is null or auto_convert_at is null) and (bought_as_id is not null or status <> 'returned')) not valid;
comment on column physical_cards.opened_by_id is 'Who opened its pack, or bought it as a single. The house owns it again once it is sold, converted, reclaimed or returned.';
comment on column physical_cards.opened_at is 'When its pack was opened, or when it was bought as a single.';
comment on column physical_cards.bought_as_id is 'The house''s card that it was bought as. Null: it came out of its pack.';
comment on column physical_cards.cost is 'What was paid for it as a single, after discounts and before tax, in cents. Null: it came out of its pack.';

-- Who wishes for a card is told when the shop sells a copy of it.
create table single_arrivals (
  id bigint not null generated always as identity,
  card_id uuid not null,
  constraint single_arrivals_pkey primary key (id)
);
comment on table single_arrivals is 'Cards of which a copy went on sale: rows that wait until those who wish for them are told.';
revoke all on single_arrivals from felt_and_foil_app;
grant select, delete on single_arrivals to felt_and_foil_app;
alter table card_wishes
  add column single_came boolean not null default false,
  add column single_told_at timestamptz;
comment on column card_wishes.single_came is 'A copy of it went on sale since; the person is told of it next.';
comment on column card_wishes.single_told_at is 'When they were told that a copy is on sale, or would have been if they wanted to be; null: not yet.';
create index card_wishes_with_single on card_wishes (user_id) where single_told_at is null and single_came;
alter table notices drop constraint notices_tell_their_kind,
  add constraint notices_tell_their_kind check (
    (line is not null) = (kind = 'price') and (market_value is not null) = (kind = 'price')
    and (amount is not null) = (kind in ('ending', 'converted', 'locked', 'refunded')) and coalesce(amount, 0) >= 0
    and (subject_id is not null) = (kind in ('shipped', 'refunded'))
    and case
      when kind = 'stock' then pack_type_ids <> '{}' and card_ids <> '{}'
      when kind = 'back' then cardinality(pack_type_ids) = 1 and card_ids = '{}'
      when kind = 'price' then pack_type_ids = '{}' and cardinality(card_ids) = 1
      when kind in ('single', 'ending', 'converted', 'locked', 'shipped') then pack_type_ids = '{}' and card_ids <> '{}'
      when kind = 'refunded' then pack_type_ids = '{}' and card_ids = '{}'
      else false
    end) not valid;
