-- The promises about money and stock that the database keeps by itself, whoever asks.

-- The role that the shop works in. It owns nothing. Roles belong to the server, not to one database.
do $$
begin
  if not exists (select from pg_roles where rolname = 'felt_and_foil_app') then
    create role felt_and_foil_app nologin;
  end if;
  -- The owner steps into the role on each connection, which takes membership.
  if not pg_has_role(current_user, 'felt_and_foil_app', 'member') then
    execute format('grant felt_and_foil_app to %I', current_user);
  end if;
exception
  when insufficient_privilege then
    raise exception using
      message = 'The database user may not create the role that the shop works in.',
      hint = format(
        'As an administrator run: create role felt_and_foil_app nologin; grant felt_and_foil_app to %I;',
        current_user
      );
end
$$;
--> statement-breakpoint

-- The shop's present instant: the database's clock, shifted by the clock setting of the connection.
create function shop_now() returns timestamptz
language sql stable
as $$
  select now() + coalesce(nullif(current_setting('felt_and_foil.clock_offset_ms', true), ''), '0')::bigint * interval '1 millisecond'
$$;
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------
-- Money

insert into ledger_accounts (id) values
  ('house:sales'),
  ('house:tax'),
  ('house:fees'),
  ('house:shipping'),
  ('house:buyback'),
  ('house:promotions'),
  ('house:card_clearing');
--> statement-breakpoint

-- Every user has an account from the moment they exist.
create function open_ledger_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into ledger_accounts (id, owner_id) values (new.id::text, new.id);
  return new;
end
$$;
--> statement-breakpoint
create trigger users_open_ledger_account after insert on users
for each row execute function open_ledger_account();
--> statement-breakpoint

-- A transfer moves the balances of the users on its two sides, and is stamped with what they became.
-- The accounts are touched in the order of their ids, so that two transfers can't wait for each other.
create function apply_transfer() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  side text;
begin
  new.debit_version := null;
  new.debit_balance := null;
  new.credit_version := null;
  new.credit_balance := null;
  foreach side in array
    case when new.debit_account_id < new.credit_account_id then array['debit', 'credit'] else array['credit', 'debit'] end
  loop
    if side = 'debit' then
      update ledger_accounts set balance = balance - new.amount, version = version + 1
      where id = new.debit_account_id and owner_id is not null
      returning version, balance into new.debit_version, new.debit_balance;
    else
      update ledger_accounts set balance = balance + new.amount, version = version + 1
      where id = new.credit_account_id and owner_id is not null
      returning version, balance into new.credit_version, new.credit_balance;
    end if;
  end loop;
  return new;
end
$$;
--> statement-breakpoint
create trigger transfers_apply before insert on transfers
for each row execute function apply_transfer();
--> statement-breakpoint

create function refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% may not be changed or deleted', tg_table_name using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger transfers_never_change before update or delete or truncate on transfers
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger journals_never_change before update or delete or truncate on journals
for each statement execute function refuse_change();
--> statement-breakpoint

-- Locks a user's account and answers its balance. Money is locked before stock.
create function lock_account(p_user uuid) returns bigint
language sql volatile security definer set search_path = public, pg_temp
as $$
  select balance from ledger_accounts where owner_id = p_user for update
$$;
--> statement-breakpoint

-- Posts the transfers of one event and answers the user's balance after them. The only way for the
-- shop's role to move money. An event without transfers is still written down: a card worth nothing
-- can be sold for nothing.
create function post_journal(
  p_id uuid, p_kind text, p_reference uuid, p_user uuid, p_description text,
  p_debits text[], p_credits text[], p_amounts bigint[]
) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  after bigint;
begin
  perform 1 from ledger_accounts
  where id = any (p_debits || p_credits || p_user::text) and owner_id is not null
  order by id for update;

  insert into journals (id, kind, reference_id, user_id, description)
  values (p_id, p_kind, p_reference, p_user, p_description);

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  select p_id, leg, debit, credit, amount
  from unnest(p_debits, p_credits, p_amounts) with ordinality as t (debit, credit, amount, leg);

  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------
-- Stock

-- A pack goes through its states one way. Going on sale takes as many cards as its type says.
create function check_pack_state() returns trigger
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
    when 'sold' then new.state in ('available', 'opened')
    when 'withdrawn' then new.state = 'available'
    else false
  end) then
    raise exception 'A pack can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
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
create trigger physical_packs_check_state before update on physical_packs
for each row execute function check_pack_state();
--> statement-breakpoint

