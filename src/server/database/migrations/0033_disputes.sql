-- Charges that a cardholder takes back at their bank, and what a user owes the shop after a lost one.
create table disputes (
  id uuid not null,
  payment_id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  provider_status text not null,
  state text not null,
  reason text not null,
  amount bigint not null,
  fee bigint not null default 0,
  fee_returned_at timestamptz,
  debt bigint not null default 0,
  loss bigint not null default 0,
  evidence_due_at timestamptz,
  -- When the bank was told, by the provider's clock.
  raised_at timestamptz not null,
  opened_at timestamptz,
  decided_at timestamptz,
  pause_lifted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint disputes_pkey primary key (id),
  constraint disputes_provider_id_once unique (provider_id),
  constraint disputes_payment_id_payments_id_fk foreign key (payment_id) references payments (id),
  constraint disputes_user_id_users_id_fk foreign key (user_id) references users (id),
  constraint disputes_state_known check (state in ('inquiry', 'open', 'won', 'lost', 'closed')),
  constraint disputes_amount_positive check (amount > 0),
  constraint disputes_fee_not_negative check (fee >= 0 and (fee > 0 or fee_returned_at is null)),
  constraint disputes_debt_of_a_lost_one check (debt >= 0 and debt <= amount and ((debt = 0 and loss = 0) or state = 'lost')),
  constraint disputes_opened_once check ((state in ('open', 'won', 'lost')) = (opened_at is not null)),
  constraint disputes_decided_once check ((state in ('won', 'lost', 'closed')) = (decided_at is not null))
);
--> statement-breakpoint
create index disputes_of_payment on disputes (payment_id);
--> statement-breakpoint
create index disputes_of_user on disputes (user_id);
--> statement-breakpoint
create index disputes_by_time on disputes (raised_at, id);
--> statement-breakpoint
create index disputes_in_state on disputes (state, raised_at, id);
--> statement-breakpoint
create index disputes_undecided on disputes (user_id) where state = 'open';
--> statement-breakpoint
comment on table disputes is 'Charges that their cardholder took back at the bank. What the provider says of one now is what counts, whatever order its events come in.';
--> statement-breakpoint
comment on column disputes.provider_status is 'The provider''s own word, as it was when it was last asked.';
--> statement-breakpoint
comment on column disputes.state is '`inquiry`: the bank asks. `open`: it has the money until it decides. `won`, `lost`. `closed`: an inquiry that came to nothing.';
--> statement-breakpoint
comment on column disputes.amount is 'What the cardholder takes back; it may be a part of the payment.';
--> statement-breakpoint
comment on column disputes.fee is 'What the provider took for it.';
--> statement-breakpoint
comment on column disputes.debt is 'What its user kept of a lost one, and so owes the shop.';
--> statement-breakpoint
comment on column disputes.loss is 'What the house lost by it besides the fee; negative where more of a sale was undone than the bank took.';
--> statement-breakpoint
comment on column disputes.raised_at is 'By the provider''s clock.';
--> statement-breakpoint
comment on column disputes.opened_at is 'Since then what it bought is locked; null: it never was.';
--> statement-breakpoint
comment on column disputes.pause_lifted_at is 'An operator let the account buy, sell and ship again though this one is open.';
--> statement-breakpoint

create table dispute_cards (
  dispute_id uuid not null,
  card_id uuid not null,
  locked_at timestamptz not null,
  was_expired boolean not null,
  constraint dispute_cards_pkey primary key (dispute_id, card_id),
  constraint dispute_cards_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes (id),
  constraint dispute_cards_card_id_physical_cards_id_fk foreign key (card_id) references physical_cards (id)
);
--> statement-breakpoint
create index dispute_cards_of_card on dispute_cards (card_id);
--> statement-breakpoint
comment on table dispute_cards is 'The cards that a dispute locked. Their thirty days stand still from then on.';
--> statement-breakpoint
comment on column dispute_cards.was_expired is 'It was locked before, because its time was over; once the dispute is won, it is so again.';
--> statement-breakpoint

-- What a user owes is an account of its own, beside the credits that they have. It counts the other way round.
alter table ledger_accounts add column debtor_id uuid;
--> statement-breakpoint
alter table ledger_accounts
  drop constraint ledger_accounts_of_user_or_house,
  add constraint ledger_accounts_one_per_debtor unique (debtor_id),
  add constraint ledger_accounts_debtor_id_users_id_fk foreign key (debtor_id) references users (id),
  add constraint ledger_accounts_of_user_debtor_or_house check (
    case
      when owner_id is not null then id = owner_id::text and debtor_id is null
      when debtor_id is not null then id = 'debt:' || debtor_id
      else id like 'house:%' and balance = 0
    end);
