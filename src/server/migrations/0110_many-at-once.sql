-- Works of many people in one transaction (choice 703): each function of a purchase for all of them at once. What is promised stays
-- as it was. The forms for one, by which processes of the version before sell, do the same by the new ones.

create function take_keys(p_users uuid[], p_keys text[], p_kept interval)
returns table (at bigint, fingerprint text, reply text)
language plpgsql set search_path = public, pg_temp
as $$
begin
  -- In one order, as two transactions may want the same two.
  perform pg_advisory_xact_lock(l.user_hash, l.key_hash)
  from (select hashtext(w.user_id::text) as user_hash, hashtext(w.key) as key_hash from unnest(p_users, p_keys) as w (user_id, key) order by 1, 2) l;
  return query
  -- Each is looked up, as everywhere here: joined, many would be read where a plan doesn't know how few are asked for.
  select w.at, k.* from unnest(p_users, p_keys) with ordinality as w (user_id, key, at) cross join lateral (
    select k.fingerprint, k.reply from idempotency_keys k
    where k.user_id = w.user_id and k.key = w.key and k.created_at >= now() - p_kept limit 1
  ) k;
end
$$;
--> statement-breakpoint
create or replace function take_key(p_user uuid, p_key text, p_kept interval) returns table (fingerprint text, reply text)
language sql set search_path = public, pg_temp
as $$ select fingerprint, reply from take_keys(array[p_user], array[p_key], p_kept) $$;
--> statement-breakpoint

create function lock_accounts_to_spend(p_users uuid[]) returns table (at bigint, balance bigint, pause text)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from ledger_accounts a where a.owner_id = any (p_users) order by a.owner_id for update;
  -- Behind the locks: what a dispute has done that held one of them is seen.
  return query
  select w.at, a.balance, account_pause(w.user_id) from unnest(p_users) with ordinality as w (user_id, at)
  cross join lateral (select a.balance from ledger_accounts a where a.owner_id = w.user_id limit 1) a;
end
$$;
--> statement-breakpoint
create or replace function lock_account_to_spend(p_user uuid, out balance bigint, out pause text)
language sql security definer set search_path = public, pg_temp
as $$ select balance, pause from lock_accounts_to_spend(array[p_user]) $$;
--> statement-breakpoint

-- `p_orders`: of those who buy; null: the packs are their users' already.
create function open_packs_of_each(
  p_users uuid[], p_orders uuid[], p_openings uuid[], p_places uuid[], p_convert_after interval)
returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint, id uuid, card_id uuid,
  condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text,
  photograph text)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  at timestamptz := shop_now();
begin
  return query
  with opened as (
    update places l set state = 'opened', buyer_id = w.user_id, reservation_id = coalesce(w.order_id, l.reservation_id)
    from unnest(p_users, p_orders, p_openings, p_places) as w (user_id, order_id, opening_id, place_id),
      physical_packs p join pack_secrets s on s.pack_id = p.id
    where l.id = w.place_id and p.id = l.pack_id
      and (case when w.order_id is null then l.buyer_id = w.user_id and l.state = 'sold' else l.state = 'available' end)
      and p.commitment = pack_commitment(s.salt, s.document)
    returning w.opening_id, w.user_id, l.pack_id, l.pack_type_id, s.document, s.card_ids, s.physical_card_ids
  ), recorded as (
    insert into openings (id, pack_id, user_id, opened_at)
    select o.opening_id, o.pack_id, o.user_id, at from opened o
  ), revealed as (
    insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, auto_convert_at)
    select h.id, o.pack_id, h.card_id, h.position, h.condition, 'available', o.user_id, at, at + p_convert_after
    from opened o cross join lateral rows from (
      unnest(o.physical_card_ids), unnest(o.card_ids), jsonb_to_recordset(o.document::jsonb->'cards') as (condition text)
    ) with ordinality as h (id, card_id, condition, position)
    returning id, pack_id, card_id, position, condition
  )
  select o.opening_id, o.pack_id, o.pack_type_id, at, t.name, r.position, r.id, r.card_id, r.condition, c.*
  from revealed r
  join opened o on o.pack_id = r.pack_id
  join pack_types t on t.id = o.pack_type_id
  -- Each is looked up: for as many as they are thought to be, all cards of the catalogue would be read.
  cross join lateral (
    select c.name, c.rarity, c.native_rarity, c.finish, c.market_value, s.name as set_name, c.image_url as remote,
      (select f.picture from card_photographs f where f.pack_id = r.pack_id and f.position = r.position) as photograph
    from cards c join card_sets s on s.id = c.set_id where c.id = r.card_id limit 1
  ) c
  order by o.pack_id, r.position;
