-- Drops: packs of one type whose contents are locked, told to the public log and then put into an order by a number that
-- nobody could know before. A place of a drop is sold as any other; what is said of it in the log comes afterwards.
alter table places drop constraint places_state_known;
--> statement-breakpoint
alter table places
  add column drop_id uuid,
  add column number int,
  add constraint places_state_known
    check (state in ('available', 'waiting', 'reserved', 'sold', 'disputed', 'opened', 'withdrawn')),
  add constraint places_numbered_in_drop check (number is null or drop_id is not null);
--> statement-breakpoint
comment on column places.drop_id is 'Null for loose stock. Set while a draft holds it, and kept when its drop is over.';
--> statement-breakpoint
comment on column places.number is 'Its place in the order of its drop, from 0, given by a public number; its rank is the same.';
--> statement-breakpoint
create index places_of_drop on places (drop_id, number) where drop_id is not null;
--> statement-breakpoint

create table drops (
  id uuid primary key,
  pack_type_id text not null references pack_types (id),
  number int,
  state text not null default 'draft',
  chain text not null,
  opens_at timestamptz not null,
  closes_by timestamptz not null,
  staff_may_buy boolean not null,
  manifest text,
  hash bytea unique,
  created_at timestamptz not null default shop_now(),
  closed_at timestamptz,
  carries_to uuid references drops (id),
  constraint drops_state_known check (state in ('draft', 'published', 'open', 'paused', 'closed', 'given_up')),
  constraint drops_numbered_once unique (pack_type_id, number),
  constraint drops_open_before_they_close check (opens_at < closes_by),
  constraint drops_have_their_manifest check (
    (manifest is null) = (state = 'draft' or state = 'given_up' and number is null) and (manifest is null) = (hash is null)
    and (manifest is null) = (number is null))
);
--> statement-breakpoint
comment on table drops is 'Packs of a type that are sold in an order that was fixed after their contents (design: PACKPROOF-2, rule places).';
--> statement-breakpoint
comment on column drops.number is 'Counts the published drops of its type.';
--> statement-breakpoint
comment on column drops.chain is 'The hash of the chain of public numbers that orders it.';
--> statement-breakpoint
comment on column drops.hash is 'The leaf hash of its manifest in the log, by which everybody knows it.';
--> statement-breakpoint
comment on column drops.carries_to is 'The drop that its unsold packs went over to when it closed.';
--> statement-breakpoint
create unique index drops_one_on_sale on drops (pack_type_id) where state in ('published', 'open', 'paused');
--> statement-breakpoint
create unique index drops_one_draft on drops (pack_type_id) where state = 'draft';
--> statement-breakpoint
create table drop_leaves (
  drop_id uuid not null references drops (id),
  leaf int not null,
  pack_id uuid not null references physical_packs (id),
  place int,
  shown_in bigint,
  primary key (drop_id, leaf),
  constraint drop_leaves_pack_once unique (drop_id, pack_id),
  constraint drop_leaves_place_once unique (drop_id, place)
);
--> statement-breakpoint
comment on table drop_leaves is 'The packs of a published drop, in the order of their commitments.';
--> statement-breakpoint
comment on column drop_leaves.shown_in is 'The entry of the log that showed its contents, for one that was withdrawn or given back.';
--> statement-breakpoint
create index drop_leaves_of_pack on drop_leaves (pack_id);
--> statement-breakpoint
create table beacons (
  chain text not null,
  round bigint not null,
  signature bytea not null,
  source text not null,
  seen_at timestamptz not null default shop_now(),
  primary key (chain, round),
  constraint beacons_signature_is_whole check (length(signature) = 48)
);
--> statement-breakpoint
comment on table beacons is 'Public numbers as a relay told them, their signatures checked. A number is the hash of its signature.';
--> statement-breakpoint
create table tickets (
  ref bytea primary key,
  place_id uuid not null references places (id),
  drop_id uuid not null references drops (id),
  place int not null,
  secret bytea,
  issued_at timestamptz not null default shop_now(),
  sealed_in bigint,
  given_back_at timestamptz,
  void_in bigint,
  constraint tickets_ref_is_whole check (length(ref) = 32),
  constraint tickets_secret_is_theirs
    check (secret is null or ref = sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || secret))
);
--> statement-breakpoint
comment on table tickets is 'What each buyer of a place of a drop was sold: a row for each sale, kept for ever.';
--> statement-breakpoint
comment on column tickets.ref is 'The hash of a secret that the buyer has, or the shop where they sent none.';
--> statement-breakpoint
comment on column tickets.sealed_in is 'The entry of the log that tells of it.';
--> statement-breakpoint
comment on column tickets.void_in is 'The entry that tells that it was given back.';
--> statement-breakpoint
create unique index tickets_one_live on tickets (place_id) where given_back_at is null;
--> statement-breakpoint
create index tickets_unsealed on tickets (drop_id, place) where sealed_in is null;
--> statement-breakpoint
create index tickets_given_back on tickets (drop_id, place) where given_back_at is not null and void_in is null;
--> statement-breakpoint
revoke all on drops, drop_leaves, tickets from felt_and_foil_app;
--> statement-breakpoint
grant select on drops, drop_leaves, tickets to felt_and_foil_app;
--> statement-breakpoint
revoke update, delete, truncate on beacons from felt_and_foil_app;
--> statement-breakpoint
create trigger beacons_never_change before update or delete or truncate on beacons
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger tickets_never_deleted before delete or truncate on tickets
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger drop_leaves_never_deleted before delete or truncate on drop_leaves
for each statement execute function refuse_change();
--> statement-breakpoint
create trigger drops_never_deleted before delete or truncate on drops
for each statement execute function refuse_change();
--> statement-breakpoint
create function keep_drop_leaf() returns trigger
language plpgsql
as $$
begin
  if (new.drop_id, new.leaf, new.pack_id) is distinct from (old.drop_id, old.leaf, old.pack_id)
    or old.place is not null and new.place is distinct from old.place
    or old.shown_in is not null and new.shown_in is distinct from old.shown_in then
    raise exception 'A pack of a drop keeps its leaf and its place' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger drop_leaves_stay before update on drop_leaves for each row execute function keep_drop_leaf();
