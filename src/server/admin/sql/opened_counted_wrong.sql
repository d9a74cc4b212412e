-- The audit: opened packs that were counted wrong, and cards whose count differs from the number of copies that came out of packs.
-- The cards of a pack without a document are not counted, because it may have been opened before openings were counted.
create or replace function opened_counted_wrong()
returns setof uuid
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select coalesce(o.pack_id, k.pack_id) from (
    select o.pack_id, p.pack_type_id, o.opened_at, s.pack_id is not null as has_document
    from openings o join places p on p.pack_id = o.pack_id left join pack_secrets s on s.pack_id = o.pack_id
    where not exists (select from facts_due d where d.pack_id = o.pack_id)
  ) o
  full join (
    select * from opened_packs k where not exists (select from facts_due d where d.pack_id = k.pack_id)
  ) k on k.pack_id = o.pack_id
  where o.pack_id is null or k.pack_id is null and o.has_document
    or (k.pack_type_id, k.opened_at) <> (o.pack_type_id, o.opened_at)
  union all
  select coalesce(h.card_id, c.card_id) from (
    select h.card_id, count(*) as copies
    from opened_packs o join pack_secrets s on s.pack_id = o.pack_id cross join unnest(s.card_ids) h (card_id)
    group by 1
  ) h full join opened_cards c on c.card_id = h.card_id
  where h.copies is distinct from c.copies
$$;
comment on function opened_counted_wrong() is 'The audit: opened packs that were counted wrong, and cards whose count differs from the number of copies that came out of packs.';
revoke execute on function opened_counted_wrong() from public;
grant execute on function opened_counted_wrong() to felt_and_foil_app;
