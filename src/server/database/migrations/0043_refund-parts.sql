-- What a refund took back of what was bought, account by account: the cause of its journal, apart from it.
create table refund_parts (
  refund_id uuid not null,
  account text not null,
  amount bigint not null,
  constraint refund_parts_pkey primary key (refund_id, account),
  constraint refund_parts_refund_id_refunds_id_fk foreign key (refund_id) references refunds (id),
  constraint refund_parts_account_known check (account in
    ('house:sales', 'house:tax', 'house:fees', 'house:shipping', 'house:losses', 'user')),
  constraint refund_parts_amount_positive check (amount > 0)
);
--> statement-breakpoint
create trigger refund_parts_never_change before update or delete or truncate on refund_parts
for each statement execute function refuse_change();
--> statement-breakpoint
comment on table refund_parts is 'What a refund took back of what was bought, by the account that it was in.';
--> statement-breakpoint
comment on column refund_parts.account is 'An account of the house; `user`: credits that were bought; `house:losses`: what nobody could give back.';
--> statement-breakpoint

-- The same of a lost dispute.
create table dispute_parts (
  dispute_id uuid not null,
  account text not null,
  amount bigint not null,
  constraint dispute_parts_pkey primary key (dispute_id, account),
  constraint dispute_parts_dispute_id_disputes_id_fk foreign key (dispute_id) references disputes (id),
  constraint dispute_parts_account_known check (account in ('house:sales', 'house:tax', 'house:fees', 'house:shipping')),
  constraint dispute_parts_amount_positive check (amount > 0)
);
--> statement-breakpoint
create trigger dispute_parts_never_change before update or delete or truncate on dispute_parts
for each statement execute function refuse_change();
--> statement-breakpoint
comment on table dispute_parts is 'What a lost dispute undid of a sale, by the account that it was in.';
--> statement-breakpoint

-- Refunds of before stand under what they refunded, not under themselves.
insert into accepted_journals (journal_id, reason)
select j.id, 'from before a refund was booked under itself'
from journals j
where j.kind = 'refund' and exists (
  select from payments y join refunds f on f.payment_id = y.id where y.subject_id = j.reference_id)
on conflict do nothing;
--> statement-breakpoint

-- As before, and a card whose money went back outside the shop is taken back when an operator says so.
create or replace function keep_card_with_dispute() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  dispute text := (select disputes_of_order(p.reservation_id) from physical_packs p where p.id = new.pack_id);
begin
  if new.lock_reason = 'dispute' and dispute is distinct from 'open'
    or old.lock_reason = 'dispute' and dispute = 'open'
    or old.lock_reason = 'dispute' and dispute = 'lost' and new.status <> 'reclaimed'
    or new.status = 'reclaimed' and old.lock_reason is distinct from 'refund'
      and (dispute is distinct from 'lost' or old.lock_reason is distinct from 'dispute')
    or new.status = 'available' and dispute = 'open' then
    raise exception 'Card % waits for its dispute', new.id
      using errcode = 'restrict_violation', constraint = 'disputed_card_is_locked';
  end if;
  return new;
end
$$;
