-- The root of a tree over the leaves in the given order (RFC 6962; `treeRoot`, domain/packproof/tree.ts).
create or replace function merkle_root(p_leaves bytea[])
returns bytea
language plpgsql
immutable
as $$
declare
  level bytea[] := array(select sha256('\x00'::bytea || l.leaf) from unnest(p_leaves) with ordinality as l (leaf, at) order by l.at);
begin
  if cardinality(level) = 0 then
    return sha256('');
  end if;
  -- A node without a sibling moves up unchanged.
  while cardinality(level) > 1 loop
    level := array(
      select case when level[2 * n + 2] is null then level[2 * n + 1] else log_node(level[2 * n + 1], level[2 * n + 2]) end
      from generate_series(0, (cardinality(level) - 1) / 2) n order by n);
  end loop;
  return level[1];
end
$$;