end
$$;
--> statement-breakpoint
create or replace function open_packs(
  p_user uuid, p_openings uuid[], p_places uuid[], p_convert_after interval, p_order uuid default null)
returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint, id uuid, card_id uuid,
  condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text,
  photograph text)
language sql security definer set search_path = public, pg_temp
as $$
  select * from open_packs_of_each(
    array_fill(p_user, array[cardinality(p_places)]), array_fill(p_order, array[cardinality(p_places)]), p_openings, p_places, p_convert_after)
$$;
--> statement-breakpoint

-- Line by line what each order wants: `p_lines` are places in `p_orders`. `p_refs`: hashes in hex, divided by commas. Only the packs of
-- one order may be waited for.
create function sell_and_open_each(
  p_orders uuid[], p_users uuid[], p_refs text[], p_lines int[], p_types text[], p_quantities int[], p_waits boolean,
  p_convert_after interval)
returns table (
  at int, opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint, id uuid,
  card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text,
  remote text, photograph text, ticket jsonb)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  wanted uuid[];
  packs uuid[];
  types text[];
  drops uuid[];
  -- Whose each of them is, as a place in p_orders.
  lines int[];
begin
  if p_waits and cardinality(p_orders) > 1 then
    raise exception 'Nobody waits for packs in the transaction of others';
  end if;
  insert into reservations (id, user_id, state, refs)
  select w.order_id, w.user_id, 'paid', case when w.refs is not null then
    (select array_agg(decode(r.ref, 'hex') order by r.place) from unnest(string_to_array(w.refs, ',')) with ordinality as r (ref, place)) end
  from unnest(p_orders, p_users, p_refs) as w (order_id, user_id, refs)
  on conflict (id) do nothing;
  if p_waits then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id), array_agg(1)
    into wanted, packs, types, drops, lines
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update
    ) l;
  elsif cardinality(p_orders) = 1 then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id), array_agg(1)
    into wanted, packs, types, drops, lines
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update skip locked
    ) l;
  else
    -- A type is claimed once for all who want it, as nobody passes over what their own transaction has claimed; then each gets theirs.
    with lines as (
      select w.line, w.pack_type_id, w.quantity, sum(w.quantity) over (partition by w.pack_type_id order by w.place) as last
      from unnest(p_lines, p_types, p_quantities) with ordinality as w (line, pack_type_id, quantity, place)
    ), claimed as (
      select l.*, row_number() over (partition by l.pack_type_id order by l.rank) as number
      from (select pack_type_id, sum(quantity) as quantity from lines group by 1) w cross join lateral (
        select id, pack_id, pack_type_id, drop_id, rank from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
        order by l.rank limit w.quantity for update skip locked
      ) l
    )
    select array_agg(c.id), array_agg(c.pack_id), array_agg(c.pack_type_id), array_agg(c.drop_id), array_agg(w.line)
    into wanted, packs, types, drops, lines
    from lines w join claimed c on c.pack_type_id = w.pack_type_id and c.number > w.last - w.quantity and c.number <= w.last;
  end if;
  -- One pack, as nearly everybody buys: nothing has to be put into order. It is the whole call again where it is unlike its
  -- document, and was not opened.
  if cardinality(wanted) = 1 then
    return query
    select lines[1], o.opening_id, o.pack_id, o.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
      o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
      case when o.card_position = 1 and drops[1] is not null then live_ticket(wanted[1]) end
    from open_packs_of_each(array[p_users[lines[1]]], array[p_orders[lines[1]]], array[gen_random_uuid()], wanted, p_convert_after) o;
    if found then
      return;
    end if;
  end if;
  return query
  select c.line, o.opening_id, c.pack_id, c.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
    o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
    -- With its first card. It is asked after all of them were opened, by which the tickets were made.
    case when c.drop_id is not null and lag(c.place) over (order by c.place, o.card_position) is distinct from c.place
      then live_ticket(c.place_id) end
  from unnest(packs, types, wanted, drops, lines) with ordinality as c (pack_id, pack_type_id, place_id, drop_id, line, place)
  left join open_packs_of_each(
    array(select p_users[w.line] from unnest(lines) as w (line)), array(select p_orders[w.line] from unnest(lines) as w (line)),
    array(select gen_random_uuid() from unnest(wanted)), wanted, p_convert_after) o
    on o.pack_id = c.pack_id
  order by c.place, o.card_position;
