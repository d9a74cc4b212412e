-- The promises about card payments that the database keeps by itself (docs/product.md §7).

-- What the house owes back to cards: paid, but never delivered.
insert into ledger_accounts (id) values ('house:refunds');
--> statement-breakpoint

-- A payment goes forward only: events come late, twice and in any order. It is delivered or given
-- back, never both. What it pays, for whom, how much and with which intent never changes.
create function check_payment() returns trigger
language plpgsql
as $$
begin
  if (new.id, new.user_id, new.purpose, new.subject_id, new.amount)
      is distinct from (old.id, old.user_id, old.purpose, old.subject_id, old.amount)
    or (old.intent_id is not null and new.intent_id is distinct from old.intent_id) then
    raise exception 'A payment keeps its user, its purpose, its amount and its intent' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'creating' then new.state in ('open', 'processing', 'succeeded', 'refund_due', 'canceled', 'failed')
    when 'open' then new.state in ('processing', 'succeeded', 'refund_due', 'canceled')
    when 'processing' then new.state in ('succeeded', 'refund_due', 'canceled')
    -- Given up without an answer from the provider, whose money came all the same.
    when 'failed' then new.state in ('succeeded', 'refund_due')
    when 'refund_due' then new.state = 'refunded'
    else false
  end) then
    raise exception 'A payment can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger payments_check before update on payments
for each row execute function check_payment();
--> statement-breakpoint
create trigger payments_never_deleted before delete or truncate on payments
for each statement execute function refuse_change();
--> statement-breakpoint

-- A refund is paid once; how much and for which payment never changes.
create function check_refund() returns trigger
language plpgsql
as $$
begin
  if (new.id, new.payment_id, new.amount) is distinct from (old.id, old.payment_id, old.amount)
    or old.paid_at is not null then
    raise exception 'A refund is paid once, as it was written down' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger refunds_check before update on refunds
for each row execute function check_refund();
--> statement-breakpoint
create trigger refunds_never_deleted before delete or truncate on refunds
for each statement execute function refuse_change();
