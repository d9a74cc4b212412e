-- Packs come in by one function that writes their documents itself: what a document says of a card is the catalogue's,
-- and nobody else ever has its salt. So nothing has to be read again to be believed, and the shop's role adds no pack
-- and no document by itself (docs/choices.md, 240).

-- One statement brings both: neither waits for the other until the end of the transaction, nor does a restore.
alter table pack_secrets alter constraint pack_secrets_pack_id_fkey not deferrable;
--> statement-breakpoint
alter table card_labels alter constraint card_labels_pack_id_fkey not deferrable;
--> statement-breakpoint
alter table pack_secrets add constraint pack_secrets_card_ids_known check (array_position(card_ids, null) is null);
--> statement-breakpoint
revoke insert on pack_secrets, physical_packs from felt_and_foil_app;
--> statement-breakpoint
drop trigger pack_secrets_draw_card_ids on pack_secrets;
--> statement-breakpoint
drop function draw_card_ids();
--> statement-breakpoint
drop trigger pack_secrets_check on pack_secrets;
--> statement-breakpoint
drop function check_pack_secrets();
--> statement-breakpoint
drop trigger physical_packs_check_new on physical_packs;
--> statement-breakpoint
drop function check_new_pack();
--> statement-breakpoint

-- Stable, as what it asks of an encoding is: so it is written into the statement that calls it.
alter function pack_commitment(bytea, text) stable;
--> statement-breakpoint

-- What a document says after its cards: of its pack, with the names of fields sorted.
create function document_end(p_pack_type text, p_serial text, p_certification text, p_taken_in_at timestamptz) returns text
language sql stable
as $$
  select format('],"certification":%s,"packType":%s,"serial":%s,"takenInAt":%s,"v":2}',
    to_json(normalize(p_certification)), to_json(p_pack_type), to_json(normalize(p_serial)),
    floor(extract(epoch from p_taken_in_at))::bigint)
$$;
--> statement-breakpoint

-- What is on sale has a document that says this pack, and holds as many cards as its type says.
create function check_documents_of(p_packs uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  wrong record;
begin
  -- Each document is unpacked once.
  with read as materialized (
    select p.serial, p.commitment, s.salt, s.document || '' as document, cardinality(s.card_ids) as held, t.card_count as wanted,
      document_end(p.pack_type_id, p.serial, p.certification_number, p.received_at) as says_last
    from physical_packs p
    join pack_types t on t.id = p.pack_type_id
    left join pack_secrets s on s.pack_id = p.id
    where p.id = any (p_packs)
  )
  select serial, wanted, coalesce(held, 0) as held into wrong
  from read
  where held is distinct from wanted or commitment is distinct from pack_commitment(salt, document)
    or not starts_with(document, '{"cards":[{') or right(document, length(says_last) + 1) <> '}' || says_last
  limit 1;
  if not found then
    return;
  elsif wrong.held <> wrong.wanted then
    raise exception 'Pack % holds % cards, its type says %', wrong.serial, wrong.held, wrong.wanted
      using errcode = 'check_violation', constraint = 'physical_packs_hold_card_count';
  end if;
  raise exception 'The document of pack % says something else than the pack', wrong.serial using errcode = 'check_violation';
end
$$;
--> statement-breakpoint
revoke execute on function check_documents_of(uuid[]) from public;
--> statement-breakpoint

create function check_new_packs() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from added where state not in ('intake', 'available') or buyer_id is not null or reservation_id is not null
  ) then
    raise exception 'A pack comes in at intake, with its document, and belongs to nobody' using errcode = 'restrict_violation';
  end if;
  perform check_documents_of(array(select id from added where state = 'available'));
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_new_packs() from public;
--> statement-breakpoint
create trigger physical_packs_check_new after insert on physical_packs
referencing new table as added for each statement execute function check_new_packs();
--> statement-breakpoint

-- The check of a pack that was taken in at first without its cards, now by the same words.
create or replace function check_document_of(p physical_packs) returns void
language sql
as $$
  select check_documents_of(array[p.id])
$$;
--> statement-breakpoint

-- Packs that come in are noted once a statement.
drop trigger physical_packs_note_move on physical_packs;
--> statement-breakpoint
create trigger physical_packs_note_move before update on physical_packs
for each row when (not has_moved()) execute function note_move();
--> statement-breakpoint
create trigger physical_packs_note_new before insert on physical_packs
for each statement when (not has_moved()) execute function note_move();
--> statement-breakpoint

-- What the packs of a type hold is summed up as they come in: to count the odds, nothing is read again.
create table held_cards (
  pack_type_id text not null references pack_types (id),
  card_id uuid not null references cards (id),
  copies int not null check (copies > 0),
  primary key (pack_type_id, card_id)
);
--> statement-breakpoint
create table held_rarities (
  pack_type_id text not null references pack_types (id),
  rarities int not null,
  packs int not null check (packs > 0),
  primary key (pack_type_id, rarities)
);
--> statement-breakpoint
comment on table held_cards is
  'How many copies of each card the packs of a type came in with, whatever became of them. As secret as the documents.';
--> statement-breakpoint
comment on table held_rarities is
  'How many packs of a type came in with cards of just these rarities, whatever became of them. As secret as the documents.';
--> statement-breakpoint
comment on column held_rarities.rarities is 'The sum of their bits (rarity_bit), as the catalogue has the cards now.';
--> statement-breakpoint
revoke all on held_cards, held_rarities from felt_and_foil_app;
--> statement-breakpoint
create function rarity_bit(p_rarity text) returns int
language sql immutable
as $$
  select 1 << array_position(array['common', 'uncommon', 'rare', 'mythic'], p_rarity)
