-- What was earned, added up by a job, so that the page of margins reads sums instead of journals (choice 965).
create table margin_sums (
  month date not null,
  line text not null,
  game text,
  pack_type_id text,
  drop_id uuid,
  figure text not null,
  amount bigint not null,
  constraint margin_sums_once unique nulls not distinct (month, line, game, pack_type_id, drop_id, figure),
  constraint margin_sums_line_known check (line in ('packs', 'singles', 'parcels', 'credits', 'shop')),
  constraint margin_sums_of_packs check ((line = 'packs') = (pack_type_id is not null)),
  constraint margin_sums_of_a_month check (month = date_trunc('month', month))
);
comment on table margin_sums is 'What was earned and spent in each month (UTC), by what it was for: the sums of all journals before `margin_until`, and of costs. Written by `sum_margins` alone.';
comment on column margin_sums.line is 'What it was for. shop: for nothing that was sold, such as gifts.';
comment on column margin_sums.game is 'Null: parcels, credits and the shop are of no game.';
comment on column margin_sums.drop_id is 'The drop that the packs were sold in. Null: they were loose.';
comment on column margin_sums.figure is 'As in `domain/margin.ts`.';
comment on column margin_sums.amount is 'In cents, negative for what was spent; of figures that count things, how many.';

create table margin_until (until timestamptz not null);
create unique index margin_until_once on margin_until ((true));
insert into margin_until (until) values ('-infinity');
comment on table margin_until is 'One row: journals before this instant are in `margin_sums`. Written by `sum_margins` alone.';

create table margin_due (
  journal_id uuid,
  pack_id uuid,
  month date,
  line text,
  game text,
  pack_type_id text,
  drop_id uuid,
  figure text,
  amount bigint,
  constraint margin_due_of_one_kind check (
    journal_id is not null and num_nonnulls(pack_id, month, line, figure, amount) = 0
    or journal_id is null and num_nonnulls(figure, amount) = 2
      and (pack_id is not null and num_nonnulls(month, line) = 0 or pack_id is null and num_nonnulls(month, line) = 2))
);
comment on table margin_due is 'What `sum_margins` adds up besides the journals since its last run: journals that were written late, changes of what packs cost, and costs and sales outside the ledger. Few rows, if any. Written by triggers alone.';
comment on column margin_due.journal_id is 'A journal that was written more than a minute after the instant that it bears.';
comment on column margin_due.pack_id is 'A pack whose cost changed by `amount`; it counts in the months in which the pack was sold.';

revoke all on margin_sums, margin_until, margin_due from felt_and_foil_app;
grant select on margin_sums, margin_until, margin_due to felt_and_foil_app;

-- What the stock is worth and what the shop owes, each as of one moment: it takes too long to add up for each visit.
create table stock_values (
  line text not null,
  game text,
  pack_type_id text,
  pieces integer not null,
  without_cost integer not null,
  cost bigint not null,
  market bigint,
  constraint stock_values_once unique nulls not distinct (line, game, pack_type_id),
  constraint stock_values_line_known check (line in ('packs', 'singles')),
  constraint stock_values_not_negative check (pieces >= 0 and without_cost between 0 and pieces and cost >= 0 and market >= 0)
);
comment on table stock_values is 'What lies in the shop and is the shop''s: packs by type, singles by game. Written anew by `value_stock`.';
comment on column stock_values.without_cost is 'Pieces of which nobody said what they cost. They are not in `cost`.';
comment on column stock_values.market is 'At market values, in cents. Null: nobody knows what these packs hold.';

create table owed_values (
  valued_at timestamptz not null,
  credits_bought bigint not null,
  credits_earned bigint not null,
  debts bigint not null,
  sellable_cards integer not null,
  sellable_value bigint not null,
  sellable_market bigint not null,
  parcels integer not null,
  parcel_cards integer not null,
  parcel_market bigint not null,
  sealed_packs integer not null,
  lost_singles integer not null,
  lost_singles_cost bigint not null
);
create unique index owed_values_once on owed_values ((true));
comment on table owed_values is 'One row: what customers could still ask for at one moment. Written anew by `value_stock`.';
comment on column owed_values.debts is 'What customers owe the shop, in cents.';
comment on column owed_values.sellable_value is 'What the shop would pay for the cards that can be sold back.';
comment on column owed_values.sealed_packs is 'Packs that somebody bought and has not opened.';

create table drop_returns (
  drop_id uuid not null,
  packs integer not null,
  opened integer not null,
  designed_sum bigint not null,
  designed_squares numeric not null,
  opened_sum bigint not null,
  paid_back bigint not null,
  valued_at timestamptz not null,
  constraint drop_returns_pkey primary key (drop_id),
  constraint drop_returns_drop_id_fkey foreign key (drop_id) references drops (id),
  constraint drop_returns_opened_of_all check (opened between 0 and packs)
);
comment on table drop_returns is 'The credit values of the packs of each drop, all and opened ones, at one day''s prices. Written by `value_drop`, never while fewer than twenty are sealed, but for none (choice 380).';
comment on column drop_returns.designed_sum is 'The sum of the credit values of all its packs, in cents; `designed_squares`: of their squares.';
comment on column drop_returns.paid_back is 'What the shop paid so far for cards of its opened packs.';

revoke all on stock_values, owed_values, drop_returns from felt_and_foil_app;
grant select on stock_values, owed_values, drop_returns to felt_and_foil_app;

-- Singles that were listed in another shop and sold there.
create table sales_elsewhere (
  house_card_id uuid not null,
  shop text not null,
  reference text not null,
  brought bigint not null,
  sold_at timestamptz not null,
  taken_in_at timestamptz not null default shop_now(),
  taken_in_by_id uuid not null,
  constraint sales_elsewhere_pkey primary key (house_card_id),
  constraint sales_elsewhere_house_card_id_fkey foreign key (house_card_id) references house_cards (id),
  constraint sales_elsewhere_taken_in_by_id_fkey foreign key (taken_in_by_id) references users (id),
  constraint sales_elsewhere_brought_something check (brought >= 0)
);
comment on table sales_elsewhere is 'Singles that another shop sold. Rows, not transfers: their money arrives elsewhere.';
comment on column sales_elsewhere.reference is 'The other shop''s number of the sale.';
comment on column sales_elsewhere.brought is 'In cents, before taxes.';
revoke all on sales_elsewhere from felt_and_foil_app;
grant select, insert on sales_elsewhere to felt_and_foil_app;
alter table house_card_moves drop constraint house_card_moves_move_known,
  add constraint house_card_moves_move_known check (move in
    ('taken_in_hand', 'got_worse', 'shelved', 'withdrawn', 'put_back', 'priced', 'left_to_rules', 'lost', 'replaced', 'listed_elsewhere')) not valid;
create index house_cards_elsewhere on house_cards (listed_elsewhere, id) where state = 'elsewhere';

-- Labels that were bought before.
insert into margin_due (month, line, figure, amount)
select date_trunc('month', bought_at at time zone 'UTC')::date, 'parcels', 'labels', -amount_minor
from shipment_labels where bought_at is not null and currency = 'CAD'
union all
select date_trunc('month', bought_at at time zone 'UTC')::date, 'parcels', 'labels_without_cost', 1
from shipment_labels where bought_at is not null and currency <> 'CAD';
