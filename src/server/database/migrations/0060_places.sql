-- What a buyer buys is a place in the order of sale, with a pack behind it; what lies in the warehouse stays as it came in.
-- First of three: the table beside what there is, kept like it by a trigger. The second fills it, the third moves over.
create table places (
  id uuid primary key,
  pack_type_id text not null,
  pack_id uuid not null,
  state text not null default 'available',
  rank double precision not null default draw_rank(),
  reservation_id uuid,
  buyer_id uuid,
  received_at timestamptz not null,
  constraint places_one_per_pack unique (pack_id),
  constraint places_state_known
    check (state in ('available', 'reserved', 'sold', 'disputed', 'opened', 'withdrawn')),
  constraint places_taken_by_someone check (
    (state in ('reserved', 'sold', 'disputed', 'opened')) = (buyer_id is not null)
    and (buyer_id is null) = (reservation_id is null))
);
--> statement-breakpoint
comment on table places is
  'One place in the order of sale of a pack type: what a buyer keeps, buys, gives back and opens. Its pack is known from the start.';
--> statement-breakpoint
comment on column places.pack_id is
  'The pack behind it. No foreign key, as to its type, its reservation and its buyer: checked once a statement, and none of them ever goes.';
--> statement-breakpoint
comment on column places.rank is 'Drawn by chance when its pack comes in or comes back: nobody chooses who gets which pack.';
--> statement-breakpoint
comment on column places.received_at is 'As its pack''s: operators'' lists of a state are in this order.';
--> statement-breakpoint
create index places_for_sale on places (pack_type_id, rank) where state = 'available';
--> statement-breakpoint
create index places_of_buyer on places (buyer_id, pack_type_id) where buyer_id is not null;
--> statement-breakpoint
create index places_of_reservation on places (reservation_id) where reservation_id is not null;
--> statement-breakpoint
create index places_of_type_in_state on places (pack_type_id, state, received_at desc, id);
--> statement-breakpoint
comment on index places_of_type_in_state is 'Operators'' lists of a state, newest first.';
--> statement-breakpoint
revoke all on places from felt_and_foil_app;
--> statement-breakpoint

-- Packs that move before the third step take their places along. Gone with it.
create function mirror_place() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into places (id, pack_type_id, pack_id, state, rank, reservation_id, buyer_id, received_at)
  values (new.id, new.pack_type_id, new.id, new.state, new.rank, new.reservation_id, new.buyer_id, new.received_at)
  on conflict (id) do update set state = excluded.state, rank = excluded.rank,
    reservation_id = excluded.reservation_id, buyer_id = excluded.buyer_id;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function mirror_place() from public;
--> statement-breakpoint
create trigger physical_packs_mirror_place after insert or update on physical_packs
for each row when (new.state <> 'intake') execute function mirror_place();
--> statement-breakpoint

-- Gives so many packs their places that have none (null: all), and answers of how many it was. Gone with the third step.
create function fill_places(p_most int) returns int
language plpgsql set search_path = public, pg_temp
as $$
declare
  filled int;
begin
  -- One that moves meanwhile has its place from the trigger, which knows better.
  insert into places (id, pack_type_id, pack_id, state, rank, reservation_id, buyer_id, received_at)
  select id, pack_type_id, id, state, rank, reservation_id, buyer_id, received_at from physical_packs p
  where state <> 'intake' and not exists (select from places l where l.id = p.id)
  order by id limit p_most
  on conflict do nothing;
  get diagnostics filled = row_count;
  return filled;
end
$$;
--> statement-breakpoint
revoke execute on function fill_places(int) from public;