-- A user's packs of one type never pass its limit. The user's account is locked first, so that two
-- purchases of one user are counted one after the other.
create function keep_purchase_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  most int;
  held int;
begin
  select purchase_limit into most from pack_types where id = new.pack_type_id;
  if most is null then
    return null;
  end if;
  perform 1 from ledger_accounts where owner_id = new.buyer_id for update;
  select count(*) into held from physical_packs
  where buyer_id = new.buyer_id and pack_type_id = new.pack_type_id;
  if held > most then
    raise exception 'The user would have % packs of %, and may have %', held, new.pack_type_id, most
      using errcode = 'check_violation', constraint = 'physical_packs_purchase_limit';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger physical_packs_keep_purchase_limit after update of buyer_id on physical_packs
for each row when (new.buyer_id is not null and old.buyer_id is distinct from new.buyer_id)
execute function keep_purchase_limit();
--> statement-breakpoint
create trigger physical_packs_never_deleted before delete or truncate on physical_packs
for each statement execute function refuse_change();
--> statement-breakpoint

-- What a pack holds is fixed at intake; a card is in one pack for ever, so a card that was sold back
-- can never be part of a new one.
create function check_physical_card() returns trigger
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
    when 'locked' then new.status in ('available', 'converted', 'shipped')
    when 'shipped' then new.status in ('available', 'delivered')
    else false
  end) then
    raise exception 'A card can''t go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger physical_cards_check before insert or update on physical_cards
for each row execute function check_physical_card();
--> statement-breakpoint
create trigger physical_cards_never_deleted before delete or truncate on physical_cards
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger openings_never_change before update or delete or truncate on openings
for each statement execute function refuse_change();
--> statement-breakpoint

-- Opens sold packs of a user: each gets its opening, and its cards become the user's. A pack that is
-- not sold to them, or is open already, is passed over; the caller counts the rows. The shop's role
-- can't read a sealed card, so this is also the only way to see one.
create function open_packs(p_user uuid, p_openings uuid[], p_packs uuid[], p_convert_after interval)
returns table (opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz)
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  at timestamptz := shop_now();
begin
  return query
  with opened as (
    update physical_packs p set state = 'opened'
    from unnest(p_openings, p_packs) as w (opening_id, pack_id)
    where p.id = w.pack_id and p.buyer_id = p_user and p.state = 'sold'
    returning w.opening_id, p.id as pack_id, p.pack_type_id
  ), recorded as (
    insert into openings (id, pack_id, user_id, opened_at)
    select o.opening_id, o.pack_id, p_user, at from opened o
  ), revealed as (
    update physical_cards c
    set status = 'available', opened_by_id = p_user, opened_at = at, auto_convert_at = at + p_convert_after
    from opened o where c.pack_id = o.pack_id
  )
  select o.opening_id, o.pack_id, o.pack_type_id, at from opened o;
end
$$;
--> statement-breakpoint

-- ---------------------------------------------------------------------------------------------
-- Rights

grant usage on schema public, drizzle to felt_and_foil_app;
--> statement-breakpoint
grant select on drizzle.__drizzle_migrations to felt_and_foil_app;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to felt_and_foil_app;
--> statement-breakpoint
alter default privileges in schema public grant select, insert, update, delete on tables to felt_and_foil_app;
--> statement-breakpoint
revoke insert, update, delete on ledger_accounts, journals, transfers from felt_and_foil_app;
--> statement-breakpoint
revoke update, delete on openings, price_observations from felt_and_foil_app;
--> statement-breakpoint
revoke execute on function lock_account(uuid), open_packs(uuid, uuid[], uuid[], interval),
  post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[]),
  open_ledger_account(), apply_transfer(), keep_purchase_limit(), check_pack_state(), check_physical_card() from public;
--> statement-breakpoint
grant execute on function lock_account(uuid), open_packs(uuid, uuid[], uuid[], interval),
  post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[]) to felt_and_foil_app;
--> statement-breakpoint

-- What is in a sealed pack is nobody's to read, the shop's own role included.
alter table physical_cards enable row level security;
--> statement-breakpoint
create policy revealed_cards_are_read on physical_cards for select to felt_and_foil_app using (status <> 'sealed');
--> statement-breakpoint
create policy sealed_cards_are_taken_in on physical_cards for insert to felt_and_foil_app with check (status = 'sealed');
--> statement-breakpoint
create policy revealed_cards_are_changed on physical_cards for update to felt_and_foil_app
using (status <> 'sealed') with check (status <> 'sealed');
