-- Where the shop sells, on which terms, and where it ships: a row each time an admin saves it. A server stores the first at its
-- start; without any, nothing is closed.
create table sales_places (
  version integer primary key,
  sells_elsewhere boolean not null,
  places jsonb not null,
  ships_elsewhere boolean not null,
  ships_to text[] not null,
  made_by_id uuid references users (id),
  made_at timestamptz not null default shop_clock(),
  constraint sales_places_versions_begin_at_one check (version > 0),
  constraint sales_places_are_a_list check (jsonb_typeof(places) = 'array')
);
comment on table sales_places is 'Where the shop sells and ships, in versions: the newest holds. Without any, nothing is closed.';
comment on column sales_places.sells_elsewhere is 'Whether it sells in every place that is not listed: a demo.';
comment on column sales_places.places is 'A list of {region, isOpen, leastAge, withdrawalDays, languages}; a region is CA-NS, US-NY, or a country.';
comment on column sales_places.ships_elsewhere is 'Whether it ships to every country that its tariff has.';
comment on column sales_places.ships_to is 'Countries to which it ships as well as to Canada and to its open places.';
comment on column sales_places.made_by_id is 'Null: the first start of a server.';
grant select, insert on sales_places to felt_and_foil_app;

alter table orders add column lives_in text;
comment on column orders.lives_in is 'Where the buyer lived, as their profile or they themselves said. Null: nobody said it, or a process of 1.1.0 sold.';
alter table orders add column withdrawal_days smallint not null default 0;
comment on column orders.withdrawal_days is 'In how many days after paying its sealed packs are returned by button, by the right of the place where the buyer lived.';
alter table orders add constraint orders_withdrawal_days_range check (withdrawal_days between 0 and 60);
alter table top_ups add column lives_in text;
comment on column top_ups.lives_in is 'As of orders.';
