-- A sale of ten cards is ten journals, and paid ten times for what can be asked once: each transfer changed the account by
-- itself, each journal asked for its user and for the first of those it was posted with, and each card whether it is still the
-- same card (choices 571 to 573). What is promised stays as it was.

-- Journals and accounts never go, and an account never changes hands, so that looking whether they are there is enough, as it
-- is for transfers. Every user has an account, and who has one can't go.
alter table journals
  drop constraint journals_user_id_users_id_fk,
  drop constraint journals_posted_with_journals_id_fk;
--> statement-breakpoint
create or replace function check_journals() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  refused record;
begin
  select p.kind, p.user_id,
    not exists (select from permitted_transfers t where t.kind = p.kind) as is_unknown,
    p.user_id is not null and not exists (select from ledger_accounts a where a.owner_id = p.user_id)
      or p.posted_with is not null and not exists (select from journals j where j.id = p.posted_with) as refers_to_nothing
  into refused
  from (
    select distinct kind, user_id, posted_with, case when kind in ('pack_purchase', 'shipping_fee') then reference_id end as payment
    from posted
  ) p
  where not exists (select from permitted_transfers t where t.kind = p.kind)
    or p.user_id is not null and not exists (select from ledger_accounts a where a.owner_id = p.user_id)
    or p.posted_with is not null and not exists (select from journals j where j.id = p.posted_with)
    or p.kind in ('pack_purchase', 'shipping_fee', 'card_sale') and account_pause(p.user_id) is not null
      -- Money that came for what can't be delivered is booked under its payment, and goes back.
      and (p.payment is null or not exists (select from payments where id = p.payment))
  limit 1;
  if not found then
    return null;
  end if;
  if refused.is_unknown then
    raise exception 'There are no journals of kind %', refused.kind
      using errcode = 'check_violation', constraint = 'permitted_transfers';
  end if;
  if refused.refers_to_nothing then
    raise exception 'A journal has its user, and the first of those it was posted with: in place of foreign keys'
      using errcode = 'foreign_key_violation', constraint = 'journals_refer_to_what_is_there';
  end if;
  raise exception 'The account of % is paused', refused.user_id
    using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
end
$$;
--> statement-breakpoint
create or replace function check_transfers() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  refused record;
begin
  select t.journal, t.kind, d.id as debit_account, c.id as credit_account,
    side_of_transfer(t.debit_account_id, t.user_id) as debit, side_of_transfer(t.credit_account_id, t.user_id) as credit
  into refused
  from (
    -- Many that are alike are asked for once.
    select distinct j.id is not null as journal, j.kind, j.user_id, p.debit_account_id, p.credit_account_id
    from posted p left join journals j on j.id = p.journal_id
  ) t
  left join ledger_accounts d on d.id = t.debit_account_id
  left join ledger_accounts c on c.id = t.credit_account_id
  where not t.journal or d.id is null or c.id is null or not exists (
    select from permitted_transfers p
    where p.kind = t.kind and p.debit = side_of_transfer(t.debit_account_id, t.user_id)
      and p.credit = side_of_transfer(t.credit_account_id, t.user_id)
  ) limit 1;
  if not found then
    return null;
  end if;
  if not refused.journal or refused.debit_account is null or refused.credit_account is null then
    raise exception 'A transfer has its journal and two accounts: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'transfers_refer_to_what_is_there';
  end if;
  raise exception 'A journal of kind % moves nothing from % to %', refused.kind, refused.debit, refused.credit
    using errcode = 'check_violation', constraint = 'permitted_transfers';
