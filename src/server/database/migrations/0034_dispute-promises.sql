-- What is kept about disputes whoever asks: what one has locked stays locked until it is decided, and an
-- account that is paused spends nothing.

-- How the disputes of an order stand: `lost` if any was, else `open` if any is; null: there is none of either.
create function disputes_of_order(p_order uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  return (
    select min(d.state) from payments y join disputes d on d.payment_id = y.id
    where y.purpose = 'order' and y.subject_id = p_order and d.state in ('open', 'lost')
  );
end
$$;
--> statement-breakpoint

-- Why an account may not buy, sell or ship: `dispute` or `debt`; null: it may.
create function account_pause(p_user uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  return case
    when exists (select from disputes where user_id = p_user and state = 'open' and pause_lifted_at is null)
      then 'dispute'
    when exists (select from ledger_accounts where debtor_id = p_user and balance > 0) then 'debt'
  end;
end
$$;
--> statement-breakpoint

-- Locks a user's account like `lock_account`, and says whether it may spend. Asked once the lock is there: a
-- dispute takes it as well.
create function lock_account_to_spend(p_user uuid, out balance bigint, out pause text) returns record
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  select a.balance into balance from ledger_accounts a where a.owner_id = p_user for update;
  pause := account_pause(p_user);
end
$$;
--> statement-breakpoint

create function refuse_while_paused() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- Money that came for what can't be delivered is booked under its payment, and goes back.
  if account_pause(new.user_id) is not null
    and (new.kind = 'card_sale' or not exists (select from payments where id = new.reference_id)) then
    raise exception 'The account of % is paused', new.user_id
      using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger journals_refused_while_paused before insert on journals
for each row when (new.kind in ('pack_purchase', 'shipping_fee', 'card_sale')) execute function refuse_while_paused();
--> statement-breakpoint

create function check_dispute() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('inquiry', 'open')
      or not exists (select from payments where id = new.payment_id and user_id = new.user_id and amount >= new.amount) then
      raise exception 'A dispute begins with a payment of its user' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.payment_id, new.user_id, new.provider_id, new.raised_at, new.created_at)
      is distinct from (old.id, old.payment_id, old.user_id, old.provider_id, old.raised_at, old.created_at)
    or (old.opened_at is not null and (new.amount, new.opened_at) is distinct from (old.amount, old.opened_at))
    or (old.state in ('won', 'lost') and (new.decided_at, new.debt, new.loss) is distinct from (old.decided_at, old.debt, old.loss)) then
    raise exception 'A dispute keeps its payment, its amount and its end' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'inquiry' then new.state in ('open', 'closed')
    when 'closed' then new.state in ('inquiry', 'open')
    when 'open' then new.state in ('won', 'lost')
    else false
  end) then
    raise exception 'A dispute can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state = 'lost' and old.state <> 'lost' then
    insert into ledger_accounts (id, debtor_id) values ('debt:' || new.user_id, new.user_id) on conflict do nothing;
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger disputes_check before insert or update on disputes
for each row execute function check_dispute();
--> statement-breakpoint
create trigger disputes_never_deleted before delete or truncate on disputes
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger dispute_cards_never_change before update or delete or truncate on dispute_cards
for each statement execute function refuse_change();
--> statement-breakpoint

create or replace function check_pack_state() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  held int;
  wanted int;
begin
  if new.id <> old.id or new.pack_type_id <> old.pack_type_id or new.serial <> old.serial then
    raise exception 'A physical pack keeps its id, type and serial' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then
    return new;
  end if;
  if not (case old.state
    when 'intake' then new.state = 'available'
    when 'available' then new.state in ('reserved', 'sold', 'withdrawn')
    when 'reserved' then new.state in ('available', 'sold')
    when 'sold' then new.state in ('available', 'opened', 'disputed')
    when 'disputed' then new.state in ('available', 'sold')
    when 'withdrawn' then new.state = 'available'
    else false
  end) then
    raise exception 'A pack can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if 'disputed' in (old.state, new.state) and disputes_of_order(old.reservation_id)
    is distinct from (case new.state when 'disputed' then 'open' when 'available' then 'lost' end) then
    raise exception 'Pack % waits for its dispute', new.serial using errcode = 'restrict_violation';
  end if;
  if old.state = 'intake' then
    select count(*) into held from physical_cards where pack_id = new.id;
    select card_count into wanted from pack_types where id = new.pack_type_id;
    if held <> wanted then
      raise exception 'Pack % holds % cards, its type says %', new.serial, held, wanted
        using errcode = 'check_violation', constraint = 'physical_packs_hold_card_count';
    end if;
  end if;
  return new;
end
$$;
--> statement-breakpoint

create or replace function keep_pack_rank() returns trigger
language plpgsql
as $$
begin
  if new.state = 'available' and old.state in ('sold', 'disputed', 'withdrawn') then
    new.rank := random();
  elsif new.rank <> old.rank then
    raise exception 'The order of sale can''t be chosen' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint

