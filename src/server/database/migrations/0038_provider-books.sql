-- The card provider's own books, as it tells them: each movement of the shop's balance over there, compared with
-- the shop's journals once.
create table provider_movements (
  id uuid not null,
  provider_id text not null,
  category text not null,
  amount bigint not null,
  fee bigint not null,
  source_id text,
  intent_id text,
  -- When it happened over there.
  moved_at timestamptz not null,
  taken_in_at timestamptz not null,
  agreed_at timestamptz,
  constraint provider_movements_pkey primary key (id),
  constraint provider_movements_once unique (provider_id)
);
--> statement-breakpoint
create index provider_movements_by_time on provider_movements (moved_at desc nulls last);
--> statement-breakpoint
create index provider_movements_of_source on provider_movements (source_id);
--> statement-breakpoint
create index provider_movements_of_intent on provider_movements (intent_id, category);
--> statement-breakpoint
create index provider_movements_to_agree on provider_movements (moved_at) where agreed_at is null;
--> statement-breakpoint
comment on table provider_movements is 'Movements of the shop''s balance at the card provider, as it tells them: charges, refunds, disputes, fees, payouts.';
--> statement-breakpoint
comment on column provider_movements.category is 'The provider''s own word, such as `charge` or `payout`.';
--> statement-breakpoint
comment on column provider_movements.amount is 'What came in, before the fee; negative for what went out.';
--> statement-breakpoint
comment on column provider_movements.fee is 'What the provider kept of it; negative for a fee that came back.';
--> statement-breakpoint
comment on column provider_movements.source_id is 'What moved it over there: a charge, a refund, a dispute, a payout.';
--> statement-breakpoint
comment on column provider_movements.agreed_at is 'When the books were found to say the same; null: not yet.';
--> statement-breakpoint
create function check_provider_movement() returns trigger language plpgsql as $$
begin
  if (new.id, new.provider_id, new.category, new.amount, new.fee, new.source_id, new.intent_id, new.moved_at, new.taken_in_at)
      is distinct from (old.id, old.provider_id, old.category, old.amount, old.fee, old.source_id, old.intent_id, old.moved_at, old.taken_in_at)
    or old.agreed_at is not null then
    raise exception 'What the card provider told stays as it was told' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger provider_movements_check before update on provider_movements for each row execute function check_provider_movement();
--> statement-breakpoint
create trigger provider_movements_never_deleted before delete or truncate on provider_movements
for each statement execute function refuse_change();
--> statement-breakpoint
revoke execute on function check_provider_movement() from public;
--> statement-breakpoint

-- What moves between accounts of the house is nobody's transaction.
alter table journals alter column user_id drop not null;
--> statement-breakpoint
comment on column journals.user_id is 'Whose transaction it is; null: the house''s alone.';
--> statement-breakpoint
insert into ledger_accounts (id) values ('house:bank'), ('house:card_fees');
--> statement-breakpoint
insert into permitted_transfers (kind, debit, credit) values
  ('payout', 'house:bank', 'house:card_clearing'),
  ('payout', 'house:card_clearing', 'house:bank'),
  ('card_fee', 'house:card_fees', 'house:card_clearing'),
  ('card_fee', 'house:card_clearing', 'house:card_fees');
--> statement-breakpoint

-- A journal between accounts of the house, under no user. Every other is posted for one.
create function post_house_journal(
  p_id uuid, p_kind text, p_reference_id uuid, p_description text, p_debit text, p_credit text, p_amount bigint
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if p_debit not like 'house:%' or p_credit not like 'house:%' or p_kind not in ('payout', 'card_fee') then
    raise exception 'A journal of the house moves the house''s money' using errcode = 'restrict_violation';
  end if;
  insert into journals (id, kind, reference_id, description) values (p_id, p_kind, p_reference_id, p_description);
  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  values (p_id, 1, p_debit, p_credit, p_amount);
end
$$;
--> statement-breakpoint
revoke execute on function post_house_journal(uuid, text, uuid, text, text, text, bigint) from public;
--> statement-breakpoint
grant execute on function post_house_journal(uuid, text, uuid, text, text, text, bigint) to felt_and_foil_app;
--> statement-breakpoint
alter table journals add constraint journals_of_user_or_house check (
  (user_id is null) = (kind in ('payout', 'card_fee')));
--> statement-breakpoint

-- The sandbox keeps such books from now on: what it charged and gave back before is entered in them.
insert into sandbox.objects (id, kind, body, created_at)
select body->>'latest_charge', 'charge', jsonb_build_object('id', body->>'latest_charge', 'object', 'charge',
  'amount', body->'amount_received', 'currency', body->'currency', 'payment_intent', id, 'status', 'succeeded', 'paid', true), created_at
from sandbox.objects where kind = 'payment_intent' and body->>'status' = 'succeeded' and body->>'latest_charge' is not null
on conflict (id) do nothing;
--> statement-breakpoint
insert into sandbox.objects (id, kind, body, created_at)
select 'txn_' || substr(md5(m.source || m.category), 1, 24), 'balance_transaction', jsonb_build_object(
  'id', 'txn_' || substr(md5(m.source || m.category), 1, 24), 'object', 'balance_transaction', 'amount', m.amount, 'fee', 0,
  'net', m.amount, 'currency', 'cad', 'created', extract(epoch from m.created_at)::bigint, 'source', m.source,
  'type', m.category, 'reporting_category', m.category, 'status', 'available'), m.created_at
from (
  select body->>'latest_charge' as source, 'charge' as category, (body->>'amount_received')::bigint as amount, created_at
  from sandbox.objects where kind = 'payment_intent' and body->>'status' = 'succeeded' and body->>'latest_charge' is not null
  union all
  select id, 'refund', -(body->>'amount')::bigint, created_at from sandbox.objects where kind = 'refund'
  union all
  select id, 'refund_failure', (body->>'amount')::bigint, created_at from sandbox.objects
  where kind = 'refund' and body->>'status' = 'failed'
) m
on conflict (id) do nothing;
