-- What the triggers on changes keep, an insert may not go around.

-- A pack comes in at intake, belongs to nobody, and at a place that chance gives it.
create function check_new_pack() returns trigger
language plpgsql
as $$
begin
  if new.state <> 'intake' or new.buyer_id is not null or new.reservation_id is not null then
    raise exception 'A pack comes in at intake, and belongs to nobody' using errcode = 'restrict_violation';
  end if;
  new.rank := random();
  return new;
end
$$;
--> statement-breakpoint
create trigger physical_packs_check_new before insert on physical_packs
for each row execute function check_new_pack();
--> statement-breakpoint

-- The order of sale is fixed when a pack is stocked. A pack that comes back on sale gets a new place,
-- by chance again: nobody, the shop's own role included, can choose who gets which pack.
create function keep_pack_rank() returns trigger
language plpgsql
as $$
begin
  if new.state = 'available' and old.state in ('sold', 'withdrawn') then
    new.rank := random();
  elsif new.rank <> old.rank then
    raise exception 'The order of sale can''t be chosen' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger physical_packs_keep_rank before update on physical_packs
for each row execute function keep_pack_rank();
--> statement-breakpoint

-- How many cards a pack holds, and of which set it is, is settled with its first pack.
create function keep_pack_type() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from physical_packs where pack_type_id = new.id) then
    raise exception 'A pack type with packs keeps its set and its number of cards'
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger pack_types_keep before update on pack_types
for each row when (old.card_count <> new.card_count or old.set_id <> new.set_id or old.id <> new.id)
execute function keep_pack_type();
--> statement-breakpoint
revoke execute on function keep_pack_type() from public;
