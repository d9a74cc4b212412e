-- What an intake costs Postgres, for five hundred packs at a time. What is promised stays as it was.

-- The shelf of each type is looked at once an intake, not by a trigger for each of its packs (choice 671). Packs that come in while
-- a drop opens are taken off the shelf by keep_loose_waiting, as they were.
drop trigger places_are_shelved on places;
--> statement-breakpoint
drop function shelve_new_place();
--> statement-breakpoint
create or replace function take_in_packs(
  p_pack_types text[], p_serials text[], p_certifications text[], p_held text[], p_cards uuid[], p_conditions text[], p_labels text[]
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
  selling text[] := array(select pack_type_id from drops where state in ('open', 'paused'));
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
  insert into places (id, pack_type_id, pack_id, received_at, state)
  select id, pack_type_id, id, received_at, case when pack_type_id = any (selling) then 'waiting' else 'available' end from stored;
end
$$;
--> statement-breakpoint

-- Types and packs are those of the statement: looked up among all places, each of them was read twice. Documents are read only
-- where something is promised.
create or replace function keep_promises() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  came uuid[];
begin
  -- A promise that is being made now is waited for, and holds for these packs.
  if tg_op = 'INSERT' then
    perform from pack_types where id in (select pack_type_id from added) order by id for share;
    came := array(
      select a.pack_id from added a join pack_types t on t.id = a.pack_type_id
      where t.promises_foil or t.promises_rarity is not null or t.promises_hits is not null);
  else
    perform from pack_types where id = new.pack_type_id for share;
    came := array[new.pack_id];
  end if;
  if exists (
    select from places p join pack_types t on t.id = p.pack_type_id join pack_secrets s on s.pack_id = p.pack_id
    where p.pack_id = any (came)
      and promises_broken_by(s.document, t.promises_foil, t.promises_rarity, t.promises_hits) <> '{}'
  ) then
    raise exception 'A pack breaks what its type promises'
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$$;
--> statement-breakpoint

-- Newly come packs are looked for in their types, not among all that are sealed, and the figures of a type are counted once
-- (choice 672).
create or replace function settle_facts(p_wait boolean) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  moved uuid[];
  fresh uuid[];
  aside uuid[];
  batch uuid[];
  types text[];
  turned text[];
  selling text[];
  is_valued_anew boolean;
  before jsonb;
  one text;
  counted pack_type_facts[] := '{}';
  few text[];
begin
  if p_wait then
    perform pg_advisory_xact_lock(7046085);
  elsif not pg_try_advisory_xact_lock(7046085) then
    return;
  end if;
  with due as (delete from facts_due returning pack_id, pack_type_id)
  select coalesce(array_agg(distinct pack_id) filter (where pack_id is not null), '{}'),
    coalesce(array_agg(distinct pack_type_id) filter (where pack_type_id is not null), '{}'),
    coalesce(bool_or(pack_id is null and pack_type_id is null), false)
  into moved, turned, is_valued_anew from due;
  if cardinality(moved) = 0 and cardinality(turned) = 0 and not is_valued_anew then
    return;
  end if;
  -- After what is due: a drop that turns meanwhile is due the next time.
  selling := array(select pack_type_id from drops where state in ('open', 'paused'));
  types := array(select pack_type_id from places where pack_id = any (moved) union select unnest(turned));
  perform count_opened(moved);

  -- Whatever moved leaves. One that is sealed still, or again, is newly come in.
  with gone as (
    delete from counted_packs where pack_id = any (moved) returning pack_id, pack_type_id, is_counted
  ), held as (
    select g.pack_type_id, h.card_id, count(distinct g.pack_id) as packs, count(*) as copies
    from gone g join pack_secrets s on s.pack_id = g.pack_id cross join unnest(s.card_ids) h (card_id)
    where g.is_counted group by 1, 2
  ), fewer as (
    update counted_cards c set packs = c.packs - h.packs, copies = c.copies - h.copies from held h
    where c.pack_type_id = h.pack_type_id and c.card_id = h.card_id and c.packs > h.packs
  )
  delete from counted_cards c using held h
  where c.pack_type_id = h.pack_type_id and c.card_id = h.card_id and c.packs = h.packs;
  insert into counted_packs (pack_id, pack_type_id)
  select p.pack_id, p.pack_type_id from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.pack_id = any (moved) and p.state not in ('opened', 'withdrawn');

  -- Of a type whose drop went on sale, or is over, other packs are told of: what was told of the others is kept aside.
  if cardinality(turned) > 0 then
    delete from pack_type_facts where pack_type_id = any (turned);
    delete from potential_hits where pack_type_id = any (turned);
    delete from counted_cards where pack_type_id = any (turned);
    update counted_packs set is_counted = false, is_aside = true, rarities = null, market = null, sold_back = null
    where pack_type_id = any (turned) and is_counted;
  end if;

  select coalesce(array_agg(pack_id) filter (where pack_type_id <> all (selling)), '{}'),
    coalesce(array_agg(pack_id) filter (where pack_type_id = any (selling)), '{}')
  into fresh, aside from (
    select pack_type_id, unnest(array_agg(pack_id)) as pack_id from counted_packs
    where pack_type_id = any (types) and not is_counted and not is_aside group by pack_type_id having count(*) >= 20
  ) newly;
  batch := fresh || array(
    select pack_id from counted_packs where pack_type_id = any (turned) and pack_type_id <> all (selling) and is_aside
    union all
    -- A drop is at least twenty packs, and its manifest tells of all of them together.
    select k.pack_id from drops d join places p on p.drop_id = d.id join counted_packs k on k.pack_id = p.pack_id
    where d.state in ('open', 'paused') and d.pack_type_id = any (turned));
  update counted_packs set is_aside = true where pack_id = any (aside);
  if cardinality(batch) > 0 then
    insert into counted_cards as c (pack_type_id, card_id, packs, copies)
    select pack_type_id, card_id, count(*), sum(copies) from (
      select k.pack_type_id, h.card_id, count(*) as copies
      from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
      where k.pack_id = any (batch) group by k.pack_id, h.card_id
    ) held group by 1, 2
    on conflict (pack_type_id, card_id) do update set packs = c.packs + excluded.packs, copies = c.copies + excluded.copies;
    update counted_packs k set is_counted = true, is_aside = false, rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(batch) v where k.pack_id = v.pack_id;
  end if;
  if is_valued_anew then
    update counted_packs k set rarities = v.rarities, market = v.market, sold_back = v.sold_back
    from value_packs(array(select pack_id from counted_packs where is_counted)) v where k.pack_id = v.pack_id
      and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back);
    types := array(select pack_type_id from counted_packs union select unnest(types));
  end if;

  -- Each type by itself, and once: a plan of the statements below may begin with every type there is.
  foreach one in array types loop
    counted := counted || array(select c from count_facts(one) c);
  end loop;
  -- Figures that are what they were have their time still: packs that wait don't move it.
  with other as (
    delete from pack_type_facts f using unnest(counted) c
    where f.pack_type_id = c.pack_type_id and to_jsonb(f) - 'counted_at' <> to_jsonb(c) - 'counted_at'
    returning f.*
  )
  select coalesce(jsonb_object_agg(pack_type_id, to_jsonb(other)), '{}') into before from other;
  insert into pack_type_facts
  select n.* from unnest(counted) c cross join lateral jsonb_populate_record(c, case
    when (before->c.pack_type_id) - '{counted_at,newer}'::text[] = to_jsonb(c) - '{counted_at,newer}'::text[]
    then jsonb_build_object('counted_at', before->c.pack_type_id->'counted_at') else '{}' end) n
  where not exists (select from pack_type_facts f where f.pack_type_id = c.pack_type_id);
  -- Below twenty the figures stay, and their day.
  few := array(select unnest(types) except select pack_type_id from unnest(counted));
  update pack_type_facts f set sealed = c.sealed, newer = c.newer
  from (
    select w.type, count(k.pack_id) filter (where k.is_counted) as sealed,
      count(k.pack_id) filter (where not k.is_counted and not k.is_aside and w.type <> all (selling)) as newer
    from unnest(few) as w (type) left join counted_packs k on k.pack_type_id = w.type group by 1
  ) c
  where f.pack_type_id = c.type and (f.sealed, f.newer) is distinct from (c.sealed, c.newer);

  -- A hit that is in no counted pack any more is none.
  types := array(select pack_type_id from pack_type_facts where pack_type_id = any (types) and sealed = packs);
  delete from potential_hits where pack_type_id = any (types);
  insert into potential_hits (pack_type_id, place, card_id, packs)
  select pack_type_id, place, card_id, packs from (
    select o.*, row_number() over (partition by pack_type_id order by market_value desc, name, card_id) as place
    from (
      select distinct on (h.pack_type_id, c.name) h.pack_type_id, h.card_id, h.packs, c.name, c.market_value
      from counted_cards h join cards c on c.id = h.card_id where h.pack_type_id = any (types)
      order by h.pack_type_id, c.name, c.market_value desc, c.id
    ) o
  ) ranked where place <= 10;
end
$$;
