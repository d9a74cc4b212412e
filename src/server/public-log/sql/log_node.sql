-- Computes the hash of a node in a log’s tree from the two nodes below it (RFC 6962; `nodeHash`, domain/packproof/tree.ts).
create or replace function log_node(p_left bytea, p_right bytea)
returns bytea
language sql
immutable
as $$
  select sha256('\x01'::bytea || p_left || p_right)
$$;