end
$$;
--> statement-breakpoint
-- Stamps are written by the database, whoever inserts a transfer. Where a function has changed the account once for many
-- transfers, and stamped them, it says so, and its stamps are compared with the account and with those before them: one of
-- both is always done, and saying so is no way around it.
create function check_stamps() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from (
      select t.*, row_number() over newer - 1 as newer, sum(amount) over newer - amount as moved_since
      from posted t
      window newer as (partition by credit_account_id order by credit_version desc)
    ) t
    left join ledger_accounts a on a.id = t.credit_account_id and a.owner_id is not null
    where not starts_with(t.debit_account_id, 'house:') or t.debit_version is not null or t.debit_balance is not null
      or t.credit_version is distinct from a.version - t.newer
      or t.credit_balance is distinct from a.balance - t.moved_since
  ) or exists (
    -- What the account was before the first of them is what the last before it says.
    select from (
      select credit_account_id as account, min(credit_version) - 1 as version, min(credit_balance - amount) as balance
      from posted group by 1
    ) t
    where t.balance is distinct from coalesce(
      (select credit_balance from transfers where credit_account_id = t.account and credit_version = t.version),
      (select debit_balance from transfers where debit_account_id = t.account and debit_version = t.version),
      case when t.version = 0 then 0 end)
  ) then
    raise exception 'A transfer is stamped with what its account has come to'
      using errcode = 'check_violation', constraint = 'transfers_are_stamped';
  end if;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_stamps() from public;
--> statement-breakpoint
drop trigger transfers_apply on transfers;
--> statement-breakpoint
create trigger transfers_apply before insert on transfers
for each row when (current_setting('felt_and_foil.stamped', true) is distinct from 'on') execute function apply_transfer();
--> statement-breakpoint
create trigger transfers_are_stamped after insert on transfers
referencing new table as posted for each statement
when (current_setting('felt_and_foil.stamped', true) = 'on') execute function check_stamps();
--> statement-breakpoint
create or replace function post_journals(
  p_kind text, p_user uuid, p_ids uuid[], p_references uuid[], p_descriptions text[],
  p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[]
) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  -- What one account of the house pays the user, as for cards: one change of their account.
  is_one_change constant boolean := p_user::text = all (p_credits) and p_debits[1] = all (p_debits) and starts_with(p_debits[1], 'house:');
  before record;
  after bigint;
begin
  select balance, version into strict before from ledger_accounts where owner_id = p_user for update;

  insert into journals (id, kind, reference_id, user_id, description, posted_with)
  select id, p_kind, reference, p_user, description, case when cardinality(p_ids) > 1 then p_ids[1] end
  from unnest(p_ids, p_references, p_descriptions) as j (id, reference, description);

  if is_one_change then
    update ledger_accounts
    set balance = balance + (select sum(amount) from unnest(p_amounts) t (amount)), version = version + cardinality(p_amounts)
    where owner_id = p_user;
    perform set_config('felt_and_foil.stamped', 'on', true);
  end if;

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount, credit_version, credit_balance)
  select owner, row_number() over (partition by owner order by place), debit, credit, amount,
    before.version + place, before.balance + sum(amount) over (order by place)
  from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as t (owner, debit, credit, amount, place)
  order by place;

  if is_one_change then
    perform set_config('felt_and_foil.stamped', 'off', true);
  end if;
  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;
--> statement-breakpoint
-- What a card is, and who opened it, is no part of any change of it: nobody has to compare it card by card.
create function keep_revealed_cards() returns trigger
language plpgsql
as $$
begin
  raise exception 'What a pack holds never changes, and a card is revealed once, to one user' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger physical_cards_keep_what_they_are
before update of id, pack_id, card_id, position, condition, opened_by_id, opened_at on physical_cards
for each statement execute function keep_revealed_cards();
--> statement-breakpoint
create or replace function check_physical_card() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not (case old.status
    when 'available' then new.status in ('locked', 'sold', 'converted', 'shipped')
    when 'locked' then new.status in ('available', 'converted', 'shipped', 'reclaimed')
    when 'shipped' then new.status in ('available', 'delivered') or new.lock_reason = 'dispute'
    else false
  end) then
    raise exception 'A card can''t go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
drop trigger physical_cards_check on physical_cards;
--> statement-breakpoint
create trigger physical_cards_check before update on physical_cards
for each row when (new.status <> old.status) execute function check_physical_card();
