-- Gives the buyer of a drop's place a ticket, and takes the ticket back when the pack is returned.
-- Reads the tickets of each place by key, because a join would read the whole table.
create or replace function issue_tickets()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
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
        -- Skips the hashes that earlier statements used for packs of this reservation.
        select count(*)::int into used from places p where p.reservation_id = bought
          and exists (select from tickets t where t.place_id = p.id and t.given_back_at is null);
      end if;
    end if;
    given := null;
    drawn := null;
    if refs is not null then
      used := used + 1;
      given := refs[used];
      -- If this hash was used meanwhile, the database draws a secret. The pack is paid by card and must still be
      -- delivered.
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
revoke execute on function issue_tickets() from public;

create or replace trigger places_issue_tickets after update on places referencing old table as before new table as after
for each statement when (has_drops()) execute function issue_tickets();
