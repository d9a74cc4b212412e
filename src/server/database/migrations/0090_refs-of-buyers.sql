-- A buyer may bring the hashes of secrets of their own, one for each pack: the tickets of what they get are made with
-- them, and the shop never knows the secrets. They lie with the reservation, in the row that a purchase writes anyway.
alter table reservations add column refs bytea[];
--> statement-breakpoint
comment on column reservations.refs is 'Hashes of the buyer''s secrets, for the tickets of its packs in their order; null: the shop makes the secrets.';
--> statement-breakpoint
create trigger reservations_keep_their_refs before update of refs on reservations
for each statement execute function refuse_change();
--> statement-breakpoint
create or replace function issue_tickets() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update tickets t set given_back_at = shop_now()
  from before b join after a on a.id = b.id
  where b.drop_id is not null and b.state in ('sold', 'disputed') and a.state in ('waiting', 'withdrawn')
    and t.place_id = a.id and t.given_back_at is null;
  insert into tickets (ref, place_id, drop_id, place, secret)
  select coalesce(w.ref, sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || s.secret)), s.id, s.drop_id, s.number,
    case when w.ref is null then s.secret end
  from (
    select a.id, a.drop_id, a.number, case when r.refs is not null then r.refs[
        row_number() over (partition by r.id order by a.drop_id, a.number)
        -- Behind those of its packs that were sold in a statement before this one.
        + (select count(*) from places p join tickets t on t.place_id = p.id and t.given_back_at is null where p.reservation_id = r.id)
      ] end as ref,
      sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as secret
    from after a join before b on b.id = a.id left join reservations r on r.id = a.reservation_id
    where a.drop_id is not null and a.state in ('sold', 'opened') and b.state in ('available', 'reserved')
  ) s
  -- One that was used meanwhile: what is paid by card is delivered all the same.
  left join lateral (select s.ref where not exists (select from tickets t where t.ref = s.ref)) w on true;
  return null;
end
$$;
--> statement-breakpoint
-- The ticket that somebody has of a place; what the statement that sold it can't see itself.
create function live_ticket(p_place uuid) returns jsonb
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  return (
    select jsonb_build_object('place_id', t.place_id, 'place', t.place, 'ref', encode(t.ref, 'hex'),
      'issued_at', floor(extract(epoch from t.issued_at))::bigint, 'hash', encode(d.hash, 'hex'),
      'shop', d.manifest::jsonb->>'shop', 'ticketKey', d.manifest::jsonb->>'ticketKey')
    from tickets t join drops d on d.id = t.drop_id where t.place_id = p_place and t.given_back_at is null
  );
end
$$;
--> statement-breakpoint
revoke execute on function live_ticket(uuid) from public;
--> statement-breakpoint
grant execute on function live_ticket(uuid) to felt_and_foil_app;
--> statement-breakpoint
drop function sell_and_open(uuid, uuid, text[], int[], boolean, interval);
--> statement-breakpoint
create function sell_and_open(
  p_order uuid, p_user uuid, p_types text[], p_quantities int[], p_waits boolean, p_convert_after interval, p_refs bytea[]
) returns table (
  opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamptz, pack_name text, card_position smallint,
  id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text,
  remote text, photograph text, ticket jsonb
)
language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  wanted uuid[];
  packs uuid[];
  types text[];
  drops uuid[];
begin
  insert into reservations (id, user_id, state, refs) values (p_order, p_user, 'paid', p_refs) on conflict (id) do nothing;
  if p_waits then
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id) into wanted, packs, types, drops
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update
    ) l;
  else
    select array_agg(l.id), array_agg(l.pack_id), array_agg(l.pack_type_id), array_agg(l.drop_id) into wanted, packs, types, drops
    from unnest(p_types, p_quantities) as w (pack_type_id, quantity) cross join lateral (
      select id, pack_id, pack_type_id, drop_id from places l where l.pack_type_id = w.pack_type_id and l.state = 'available'
      order by l.rank limit w.quantity for update skip locked
    ) l;
  end if;
  return query
  select o.opening_id, c.pack_id, c.pack_type_id, o.opened_at, o.pack_name, o.card_position, o.id, o.card_id, o.condition,
    o.name, o.rarity, o.native_rarity, o.finish, o.market_value, o.set_name, o.remote, o.photograph,
    -- With its first card. It is asked after all of them were opened, by which the tickets were made.
    case when c.drop_id is not null and lag(c.place) over (order by c.place, o.card_position) is distinct from c.place
      then live_ticket(c.place_id) end
  from unnest(packs, types, wanted, drops) with ordinality as c (pack_id, pack_type_id, place_id, drop_id, place)
  left join open_packs(p_user, array(select gen_random_uuid() from unnest(wanted)), wanted, p_convert_after, p_order) o
    on o.pack_id = c.pack_id
  order by c.place, o.card_position;
end
$$;
--> statement-breakpoint
revoke execute on function sell_and_open(uuid, uuid, text[], int[], boolean, interval, bytea[]) from public;
--> statement-breakpoint
grant execute on function sell_and_open(uuid, uuid, text[], int[], boolean, interval, bytea[]) to felt_and_foil_app;