end
$$;
--> statement-breakpoint
create or replace function sell_and_open(
  p_order uuid, p_user uuid, p_types text[], p_quantities int[], p_waits boolean, p_convert_after interval, p_refs bytea[])
returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint, id uuid, card_id uuid,
  condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text,
  photograph text, ticket jsonb)
language sql security definer set search_path = public, pg_temp
as $$
  select opening_id, pack_id, pack_type_id, opened_at, pack_name, card_position, id, card_id, condition, name, rarity, native_rarity,
    finish, market_value, set_name, remote, photograph, ticket
  from sell_and_open_each(array[p_order], array[p_user],
    array[(select string_agg(encode(r.ref, 'hex'), ',' order by r.place) from unnest(p_refs) with ordinality as r (ref, place))],
    array_fill(1, array[cardinality(p_types)]), p_types, p_quantities, p_waits, p_convert_after)
$$;
--> statement-breakpoint

-- `p_owners`: whose the transfers are, in the order in which they are posted. `balance`: the user's afterwards.
create function post_journals_of_each(
  p_ids uuid[], p_kinds text[], p_facts uuid[], p_users uuid[], p_descriptions text[], p_references text[], p_receipts text[],
  p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[])
returns table (at bigint, balance bigint)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from ledger_accounts a where a.owner_id = any (p_users) order by a.owner_id for update;

  insert into journals (id, kind, reference_id, user_id, description, reference, receipt)
  select w.id, w.kind, w.fact, w.user_id, w.description, w.reference, w.receipt::jsonb
  from unnest(p_ids, p_kinds, p_facts, p_users, p_descriptions, p_references, p_receipts)
    as w (id, kind, fact, user_id, description, reference, receipt);

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  select w.owner, row_number() over (partition by w.owner order by w.place), w.debit, w.credit, w.amount
  from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as w (owner, debit, credit, amount, place)
  order by w.place;

  return query
  select w.at, a.balance from unnest(p_users) with ordinality as w (user_id, at)
  cross join lateral (select a.balance from ledger_accounts a where a.owner_id = w.user_id limit 1) a;
end
$$;
--> statement-breakpoint
create or replace function post_journal(
  p_id uuid, p_kind text, p_reference_id uuid, p_user uuid, p_description text, p_debits text[], p_credits text[], p_amounts bigint[],
  p_reference text default null, p_receipt jsonb default null)
returns bigint
language sql security definer set search_path = public, pg_temp
as $$
  select balance from post_journals_of_each(array[p_id], array[p_kind], array[p_reference_id], array[p_user], array[p_description],
    array[p_reference], array[p_receipt::text], array_fill(p_id, array[cardinality(p_amounts)]), p_debits, p_credits, p_amounts)
$$;
--> statement-breakpoint

revoke execute on function take_keys(uuid[], text[], interval), lock_accounts_to_spend(uuid[]),
  open_packs_of_each(uuid[], uuid[], uuid[], uuid[], interval),
  sell_and_open_each(uuid[], uuid[], text[], int[], text[], int[], boolean, interval),
  post_journals_of_each(uuid[], text[], uuid[], uuid[], text[], text[], text[], uuid[], text[], text[], bigint[]) from public;
--> statement-breakpoint
grant execute on function take_keys(uuid[], text[], interval), lock_accounts_to_spend(uuid[]),
  open_packs_of_each(uuid[], uuid[], uuid[], uuid[], interval),
  sell_and_open_each(uuid[], uuid[], text[], int[], text[], int[], boolean, interval),
  post_journals_of_each(uuid[], text[], uuid[], uuid[], text[], text[], text[], uuid[], text[], text[], bigint[]) to felt_and_foil_app;
