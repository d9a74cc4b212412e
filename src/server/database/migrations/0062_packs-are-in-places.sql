-- What a buyer keeps, buys and opens is a place from here on, and a pack in the warehouse is as it came in. Last of three:
-- nobody takes in, buys or opens a pack meanwhile, and what came in since the second step gets its place here.
-- In the order in which purchases take them.
lock table users, reservations, physical_packs, places, openings in access exclusive mode;
--> statement-breakpoint
select fill_places(null);
--> statement-breakpoint
drop trigger physical_packs_mirror_place on physical_packs;
--> statement-breakpoint
drop function mirror_place();
--> statement-breakpoint
drop function fill_places(int);
--> statement-breakpoint

-- The warehouse: what came in, once and for all. Where a pack is now, its place says.
drop trigger physical_packs_check_new on physical_packs;
--> statement-breakpoint
drop trigger physical_packs_check_state on physical_packs;
--> statement-breakpoint
drop trigger physical_packs_keep_purchase_limit on physical_packs;
--> statement-breakpoint
drop trigger physical_packs_keep_rank on physical_packs;
--> statement-breakpoint
drop trigger physical_packs_note_move on physical_packs;
--> statement-breakpoint
drop trigger physical_packs_note_new on physical_packs;
--> statement-breakpoint
drop trigger physical_packs_note_stock on physical_packs;
--> statement-breakpoint
drop trigger physical_packs_note_stock_of_new on physical_packs;
--> statement-breakpoint
drop trigger physical_packs_sold_open on physical_packs;
--> statement-breakpoint
drop function check_document_of(physical_packs);
--> statement-breakpoint
drop function check_new_packs();
--> statement-breakpoint
drop function check_pack_state();
--> statement-breakpoint
drop function check_sold_open();
--> statement-breakpoint
drop function keep_pack_rank();
--> statement-breakpoint
drop function keep_purchase_limit();
--> statement-breakpoint
alter table physical_packs
  drop constraint physical_packs_commitment_made,
  drop column state, drop column rank, drop column reservation_id, drop column buyer_id,
  add constraint physical_packs_commitment_is_whole check (length(commitment) = 32);
--> statement-breakpoint
create index physical_packs_without_commitment on physical_packs (received_at desc nulls last, id) where commitment is null;
--> statement-breakpoint
comment on index physical_packs_without_commitment is 'Packs that are not yet for sale are among these.';
--> statement-breakpoint
comment on table physical_packs is
  'One pack that came in, as it came in. What it holds is in its document (pack_secrets), and where it is now says its place.';
--> statement-breakpoint
create function keep_pack() returns trigger
language plpgsql
as $$
begin
  if new.commitment is distinct from old.commitment then
    raise exception 'A physical pack keeps its commitment' using errcode = 'restrict_violation';
  end if;
  raise exception 'A physical pack keeps its id, type and serial' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger physical_packs_never_change before update on physical_packs
for each row when (old.* is distinct from new.*) execute function keep_pack();
--> statement-breakpoint

-- What places refer to never goes, so that they need no lock on it: a foreign key takes one for each row.
create trigger reservations_never_deleted before delete or truncate on reservations
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger reservations_keep_their_user before update of id, user_id on reservations
for each statement execute function refuse_change();
--> statement-breakpoint

create function check_new_places() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from added where state <> 'available' or buyer_id is not null or reservation_id is not null) then
    raise exception 'A pack comes in at intake, with its document, and belongs to nobody' using errcode = 'restrict_violation';
  end if;
  if exists (
    -- Each is looked up, however many the first ones were that the statement was planned for; so are those below.
    select from added a left join lateral (
      select pack_type_id, received_at from physical_packs where id = a.pack_id limit 1
    ) p on true
    where (a.pack_type_id, a.received_at) is distinct from (p.pack_type_id, p.received_at)
  ) then
    raise exception 'A place has its pack, of its type: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'places_have_their_packs';
  end if;
  perform check_documents_of(array(select pack_id from added));
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_new_places() from public;
--> statement-breakpoint
create trigger places_check_new after insert on places
referencing new table as added for each statement execute function check_new_places();
--> statement-breakpoint