--> statement-breakpoint
create function keep_ticket() returns trigger
language plpgsql
as $$
begin
  if (new.ref, new.place_id, new.drop_id, new.place, new.secret, new.issued_at)
      is distinct from (old.ref, old.place_id, old.drop_id, old.place, old.secret, old.issued_at)
    or old.sealed_in is not null and new.sealed_in is distinct from old.sealed_in
    or old.given_back_at is not null and new.given_back_at is distinct from old.given_back_at
    or old.void_in is not null and new.void_in is distinct from old.void_in then
    raise exception 'A ticket stays as it was sold' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger tickets_stay before update on tickets for each row execute function keep_ticket();
--> statement-breakpoint
create function keep_drop() returns trigger
language plpgsql
as $$
begin
  if (new.id, new.pack_type_id, new.chain, new.opens_at, new.closes_by, new.staff_may_buy, new.created_at)
      is distinct from (old.id, old.pack_type_id, old.chain, old.opens_at, old.closes_by, old.staff_may_buy, old.created_at)
    or old.manifest is not null and (new.manifest, new.hash, new.number) is distinct from (old.manifest, old.hash, old.number)
    or old.state in ('closed', 'given_up') then
    raise exception 'A drop stays as it was published' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'draft' then new.state in ('published', 'given_up')
    when 'published' then new.state in ('open', 'closed', 'given_up')
    when 'open' then new.state in ('paused', 'closed', 'given_up')
    when 'paused' then new.state in ('open', 'closed', 'given_up')
    else false
  end) then
    raise exception 'A drop can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger drops_stay before update on drops for each row execute function keep_drop();
--> statement-breakpoint

create function check_drop_moved() returns trigger
language plpgsql
as $$
begin
  -- It is asked in the name of the functions below: who is signed in counts.
  if pg_has_role(session_user, (select relowner from pg_class where oid = 'public.drops'::regclass), 'member')
    or new.state = 'closed' and new.carries_to is null and new.closes_by <= shop_now()
    or is_recorded(case new.state when 'draft' then 'draft_drop' when 'published' then 'publish_drop' when 'open' then 'open_drop'
      when 'paused' then 'pause_drop' when 'closed' then 'close_drop' else 'discard_drop' end, new.id::text, '{}') then
    return null;
  end if;
  raise exception 'Only operators decide about drops' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create constraint trigger drops_are_added_by_operators after insert on drops
