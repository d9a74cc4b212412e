-- The audit: types that have statistics, or chances of a single card, although they have fewer than twenty sealed packs.
create or replace function facts_of_too_few()
returns setof text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  -- Concurrent openings don't see each other, so together they may leave too few packs. They also make the type due for
  -- a recount, and the next reader recounts it. So types that are due are left out.
  select f.pack_type_id from pack_type_facts f
  where has_few_counted(f.pack_type_id) and not exists (
    select from facts_due d left join places p on p.pack_id = d.pack_id
    where f.pack_type_id = coalesce(d.pack_type_id, p.pack_type_id))
  union
  select h.pack_type_id from potential_hits h
  where h.packs is not null and not exists (select from pack_type_facts f where f.pack_type_id = h.pack_type_id)
$$;
comment on function facts_of_too_few() is 'The audit: types that have statistics, or chances of a single card, although they have fewer than twenty sealed packs.';
revoke execute on function facts_of_too_few() from public;
grant execute on function facts_of_too_few() to felt_and_foil_app;
