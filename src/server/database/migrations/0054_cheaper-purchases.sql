-- What a purchase pays for its promises is paid once a statement, not once for each of fifteen cards. None is given up.

-- A card that is revealed is one of its document, in a pack that somebody has opened (check_revealed_cards): the opening
-- refers to the pack and the person, and never goes. What is left to promise is that a printing never goes either.
create trigger cards_never_deleted before delete or truncate on cards
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger cards_keep_their_id before update of id on cards
for each statement execute function refuse_change();
--> statement-breakpoint
alter table physical_cards
  drop constraint physical_cards_card_id_cards_id_fk,
  drop constraint physical_cards_opened_by_id_users_id_fk,
  drop constraint physical_cards_pack_id_physical_packs_id_fk;
--> statement-breakpoint
comment on column physical_cards.card_id is 'No foreign key, as none of the three: what an opening reveals is checked against its document, once for all cards.';
--> statement-breakpoint

-- Without a setting of its own it is written into the conditions that ask it, in place of being called for each row.
create or replace function has_moved() returns boolean language sql stable as
$$ select coalesce(pg_catalog.current_setting('felt_and_foil.moved', true), '') = 'on' $$;
--> statement-breakpoint

-- Stamps a transfer with what it makes of its two accounts. The house's have no balance of their own.
create or replace function apply_transfer() returns trigger
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
    if side = 'debit' and not starts_with(new.debit_account_id, 'house:') then
      update ledger_accounts
      set balance = balance - case when debtor_id is null then new.amount else -new.amount end, version = version + 1
      where id = new.debit_account_id
      returning version, balance into new.debit_version, new.debit_balance;
    elsif side = 'credit' and not starts_with(new.credit_account_id, 'house:') then
      update ledger_accounts
      set balance = balance + case when debtor_id is null then new.amount else -new.amount end, version = version + 1
      where id = new.credit_account_id
      returning version, balance into new.credit_version, new.credit_balance;
    end if;
  end loop;
  return new;
end
$$;
--> statement-breakpoint

-- Keeps the number of packs for sale of each type, once a statement. While nobody looks at the catalogue, whoever sells
-- now and then puts the rows together: a purchase adds up those of its type.
create or replace function note_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, count(*) from after where state = 'available' group by 1;
  else
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, sum(packs) from (
      select pack_type_id, 1 as packs from after where state = 'available'
      union all
      select pack_type_id, -1 from before where state = 'available'
    ) moved group by 1 having sum(packs) <> 0;
    if found and random() < 0.01 then
      perform fold_shown_changes();
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint

-- What is bought with credits is opened at once: its pack moves in one step from the shelf to its owner, as it moved in
-- two before. Only the functions of the database do that, which write the opening and the cards beside it.
create or replace function check_pack_state() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if (new.id, new.pack_type_id, new.serial, new.certification_number, new.received_at)
    is distinct from (old.id, old.pack_type_id, old.serial, old.certification_number, old.received_at) then
    raise exception 'A physical pack keeps its id, type and serial' using errcode = 'restrict_violation';
  end if;
  if new.commitment is distinct from old.commitment then
    raise exception 'A physical pack keeps its commitment' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then
    return new;
  end if;
  if not (case old.state
    when 'intake' then new.state = 'available'
    when 'available' then new.state in ('reserved', 'sold', 'opened', 'withdrawn')
    when 'reserved' then new.state in ('available', 'sold')
    when 'sold' then new.state in ('available', 'opened', 'disputed', 'withdrawn')
    when 'disputed' then new.state in ('available', 'sold', 'withdrawn')
    when 'withdrawn' then new.state = 'available'
    else false
  end) then
    raise exception 'A pack can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if 'disputed' in (old.state, new.state) and disputes_of_order(old.reservation_id)
    is distinct from (case new.state when 'disputed' then 'open' when 'available' then 'lost' when 'withdrawn' then 'lost' end) then
    raise exception 'Pack % waits for its dispute', new.serial using errcode = 'restrict_violation';
  end if;
  if old.state = 'intake' then
    perform check_document_of(new);
  -- A pack that is unlike its document is not sold again, and one that is like it is not kept back by who has it.
  elsif old.state in ('sold', 'disputed', 'withdrawn') and new.state in ('available', 'withdrawn')
    and is_pack_whole(new.id) <> (new.state = 'available') then
    raise exception 'Pack % is not to be %: that is decided by its document', new.serial, new.state
      using errcode = 'restrict_violation', constraint = 'pack_is_like_its_document';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create function check_sold_open() returns trigger
