-- The packs that a drop has or will have, including those left from the drop that it succeeds.
-- Empty once the drop is on sale, because the statistics are public from then on.
create or replace function packs_of_draft(p_id uuid, p_succeeds uuid)
returns uuid[]
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select array_agg(p.pack_id) from places p join drops d on d.id = p_id and d.state in ('draft', 'published')
  where p.drop_id = d.id and p.state <> 'withdrawn'
    or d.state = 'draft' and p.state in ('available', 'waiting') and p.drop_id = (
      select e.id from drops e where e.id = p_succeeds and e.pack_type_id = d.pack_type_id and e.state in ('open', 'paused'))
  having count(*) >= 20
$$;
revoke execute on function packs_of_draft(uuid,uuid) from public;