deferrable initially deferred for each row execute function check_drop_moved();
--> statement-breakpoint
create constraint trigger drops_are_moved_by_operators after update of state on drops
deferrable initially deferred for each row when (new.state <> old.state) execute function check_drop_moved();
--> statement-breakpoint

-- Whether what is free is for sale: loose stock waits while a drop of its type is on sale, and a drop's until it is open.
create function shelf_state(p_type text, p_drop uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select case
    when p_drop is null and exists (select from drops where pack_type_id = p_type and state in ('open', 'paused'))
      or p_drop is not null and not exists (select from drops where id = p_drop and state = 'open')
    then 'waiting' else 'available' end
$$;
--> statement-breakpoint
create function shelve_new_place() returns trigger
language plpgsql
as $$
begin
  if new.state = 'available' then
    new.state := shelf_state(new.pack_type_id, null);
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger places_are_shelved before insert on places for each row execute function shelve_new_place();
--> statement-breakpoint
create or replace function check_new_places() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from added where state not in ('available', 'waiting') or buyer_id is not null or reservation_id is not null
      or drop_id is not null
  ) then
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
create or replace function check_place() returns trigger
language plpgsql
as $$
declare
  is_whole boolean;
begin
  if (new.id, new.pack_type_id, new.pack_id, new.received_at)
    is distinct from (old.id, old.pack_type_id, old.pack_id, old.received_at) then
    raise exception 'A place keeps its pack' using errcode = 'restrict_violation';
  end if;
  if old.buyer_id is not null and new.buyer_id is not null
    and (new.buyer_id, new.reservation_id) <> (old.buyer_id, old.reservation_id) then
    raise exception 'A place goes from one buyer to another by the shelf' using errcode = 'restrict_violation';
  end if;
  if new.rank <> old.rank or (new.drop_id, new.number) is distinct from (old.drop_id, old.number) then
    -- Only what puts a drop together or into its order changes them, and that is the database itself.
    if not acts_as_owner() or old.buyer_id is not null or old.state not in ('available', 'waiting') then
      raise exception 'The order of sale can''t be chosen' using errcode = 'restrict_violation';
    end if;
  end if;
  if new.state = old.state then
    return new;
  end if;
  -- What is free again is so where its drop is.
  if new.state = 'available' and old.state in ('reserved', 'sold', 'disputed', 'withdrawn') then
    if old.state <> 'reserved' then
      is_whole := is_pack_whole(new.pack_id);
    end if;
    -- Of a drop: its ticket is declared void first, and what was withdrawn has been shown.
    if new.drop_id is not null and old.state = 'withdrawn' then
      raise exception 'What pack % holds was shown: it is not sold again', new.pack_id using errcode = 'restrict_violation';
    elsif new.drop_id is not null and old.state <> 'reserved' then
      new.state := 'waiting';
    else
      new.state := shelf_state(new.pack_type_id, new.drop_id);
    end if;
  elsif new.state = 'withdrawn' and old.state in ('sold', 'disputed') then
    is_whole := is_pack_whole(new.pack_id);
  end if;
  -- What is bought with credits is opened at once. Who opens a pack writes the opening and the cards beside it: only the
  -- functions of the database do.
  if not (case old.state
    when 'available' then new.state in ('reserved', 'sold', 'withdrawn') or new.state in ('opened', 'waiting') and acts_as_owner()
    when 'waiting' then new.state = 'withdrawn' or new.state = 'available' and acts_as_owner()
    when 'reserved' then new.state in ('available', 'waiting', 'sold')
    when 'sold' then new.state in ('available', 'waiting', 'disputed', 'withdrawn') or new.state = 'opened' and acts_as_owner()
    when 'disputed' then new.state in ('available', 'waiting', 'sold', 'withdrawn')
    when 'withdrawn' then new.state in ('available', 'waiting')
    else false
  end) then
    raise exception 'A pack can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if 'disputed' in (old.state, new.state) and disputes_of_order(old.reservation_id)
    is distinct from (case new.state when 'disputed' then 'open' when 'available' then 'lost' when 'waiting' then 'lost'
      when 'withdrawn' then 'lost' end) then
    raise exception 'Pack % waits for its dispute', new.pack_id using errcode = 'restrict_violation';
  end if;
  if is_whole is not null then
    -- A pack that is unlike its document is not sold again, and one that is like it is not kept back by who has it.
    if is_whole <> (new.state <> 'withdrawn') then
      raise exception 'Pack % is not to be %: that is decided by its document', new.pack_id, new.state
        using errcode = 'restrict_violation', constraint = 'pack_is_like_its_document';
    end if;
    if new.drop_id is null then
      new.rank := draw_rank();
    end if;
  end if;
  return new;
