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
      and (dispute is distinct from 'lost' or coalesce(old.lock_reason, '') not in ('dispute', 'shipping_payment'))
    or new.status = 'available' and dispute = 'open'
    or new.status in ('available', 'shipped') and old.lock_reason = 'shipping_payment' and dispute = 'lost' then
    raise exception 'Card % waits for its dispute', new.id
      using errcode = 'restrict_violation', constraint = 'disputed_card_is_locked';
  end if;
  return new;
end
$$;
--> statement-breakpoint

-- As before, and a card whose money went back has thirty days again when an operator lets it go.
create or replace function check_card_time() returns trigger
language plpgsql
as $$
declare
  latest timestamptz := case
    when old.status = 'sealed' then new.opened_at + interval '30 days'
    when old.status = 'shipped' and (new.status = 'available' or new.lock_reason = 'dispute')
      then old.auto_convert_at + (shop_now() - old.shipped_at)
    when new.status <> 'available' then null
    when old.lock_reason in ('expired', 'refund') then shop_now() + interval '30 days'
    when old.lock_reason = 'dispute' then old.auto_convert_at + (shop_now() - coalesce(
      (select max(locked_at) from dispute_cards where card_id = new.id),
      -- It came back from a parcel meanwhile.
      (select min(d.opened_at) from physical_packs p
       join payments y on y.purpose = 'order' and y.subject_id = p.reservation_id
       join disputes d on d.payment_id = y.id
       where p.id = new.pack_id)))
  end;
begin
  if new.auto_convert_at <= latest
    or (new.auto_convert_at is null and new.status in ('sold', 'converted', 'reclaimed'))
    -- Packs are opened in the name of the owner.
    or (old.status <> 'sealed' and acts_as_owner()) then
    return new;
  end if;
  raise exception 'Card % keeps its thirty days', new.id using errcode = 'restrict_violation';
end
$$;
