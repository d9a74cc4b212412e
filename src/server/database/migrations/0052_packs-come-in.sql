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
  select p.serial, t.card_count as wanted, coalesce(cardinality(s.card_ids), 0) as held into wrong
  from physical_packs p
  join pack_types t on t.id = p.pack_type_id
  left join pack_secrets s on s.pack_id = p.id
  cross join lateral document_end(p.pack_type_id, p.serial, p.certification_number, p.received_at) d (says)
  where p.id = any (p_packs) and (
    cardinality(s.card_ids) is distinct from t.card_count
    or p.commitment is distinct from pack_commitment(s.salt, s.document)
    or not starts_with(s.document, '{"cards":[{') or right(s.document, length(d.says) + 1) <> '}' || d.says)
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
begin
  if cardinality(says) <> cardinality(p_cards) or array_position(p_conditions, null) is not null then
    raise exception 'The catalogue does not know each of these cards' using errcode = 'check_violation';
  end if;
  with packs as materialized (
    select gen_random_uuid() as id, w.pack_type_id, w.serial, w.certification, w.held::int[] as held,
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as salt
    from unnest(p_pack_types, p_serials, p_certifications, p_held) as w (pack_type_id, serial, certification, held)
  ), sealed as materialized (
    select p.*, c.card_ids, c.physical_card_ids, '{"cards":[' || c.cards
      || document_end(p.pack_type_id, p.serial, p.certification, now()) as document
    from packs p cross join lateral (
      select array_agg(p_cards[h.kind] order by h.position) as card_ids, array_agg(gen_random_uuid()) as physical_card_ids,
        string_agg(says[h.kind], ',' order by h.position) as cards
      from unnest(p.held) with ordinality as h (kind, position)
    ) c
  ), kept as (
    insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
    select id, salt, document, card_ids, physical_card_ids from sealed
  ), labelled as (
    insert into card_labels (label, pack_id)
    select upper(normalize(p_labels[h.kind])), p.id from packs p cross join unnest(p.held) h (kind)
    where p_labels[h.kind] is not null
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
