-- Returns the hashes of the labels that a log must still retire: those of graded cards that came back to the shop
-- before today (UTC), and those that an earlier log retired (choice 961).
create or replace function labels_to_retire(p_log integer)
returns setof text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select encode(due.hash, 'hex') from (
    select label_hash(d.label) as hash
    from card_labels l
    join physical_cards c on c.pack_id = l.pack_id and c.status in ('sold', 'converted', 'reclaimed', 'returned')
      and c.exited_at < date_trunc('day', shop_now(), 'UTC')
    join pack_secrets s on s.pack_id = c.pack_id
    cross join lateral (select s.document::jsonb->'cards'->(c.position - 1)->>'label' as label) d
    -- Documents are parsed only for labels that this log may have to retire.
    where not exists (select from retired_labels r where r.label_hash = label_hash(l.label) and r.log = p_log)
      and upper(d.label) = l.label
    union
    select label_hash from retired_labels where log <> p_log
  ) due
  where not exists (select from retired_labels r where r.label_hash = due.hash and r.log = p_log)
  order by due.hash
$$;
revoke execute on function labels_to_retire(integer) from public;
grant execute on function labels_to_retire(integer) to felt_and_foil_app;
