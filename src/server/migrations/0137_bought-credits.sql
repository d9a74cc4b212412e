-- What of a balance was bought and what was earned, which top-up an operator's gift belongs to, and which credits went back.
alter table ledger_accounts add column bought bigint;
alter table ledger_accounts alter column bought set default 0;
comment on column ledger_accounts.bought is 'The part of a user''s credits that was bought; the rest was earned. Null: its transfers of before 1.2.0 are not replayed yet.';
alter table ledger_accounts add constraint ledger_accounts_bought_is_part_of_balance
  check (bought between 0 and balance and (bought = 0 or owner_id is not null)) not valid;
create index ledger_accounts_not_replayed on ledger_accounts (owner_id) where bought is null;
comment on index ledger_accounts_not_replayed is 'For replay_credits: goes in 1.3.0.';

alter table transfers add column bought bigint not null default 0;
comment on column transfers.bought is 'The part of the amount that was, or became, a user''s bought credits. Stamped by the database.';
alter table transfers add constraint transfers_bought_is_part_of_amount check (bought between 0 and amount) not valid;
-- The next migration stamps old transfers. The trigger comes back with the functions; the shop's own role may not write here anyway.
drop trigger transfers_never_change on transfers;

create table top_up_gifts (
  grant_id uuid primary key,
  top_up_id uuid not null references top_ups (id)
);
create index top_up_gifts_of_top_up on top_up_gifts (top_up_id);
comment on table top_up_gifts is 'Credits that an operator gave for a top-up: they go back with it, less what was spent of them.';
comment on column top_up_gifts.grant_id is 'What the journal of the gift (bonus_credit) is about.';
comment on index top_up_gifts_of_top_up is 'The gifts for a top-up.';
grant select, insert on top_up_gifts to felt_and_foil_app;

create table credit_returns (
  id uuid primary key,
  user_id uuid not null references users (id),
  state text not null,
  is_by_button boolean not null,
  asked_at timestamptz not null,
  decided_at timestamptz,
  transferred bigint not null default 0,
  reference text,
  constraint credit_returns_state_known check (state in ('asked', 'paid', 'refused')),
  constraint credit_returns_decided_once check ((state = 'asked') = (decided_at is null)),
  constraint credit_returns_transferred_with_reference check (
    transferred >= 0 and (transferred > 0) = (reference is not null) and (transferred = 0 or state = 'paid'))
);
create index credit_returns_of_user on credit_returns (user_id, asked_at);
create unique index credit_returns_one_waiting_per_user on credit_returns (user_id) where state = 'asked';
comment on table credit_returns is 'How users got unspent bought credits back: by button, or by asking an operator.';
comment on column credit_returns.is_by_button is 'Whether its user needed no operator: they can do so a few times only.';
comment on column credit_returns.transferred is 'What an operator paid in another way than to a card, in cents: its journal (take_back) has its id.';
comment on column credit_returns.reference is 'How an operator paid that, such as the number of a bank transfer.';
comment on index credit_returns_of_user is 'What a user gave back in the last days.';
comment on index credit_returns_one_waiting_per_user is 'The requests that wait for an operator.';
grant select, insert, update on credit_returns to felt_and_foil_app;

alter table refunds add column reference text;
comment on column refunds.reference is 'How an operator paid it by `transfer`, such as the number of a bank transfer.';
comment on column refunds.method is '`credits`: a card could not be paid, and credits took the place of its money. `transfer`: an operator paid it in another way. `bank`: the bank took the payment back, and so paid it.';
alter table refunds drop constraint refunds_method_known;
alter table refunds add constraint refunds_method_known
  check (method in ('card', 'credits', 'transfer', 'bank') and (method = 'transfer') = (reference is not null)) not valid;
alter table refunds drop constraint refunds_known_to_provider;
alter table refunds add constraint refunds_known_to_provider check (
case
    when method = 'card' then ((provider_id is not null) or ((state in ('due', 'failed')) and (paid_at is null)))
    else ((provider_id is null) and (state = 'paid'))
end) not valid;
alter table refund_parts drop constraint refund_parts_account_known;
alter table refund_parts add constraint refund_parts_account_known check (account in (
  'house:sales', 'house:tax', 'house:tax_gst', 'house:tax_hst', 'house:tax_qst', 'house:tax_pst_bc', 'house:tax_pst_sk',
  'house:tax_rst_mb', 'house:tax_other', 'house:fees', 'house:shipping', 'house:losses', 'user', 'gift')) not valid;
comment on column refund_parts.account is 'An account of the house; `user`: credits that were bought; `gift`: credits that an operator gave for them; `house:losses`: what nobody could give back.';

insert into permitted_transfers (kind, debit, credit) values
  ('take_back', 'user', 'house:promotions'), ('take_back', 'user', 'house:bank'), ('refund', 'house:refunds', 'house:bank');
