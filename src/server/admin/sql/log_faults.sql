-- The audit: returns a row for each faulty node of a log's tree.
create or replace function log_faults()
returns setof text
language sql
stable
as $$
  select format('%s/%s', e.log, e.index) from (
    select log, index, row_number() over (partition by log order by index) - 1 as place, says_at,
      lag(says_at) over (partition by log order by index) as before
    from log_entries
  ) e where e.index <> e.place or e.says_at < e.before
  union all
  select format('%s/0/%s', coalesce(e.log, n.log), coalesce(e.index, n.index))
  from log_entries e full join (select * from log_nodes where level = 0) n on n.log = e.log and n.index = e.index
  where n.hash is distinct from e.leaf_hash
  union all
  select format('%s/%s/%s', n.log, n.level, n.index) from log_nodes n
  left join log_nodes l on l.log = n.log and l.level = n.level - 1 and l.index = n.index * 2
  left join log_nodes r on r.log = n.log and r.level = n.level - 1 and r.index = n.index * 2 + 1
  where n.level > 0 and n.hash is distinct from log_node(l.hash, r.hash)
  union all
  select format('%s/%s/missing', l.log, l.level) from log_nodes l
  join log_nodes r on r.log = l.log and r.level = l.level and r.index = l.index + 1
  where l.index % 2 = 0 and not exists (
    select from log_nodes n where n.log = l.log and n.level = l.level + 1 and n.index = l.index / 2)
  union all
  select format('checkpoint %s/%s', c.log, c.size) from log_checkpoints c
  join logs g on g.number = c.log
  where c.size > (select count(*) from log_entries e where e.log = c.log)
    or not starts_with(c.note, format(E'%s\n%s\n%s\n\n', g.origin, c.size, encode(log_root(c.log, c.size), 'base64')))
$$;
