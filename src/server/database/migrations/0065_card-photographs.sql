-- Photographs of single cards, taken while their packs come in. A card is a line of a document until its pack is opened,
-- so a photograph is of a place in a pack, and as secret as the document until then (docs/choices.md, 292).
create table card_photographs (
  pack_id uuid not null references physical_packs (id),
  position smallint not null,
  picture text not null references pictures (name),
  primary key (pack_id, position),
  constraint card_photographs_picture_once unique (picture),
  constraint card_photographs_position_counts check (position > 0)
);
--> statement-breakpoint
comment on table card_photographs is 'A photograph of the card that lies at a place in a pack. Of a sealed pack the shop''s role sees none, nor whether there is one.';
--> statement-breakpoint
comment on column card_photographs.position is 'As in its pack''s document and in physical_cards, from 1.';
--> statement-breakpoint
comment on column card_photographs.picture is 'Under a random name: who has the same picture could not tell by it.';
--> statement-breakpoint
revoke all on card_photographs from felt_and_foil_app;
--> statement-breakpoint

-- How secret a pack's content still is: `opened`: no longer. `looked into`: it is withdrawn, and the audit log has somebody
-- who looked. `secret`. Dear, so that no plan asks it of photographs that nobody wants.
create function secrecy_of(p_pack uuid) returns text
language sql stable cost 1000 security definer set search_path = public, pg_temp
as $$
  select coalesce((
    select case
      when p.state = 'opened' then 'opened'
      when p.state = 'withdrawn' and exists (
        select from audit_log a where a.subject_id = p_pack::text and a.subject_kind = 'pack' and a.action = 'look_into_pack'
      ) then 'looked into'
    end
    from places p where p.pack_id = p_pack
  ), 'secret')
$$;
--> statement-breakpoint
alter table card_photographs enable row level security;
--> statement-breakpoint
create policy shown_photographs_are_read on card_photographs for select to felt_and_foil_app
using (secrecy_of(pack_id) <> 'secret');
--> statement-breakpoint
grant select on card_photographs to felt_and_foil_app;
--> statement-breakpoint

-- One file of a picture, as it is handed out, and whether everybody may keep it for ever. Nobody gets one of a card whose
-- pack is sealed, and what is told of a withdrawn pack, which may go on sale again, is kept by nobody.
create or replace function read_picture(p_name text, p_width int, p_format text) returns table (bytes bytea, lasts boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select f.bytes, c.pack_id is null or secrecy_of(c.pack_id) = 'opened'
  from picture_files f left join card_photographs c on c.picture = f.picture
  where f.picture = p_name and f.width = p_width and f.format = p_format
    and (c.pack_id is null or secrecy_of(c.pack_id) <> 'secret')
$$;
--> statement-breakpoint

-- Has a photograph lie at a place of a pack, in place of the one before; false where there is no such place.
create function keep_photograph(p_pack uuid, p_position int, p_picture text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  before text;
begin
  if not exists (
    select from physical_packs p join pack_types t on t.id = p.pack_type_id
    where p.id = p_pack and p_position between 1 and t.card_count
  ) then
    return false;
  end if;
  select picture into before from card_photographs where pack_id = p_pack and position = p_position for update;
  insert into card_photographs (pack_id, position, picture) values (p_pack, p_position, p_picture)
  on conflict (pack_id, position) do update set picture = excluded.picture;
  perform drop_picture(before);
  return true;
end
$$;
--> statement-breakpoint

-- Takes a photograph away. It does not tell whether there was one.
create function drop_photograph(p_pack uuid, p_position int) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  before text;
begin
  delete from card_photographs where pack_id = p_pack and position = p_position returning picture into before;
  perform drop_picture(before);
end
$$;
--> statement-breakpoint
revoke execute on function secrecy_of(uuid), keep_photograph(uuid, int, text), drop_photograph(uuid, int) from public;
--> statement-breakpoint
grant execute on function secrecy_of(uuid), keep_photograph(uuid, int, text), drop_photograph(uuid, int)
to felt_and_foil_app;
--> statement-breakpoint

-- An opening tells of each card how it is shown, in its own statement: a purchase asks nothing more for it.
drop function open_packs(uuid, uuid[], uuid[], interval, uuid);
--> statement-breakpoint
create function open_packs(p_user uuid, p_openings uuid[], p_places uuid[], p_convert_after interval, p_order uuid default null)
returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint,
  id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text,
  remote text, photograph text
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
    select c.name, c.rarity, c.native_rarity, c.finish, c.market_value, s.name as set_name, c.image_url as remote,
      (select f.picture from card_photographs f where f.pack_id = r.pack_id and f.position = r.position) as photograph
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
create function sell_and_open(
  p_order uuid, p_user uuid, p_types text[], p_quantities int[], p_waits boolean, p_convert_after interval
) returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint,
  id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text,
  remote text, photograph text
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
    o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph
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