$$;
--> statement-breakpoint

-- What the packs of a type hold, or those of them that are withdrawn, read from their documents: rows of a card with
-- its copies, and rows of rarities with so many packs.
create function sum_contents(p_type text, p_withdrawn boolean) returns table (card_id uuid, rarities int, times bigint)
language sql stable
as $$
  with held as (
    select p.id as pack_id, h.card_id
    from physical_packs p join pack_secrets s on s.pack_id = p.id cross join unnest(s.card_ids) h (card_id)
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
revoke execute on function sum_contents(text, boolean) from public;
--> statement-breakpoint
insert into held_cards (pack_type_id, card_id, copies)
select t.id, s.card_id, s.times from pack_types t cross join lateral sum_contents(t.id, false) s where s.card_id is not null;
--> statement-breakpoint
insert into held_rarities (pack_type_id, rarities, packs)
select t.id, s.rarities, s.times from pack_types t cross join lateral sum_contents(t.id, false) s where s.card_id is null;
--> statement-breakpoint

-- A source that corrects a rarity corrects what was counted by it.
create function recount_rarities() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed text[] := array(
    select distinct h.pack_type_id from before b join after a on a.id = b.id and a.rarity <> b.rarity
    join held_cards h on h.card_id = a.id order by 1);
  type text;
begin
  if cardinality(changed) > 0 then
    -- As an intake does: what it adds is not counted twice, nor missed.
    perform pg_advisory_xact_lock(hashtext('intake of packs'));
  end if;
  foreach type in array changed loop
    delete from held_rarities where pack_type_id = type;
    insert into held_rarities (pack_type_id, rarities, packs)
    select type, s.rarities, s.times from sum_contents(type, false) s where s.card_id is null;
  end loop;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function recount_rarities() from public;
--> statement-breakpoint
create trigger cards_recount_rarities after update on cards
referencing old table as before new table as after for each statement execute function recount_rarities();
--> statement-breakpoint

-- Of a type's packs, in stock or sold: the share that holds at least one card of each rarity, and how many cards of
-- each kind a pack holds on average. Below twenty packs it says nothing: with so few, they would tell what is in them.
create or replace function count_contents(p_type text, out odds jsonb, out filling jsonb)
language sql stable security definer set search_path = public, pg_temp
as $$
  with gone as materialized (
    select * from sum_contents(p_type, true)
  ), packs as materialized (
    select rarities, sum(packs) as packs from (
      select rarities, packs from held_rarities where pack_type_id = p_type
      union all
      select rarities, -times from gone where card_id is null
    ) r group by rarities having sum(packs) > 0
  ), total as materialized (
    select sum(packs) as packs from packs having sum(packs) >= 20
  ), shares as (
    select r.place, r.name, round(sum(p.packs) / min(t.packs), 4) as chance
    from total t cross join packs p
    join unnest(array['common', 'uncommon', 'rare', 'mythic']) with ordinality r (name, place)
      on p.rarities & rarity_bit(r.name) <> 0
    group by r.place, r.name
  ), kinds as (
    select c.set_id, c.native_rarity, c.finish, round(sum(h.copies) / min(t.packs), 4) as per_pack
    from total t cross join (
      select card_id, copies from held_cards where pack_type_id = p_type
      union all
      select card_id, -times from gone where card_id is not null
    ) h join cards c on c.id = h.card_id
    group by c.set_id, c.native_rarity, c.finish having sum(h.copies) > 0
  )
  select
    (select coalesce(jsonb_agg(jsonb_build_object('rarity', name, 'chance', chance) order by place), '[]') from shares),
    (select coalesce(jsonb_agg(jsonb_build_object('setId', set_id, 'nativeRarity', native_rarity,
      'finish', finish, 'perPack', per_pack) order by set_id, native_rarity, finish), '[]') from kinds)
$$;
--> statement-breakpoint

-- Types whose packs hold something else than was summed up. For the audit: it says nothing of what they hold.
create function types_counted_wrong() returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct t.id from pack_types t cross join lateral (
    select from (select * from sum_contents(t.id, false)) s
    full join (
      select card_id, null::int as rarities, copies as times from held_cards where pack_type_id = t.id
      union all
      select null, rarities, packs from held_rarities where pack_type_id = t.id
    ) k on coalesce(k.card_id::text, k.rarities::text) = coalesce(s.card_id::text, s.rarities::text)
    where k.times is distinct from s.times
  ) wrong
$$;
--> statement-breakpoint
revoke execute on function types_counted_wrong() from public;
--> statement-breakpoint
grant execute on function types_counted_wrong() to felt_and_foil_app;
--> statement-breakpoint

-- Takes packs in and puts them on sale. Cards that are alike (one of the catalogue, in one condition, with one grader's
-- number) are told once, and each pack says by their places which of them it holds: `{1,1,2}`.
create function take_in_packs(
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
  )
  insert into physical_packs (id, pack_type_id, serial, certification_number, commitment, state)
  select id, pack_type_id, serial, certification, pack_commitment(salt, document), 'available' from sealed;
end
$$;
--> statement-breakpoint
revoke execute on function take_in_packs(text[], text[], text[], text[], uuid[], text[], text[]) from public;
--> statement-breakpoint
grant execute on function take_in_packs(text[], text[], text[], text[], uuid[], text[], text[]) to felt_and_foil_app;
--> statement-breakpoint
comment on table pack_secrets is
  'What each sealed pack holds: written once, by take_in_packs, and kept for who checks it later. The shop''s role can neither add to it nor read it.';
