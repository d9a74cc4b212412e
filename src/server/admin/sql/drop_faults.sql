-- The audit: returns a row for each fault of a drop, such as a wrong leaf or a missing ticket.
create or replace function drop_faults()
returns setof text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
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
  -- Each pack of a drop must have its leaf and number in the drop's list, and a state that the drop allows. The pack of
  -- each leaf must be in that drop or carried over to another drop.
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
  -- Every sold ticket must be in its drop's seal, and every ticket in a seal must have been sold.
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
revoke execute on function drop_faults() from public;
grant execute on function drop_faults() to felt_and_foil_app;