end
$$;
--> statement-breakpoint

-- Who bought a place of a drop has a ticket from that moment on; who gives it back has none any more. In the statement
-- that sells: a purchase asks for nothing more.
create function issue_tickets() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update tickets t set given_back_at = shop_now()
  from before b join after a on a.id = b.id
  where b.drop_id is not null and b.state in ('sold', 'disputed') and a.state in ('waiting', 'withdrawn')
    and t.place_id = a.id and t.given_back_at is null;
  insert into tickets (ref, place_id, drop_id, place, secret)
  select sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || s.secret), s.id, s.drop_id, s.number, s.secret
  from (
    select a.id, a.drop_id, a.number,
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as secret
    from after a join before b on b.id = a.id
    where a.drop_id is not null and a.state in ('sold', 'opened') and b.state in ('available', 'reserved')
  ) s
  on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function issue_tickets() from public;
--> statement-breakpoint
create function has_drops() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (select from drops where manifest is not null)
$$;
--> statement-breakpoint
create trigger places_issue_tickets after update on places
referencing old table as before new table as after for each statement when (has_drops()) execute function issue_tickets();
--> statement-breakpoint

-- The price of a type is that of its manifest as long as its drop is on sale; the operators of a drop don't buy.
create function keep_drop_price() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from drops where pack_type_id = new.id and state in ('published', 'open', 'paused')) then
    raise exception 'The price of % is fixed by its drop', new.id
      using errcode = 'restrict_violation', constraint = 'drop_keeps_its_price';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger pack_types_keep_drop_price before update of price on pack_types
for each row when (new.price <> old.price) execute function keep_drop_price();
--> statement-breakpoint
create function refuse_staff() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from after a join before b on b.id = a.id join drops d on d.id = a.drop_id join users u on u.id = a.buyer_id
    where b.state = 'available' and a.buyer_id is not null and not d.staff_may_buy and u.role <> 'user'
  ) then
    raise exception 'Staff don''t buy of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_not_for_staff';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger places_refuse_staff after update on places
referencing old table as before new table as after for each statement when (has_drops()) execute function refuse_staff();
--> statement-breakpoint

create function merkle_root(p_leaves bytea[]) returns bytea
language plpgsql immutable
as $$
declare
  level bytea[] := array(select sha256('\x00'::bytea || l.leaf) from unnest(p_leaves) with ordinality as l (leaf, at) order by l.at);
begin
  if cardinality(level) = 0 then
    return sha256('');
  end if;
  -- A node without a neighbour goes up as it is.
  while cardinality(level) > 1 loop
    level := array(
      select case when level[2 * n + 2] is null then level[2 * n + 1] else log_node(level[2 * n + 1], level[2 * n + 2]) end
      from generate_series(0, (cardinality(level) - 1) / 2) n order by n);
  end loop;
  return level[1];
end
$$;
--> statement-breakpoint
-- Which leaf lies at which place of a drop, as the verifier works it out: the shop can't write another.
create function order_of_drop(p_hash bytea, p_signature bytea, p_packs int) returns int[]
language plpgsql immutable
as $$
declare
  seed bytea := sha256(p_signature);
  inner_pad bytea;
  outer_pad bytea;
  message bytea;
  drawn bytea;
  x numeric;
  whole numeric := 18446744073709551616;
  remaining int[] := array(select generate_series(0, p_packs - 1));
  leaves int[] := '{}';
  size int := p_packs;
  counter int;
  at int;