language plpgsql
as $$
begin
  if not acts_as_owner() then
    raise exception 'A pack can''t go from available to opened' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger physical_packs_sold_open before update on physical_packs
for each row when (old.state = 'available' and new.state = 'opened') execute function check_sold_open();
--> statement-breakpoint

drop function open_packs(uuid, uuid[], uuid[], interval);
--> statement-breakpoint
-- Opens sold packs of a user; with an order of theirs, packs on the shelf as well, which it buys.
create function open_packs(p_user uuid, p_openings uuid[], p_packs uuid[], p_convert_after interval, p_order uuid default null)
returns table (opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  at timestamptz := shop_now();
begin
  return query
  with opened as (
    update physical_packs p set state = 'opened', buyer_id = p_user, reservation_id = coalesce(p_order, p.reservation_id)
    from unnest(p_openings, p_packs) as w (opening_id, pack_id)
    join pack_secrets s on s.pack_id = w.pack_id
    where p.id = w.pack_id
      and (case when p_order is null then p.buyer_id = p_user and p.state = 'sold' else p.state = 'available' end)
      and p.commitment = pack_commitment(s.salt, s.document)
    returning w.opening_id, p.id as pack_id, p.pack_type_id, s.document, s.card_ids, s.physical_card_ids
  ), recorded as (
    insert into openings (id, pack_id, user_id, opened_at)
    select o.opening_id, o.pack_id, p_user, at from opened o
  ), revealed as (
    insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, auto_convert_at)
    select h.id, o.pack_id, h.card_id, h.position, h.condition, 'available', p_user, at, at + p_convert_after
    from opened o cross join lateral rows from (
      unnest(o.physical_card_ids), unnest(o.card_ids), jsonb_to_recordset(o.document::jsonb->'cards') as (condition text)
    ) with ordinality as h (id, card_id, condition, position)
  )
  select o.opening_id, o.pack_id, o.pack_type_id, at from opened o;
end
$$;
--> statement-breakpoint
revoke execute on function open_packs(uuid, uuid[], uuid[], interval, uuid) from public;
--> statement-breakpoint
grant execute on function open_packs(uuid, uuid[], uuid[], interval, uuid) to felt_and_foil_app;
--> statement-breakpoint

-- Sells free packs in their random order and opens them, for an order whose id is that of the reservation. Packs that
-- another purchase is claiming are passed over, or waited for. One that is unlike its document comes back unopened.
create function sell_and_open(
  p_order uuid, p_user uuid, p_types text[], p_quantities int[], p_waits boolean, p_convert_after interval
) returns table (opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  packs uuid[];
  types text[];
begin
  insert into reservations (id, user_id, state) values (p_order, p_user, 'paid') on conflict (id) do nothing;
  if p_waits then
    select array_agg(p.id), array_agg(p.pack_type_id) into packs, types
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_type_id from physical_packs p where p.pack_type_id = w.pack_type_id and p.state = 'available'
      order by p.rank limit w.quantity for update
    ) p;
  else
    select array_agg(p.id), array_agg(p.pack_type_id) into packs, types
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_type_id from physical_packs p where p.pack_type_id = w.pack_type_id and p.state = 'available'
      order by p.rank limit w.quantity for update skip locked
    ) p;
  end if;
  return query
  select o.opening_id, c.pack_id, c.pack_type_id, o.opened_at
  from unnest(packs, types) as c (pack_id, pack_type_id)
  left join open_packs(p_user, array(select gen_random_uuid() from unnest(packs)), packs, p_convert_after, p_order) o
    on o.pack_id = c.pack_id;
end
$$;
--> statement-breakpoint
revoke execute on function sell_and_open(uuid, uuid, text[], int[], boolean, interval) from public;
--> statement-breakpoint
grant execute on function sell_and_open(uuid, uuid, text[], int[], boolean, interval) to felt_and_foil_app;
--> statement-breakpoint

-- A mail that tells of facts is put into words when it is sent or looked at: most of a purchase's words nobody reads here.
alter table mails alter column text drop not null, add column facts json;
--> statement-breakpoint
comment on column mails.text is 'Null: it is still to be put into words, of its facts.';
--> statement-breakpoint
comment on column mails.facts is 'What it tells, in the form of its kind; null once it is in words.';
--> statement-breakpoint
alter table mails add constraint mails_words_or_facts check ((text is null) = (facts is not null));
--> statement-breakpoint

comment on table idempotency_keys is
  'The first successful answer to each key of a user, written in the transaction of the work. Who is at work on a key holds an advisory lock; a second caller waits for it and then reads the answer.';
--> statement-breakpoint
comment on column idempotency_keys.reply is 'The whole body that was answered.';
