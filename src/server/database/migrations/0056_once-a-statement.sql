-- What a journal is checked for is asked once a statement, and a key is taken by one.

-- Takes an Idempotency-Key until the transaction ends, and returns what was answered with it. Who comes second waits; the
-- look is a statement of its own, and so sees what was committed meanwhile.
create function take_key(p_user uuid, p_key text, p_kept interval)
returns table (fingerprint text, reply text)
language plpgsql set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtext(p_user::text), hashtext(p_key));
  return query
  select k.fingerprint, k.reply from idempotency_keys k
  where k.user_id = p_user and k.key = p_key and k.created_at >= now() - p_kept;
end
$$;
--> statement-breakpoint
comment on function take_key(uuid, text, interval) is
  'Takes an Idempotency-Key for this transaction, and returns what was answered with it before.';
--> statement-breakpoint
revoke execute on function take_key(uuid, text, interval) from public;
--> statement-breakpoint
grant execute on function take_key(uuid, text, interval) to felt_and_foil_app;
--> statement-breakpoint

-- A journal is of a known kind, and whoever is paused spends and sells nothing: one question for all that are posted at once.
drop trigger journals_kind_known on journals;
--> statement-breakpoint
drop trigger journals_refused_while_paused on journals;
--> statement-breakpoint
drop function check_journal_kinds();
--> statement-breakpoint
drop function refuse_while_paused();
--> statement-breakpoint
create function check_journals() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  refused record;
begin
  select p.kind, p.user_id, not exists (select from permitted_transfers t where t.kind = p.kind) as is_unknown
  into refused
  from posted p
  where not exists (select from permitted_transfers t where t.kind = p.kind)
    or p.kind in ('pack_purchase', 'shipping_fee', 'card_sale')
      and p.user_id in (
        select user_id from (select distinct user_id from posted) u where account_pause(user_id) is not null
      )
      -- Money that came for what can't be delivered is booked under its payment, and goes back.
      and (p.kind = 'card_sale' or not exists (select from payments where id = p.reference_id))
  limit 1;
  if not found then
    return null;
  end if;
  if refused.is_unknown then
    raise exception 'There are no journals of kind %', refused.kind
      using errcode = 'check_violation', constraint = 'permitted_transfers';
  end if;
  raise exception 'The account of % is paused', refused.user_id
    using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
end
$$;
--> statement-breakpoint
create trigger journals_check after insert on journals
referencing new table as posted for each statement execute function check_journals();
--> statement-breakpoint
revoke execute on function check_journals() from public;
--> statement-breakpoint

-- Stamps a transfer with what it makes of its two accounts. The house's have no balance of their own. The user's account
-- is locked by whoever posts, before that of their debt.
create or replace function apply_transfer() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  new.debit_version := null;
  new.debit_balance := null;
  new.credit_version := null;
  new.credit_balance := null;
  if not starts_with(new.debit_account_id, 'house:') then
    update ledger_accounts
    set balance = balance - case when debtor_id is null then new.amount else -new.amount end, version = version + 1
    where id = new.debit_account_id
    returning version, balance into new.debit_version, new.debit_balance;
  end if;
  if not starts_with(new.credit_account_id, 'house:') then
    update ledger_accounts
    set balance = balance + case when debtor_id is null then new.amount else -new.amount end, version = version + 1
    where id = new.credit_account_id
    returning version, balance into new.credit_version, new.credit_balance;
  end if;
  return new;
end
$$;
--> statement-breakpoint

-- Of users' accounts a journal moves its user's alone (check_transfers), so that is the one to lock.
create or replace function post_journal(
  p_id uuid, p_kind text, p_reference_id uuid, p_user uuid, p_description text,
  p_debits text[], p_credits text[], p_amounts bigint[], p_reference text default null, p_receipt jsonb default null
) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  after bigint;
begin
  perform from ledger_accounts where owner_id = p_user for update;

  insert into journals (id, kind, reference_id, user_id, description, reference, receipt)
  values (p_id, p_kind, p_reference_id, p_user, p_description, p_reference, p_receipt);

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  select p_id, leg, debit, credit, amount
  from unnest(p_debits, p_credits, p_amounts) with ordinality as t (debit, credit, amount, leg);

  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;
--> statement-breakpoint
create or replace function post_journals(
  p_kind text, p_user uuid,
  p_ids uuid[], p_references uuid[], p_descriptions text[],
  p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[]
) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  after bigint;
begin
  perform from ledger_accounts where owner_id = p_user for update;

  insert into journals (id, kind, reference_id, user_id, description, posted_with)
  select id, p_kind, reference, p_user, description, case when cardinality(p_ids) > 1 then p_ids[1] end
  from unnest(p_ids, p_references, p_descriptions) as j (id, reference, description);

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  select owner, row_number() over (partition by owner order by place), debit, credit, amount
  from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as t (owner, debit, credit, amount, place)
  order by place;

  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;
