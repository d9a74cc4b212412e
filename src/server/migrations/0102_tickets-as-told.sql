-- What is noted of a ticket is what the entry of the log says of it. By these notes a drop is closed and places are sold
-- again: whoever could note a ticket in a seal that does not have it could cut it out of the log, and nobody here would see it.

create function ticket_text(p_ticket tickets) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select format('{"issuedAt":%s,"kind":"ticket","manifest":"%s","place":%s,"ref":"%s","v":2}',
    floor(extract(epoch from p_ticket.issued_at))::bigint, encode(d.hash, 'hex'), p_ticket.place, encode(p_ticket.ref, 'hex'))
  from drops d where d.id = p_ticket.drop_id
$$;
--> statement-breakpoint
comment on function ticket_text(tickets) is 'A ticket as its buyer has it: canonical JSON.';
--> statement-breakpoint
create function ticket_hash(p_ticket tickets) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select encode(sha256(convert_to('packproof/v2/ticket', 'UTF8') || '\x00'::bytea || convert_to(ticket_text(p_ticket), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
comment on function ticket_hash(tickets) is 'The hash by which a ticket stands in a seal.';
--> statement-breakpoint
revoke execute on function ticket_text(tickets), ticket_hash(tickets) from public;
--> statement-breakpoint
create or replace function note_sealed(p_refs bytea[], p_entry bigint) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  noted int;
begin
  update tickets t set sealed_in = p_entry
  from log_entries e join drops d on d.hash = e.manifest
  cross join lateral jsonb_to_recordset(e.data::jsonb->'tickets') as s (hash text, place int)
  where t.ref = any (p_refs) and t.drop_id = d.id and t.place = s.place and s.hash = ticket_hash(t)
    and e.index = p_entry and e.kind = 'seal' and e.log = (select max(number) from logs);
  get diagnostics noted = row_count;
  if noted <> cardinality(p_refs) then
    raise exception 'A ticket is sealed by the entry that has it' using errcode = 'restrict_violation';
  end if;
end
$$;
--> statement-breakpoint
create or replace function note_void(p_ref bytea, p_entry bigint) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  t tickets;
  said jsonb;
begin
  select * into strict t from tickets where ref = p_ref for update;
  select data::jsonb into strict said from log_entries e
  where e.index = p_entry and e.kind = 'void' and e.log = (select max(number) from logs)
    and e.manifest = (select hash from drops where id = t.drop_id) and (e.data::jsonb->>'place')::int = t.place
    and e.data::jsonb->>'ticket' = ticket_text(t);
  if said ? 'secret' and not t.is_freed then
    raise exception 'A place is sold again only where its buyer gave it back' using errcode = 'restrict_violation';
  end if;
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
create or replace function drop_faults() returns setof text
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
  union all
  -- Every ticket that was sold is in its seal, and every one in a seal was sold.
  select format('ticket at place %s of %s is not the one in its seal', coalesce(k.place, s.place), coalesce(k.drop_id, s.drop_id))
  from (
    select d.id as drop_id, e.index, s.hash, s.place from drops d join log_entries e on e.manifest = d.hash and e.kind = 'seal'
    cross join lateral jsonb_to_recordset(e.data::jsonb->'tickets') as s (hash text, place int) where d.state <> 'given_up'
  ) s full join (
    select t.drop_id, t.sealed_in, t.place, ticket_hash(t) as hash from tickets t join drops d on d.id = t.drop_id
    where d.state <> 'given_up' and t.sealed_in is not null
  ) k on k.drop_id = s.drop_id and k.sealed_in = s.index and k.place = s.place and k.hash = s.hash
  where k.hash is null or s.hash is null
$$;