create function check_place() returns trigger
language plpgsql
as $$
begin
  if (new.id, new.pack_type_id, new.pack_id, new.received_at)
    is distinct from (old.id, old.pack_type_id, old.pack_id, old.received_at) then
    raise exception 'A place keeps its pack' using errcode = 'restrict_violation';
  end if;
  if old.buyer_id is not null and new.buyer_id is not null
    and (new.buyer_id, new.reservation_id) <> (old.buyer_id, old.reservation_id) then
    raise exception 'A place goes from one buyer to another by the shelf' using errcode = 'restrict_violation';
  end if;
  if new.rank <> old.rank then
    raise exception 'The order of sale can''t be chosen' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then
    return new;
  end if;
  -- What is bought with credits is opened at once. Who opens a pack writes the opening and the cards beside it: only the
  -- functions of the database do.
  if not (case old.state
    when 'available' then new.state in ('reserved', 'sold', 'withdrawn') or new.state = 'opened' and acts_as_owner()
    when 'reserved' then new.state in ('available', 'sold')
    when 'sold' then new.state in ('available', 'disputed', 'withdrawn') or new.state = 'opened' and acts_as_owner()
    when 'disputed' then new.state in ('available', 'sold', 'withdrawn')
    when 'withdrawn' then new.state = 'available'
    else false
  end) then
    raise exception 'A pack can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if 'disputed' in (old.state, new.state) and disputes_of_order(old.reservation_id)
    is distinct from (case new.state when 'disputed' then 'open' when 'available' then 'lost' when 'withdrawn' then 'lost' end) then
    raise exception 'Pack % waits for its dispute', new.pack_id using errcode = 'restrict_violation';
  end if;
  if old.state in ('sold', 'disputed', 'withdrawn') and new.state in ('available', 'withdrawn') then
    -- A pack that is unlike its document is not sold again, and one that is like it is not kept back by who has it.
    if is_pack_whole(new.pack_id) <> (new.state = 'available') then
      raise exception 'Pack % is not to be %: that is decided by its document', new.pack_id, new.state
        using errcode = 'restrict_violation', constraint = 'pack_is_like_its_document';
    end if;
    new.rank := draw_rank();
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger places_check before update on places
for each row execute function check_place();
--> statement-breakpoint

-- A place belongs to who its reservation is for, and nobody has more places of a type than its limit: once a statement.
create function check_taken_places() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  taken record;
  held int;
begin
  if exists (
    select from after a left join lateral (select user_id from reservations where id = a.reservation_id limit 1) r on true
    where a.reservation_id is not null and r.user_id is distinct from a.buyer_id
  ) then
    raise exception 'A place belongs to the buyer of its reservation: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'places_of_their_reservation';
  end if;
  for taken in
    select m.buyer_id, m.pack_type_id, t.purchase_limit as most
    from (
      select buyer_id, pack_type_id, 1 as packs from after where buyer_id is not null
      union all
      select buyer_id, pack_type_id, -1 from before where buyer_id is not null
    ) m join pack_types t on t.id = m.pack_type_id
    where t.purchase_limit is not null
    group by 1, 2, 3 having sum(m.packs) > 0 order by 1, 2
  loop
    perform 1 from ledger_accounts where owner_id = taken.buyer_id for update;
    select count(*) into held from places where buyer_id = taken.buyer_id and pack_type_id = taken.pack_type_id;
    if held > taken.most then
      raise exception 'The user would have % packs of %, and may have %', held, taken.pack_type_id, taken.most
        using errcode = 'check_violation', constraint = 'places_purchase_limit';
    end if;
  end loop;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_taken_places() from public;