create or replace function check_physical_card() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'sealed'
      or not exists (select from physical_packs where id = new.pack_id and state = 'intake') then
      raise exception 'Cards go into a pack only at its intake' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.pack_id, new.card_id, new.position, new.condition)
    is distinct from (old.id, old.pack_id, old.card_id, old.position, old.condition) then
    raise exception 'What a pack holds never changes' using errcode = 'restrict_violation';
  end if;
  if old.status <> 'sealed' and (new.opened_by_id, new.opened_at) is distinct from (old.opened_by_id, old.opened_at) then
    raise exception 'A card is revealed once, to one user' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and not (case old.status
    when 'sealed' then new.status = 'available'
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

-- A card that a dispute locked leaves that lock by its decision only, and none of a disputed order is let go: one that
-- waited for a shipping payment until the dispute was lost is the house's then.
create function keep_card_with_dispute() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  dispute text := (select disputes_of_order(p.reservation_id) from physical_packs p where p.id = new.pack_id);
begin
  if new.lock_reason = 'dispute' and dispute is distinct from 'open'
    or old.lock_reason = 'dispute' and dispute = 'open'
    or old.lock_reason = 'dispute' and dispute = 'lost' and new.status <> 'reclaimed'
    or new.status = 'reclaimed'
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
create trigger physical_cards_keep_with_dispute before update on physical_cards
for each row when (
  old.status in ('available', 'locked', 'shipped')
  and (new.status, new.lock_reason) is distinct from (old.status, old.lock_reason)
  and (old.lock_reason = 'dispute' or new.lock_reason = 'dispute' or new.status in ('available', 'shipped', 'reclaimed')))
execute function keep_card_with_dispute();
--> statement-breakpoint

create or replace function keep_card_with_shipment() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  is_in_one boolean := exists (select from shipment_cards where card_id = new.id and is_live);
begin
  if (new.status = 'shipped' or new.lock_reason = 'shipping_payment') and not is_in_one then
    raise exception 'Card % is in no shipment', new.id using errcode = 'restrict_violation';
  end if;
  if (new.status in ('available', 'sold', 'converted', 'reclaimed') or new.lock_reason = 'dispute') and is_in_one then
    raise exception 'Card % is in a shipment', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint

create or replace function check_shipment() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('unpaid', 'requested') then
      raise exception 'A shipment begins unpaid or requested' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.user_id, new.payment_method, new.base_fee, new.weight_fee, new.created_at)
      is distinct from (old.id, old.user_id, old.payment_method, old.base_fee, old.weight_fee, old.created_at) then
    raise exception 'A shipment keeps its owner, its fee and how it is paid' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'unpaid' then new.state in ('requested', 'lapsed')
    -- Its money came late, and the cards were still there.
    when 'lapsed' then new.state = 'requested'
    when 'requested' then new.state in ('packed', 'cancelled')
    when 'packed' then new.state in ('shipped', 'cancelled')
    when 'shipped' then new.state = 'delivered'
    else false
  end) then
    raise exception 'A shipment can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and new.state in ('packed', 'shipped') and account_pause(new.user_id) is not null then
    raise exception 'The account of % is paused', new.user_id
      using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
  end if;
  if new.address is distinct from old.address and new.address is not null
    and old.state not in ('unpaid', 'lapsed', 'requested') then
    raise exception 'A shipment that is packed keeps its address' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint

-- Credits that come to somebody who owes pay that first: called after the journal that brought them, whose
-- account is locked. Answers the balance that is left. The journal of the payment goes by that journal's id.
create function pay_debt(p_user uuid, p_journal uuid, p_description text) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  owed bigint;
  held bigint;
begin
  select balance into strict held from ledger_accounts where owner_id = p_user for update;
  select balance into owed from ledger_accounts where debtor_id = p_user;
  if coalesce(owed, 0) = 0 or held = 0 then
    return held;
  end if;
  return post_journal(gen_random_uuid(), 'debt_payment', p_journal, p_user, p_description,
    array[p_user::text], array['debt:' || p_user], array[least(owed, held)]);
end
$$;
--> statement-breakpoint
revoke delete on disputes from felt_and_foil_app;
--> statement-breakpoint
revoke update, delete on dispute_cards from felt_and_foil_app;
--> statement-breakpoint
revoke execute on function disputes_of_order(uuid), account_pause(uuid), lock_account_to_spend(uuid),
  pay_debt(uuid, uuid, text), refuse_while_paused(), check_dispute(), keep_card_with_dispute() from public;
--> statement-breakpoint
grant execute on function disputes_of_order(uuid), account_pause(uuid), lock_account_to_spend(uuid),
  pay_debt(uuid, uuid, text) to felt_and_foil_app;
