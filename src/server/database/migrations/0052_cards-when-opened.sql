-- The rows of cards are made when their pack is opened: what does not exist can't leak. Last of three. Nobody takes in,
-- buys or opens a pack meanwhile, and what came in since the documents were written gets its own here.
lock table physical_packs, physical_cards, pack_secrets in access exclusive mode;
--> statement-breakpoint
select write_documents(null);
--> statement-breakpoint
set constraints all immediate;
--> statement-breakpoint
drop function write_documents(int);
--> statement-breakpoint
alter table physical_packs add constraint physical_packs_commitment_made
  check (commitment is not null and length(commitment) = 32 or commitment is null and state in ('intake', 'opened'));
--> statement-breakpoint

-- Nothing refers to a card that nobody has opened: without the checks of that, deleting them takes seconds.
alter table shipment_cards drop constraint shipment_cards_card_id_physical_cards_id_fk;
--> statement-breakpoint
alter table dispute_cards drop constraint dispute_cards_card_id_physical_cards_id_fk;
--> statement-breakpoint
drop trigger physical_cards_never_deleted on physical_cards;
--> statement-breakpoint
delete from physical_cards where status = 'sealed';
--> statement-breakpoint
create trigger physical_cards_never_deleted before delete or truncate on physical_cards
for each statement execute function refuse_change();
--> statement-breakpoint
alter table shipment_cards add constraint shipment_cards_card_id_physical_cards_id_fk
  foreign key (card_id) references physical_cards (id);
--> statement-breakpoint
alter table dispute_cards add constraint dispute_cards_card_id_physical_cards_id_fk
  foreign key (card_id) references physical_cards (id);
--> statement-breakpoint

-- Cards: every row is one that somebody has opened.
drop policy revealed_cards_are_changed on physical_cards;
--> statement-breakpoint
drop policy revealed_cards_are_read on physical_cards;
--> statement-breakpoint
drop policy sealed_cards_are_taken_in on physical_cards;
--> statement-breakpoint
alter table physical_cards disable row level security;
--> statement-breakpoint
revoke insert, delete on physical_cards from felt_and_foil_app;
--> statement-breakpoint
alter table physical_cards
  alter column status drop default,
  alter column opened_by_id set not null,
  alter column opened_at set not null,
  drop constraint physical_cards_revealed_to_someone,
  drop constraint physical_cards_status_known,
  add constraint physical_cards_status_known check (status in
    ('available', 'locked', 'sold', 'converted', 'shipped', 'delivered', 'reclaimed'));
--> statement-breakpoint
comment on table physical_cards is
  'One real card that somebody has opened. What a sealed pack holds is in its document (pack_secrets), and has no row here.';
--> statement-breakpoint

create or replace function check_physical_card() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if (new.id, new.pack_id, new.card_id, new.position, new.condition)
    is distinct from (old.id, old.pack_id, old.card_id, old.position, old.condition) then
    raise exception 'What a pack holds never changes' using errcode = 'restrict_violation';
  end if;
  if (new.opened_by_id, new.opened_at) is distinct from (old.opened_by_id, old.opened_at) then
    raise exception 'A card is revealed once, to one user' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and not (case old.status
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
for each row execute function check_physical_card();
--> statement-breakpoint
-- Cards are made by opening a pack, which moves it.
drop trigger physical_cards_note_move on physical_cards;
--> statement-breakpoint
create trigger physical_cards_note_move before update on physical_cards
for each row when (not has_moved()) execute function note_move();
--> statement-breakpoint
drop trigger physical_cards_keep_with_shipment on physical_cards;
--> statement-breakpoint
create trigger physical_cards_keep_with_shipment before update on physical_cards
for each row when (new.status <> old.status) execute function keep_card_with_shipment();
--> statement-breakpoint
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
      (select min(d.opened_at) from physical_packs p
       join payments y on y.purpose = 'order' and y.subject_id = p.reservation_id
       join disputes d on d.payment_id = y.id
       where p.id = new.pack_id)))
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