--> statement-breakpoint
create trigger places_check_taken after update on places
referencing old table as before new table as after for each statement execute function check_taken_places();
--> statement-breakpoint
create trigger places_never_deleted before delete or truncate on places
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger places_note_move before update on places
for each row when (current_setting('felt_and_foil.moved', true) is distinct from 'on') execute function note_move();
--> statement-breakpoint
create trigger places_note_new before insert on places
for each statement when (not has_moved()) execute function note_move();
--> statement-breakpoint
create trigger places_note_stock after update on places
referencing old table as before new table as after for each statement execute function note_stock();
--> statement-breakpoint
create trigger places_note_stock_of_new after insert on places
referencing new table as after for each statement execute function note_stock();
--> statement-breakpoint
revoke insert, update, delete on physical_packs from felt_and_foil_app;
--> statement-breakpoint
revoke delete on reservations from felt_and_foil_app;
--> statement-breakpoint
grant select, update on places to felt_and_foil_app;
--> statement-breakpoint

-- An opening is of a place that its user has, and that is open. Only the functions of the database write it.
alter table openings
  drop constraint openings_pack_id_physical_packs_id_fk,
  drop constraint openings_user_id_users_id_fk;
--> statement-breakpoint
comment on column openings.pack_id is 'No foreign key, as to its user: that the pack is theirs and open is checked once a statement.';
--> statement-breakpoint
create function check_openings() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from opened o left join lateral (select state, buyer_id from places where pack_id = o.pack_id limit 1) l on true
    where (l.state, l.buyer_id) is distinct from ('opened', o.user_id)
  ) then
    raise exception 'An opening is of a pack that its user has opened' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_openings() from public;
--> statement-breakpoint
create trigger openings_check after insert on openings
referencing new table as opened for each statement execute function check_openings();
--> statement-breakpoint
revoke insert on openings from felt_and_foil_app;
--> statement-breakpoint

-- Whatever asked a pack who has it, or whether it is open, asks its place.
create or replace function check_card_time() returns trigger
language plpgsql
as $$
declare
  latest timestamptz := case
    when old.status = 'shipped' and (new.status = 'available' or new.lock_reason = 'dispute')
      then old.auto_convert_at + (shop_now() - old.shipped_at)
    when new.status <> 'available' then null
    when old.lock_reason in ('expired', 'refund') then shop_now() + interval '30 days'
    when old.lock_reason = 'dispute' then old.auto_convert_at + (shop_now() - coalesce(
      (select max(locked_at) from dispute_cards where card_id = new.id),
      -- It came back from a parcel meanwhile.
      (select min(d.opened_at) from places l
       join payments y on y.purpose = 'order' and y.subject_id = l.reservation_id
       join disputes d on d.payment_id = y.id
       where l.pack_id = new.pack_id)))
  end;
begin
  if new.auto_convert_at <= latest
    or (new.auto_convert_at is null and new.status in ('sold', 'converted', 'reclaimed'))
    or acts_as_owner() then
    return new;
  end if;
  raise exception 'Card % keeps its thirty days', new.id using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create or replace function keep_card_with_dispute() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  dispute text := (select disputes_of_order(l.reservation_id) from places l where l.pack_id = new.pack_id);
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
create or replace function check_revealed_cards() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  wrong record;
begin
  select id into wrong from revealed
  where not coalesce(auto_convert_at <= opened_at + interval '30 days', false) limit 1;
  if found then
    raise exception 'Card % keeps its thirty days', wrong.id using errcode = 'restrict_violation';
  end if;
  select coalesce(c.pack_id, w.pack_id) as pack_id into wrong
  from revealed c
  full join (
    select s.pack_id, d.id, d.card_id, d.condition, d.position, l.state, o.user_id, o.opened_at
    from (select distinct pack_id from revealed) r
    join pack_secrets s on s.pack_id = r.pack_id
    join places l on l.pack_id = s.pack_id
    join openings o on o.pack_id = s.pack_id
    cross join lateral rows from (
      unnest(s.physical_card_ids), unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text)
    ) with ordinality as d (id, card_id, condition, position)
  ) w on w.id = c.id
  where c.id is null or w.id is null or w.state <> 'opened'
    or (c.pack_id, c.card_id, c.condition, c.position, c.status, c.opened_by_id, c.opened_at)
      is distinct from (w.pack_id, w.card_id, w.condition, w.position, 'available', w.user_id, w.opened_at)
  limit 1;
  if found then
    raise exception 'An opening reveals what the document of pack % says', wrong.pack_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace function compare_packs(p_serials text[], p_contents text[], p_session uuid, p_ip text, p_request text)