begin
  select string_agg(set_byte('\x00', 0, b # 92), '' order by i), string_agg(set_byte('\x00', 0, b # 54), '' order by i)
  into outer_pad, inner_pad
  from (select i, case when i < 32 then get_byte(seed, i) else 0 end as b from generate_series(0, 63) i) bytes;
  for k in 0 .. p_packs - 1 loop
    message := convert_to('packproof/v2/order', 'UTF8') || '\x00'::bytea || p_hash || int4send(k);
    counter := 0;
    loop
      drawn := sha256(outer_pad || sha256(inner_pad || message || int4send(counter)));
      x := ('x' || encode(substr(drawn, 1, 4), 'hex'))::bit(32)::bigint::numeric * 4294967296
        + ('x' || encode(substr(drawn, 5, 4), 'hex'))::bit(32)::bigint::numeric;
      exit when x < div(whole, size) * size;
      counter := counter + 1;
    end loop;
    at := mod(x, size)::int + 1;
    leaves := leaves || remaining[at];
    remaining[at] := remaining[size];
    size := size - 1;
  end loop;
  return leaves;
end
$$;
--> statement-breakpoint

-- Takes loose packs of a type into a draft, those that came in first; at most so many (null: all). Answers of how many.
create function draft_drop(
  p_id uuid, p_type text, p_most int, p_chain text, p_opens_at timestamptz, p_closes_by timestamptz, p_staff_may_buy boolean
) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  taken int;
begin
  insert into drops (id, pack_type_id, chain, opens_at, closes_by, staff_may_buy)
  values (p_id, p_type, p_chain, p_opens_at, p_closes_by, p_staff_may_buy);
  with chosen as materialized (
    select id from places where pack_type_id = p_type and drop_id is null and state in ('available', 'waiting')
    order by received_at, id limit p_most for update skip locked
  )
  update places p set drop_id = p_id, state = 'waiting' from chosen c where p.id = c.id;
  get diagnostics taken = row_count;
  if taken < 20 then
    raise exception 'A drop has at least 20 packs, and % are loose', taken
      using errcode = 'check_violation', constraint = 'drops_have_twenty_packs';
  end if;
  if taken > 9000 then
    raise exception 'A drop has at most 9,000 packs' using errcode = 'check_violation', constraint = 'drops_are_not_too_large';
  end if;
  return taken;
end
$$;
--> statement-breakpoint
create function discard_drop(p_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update drops set state = 'given_up', closed_at = shop_now() where id = p_id and state = 'draft';
  if not found then
    raise exception 'Only a draft is discarded' using errcode = 'restrict_violation';
  end if;
  update places set drop_id = null, state = shelf_state(pack_type_id, null) where drop_id = p_id;
end
$$;
--> statement-breakpoint

-- In how many packs of a drop each rarity is, counted over their documents.
create function odds_of_drop(p_id uuid) returns table(rarity text, packs int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select h.rarity, count(*)::int from (
    select distinct p.pack_id, c->>'rarity' as rarity
    from places p join pack_secrets s on s.pack_id = p.pack_id cross join jsonb_array_elements(s.document::jsonb->'cards') c
    where p.drop_id = p_id and (select count(*) from places where drop_id = p_id) >= 20
  ) h group by h.rarity order by h.rarity collate "C"
$$;
--> statement-breakpoint

-- Publishes a draft whose manifest stands in the log, if it says what is.
create function publish_drop(p_id uuid, p_manifest text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  said jsonb := p_manifest::jsonb;
  d drops;
  hashed bytea := sha256('\x00'::bytea || convert_to(p_manifest, 'UTF8'));
  commitments bytea[];
  next_number int;
begin
  select * into strict d from drops where id = p_id for update;
  if d.state <> 'draft' then
    raise exception 'Only a draft is published' using errcode = 'restrict_violation';
  end if;
  if not exists (select from log_entries where leaf_hash = hashed and kind = 'manifest' and log = (select max(number) from logs)) then
    raise exception 'A manifest stands in the log first' using errcode = 'restrict_violation';
  end if;
  select coalesce(max(number), 0) + 1 into next_number from drops where pack_type_id = d.pack_type_id;
  insert into drop_leaves (drop_id, leaf, pack_id)
  select p_id, row_number() over (order by k.commitment) - 1, k.id
  from places p join physical_packs k on k.id = p.pack_id where p.drop_id = p_id;
  commitments := array(
    select k.commitment from drop_leaves l join physical_packs k on k.id = l.pack_id where l.drop_id = p_id order by l.leaf);
  if (said->>'packType', (said->>'number')::int, said->>'chain', (said->>'packCount')::int, decode(said->>'packsRoot', 'hex'),
      (said->>'priceCents')::bigint, (said->>'opensAt')::bigint, (said->>'closesBy')::bigint, (said->>'staffMayBuy')::boolean,
      (said->>'carried')::int, said->'odds')
    is distinct from (d.pack_type_id, next_number, d.chain, cardinality(commitments), merkle_root(commitments),
      (select price from pack_types where id = d.pack_type_id), extract(epoch from d.opens_at)::bigint,
      extract(epoch from d.closes_by)::bigint, d.staff_may_buy,
      (select count(*)::int from drop_leaves l where l.drop_id = p_id and exists (
        select from drop_leaves b join drops e on e.id = b.drop_id where b.pack_id = l.pack_id and e.carries_to = p_id)),
      (select jsonb_agg(jsonb_build_object('rarity', o.rarity, 'packs', o.packs) order by o.rarity collate "C") from odds_of_drop(p_id) o)) then
    raise exception 'A manifest says what the drop is' using errcode = 'check_violation';
  end if;
  update drops set state = 'published', manifest = p_manifest, hash = hashed, number = next_number where id = p_id;
end
$$;
--> statement-breakpoint

-- Puts a published drop into the order that the log has for it.
create function order_drop(p_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  d drops;
  said jsonb;
  leaves int[];
begin
  select * into strict d from drops where id = p_id for update;
  select data::jsonb into said from log_entries where manifest = d.hash and kind = 'order';
  if d.state <> 'published' or said is null or not exists (
    select from beacons b where b.chain = d.chain and b.round = (said->>'round')::bigint
      and b.signature = decode(said->>'signature', 'hex')) then
    raise exception 'An order is that of a public number, in the log' using errcode = 'restrict_violation';
  end if;
  leaves := order_of_drop(d.hash, decode(said->>'signature', 'hex'), (d.manifest::jsonb->>'packCount')::int);
  update drop_leaves l set place = o.place - 1
  from unnest(leaves) with ordinality as o (leaf, place) where l.drop_id = p_id and l.leaf = o.leaf;
  update places p set number = l.place, rank = l.place from drop_leaves l
  where l.drop_id = p_id and p.pack_id = l.pack_id and p.drop_id = p_id;
end
$$;
--> statement-breakpoint

-- Opens, pauses or closes a drop. When it closes, what was never sold goes over to a draft, or is withdrawn.
create function move_drop(p_id uuid, p_to text, p_carries_to uuid default null) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  d drops;
begin
  select * into strict d from drops where id = p_id for update;
  if p_to = 'open' and (d.opens_at > shop_now() or d.closes_by <= shop_now() or exists (
    select from drop_leaves where drop_id = p_id and place is null)) then
    raise exception 'A drop opens at its time, when it has its order' using errcode = 'restrict_violation';
  end if;
  -- First nobody gets another one: who was about to is waited for, and then looked for.
  if p_to in ('paused', 'closed') then
    update places set state = 'waiting' where drop_id = p_id and state = 'available';
  end if;
  if p_to = 'closed' and exists (select from places where drop_id = p_id and state = 'reserved') then
    raise exception 'Somebody is paying for a pack of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_being_paid';
  end if;
  if p_to = 'closed' and exists (
    select from tickets where drop_id = p_id and (sealed_in is null or given_back_at is not null and void_in is null)) then
    raise exception 'What was sold of a drop is in the log before it closes'
      using errcode = 'restrict_violation', constraint = 'drop_is_being_sealed';
  end if;
  if p_carries_to is not null and not exists (
    select from drops where id = p_carries_to and state = 'draft' and pack_type_id = d.pack_type_id) then
    raise exception 'Packs are carried over to a draft of their type' using errcode = 'restrict_violation';
  end if;
  update drops set state = p_to, carries_to = p_carries_to,
    closed_at = case when p_to = 'closed' then shop_now() end where id = p_id;
  if p_to = 'open' then
    update places p set state = 'available' where p.drop_id = p_id and p.state = 'waiting' and not exists (
      select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null);
    perform keep_loose_waiting(d.pack_type_id);
  elsif p_to = 'closed' then
    if p_carries_to is null then
      update places set state = 'withdrawn' where drop_id = p_id and state = 'waiting';
    else
      update places set drop_id = p_carries_to, number = null, rank = draw_rank() where drop_id = p_id and state = 'waiting';
    end if;
    update places p set state = 'available' where p.pack_type_id = d.pack_type_id and p.drop_id is null and p.state = 'waiting'
      and shelf_state(d.pack_type_id, null) = 'available';
  end if;
end
$$;
--> statement-breakpoint
-- Takes loose packs off the shelf while a drop of their type is on sale; those that somebody is buying this moment stay.
create function keep_loose_waiting(p_type text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  with loose as materialized (
    select id from places where pack_type_id = p_type and state = 'available' and drop_id is null
      and shelf_state(p_type, null) = 'waiting' for update skip locked
  )
  update places p set state = 'waiting' from loose l where p.id = l.id
$$;
--> statement-breakpoint

-- Ends all drops whose log can't go on; the owner of the database alone does. Whoever bought of them keeps what they have.
create function give_up_drops() returns void
language plpgsql
as $$
declare
  ended uuid[];
begin
  with moved as (
    update drops set state = 'given_up', closed_at = shop_now() where state in ('draft', 'published', 'open', 'paused') returning id
  )
  select array_agg(id) into ended from moved;
  update places set state = 'waiting' where drop_id = any (ended) and state = 'available';
  -- What it held may have been told already: only what nobody has seen is loose again.
  update places set drop_id = null, number = null, rank = draw_rank() where drop_id = any (ended) and state = 'waiting';
  update places p set state = 'available' where p.drop_id is null and p.state = 'waiting'
    and shelf_state(p.pack_type_id, null) = 'available';
end
$$;
--> statement-breakpoint
revoke execute on function give_up_drops() from public;
--> statement-breakpoint

-- What the log has said of tickets and packs of a drop is noted with them.
create function note_sealed(p_refs bytea[], p_entry bigint) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update tickets t set sealed_in = p_entry from log_entries e
  where t.ref = any (p_refs) and e.index = p_entry and e.kind = 'seal' and e.log = (select max(number) from logs)
    and e.manifest = (select hash from drops where id = t.drop_id)
$$;
--> statement-breakpoint
-- A ticket that was given back with its secret frees its place; without one, or after the close, its pack was shown.
create function note_void(p_ref bytea, p_entry bigint) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  t tickets;
  said jsonb;
begin
  select * into strict t from tickets where ref = p_ref for update;
  select data::jsonb into strict said from log_entries e
  where e.index = p_entry and e.kind = 'void' and e.log = (select max(number) from logs)
    and e.manifest = (select hash from drops where id = t.drop_id) and (e.data::jsonb->>'place')::int = t.place;
  update tickets set void_in = p_entry where ref = p_ref;
  if said ? 'secret' then
    update places set state = shelf_state(pack_type_id, drop_id)
    where id = t.place_id and state = 'waiting' and shelf_state(pack_type_id, drop_id) <> 'waiting';
  else
    update places set state = 'withdrawn' where id = t.place_id and state = 'waiting';
    update drop_leaves set shown_in = p_entry where drop_id = t.drop_id and place = t.place and shown_in is null;
  end if;
end
$$;
--> statement-breakpoint
create function note_shown(p_drop uuid, p_leaf int, p_entry bigint) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update drop_leaves set shown_in = p_entry where drop_id = p_drop and leaf = p_leaf and shown_in is null
$$;
--> statement-breakpoint

-- What packs of a drop held that may be shown: of one that was withdrawn, given back without its secret, or is open. Once
-- they are told, they are never sold again.
create function shown_documents(p_drop uuid) returns table(leaf int, place int, document text, salt bytea)
language sql stable security definer set search_path = public, pg_temp
as $$
  select l.leaf, l.place, s.document, s.salt
  from drop_leaves l join places p on p.pack_id = l.pack_id and p.drop_id = l.drop_id
  join pack_secrets s on s.pack_id = l.pack_id
  where l.drop_id = p_drop and p.state in ('withdrawn', 'opened')
  order by l.leaf
$$;
--> statement-breakpoint
-- The document of a pack whose ticket was given back and is to be declared void with its contents: the pack is withdrawn
-- in the same step, and so is never sold again.
create function show_given_back(p_ref bytea) returns table(document text, salt bytea)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  t tickets;
begin
  select * into strict t from tickets where ref = p_ref and given_back_at is not null and void_in is null for update;
  update places set state = 'withdrawn' where id = t.place_id and state = 'waiting';
  return query select s.document, s.salt from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.id = t.place_id and p.state = 'withdrawn';
end
$$;
--> statement-breakpoint
revoke execute on function shelf_state(text, uuid), draft_drop(uuid, text, int, text, timestamptz, timestamptz, boolean),
  discard_drop(uuid), odds_of_drop(uuid), publish_drop(uuid, text), order_drop(uuid), move_drop(uuid, text, uuid),
  keep_loose_waiting(text), note_sealed(bytea[], bigint), note_void(bytea, bigint), note_shown(uuid, int, bigint),
  shown_documents(uuid), show_given_back(bytea), has_drops(), keep_drop_price(), refuse_staff() from public;
--> statement-breakpoint
grant execute on function shelf_state(text, uuid), draft_drop(uuid, text, int, text, timestamptz, timestamptz, boolean),
  discard_drop(uuid), odds_of_drop(uuid), publish_drop(uuid, text), order_drop(uuid), move_drop(uuid, text, uuid),
  keep_loose_waiting(text), note_sealed(bytea[], bigint), note_void(bytea, bigint), note_shown(uuid, int, bigint),
  shown_documents(uuid), show_given_back(bytea), has_drops() to felt_and_foil_app;
--> statement-breakpoint

-- What is wrong with drops, for the audit: a row for each fault.
create function drop_faults() returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  select format('%s has another manifest than the log', d.id) from drops d
  where d.manifest is not null and not exists (select from log_entries e where e.leaf_hash = d.hash and e.data = d.manifest)
  union all
  select format('%s has %s packs', d.id, count(l.leaf)) from drops d left join drop_leaves l on l.drop_id = d.id
  where d.manifest is not null group by d.id having count(l.leaf) <> (d.manifest::jsonb->>'packCount')::int
  union all
  select format('%s is not in the order of its number', d.id) from drops d
  join log_entries e on e.manifest = d.hash and e.kind = 'order'
  where exists (select from drop_leaves l where l.drop_id = d.id and l.place is not null)
    and array(select l.leaf from drop_leaves l where l.drop_id = d.id order by l.place)
      <> order_of_drop(d.hash, decode(e.data::jsonb->>'signature', 'hex'), (d.manifest::jsonb->>'packCount')::int)
  union all
  -- A place is in its drop, in the one that it was carried over to, or was there before.
  select format('place %s', p.id) from places p join drops d on d.id = p.drop_id
  left join drop_leaves l on l.drop_id = p.drop_id and l.pack_id = p.pack_id
  where d.manifest is not null and (l.leaf is null or l.place is distinct from p.number)
    or d.state = 'draft' and p.state not in ('waiting', 'withdrawn')
    or d.state <> 'open' and p.state = 'available'
    or d.state in ('closed', 'given_up') and p.state in ('waiting', 'reserved') and not exists (
      select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null)
  union all
  select format('leaf %s of %s is in no drop', l.leaf, l.drop_id) from drop_leaves l
  join drops d on d.id = l.drop_id join places p on p.pack_id = l.pack_id
  where p.drop_id is distinct from l.drop_id and d.carries_to is null and d.state <> 'given_up'
  union all
  select format('ticket of place %s', t.place_id) from tickets t join places p on p.id = t.place_id
  join drops d on d.id = t.drop_id
  where d.state <> 'given_up' and t.sealed_in is null and t.issued_at < shop_now() - interval '60 seconds'
    or t.given_back_at is null and p.state not in ('sold', 'disputed', 'opened')
  union all
  select format('place %s was sold without a ticket', p.id) from places p
  where p.drop_id is not null and p.state in ('sold', 'disputed', 'opened')
    and not exists (select from tickets t where t.place_id = p.id and t.given_back_at is null)
$$;
--> statement-breakpoint
revoke execute on function drop_faults() from public;
--> statement-breakpoint
grant execute on function drop_faults() to felt_and_foil_app;