-- The cards that are revealed are those of the document, all of them, in its order, to who opened their pack: asked
-- once for all rows of a statement.
create function check_revealed_cards() returns trigger
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
    select s.pack_id, d.id, d.card_id, d.condition, d.position, p.state, o.user_id, o.opened_at
    from (select distinct pack_id from revealed) r
    join pack_secrets s on s.pack_id = r.pack_id
    join physical_packs p on p.id = s.pack_id
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
revoke execute on function check_revealed_cards() from public;
--> statement-breakpoint
create trigger physical_cards_are_revealed after insert on physical_cards
referencing new table as revealed for each statement execute function check_revealed_cards();
--> statement-breakpoint

-- Documents: added once, before their pack, and true to the catalogue.
create table card_labels (
  label text primary key,
  pack_id uuid not null references physical_packs (id) deferrable initially deferred
);
--> statement-breakpoint
comment on table card_labels is
  'The graders'' numbers of cards that came in, in capitals: no card comes into a pack a second time. As secret as the documents.';
--> statement-breakpoint
revoke all on card_labels from felt_and_foil_app;
--> statement-breakpoint
create trigger card_labels_never_change before update or delete or truncate on card_labels
for each statement execute function refuse_change();
--> statement-breakpoint

create function draw_card_ids() returns trigger
language plpgsql
as $$
begin
  new.physical_card_ids := array(select gen_random_uuid() from unnest(new.card_ids));
  return new;
end
$$;
--> statement-breakpoint
create trigger pack_secrets_draw_card_ids before insert on pack_secrets
for each row execute function draw_card_ids();
--> statement-breakpoint

-- Each card of a document is the catalogue's, word for word: as text, since a canonical text has one spelling.
create function check_pack_secrets() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  wrong record;
begin
  select p.serial into wrong from added a join physical_packs p on p.id = a.pack_id limit 1;
  if found then
    raise exception 'Pack % is there: a document comes in before its pack', wrong.serial using errcode = 'restrict_violation';
  end if;
  with known as materialized (
    select c.id, format('"finish":%s,"game":%s', to_json(c.finish), to_json(s.game)) as head,
      format(',"name":%s,"number":%s,"rarity":%s,"set":%s}', to_json(normalize(c.name)), to_json(normalize(c.number)),
        to_json(c.rarity), to_json(normalize(s.code))) as tail
    from cards c join card_sets s on s.id = c.set_id
    where c.id in (select unnest(card_ids) from added)
  ), written as materialized (
    select a.pack_id, w.position, w.card_id, substr(w.says, strpos(w.says, ',') + 1) as says,
      case when strpos(w.says, ',"label":"') > 0 then w.says::json->>'label' end as label
    from added a
    cross join lateral rows from (
      unnest(a.card_ids), json_array_elements_text(a.document::json->'cards')
    ) with ordinality as w (card_id, says, position)
  ), labelled as (
    insert into card_labels (label, pack_id) select upper(label), pack_id from written where label is not null
  )
  select w.pack_id, w.position into wrong
  from written w left join known k on k.id = w.card_id
  where w.says is distinct from k.head || coalesce(',"label":' || to_json(w.label), '') || k.tail
  limit 1;
  if found then
    raise exception 'Card % of pack % is another one in the catalogue', wrong.position, wrong.pack_id
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_pack_secrets() from public;
--> statement-breakpoint
create trigger pack_secrets_check after insert on pack_secrets
referencing new table as added for each statement execute function check_pack_secrets();
--> statement-breakpoint
create trigger pack_secrets_never_change before update or delete or truncate on pack_secrets
for each statement execute function refuse_change();
--> statement-breakpoint
grant insert on pack_secrets to felt_and_foil_app;
--> statement-breakpoint

