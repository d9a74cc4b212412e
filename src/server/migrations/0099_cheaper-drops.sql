-- What drops cost a purchase. Sixteen buyers of one drop wrote themselves down at its one row, since a foreign key locks what it
-- refers to, and its ticket was looked up among all tickets, by a plan of the day when there were none (choices 620 and 621).
-- What is promised stays as it was.

-- Drops and places never go and keep their ids, so that looking whether they are there is enough. It says more than the keys
-- did: that the place is the drop's, and has that number.
alter table tickets drop constraint tickets_drop_id_fkey, drop constraint tickets_place_id_fkey;
--> statement-breakpoint
comment on column tickets.place_id is 'No foreign key, as to its drop: checked once a statement, and neither ever goes.';
--> statement-breakpoint
create function check_tickets() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from issued i left join lateral (
      select l.drop_id, l.number from places l join drops d on d.id = l.drop_id where l.id = i.place_id limit 1
    ) l on true
    where (l.drop_id, l.number) is distinct from (i.drop_id, i.place)
  ) then
    raise exception 'A ticket is of a place of its drop: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'tickets_of_their_places';
  end if;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_tickets() from public;
--> statement-breakpoint
create trigger tickets_of_their_places after insert on tickets
referencing new table as issued for each statement execute function check_tickets();
--> statement-breakpoint

-- One place after the other, each looked up by its key: joined, they were read with all tickets there are.
create or replace function issue_tickets() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  moved record;
  bought uuid;
  refs bytea[];
  used int;
  given bytea;
  drawn bytea;
begin
  for moved in
    select a.id, a.drop_id, a.number, a.reservation_id, b.state in ('sold', 'disputed') as is_back
    from after a join before b on b.id = a.id
    where a.drop_id is not null and (
      a.state in ('sold', 'opened') and b.state in ('available', 'reserved')
      or a.state in ('waiting', 'withdrawn') and b.state in ('sold', 'disputed'))
    order by a.reservation_id, a.drop_id, a.number
  loop
    if moved.is_back then
      update tickets set given_back_at = shop_now() where place_id = moved.id and given_back_at is null;
      continue;
    end if;
    if moved.reservation_id is distinct from bought then
      bought := moved.reservation_id;
      select r.refs into refs from reservations r where r.id = bought;
      if refs is not null then
        -- Behind those of its packs that were sold in a statement before this one.
        select count(*) into used from places p where p.reservation_id = bought
          and exists (select from tickets t where t.place_id = p.id and t.given_back_at is null);
      end if;
    end if;
    given := null;
    drawn := null;
    if refs is not null then
      used := used + 1;
      given := refs[used];
      -- One that was used meanwhile: what is paid by card is delivered all the same.
      if exists (select from tickets where ref = given) then
        given := null;
      end if;
    end if;
    if given is null then
      drawn := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
      given := sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || drawn);
    end if;
    insert into tickets (ref, place_id, drop_id, place, secret) values (given, moved.id, moved.drop_id, moved.number, drawn);
  end loop;
  return null;
end
$$;
--> statement-breakpoint

-- Asked once a second of each drop, it read all of its places. Loose ones have a rank below one, as they are drawn; of a drop's,
-- whose rank is their number, one has.
create or replace function keep_loose_waiting(p_type text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  with loose as materialized (
    select id from places where pack_type_id = p_type and state = 'available' and rank < 1 and drop_id is null
      and shelf_state(p_type, null) = 'waiting' for update skip locked
  )
  update places p set state = 'waiting' from loose l where p.id = l.id
$$;
--> statement-breakpoint

-- The same as shelf_state, which is asked for each pack that comes in and is too guarded to be planned with who asks.
create or replace function shelve_new_place() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.state = 'available'
    and exists (select from drops where pack_type_id = new.pack_type_id and state in ('open', 'paused')) then
    new.state := 'waiting';
  end if;
  return new;
end
$$;