returns table(serial text, is_same boolean)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  compared record;
  actor uuid := operator_of(p_session);
begin
  -- Who signed in, as inside this function everybody is the owner.
  if actor is null and not pg_has_role(session_user,
    (select relowner from pg_class where oid = 'public.users'::regclass), 'member') then
    raise exception 'Only an operator compares packs' using errcode = 'insufficient_privilege';
  end if;
  for compared in
    select p.id, p.serial, l.state, w.content = encode(sha256(convert_to(
      p.pack_type_id || E'\n' || p.certification_number || coalesce((
        select string_agg(E'\n' || h.card_id::text || ' ' || h.condition || coalesce(' ' || h.label, ''), '' order by h.position)
        from pack_secrets s cross join lateral rows from (
          unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text, label text)
        ) with ordinality as h (card_id, condition, label, position)
        where s.pack_id = p.id
      ), (
        select string_agg(E'\n' || c.card_id::text || ' ' || c.condition, '' order by c.position)
        from physical_cards c where c.pack_id = p.id
      ), ''), 'UTF8')), 'hex') as is_same
    from unnest(p_serials, p_contents) as w (serial, content)
    join physical_packs p on p.serial = w.serial
    left join places l on l.pack_id = p.id
  loop
    if actor is not null and not compared.is_same and compared.state is distinct from 'opened' then
      insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
      values (actor, 'compare_pack', 'pack', compared.id::text,
        jsonb_build_object('serial', compared.serial, 'same', false), p_ip, p_request);
    end if;
    serial := compared.serial;
    is_same := compared.is_same;
    return next;
  end loop;
end
$$;
--> statement-breakpoint
create or replace function look_into_pack(p_pack uuid, p_session uuid, p_reason text, p_ip text, p_request text)
returns table(card_position smallint, card_id uuid, card_condition text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  actor uuid := operator_of(p_session);
begin
  if not exists (select from users u where u.id = actor and u.role = 'admin') then
    raise exception 'Only an admin looks into a sealed pack' using errcode = 'insufficient_privilege';
  end if;
  if length(trim(p_reason)) = 0 then
    raise exception 'A look into a sealed pack has a reason' using errcode = 'check_violation';
  end if;
  if not exists (select from places l where l.pack_id = p_pack and l.state <> 'opened') then
    return;
  end if;
  insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
  values (actor, 'look_into_pack', 'pack', p_pack::text, jsonb_build_object('reason', p_reason), p_ip, p_request);
  return query
  select h.position::smallint, h.card_id, h.condition
  from pack_secrets s cross join lateral rows from (
    unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text)
  ) with ordinality as h (card_id, condition, position)
  where s.pack_id = p_pack order by h.position;
end
$$;
--> statement-breakpoint
create or replace function packs_unlike_their_documents() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.id
  from physical_packs p
  join pack_types t on t.id = p.pack_type_id
  left join places l on l.pack_id = p.id
  left join pack_secrets s on s.pack_id = p.id
  left join lateral (
    select array_agg(c.id order by c.position) as ids, array_agg(c.card_id order by c.position) as card_ids,
      jsonb_agg(c.condition order by c.position) as conditions
    from physical_cards c where l.state = 'opened' and c.pack_id = p.id
  ) k on true
  where p.commitment is distinct from pack_commitment(s.salt, s.document)
    or s.pack_id is null and l.state <> 'opened'
    or cardinality(s.card_ids) <> t.card_count or cardinality(s.physical_card_ids) <> t.card_count
    or l.state = 'opened' and (k.ids, k.card_ids, k.conditions) is distinct from
      (s.physical_card_ids, s.card_ids, jsonb_path_query_array(s.document::jsonb, '$.cards[*].condition'))
      and s.pack_id is not null
  union all
  select s.pack_id from pack_secrets s cross join unnest(s.physical_card_ids) h (id)
  join physical_cards c on c.id = h.id where c.pack_id <> s.pack_id
  union all
  select (array_agg(s.pack_id))[1] from pack_secrets s cross join unnest(s.physical_card_ids) h (id)
  group by h.id having count(*) > 1
