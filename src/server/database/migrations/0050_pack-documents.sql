-- What a sealed pack holds becomes one document in one row, and its commitment stands with the pack for all to see.
-- First of three: the tables beside what there is. The second writes the documents of packs that came in before, the
-- third drops the rows of cards that nobody has opened.
alter table physical_packs add column commitment bytea;
--> statement-breakpoint
comment on column physical_packs.commitment is
  'SHA-256 over its document and a secret salt, for all to see: what it holds was fixed before it was sold. Null for a pack that was opened before there were documents.';
--> statement-breakpoint
alter table physical_packs add constraint physical_packs_commitment_once unique (commitment);
--> statement-breakpoint

create table pack_secrets (
  -- It comes in before its pack, which is on sale from its first row on.
  pack_id uuid primary key references physical_packs (id) deferrable initially deferred,
  salt bytea not null,
  document text not null,
  card_ids uuid[] not null,
  physical_card_ids uuid[] not null,
  constraint pack_secrets_salt_is_whole check (length(salt) = 32)
);
--> statement-breakpoint
comment on table pack_secrets is
  'What each sealed pack holds: written once, at its intake, and kept for who checks it later. The shop''s role adds to it and can''t read it.';
--> statement-breakpoint
comment on column pack_secrets.salt is 'Without it, who guesses the document could prove the guess by the commitment.';
--> statement-breakpoint
comment on column pack_secrets.document is 'Canonical JSON (domain/packproof), its cards in the order in which they lie.';
--> statement-breakpoint
comment on column pack_secrets.card_ids is 'The same cards in the catalogue, in the same order.';
--> statement-breakpoint
comment on column pack_secrets.physical_card_ids is
  'The ids that its cards will have once it is opened: drawn by the database, so that none of them was ever another card''s.';
--> statement-breakpoint
revoke all on pack_secrets from felt_and_foil_app;
--> statement-breakpoint

create function pack_commitment(p_salt bytea, p_document text) returns bytea
language sql immutable
as $$
  select sha256(convert_to('packproof/v2/pack', 'UTF8') || '\x00'::bytea || p_salt || convert_to(p_document, 'UTF8'))
$$;
--> statement-breakpoint

-- Writes the documents of so many packs that came in without one (null: of all) and answers of how many it was. The
-- cards keep the ids that they have. Gone with the third step.
-- A batch is looked up by indexes, however many it is thought to be: each reading of all cards would take longer than it.
create function write_documents(p_most int) returns int
language plpgsql set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  written int;
begin
  with due as (
    select p.id, p.pack_type_id, p.serial, p.certification_number, p.received_at,
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as salt
    from physical_packs p join pack_types t on t.id = p.pack_type_id
    where p.commitment is null and p.state <> 'opened'
      and (select count(*) from physical_cards k where k.pack_id = p.id) = t.card_count
    order by p.id limit p_most for update of p skip locked
  ), held as (
    -- Pack by pack, whatever the sizes of the tables suggest: joined as a whole, all copies of its cards were read for each.
    select due.id as pack_id, k.*
    from due cross join lateral (
      select array_agg(k.card_id order by k.position) as card_ids, array_agg(k.id order by k.position) as physical_card_ids,
        string_agg(format('{"condition":%s,"finish":%s,"game":%s,"name":%s,"number":%s,"rarity":%s,"set":%s}',
          to_json(k.condition), to_json(c.finish), to_json(s.game), to_json(normalize(c.name)), to_json(normalize(c.number)),
          to_json(c.rarity), to_json(normalize(s.code))), ',' order by k.position) as cards
      from physical_cards k join cards c on c.id = k.card_id join card_sets s on s.id = c.set_id
      where k.pack_id = due.id
    ) k
  ), sealed as (
    select d.id, d.salt, h.card_ids, h.physical_card_ids,
      format('{"cards":[%s],"certification":%s,"packType":%s,"serial":%s,"takenInAt":%s,"v":2}', h.cards,
        to_json(normalize(d.certification_number)), to_json(d.pack_type_id), to_json(normalize(d.serial)),
        floor(extract(epoch from d.received_at))::bigint) as document
    from due d join held h on h.pack_id = d.id
  ), kept as (
    insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
    select id, salt, document, card_ids, physical_card_ids from sealed
  )
  update physical_packs p set commitment = pack_commitment(s.salt, s.document) from sealed s where p.id = s.id;
  get diagnostics written = row_count;
  return written;
end
$$;
--> statement-breakpoint
revoke execute on function write_documents(int) from public;
