-- Takes packs in and gives each pack a place. They go on sale, or await a drop. Each kind of card (a catalogue card in
-- a condition, with its grader's number) is passed once. `p_held` lists each pack's cards as indexes of kinds:
-- `{1,1,2}`. Refuses a graded card that the public log has retired, even if another database of this shop took it in.
create or replace function receive_packs(p_pack_types text[], p_serials text[], p_certifications text[], p_held text[], p_cards uuid[], p_conditions text[], p_labels text[], p_awaits_drop boolean)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  -- In canonical JSON the fields are sorted by name.
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
  retired text := (
    select k.label from unnest(p_labels) k (label) join retired_labels r on r.label_hash = label_hash(normalize(k.label))
    where k.label is not null limit 1
  );
  selling text[] := array(select pack_type_id from drops where state in ('open', 'paused'));
begin
  if cardinality(says) <> cardinality(p_cards) or array_position(p_conditions, null) is not null then
    raise exception 'The catalogue does not know each of these cards' using errcode = 'check_violation';
  end if;
  if retired is not null then
    raise exception 'The card with the label % is retired in the public log, and never comes back in a pack', retired
      using errcode = 'restrict_violation';
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
    where array_remove(p_labels, null) <> '{}' and p_labels[h.kind] is not null
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
  insert into places (id, pack_type_id, pack_id, received_at, state, awaits_drop)
  select id, pack_type_id, id, received_at,
    case when p_awaits_drop or pack_type_id = any (selling) then 'waiting' else 'available' end, p_awaits_drop from stored;
end
$$;
revoke execute on function receive_packs(text[],text[],text[],text[],uuid[],text[],text[],boolean) from public;
grant execute on function receive_packs(text[],text[],text[],text[],uuid[],text[],text[],boolean) to felt_and_foil_app;