-- Which of some graders' numbers came in before.
create function known_labels(p_labels text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.label from unnest(p_labels) w (label) join card_labels l on l.label = upper(w.label)
$$;
--> statement-breakpoint

-- Whether a pack has a document, and it is the one that its commitment was made of.
create function is_pack_whole(p_pack uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from physical_packs p join pack_secrets s on s.pack_id = p.id
    where p.id = p_pack and p.commitment = pack_commitment(s.salt, s.document))
$$;
--> statement-breakpoint

-- Packs whose document is missing, is another than the commitment was made of, or was not what came out of it; and
-- those that hold a card which is in another pack, too. For the audit: it says nothing of what they hold.
create function packs_unlike_their_documents() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.id
  from physical_packs p
  join pack_types t on t.id = p.pack_type_id
  left join pack_secrets s on s.pack_id = p.id
  left join lateral (
    select array_agg(c.id order by c.position) as ids, array_agg(c.card_id order by c.position) as card_ids,
      jsonb_agg(c.condition order by c.position) as conditions
    from physical_cards c where p.state = 'opened' and c.pack_id = p.id
  ) k on true
  where p.commitment is distinct from pack_commitment(s.salt, s.document)
    or s.pack_id is null and p.state not in ('intake', 'opened')
    or cardinality(s.card_ids) <> t.card_count or cardinality(s.physical_card_ids) <> t.card_count
    or p.state = 'opened' and (k.ids, k.card_ids, k.conditions) is distinct from
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

revoke execute on function known_labels(text[]), is_pack_whole(uuid), packs_unlike_their_documents() from public;
--> statement-breakpoint
grant execute on function known_labels(text[]), is_pack_whole(uuid), packs_unlike_their_documents() to felt_and_foil_app;
--> statement-breakpoint

-- Packs: the place in the order of sale comes from a source that nobody can foretell.
create function draw_rank() returns double precision
language sql volatile
as $$
  select ('x' || encode(substr(uuid_send(gen_random_uuid()), 1, 6), 'hex'))::bit(48)::bigint / 281474976710656.0::float8
$$;
--> statement-breakpoint
alter table physical_packs alter column rank set default draw_rank();
--> statement-breakpoint
-- What goes on sale has a document that says this pack, and holds as many cards as its type says.
create function check_document_of(p physical_packs) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  its pack_secrets;
  wanted int;
  -- Names of fields are sorted in a document, and its cards come first.
  says_last text := format('}],"certification":%s,"packType":%s,"serial":%s,"takenInAt":%s,"v":2}',
    to_json(normalize(p.certification_number)), to_json(p.pack_type_id), to_json(normalize(p.serial)),
    floor(extract(epoch from p.received_at))::bigint);
begin
  select * into its from pack_secrets where pack_id = p.id;
  if p.commitment is distinct from pack_commitment(its.salt, its.document)
    or not starts_with(its.document, '{"cards":[{') or right(its.document, length(says_last)) <> says_last then
    raise exception 'The document of pack % says something else than the pack', p.serial using errcode = 'check_violation';
  end if;
  select card_count into wanted from pack_types where id = p.pack_type_id;
  if cardinality(its.card_ids) is distinct from wanted then
    raise exception 'Pack % holds % cards, its type says %', p.serial, coalesce(cardinality(its.card_ids), 0), wanted
      using errcode = 'check_violation', constraint = 'physical_packs_hold_card_count';
  end if;
end
$$;
--> statement-breakpoint
revoke execute on function check_document_of(physical_packs) from public;
--> statement-breakpoint
create or replace function check_new_pack() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.state not in ('intake', 'available') or new.state = 'available' and new.commitment is null
    or new.buyer_id is not null or new.reservation_id is not null then
    raise exception 'A pack comes in at intake, with its document, and belongs to nobody' using errcode = 'restrict_violation';
  end if;
  if new.state = 'available' then
    perform check_document_of(new);
  end if;
  new.rank := draw_rank();
  return new;
end
$$;
--> statement-breakpoint
revoke execute on function check_new_pack() from public;
--> statement-breakpoint
create or replace function keep_pack_rank() returns trigger
language plpgsql
as $$
begin
  if new.state = 'available' and old.state in ('sold', 'disputed', 'withdrawn') then
    new.rank := draw_rank();
  elsif new.rank <> old.rank then
    raise exception 'The order of sale can''t be chosen' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
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
    when 'available' then new.state in ('reserved', 'sold', 'withdrawn')
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

-- Opens sold packs of a user: the openings are written, and the cards get their rows, from the document. Packs that
-- are not theirs, not sold, or unlike their documents are passed over.
create or replace function open_packs(p_user uuid, p_openings uuid[], p_packs uuid[], p_convert_after interval)
returns table (opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  at timestamptz := shop_now();
begin
  return query
  with opened as (
    update physical_packs p set state = 'opened'
    from unnest(p_openings, p_packs) as w (opening_id, pack_id)
    join pack_secrets s on s.pack_id = w.pack_id
    where p.id = w.pack_id and p.buyer_id = p_user and p.state = 'sold'
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

-- What a sealed pack holds, for an admin, who is written down with the reason before a card is told: nobody else reads
-- documents, so nobody looks without an entry. Nothing for a pack that is not there, or is open.
create or replace function look_into_pack(p_pack uuid, p_session uuid, p_reason text, p_ip text, p_request text)
returns table (card_position smallint, card_id uuid, card_condition text)
language plpgsql volatile security definer set search_path = public, pg_temp
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
  if not exists (select from physical_packs p where p.id = p_pack and p.state <> 'opened') then
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

-- Packs that were opened before there were documents are compared by their cards.
create or replace function compare_packs(p_serials text[], p_contents text[], p_session uuid, p_ip text, p_request text)
returns table (serial text, is_same boolean)
language plpgsql volatile security definer set search_path = public, pg_temp
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
    select p.id, p.serial, p.state, w.content = encode(sha256(convert_to(
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
  loop
    if actor is not null and not compared.is_same and compared.state <> 'opened' then
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

-- Of a type's packs, in stock or sold: the share that holds at least one card of each rarity, and how many cards of
-- each kind a pack holds on average. Below twenty packs it says nothing: with so few, they would tell what is in them.
create function count_contents(p_type text, out odds jsonb, out filling jsonb)
language sql stable security definer set search_path = public, pg_temp
as $$
  with counted as materialized (
    select p.id from physical_packs p
    where p.pack_type_id = p_type and p.state not in ('intake', 'withdrawn')
  ), total as materialized (
    select count(*) as packs from counted
  ), held as materialized (
    select s.pack_id, c.card_id from counted join pack_secrets s on s.pack_id = counted.id
    cross join unnest(s.card_ids) c (card_id)
    where (select packs from total) >= 20
    union all
    -- Opened before there were documents.
    select k.pack_id, k.card_id from counted join physical_cards k on k.pack_id = counted.id
    where (select packs from total) >= 20 and not exists (select from pack_secrets s where s.pack_id = counted.id)
  ), cards_held as (
    select card_id, count(*) as times from held group by card_id
  ), known as materialized (
    select c.id, h.times, c.set_id, c.native_rarity, c.finish, array_position(rarities, c.rarity) as place
    from cards_held h join cards c on c.id = h.card_id, (values (array['common', 'uncommon', 'rare', 'mythic'])) r (rarities)
  ), packs as (
    select h.pack_id, bit_or(1 << k.place) as rarities from held h join known k on k.id = h.card_id group by h.pack_id
  ), shares as (
    select r.place, r.name, round(sum(p.packs) / (select packs from total), 4) as chance
    from (select rarities, count(*) as packs from packs group by rarities) p
    join unnest(array['common', 'uncommon', 'rare', 'mythic']) with ordinality r (name, place)
      on p.rarities & (1 << r.place::int) <> 0
    group by r.place, r.name
  ), kinds as (
    select set_id, native_rarity, finish, round(sum(times) / (select packs from total), 4) as per_pack
    from known group by set_id, native_rarity, finish
  )
  select
    (select coalesce(jsonb_agg(jsonb_build_object('rarity', name, 'chance', chance) order by place), '[]') from shares),
    (select coalesce(jsonb_agg(jsonb_build_object('setId', set_id, 'nativeRarity', native_rarity,
      'finish', finish, 'perPack', per_pack) order by set_id, native_rarity, finish), '[]') from kinds)
$$;
--> statement-breakpoint
revoke execute on function count_contents(text) from public;
--> statement-breakpoint
grant execute on function count_contents(text) to felt_and_foil_app;
--> statement-breakpoint
drop function count_odds(text);
--> statement-breakpoint
drop function count_filling(text);
--> statement-breakpoint
comment on table physical_packs is 'One pack in the warehouse. What it holds is in its document (pack_secrets).';
