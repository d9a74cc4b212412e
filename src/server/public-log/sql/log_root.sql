-- Computes the root over the first `p_size` entries of a log (RFC 6962).
-- The root is folded from the complete subtrees, from right to left (`treeRoot`, domain/packproof/tree.ts).
create or replace function log_root(p_log integer, p_size bigint)
returns bytea
language plpgsql
stable
as $$
declare
  remaining bigint := p_size;
  height int := 0;
  root bytea;
  node bytea;
begin
  if p_size = 0 then
    return sha256('');
  end if;
  while remaining > 0 loop
    if remaining % 2 = 1 then
      select n.hash into strict node from log_nodes n where n.log = p_log and n.level = height and n.index = remaining - 1;
      root := case when root is null then node else log_node(node, root) end;
    end if;
    remaining := remaining / 2;
    height := height + 1;
  end loop;
  return root;
end
$$;
