-- What somebody owes the shop because money of a payment went back to them: for credits that they had spent when it
-- was refunded outside the shop, or that their bank had given them already.
create table refund_debts (
  id uuid not null,
  refund_id uuid not null,
  account text not null,
  amount bigint not null,
  booked_at timestamptz not null,
  constraint refund_debts_pkey primary key (id),
  constraint refund_debts_once unique (refund_id, account),
  constraint refund_debts_refund_id_refunds_id_fk foreign key (refund_id) references refunds (id),
  constraint refund_debts_account_known check (account in ('house:losses', 'house:dispute_losses')),
  constraint refund_debts_amount_positive check (amount > 0)
);
--> statement-breakpoint
comment on table refund_debts is 'What a refund has left its user owing: it makes up for a loss of the house.';
--> statement-breakpoint
comment on column refund_debts.id is 'What its journal is about.';
--> statement-breakpoint
comment on column refund_debts.account is '`house:losses`: credits that were spent, and so could not be taken back. `house:dispute_losses`: what the bank has paid as well.';
--> statement-breakpoint

create function check_refund_debt() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  debtor uuid;
begin
  select y.user_id into debtor from refunds f join payments y on y.id = f.payment_id
  where f.id = new.refund_id
    and f.amount >= new.amount + (select coalesce(sum(amount), 0) from refund_debts where refund_id = f.id);
  if not found then
    raise exception 'Nobody owes more than a refund gave them' using errcode = 'check_violation';
  end if;
  insert into ledger_accounts (id, debtor_id) values ('debt:' || debtor, debtor) on conflict do nothing;
  return new;
end
$$;
--> statement-breakpoint
create trigger refund_debts_check before insert on refund_debts
for each row execute function check_refund_debt();
--> statement-breakpoint
create trigger refund_debts_never_change before update or delete or truncate on refund_debts
for each statement execute function refuse_change();
--> statement-breakpoint
revoke update, delete on refund_debts from felt_and_foil_app;
--> statement-breakpoint
revoke execute on function check_refund_debt() from public;
--> statement-breakpoint
insert into permitted_transfers (kind, debit, credit) values
  ('refund_debt', 'debt:user', 'house:losses'),
  ('refund_debt', 'debt:user', 'house:dispute_losses');
--> statement-breakpoint

alter table money_questions
  drop constraint money_questions_kind_known,
  add constraint money_questions_kind_known check (kind in
    ('refund_uncovered', 'refund_owed', 'not_in_books', 'not_at_provider', 'amounts_differ', 'other_currency'));
--> statement-breakpoint
comment on column money_questions.kind is '`refund_uncovered`: it went back outside the shop, and nothing could be taken back for it. `refund_owed`: a refund has left its user owing. The others: what the card provider says and the books don''t, the books say and it doesn''t, of which the amounts differ, or what it has in another currency than the books.';
