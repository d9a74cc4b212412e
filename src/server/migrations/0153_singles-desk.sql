-- The desk of the house's cards: what a list filters by, what people did with each card, prices by rule, and the sums of a large stock.
alter table house_cards
  add column game text,
  add column set_id text,
  add column rarity text,
  add column label text,
  add constraint house_cards_are_described check (game is not null and set_id is not null and rarity is not null) not valid;
comment on column house_cards.game is 'Of its card, as the next two: lists filter by them. The database copies them.';
comment on column house_cards.label is 'The number on its grader''s label, as in its pack''s document. Null: it is not graded.';

create table house_card_moves (
  house_card_id uuid not null,
  at timestamptz not null default shop_clock(),
  move text not null,
  by_id uuid not null,
  detail text,
  amount bigint,
  constraint house_card_moves_house_card_id_fkey foreign key (house_card_id) references house_cards (id),
  constraint house_card_moves_by_id_fkey foreign key (by_id) references users (id),
  constraint house_card_moves_move_known check (move in
    ('taken_in_hand', 'got_worse', 'shelved', 'withdrawn', 'put_back', 'priced', 'left_to_rules', 'lost', 'replaced'))
);
create index house_card_moves_of_card on house_card_moves (house_card_id, at);
comment on table house_card_moves is 'What operators did with the house''s cards, for good.';
comment on column house_card_moves.detail is 'The shelf, the condition or the reason.';
comment on column house_card_moves.amount is 'The price that was set by hand, in cents.';
revoke all on house_card_moves from felt_and_foil_app;
grant select, insert on house_card_moves to felt_and_foil_app;

create table single_price_rules (
  version integer primary key,
  rules jsonb not null,
  made_by_id uuid references users (id),
  made_at timestamptz not null default shop_clock(),
  constraint single_price_rules_versions_begin_at_one check (version > 0),
  constraint single_price_rules_are_a_list check (jsonb_typeof(rules) = 'array')
);
comment on table single_price_rules is 'The rules by which single cards get their prices, in versions: the newest holds. Without any, no single has a price.';
comment on column single_price_rules.rules is
  'An ordered list of {game, setId, rarity, condition, valueFrom, valueBelow, ageDays, percent, floor}: the first that applies sets the price.';
revoke all on single_price_rules from felt_and_foil_app;
grant select, insert on single_price_rules to felt_and_foil_app;

create table single_sums (
  state text primary key,
  cards bigint not null,
  paid bigint not null,
  market bigint not null,
  counted_at timestamptz not null default shop_clock()
);
comment on table single_sums is 'How many cards of the house are in each state, what they cost and are worth: counted by a job where a page can''t count them.';
grant select, insert, update, delete on single_sums to felt_and_foil_app;

-- A card that the shop lost, damaged or recorded wrongly may be replaced by a like one from the shelf.
insert into allowed_steps (thing, old, new) values ('single', 'shelved', 'given'), ('single', 'on_sale', 'given');
alter table house_cards
  drop constraint house_cards_state_known,
  add constraint house_cards_state_known check (
    state in ('came_back', 'checked', 'shelved', 'on_sale', 'reserved', 'sold', 'withdrawn', 'lost', 'elsewhere', 'sold_elsewhere', 'given')),
  drop constraint house_cards_exited_at_the_end,
  add constraint house_cards_exited_at_the_end check ((state in ('sold', 'lost', 'sold_elsewhere', 'given')) = (exited_at is not null));
comment on column house_cards.exited_at is 'When it was sold, here or elsewhere, was found to be lost, or replaced a lost card.';
alter table card_losses
  add column replacement_id uuid,
  add constraint card_losses_replacement_id_fkey foreign key (replacement_id) references house_cards (id),
  add constraint card_losses_replacement_once unique (replacement_id),
  drop constraint card_losses_method_known,
  add constraint card_losses_method_known check (method in ('credits', 'transfer', 'replacement')) not valid,
  add constraint card_losses_replacement_is_named check ((method = 'replacement') = (replacement_id is not null)) not valid;
comment on column card_losses.replacement_id is 'The house''s card that its owner got instead. It is booked at what the house paid for it, and no money moves.';