$$;
--> statement-breakpoint
create or replace function sum_contents(p_type text, p_withdrawn boolean) returns table(card_id uuid, rarities integer, times bigint)
language sql stable
as $$
  with held as (
    select p.pack_id, h.card_id
    from places p join pack_secrets s on s.pack_id = p.pack_id cross join unnest(s.card_ids) h (card_id)
    where p.pack_type_id = p_type and (p.state = 'withdrawn' or not p_withdrawn)
    union all
    -- Opened before there were documents.
    select p.id, k.card_id from physical_packs p join physical_cards k on k.pack_id = p.id
    where p.pack_type_id = p_type and p.commitment is null and not p_withdrawn
  ), sums as (
    select h.pack_id, h.card_id, bit_or(rarity_bit(c.rarity)) as rarities, count(*) as times
    from held h join cards c on c.id = h.card_id
    group by grouping sets ((h.pack_id), (h.card_id))
  )
  select s.card_id, null::int, s.times from sums s where s.card_id is not null
  union all
  select null, s.rarities, count(*) from sums s where s.card_id is null group by s.rarities
$$;
--> statement-breakpoint
-- Takes packs in and gives each its place. Cards that are alike (one of the catalogue, in one condition, with one grader's
-- number) are told once, and each pack says by their places which of them it holds: `{1,1,2}`.
create or replace function take_in_packs(
  p_pack_types text[], p_serials text[], p_certifications text[], p_held text[],
  p_cards uuid[], p_conditions text[], p_labels text[]
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  -- Canonical JSON: names of fields are sorted.
  says text[] := array(
    select format('{"condition":%s,"finish":%s,"game":%s,%s"name":%s,"number":%s,"rarity":%s,"set":%s}',
      to_json(k.condition), to_json(c.finish), to_json(s.game), '"label":' || to_json(normalize(k.label)) || ',',
      to_json(normalize(c.name)), to_json(normalize(c.number)), to_json(c.rarity), to_json(normalize(s.code)))
    from unnest(p_cards, p_conditions, p_labels) with ordinality as k (card_id, condition, label, place)
    join cards c on c.id = k.card_id join card_sets s on s.id = c.set_id
    order by k.place
  );
  bits int[] := array(
    select rarity_bit(c.rarity) from unnest(p_cards) with ordinality as k (card_id, place) join cards c on c.id = k.card_id
    order by k.place
  );
begin
  if cardinality(says) <> cardinality(p_cards) or array_position(p_conditions, null) is not null then
    raise exception 'The catalogue does not know each of these cards' using errcode = 'check_violation';
  end if;
  with packs as materialized (
    select gen_random_uuid() as id, w.pack_type_id, w.serial, w.certification, w.held::int[] as held,
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as salt
    from unnest(p_pack_types, p_serials, p_certifications, p_held) as w (pack_type_id, serial, certification, held)
  ), sealed as materialized (
    select p.*, c.card_ids, c.physical_card_ids, c.rarities, '{"cards":[' || c.cards
      || document_end(p.pack_type_id, p.serial, p.certification, now()) as document
    from packs p cross join lateral (
      select array_agg(p_cards[h.kind] order by h.position) as card_ids, array_agg(gen_random_uuid()) as physical_card_ids,
        string_agg(says[h.kind], ',' order by h.position) as cards, bit_or(bits[h.kind]) as rarities
      from unnest(p.held) with ordinality as h (kind, position)
    ) c
  ), kept as (
    insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
    select id, salt, document, card_ids, physical_card_ids from sealed
  ), labelled as (
    insert into card_labels (label, pack_id)
    select upper(normalize(p_labels[h.kind])), p.id from packs p cross join unnest(p.held) h (kind)
    where p_labels[h.kind] is not null
  ), counted as (
    insert into held_cards as c (pack_type_id, card_id, copies)
    select p.pack_type_id, p_cards[h.kind], count(*) from packs p cross join unnest(p.held) h (kind)
    where p_cards[h.kind] is not null group by 1, 2
    on conflict (pack_type_id, card_id) do update set copies = c.copies + excluded.copies
  ), ranked as (
    insert into held_rarities as r (pack_type_id, rarities, packs)
    select pack_type_id, rarities, count(*) from sealed where rarities is not null group by 1, 2
    on conflict (pack_type_id, rarities) do update set packs = r.packs + excluded.packs
  ), stored as (
    insert into physical_packs (id, pack_type_id, serial, certification_number, commitment)
    select id, pack_type_id, serial, certification, pack_commitment(salt, document) from sealed
    returning id, pack_type_id, received_at
  )
  insert into places (id, pack_type_id, pack_id, received_at)
  select id, pack_type_id, id, received_at from stored;
end
$$;
--> statement-breakpoint

drop function open_packs(uuid, uuid[], uuid[], interval, uuid);
--> statement-breakpoint
-- Opens sold places of a user, or with an order of theirs places on the shelf, which it buys. Returns a row for each card.
create function open_packs(p_user uuid, p_openings uuid[], p_places uuid[], p_convert_after interval, p_order uuid default null)
returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint,
  id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text
)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  at timestamptz := shop_now();
begin
  return query
  with opened as (
    update places l set state = 'opened', buyer_id = p_user, reservation_id = coalesce(p_order, l.reservation_id)
    from unnest(p_openings, p_places) as w (opening_id, place_id), physical_packs p join pack_secrets s on s.pack_id = p.id
    where l.id = w.place_id and p.id = l.pack_id
      and (case when p_order is null then l.buyer_id = p_user and l.state = 'sold' else l.state = 'available' end)
      and p.commitment = pack_commitment(s.salt, s.document)
    returning w.opening_id, l.pack_id, l.pack_type_id, s.document, s.card_ids, s.physical_card_ids
  ), recorded as (
    insert into openings (id, pack_id, user_id, opened_at)
    select o.opening_id, o.pack_id, p_user, at from opened o
  ), revealed as (
    insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, auto_convert_at)
    select h.id, o.pack_id, h.card_id, h.position, h.condition, 'available', p_user, at, at + p_convert_after
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
    select c.name, c.rarity, c.native_rarity, c.finish, c.market_value, s.name as set_name
    from cards c join card_sets s on s.id = c.set_id where c.id = r.card_id limit 1
  ) c
  order by o.pack_id, r.position;
