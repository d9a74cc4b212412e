-- A refund that failed needs no money any more once the bank has paid it: its payment was disputed, and lost. A refund
-- by the method `bank` takes its place, and what the shop lost by the dispute is what it doesn't owe any more.
alter table refunds
  drop constraint refunds_method_known,
  drop constraint refunds_known_to_provider,
  add constraint refunds_method_known check (method in ('card', 'credits', 'bank')),
  add constraint refunds_known_to_provider check (
    case when method in ('credits', 'bank') then provider_id is null and state = 'paid'
      else provider_id is not null or (state in ('due', 'failed') and paid_at is null) end);
--> statement-breakpoint
comment on column refunds.method is '`credits`: a card could not be paid, and credits took the place of its money. `bank`: the bank took the payment back, and so paid it.';
--> statement-breakpoint
insert into permitted_transfers (kind, debit, credit) values
  ('refund', 'house:refunds', 'house:dispute_losses');
--> statement-breakpoint

-- What is left of the money of a payment, in cents: less than 0 where its cardholder gets some of it twice. What came
-- for something that could not be delivered need not be what was asked for; it is booked under its payment.
create function money_left_of_payment(p_payment uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  return (
    select coalesce(
        (select sum(t.amount) from journals j join transfers t on t.journal_id = j.id
         where j.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase') and j.reference_id = y.id
           and t.debit_account_id = 'house:card_clearing'), y.amount)
      - (select coalesce(sum(f.amount), 0) from refunds f
         where f.payment_id = y.id and f.state <> 'failed' and f.method <> 'bank')
      - (select coalesce(sum(d.amount), 0) from disputes d where d.payment_id = y.id and d.state in ('open', 'lost'))
    from payments y where y.id = p_payment
  );
end
$$;
--> statement-breakpoint
revoke execute on function money_left_of_payment(uuid) from public;
--> statement-breakpoint
grant execute on function money_left_of_payment(uuid) to felt_and_foil_app;
--> statement-breakpoint

-- As before. And no credits are given for what a bank has paid, nor is a bank said to have paid more than it took.
create or replace function check_refunded() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from payments y
    where y.id = new.payment_id and y.state = 'succeeded'
      and y.amount < (select sum(f.amount) from refunds f where f.payment_id = y.id and f.state <> 'failed')
  ) or (
    new.method = 'credits'
    and exists (select from disputes where payment_id = new.payment_id and state in ('open', 'lost'))
    and money_left_of_payment(new.payment_id) < 0
  ) then
    raise exception 'More would go back than payment % brought', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  if new.method = 'bank' and
    (select sum(amount) from refunds where payment_id = new.payment_id and method = 'bank')
    > (select coalesce(sum(amount), 0) from disputes where payment_id = new.payment_id and state = 'lost') then
    raise exception 'No bank has taken so much of payment % back', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_by_bank_within_lost';
  end if;
  return null;
end
$$;
--> statement-breakpoint

-- What the provider charges for a dispute comes in parts: for the dispute, for answering it. Some of it goes back.
create table dispute_fees (
  id uuid not null,
  kind text not null,
  dispute_id uuid not null,
  amount bigint not null,
  booked_at timestamptz not null,
  constraint dispute_fees_pkey primary key (id, kind),
  constraint dispute_fees_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes (id),
  constraint dispute_fees_kind_known check (kind in ('dispute_fee', 'dispute_fee_returned')),
  constraint dispute_fees_amount_positive check (amount > 0)
);
--> statement-breakpoint
create index dispute_fees_of_dispute on dispute_fees (dispute_id);
--> statement-breakpoint
comment on table dispute_fees is 'What the card provider took for a dispute, and what it gave back of that: each time it told of more, the difference.';
--> statement-breakpoint
comment on column dispute_fees.id is 'With the kind, what its journal is about.';
--> statement-breakpoint
insert into dispute_fees (id, kind, dispute_id, amount, booked_at)
select id, 'dispute_fee', id, fee, coalesce(opened_at, created_at) from disputes where fee > 0
union all
select id, 'dispute_fee_returned', id, fee, fee_returned_at from disputes where fee_returned_at is not null;
--> statement-breakpoint
create trigger dispute_fees_never_change before update or delete or truncate on dispute_fees
for each statement execute function refuse_change();
--> statement-breakpoint
revoke update, delete on dispute_fees from felt_and_foil_app;
--> statement-breakpoint
alter table disputes drop column fee, drop column fee_returned_at;