--> statement-breakpoint
comment on column ledger_accounts.id is 'The user''s id; `debt:` and the id of a user who owes the shop; or `house:` and what the account is for.';
--> statement-breakpoint
comment on column ledger_accounts.balance is 'A user''s credits, or what a debtor owes.';
--> statement-breakpoint
comment on column ledger_accounts.debtor_id is 'Whose debt it is; null: it is none.';
--> statement-breakpoint
insert into ledger_accounts (id) values ('house:disputes'), ('house:dispute_losses');
--> statement-breakpoint

-- As before, and a debtor's account, which a debit raises.
create or replace function apply_transfer() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  side text;
begin
  new.debit_version := null;
  new.debit_balance := null;
  new.credit_version := null;
  new.credit_balance := null;
  foreach side in array
    case when new.debit_account_id < new.credit_account_id then array['debit', 'credit'] else array['credit', 'debit'] end
  loop
    if side = 'debit' then
      update ledger_accounts
      set balance = balance - case when debtor_id is null then new.amount else -new.amount end, version = version + 1
      where id = new.debit_account_id and (owner_id is not null or debtor_id is not null)
      returning version, balance into new.debit_version, new.debit_balance;
    else
      update ledger_accounts
      set balance = balance + case when debtor_id is null then new.amount else -new.amount end, version = version + 1
      where id = new.credit_account_id and (owner_id is not null or debtor_id is not null)
      returning version, balance into new.credit_version, new.credit_balance;
    end if;
  end loop;
  return new;
end
$$;
--> statement-breakpoint

insert into permitted_transfers (kind, debit, credit) values
  ('dispute_opened', 'house:disputes', 'house:card_clearing'),
  ('dispute_won', 'house:card_clearing', 'house:disputes'),
  -- A sale that is undone, what its buyer keeps and owes, and what nobody will pay.
  ('dispute_lost', 'house:sales', 'house:disputes'),
  ('dispute_lost', 'house:tax', 'house:disputes'),
  ('dispute_lost', 'house:fees', 'house:disputes'),
  ('dispute_lost', 'house:shipping', 'house:disputes'),
  -- The bank may take back a part only of a sale that is undone.
  ('dispute_lost', 'house:sales', 'house:dispute_losses'),
  ('dispute_lost', 'house:tax', 'house:dispute_losses'),
  ('dispute_lost', 'house:fees', 'house:dispute_losses'),
  ('dispute_lost', 'house:shipping', 'house:dispute_losses'),
  ('dispute_lost', 'debt:user', 'house:disputes'),
  ('dispute_lost', 'house:dispute_losses', 'house:disputes'),
  ('dispute_fee', 'house:dispute_losses', 'house:card_clearing'),
  ('dispute_fee_returned', 'house:card_clearing', 'house:dispute_losses'),
  ('debt_payment', 'user', 'debt:user'),
  ('debt_written_off', 'house:dispute_losses', 'debt:user');
--> statement-breakpoint

-- Packs that are sealed and cards that are here wait for the bank; lost, they are the house's.
alter table physical_packs
  drop constraint physical_packs_state_known,
  add constraint physical_packs_state_known
    check (state in ('intake', 'available', 'reserved', 'sold', 'disputed', 'opened', 'withdrawn')),
  drop constraint physical_packs_taken_by_someone,
  add constraint physical_packs_taken_by_someone check (
    (state in ('reserved', 'sold', 'disputed', 'opened')) = (buyer_id is not null)
    and (buyer_id is null) = (reservation_id is null));
--> statement-breakpoint
alter table physical_cards
  drop constraint physical_cards_status_known,
  add constraint physical_cards_status_known check (status in
    ('sealed', 'available', 'locked', 'sold', 'converted', 'shipped', 'delivered', 'reclaimed')),
  drop constraint physical_cards_exit_has_price,
  add constraint physical_cards_exit_has_price check (
    (status in ('sold', 'converted')) = (exit_price is not null)
    and (status in ('sold', 'converted', 'reclaimed')) = (exited_at is not null));
--> statement-breakpoint
comment on column physical_cards.exit_price is 'What was paid for it when it was sold back or converted.';
--> statement-breakpoint
comment on column physical_cards.exited_at is 'When it became the house''s again.';