end
$$;
--> statement-breakpoint
revoke execute on function open_packs(uuid, uuid[], uuid[], interval, uuid) from public;
--> statement-breakpoint
grant execute on function open_packs(uuid, uuid[], uuid[], interval, uuid) to felt_and_foil_app;
--> statement-breakpoint

drop function sell_and_open(uuid, uuid, text[], int[], boolean, interval);
--> statement-breakpoint
-- Sells free places in their random order and opens them, for an order whose id is that of the reservation. Places that
-- another purchase is claiming are passed over, or waited for. Returns a row for each card, and one for each pack that is
-- unlike its document, which stays unopened.
create function sell_and_open(
  p_order uuid, p_user uuid, p_types text[], p_quantities int[], p_waits boolean, p_convert_after interval
) returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint,
  id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text
)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  wanted uuid[];
  packs uuid[];
  types text[];
begin
  insert into reservations (id, user_id, state) values (p_order, p_user, 'paid') on conflict (id) do nothing;
  if p_waits then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id) into wanted, packs, types
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update
    ) l;
  else
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id) into wanted, packs, types
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update skip locked
    ) l;
  end if;
  return query
  select o.opening_id, c.pack_id, c.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
    o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name
  from unnest(packs, types) with ordinality as c (pack_id, pack_type_id, place)
  left join open_packs(p_user, array(select gen_random_uuid() from unnest(wanted)), wanted, p_convert_after, p_order) o
    on o.pack_id = c.pack_id
  order by c.place, o.card_position;
end
$$;
--> statement-breakpoint
revoke execute on function sell_and_open(uuid, uuid, text[], int[], boolean, interval) from public;
--> statement-breakpoint
grant execute on function sell_and_open(uuid, uuid, text[], int[], boolean, interval) to felt_and_foil_app;
