-- A payment may be refunded in several parts, by the shop or at the card provider's own pages; and a refund
-- stands where the provider says it stands.
create or replace function check_refund() returns trigger language plpgsql as $$
begin
  if (new.id, new.payment_id, new.amount, new.origin, new.method, new.created_at)
      is distinct from (old.id, old.payment_id, old.amount, old.origin, old.method, old.created_at)
    or (old.provider_id is not null and new.provider_id is distinct from old.provider_id)
    or (old.paid_at is not null and new.paid_at is distinct from old.paid_at)
    or (old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by) then
    raise exception 'A refund is paid once, as it was written down' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'due' then new.state in ('pending', 'paid', 'failed')
    when 'pending' then new.state in ('paid', 'failed')
    -- A bank may send the money back days later.
    when 'paid' then new.state = 'failed' and old.method = 'card'
    else false
  end) then
    raise exception 'A refund can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
drop trigger refunds_check on refunds;
--> statement-breakpoint
alter table refunds
  drop constraint refunds_one_per_payment,
  drop constraint refunds_paid_by_provider,
  add column state text not null default 'due',
  add column origin text not null default 'shop',
  add column method text not null default 'card',
  add column failed_at timestamptz,
  add column problem text,
  add column replaced_by uuid references refunds (id);
--> statement-breakpoint
update refunds set state = 'paid' where paid_at is not null;
--> statement-breakpoint
alter table refunds
  add constraint refunds_state_known check (state in ('due', 'pending', 'paid', 'failed')),
  add constraint refunds_origin_known check (origin in ('shop', 'provider')),
  add constraint refunds_method_known check (method in ('card', 'credits')),
  add constraint refunds_paid_when_paid check (
    case state when 'paid' then paid_at is not null when 'failed' then true else paid_at is null end),
  add constraint refunds_failed_when_failed check ((state = 'failed') = (failed_at is not null)),
  add constraint refunds_known_to_provider check (
    case when method = 'credits' then provider_id is null and state = 'paid'
      else provider_id is not null or (state in ('due', 'failed') and paid_at is null) end),
  add constraint refunds_replaced_when_failed check (replaced_by is null or state = 'failed');
--> statement-breakpoint
create trigger refunds_check before update on refunds for each row execute function check_refund();
--> statement-breakpoint
drop index refunds_due;
--> statement-breakpoint
create index refunds_of_payment on refunds (payment_id);
--> statement-breakpoint
create index refunds_open on refunds (created_at) where state in ('due', 'pending') or (state = 'failed' and replaced_by is null);
--> statement-breakpoint

-- A payment that was delivered gives back at most what it brought.
create function check_refunded() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from payments y
    where y.id = new.payment_id and y.state = 'succeeded'
      and y.amount < (select sum(f.amount) from refunds f where f.payment_id = y.id and f.state <> 'failed')
  ) then
    raise exception 'More would go back than payment % brought', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger refunds_within_payment after insert on refunds for each row execute function check_refunded();
--> statement-breakpoint
revoke execute on function check_refunded() from public;
--> statement-breakpoint
comment on table refunds is 'Money that goes back to whoever paid by card. Those of the shop are written before the provider is asked, so that it is asked once.';
--> statement-breakpoint
comment on column refunds.state is '`due`: to be asked for. `pending`: the provider has it. `paid`. `failed`: it was refused, or a bank sent it back.';
--> statement-breakpoint
comment on column refunds.origin is '`provider`: it was made outside the shop.';
--> statement-breakpoint
comment on column refunds.method is '`credits`: a card could not be paid, and credits took the place of its money.';
--> statement-breakpoint
comment on column refunds.provider_id is 'The card provider''s; null until it is known.';
--> statement-breakpoint
comment on column refunds.problem is 'What the provider said last when it did not pay.';
--> statement-breakpoint
comment on column refunds.replaced_by is 'The refund that took the place of one that failed; null: the money is still owed.';
--> statement-breakpoint

-- What a refund takes back of what was bought, before the money goes; and money that comes back from a card.
insert into ledger_accounts (id) values ('house:losses');
--> statement-breakpoint
insert into permitted_transfers (kind, debit, credit) values
  ('take_back', 'house:sales', 'house:refunds'),
  ('take_back', 'house:tax', 'house:refunds'),
  ('take_back', 'house:fees', 'house:refunds'),
  ('take_back', 'house:shipping', 'house:refunds'),
  -- Credits that were bought.
  ('take_back', 'user', 'house:refunds'),
  -- What nobody can give back.
  ('take_back', 'house:losses', 'house:refunds'),
  ('refund_failure', 'house:card_clearing', 'house:refunds'),
  -- Credits in place of money that a card did not take.
  ('refund', 'house:refunds', 'user');
