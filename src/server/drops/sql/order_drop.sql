-- Puts the packs of a published drop into the order that the log states.
create or replace function order_drop(p_id uuid)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  d drops;
  said jsonb;
  leaves int[];
begin
  select * into strict d from drops where id = p_id for update;
  select data::jsonb into said from log_entries where manifest = d.hash and kind = 'order';
  if d.state <> 'published' or said is null or not exists (
    select from beacons b where b.chain = d.chain and b.round = (said->>'round')::bigint
      and b.signature = decode(said->>'signature', 'hex')) then
    raise exception 'An order is that of a public number, in the log' using errcode = 'restrict_violation';
  end if;
  leaves := order_of_drop(d.hash, decode(said->>'signature', 'hex'), (d.manifest::jsonb->>'packCount')::int);
  update drop_leaves l set place = o.place - 1
  from unnest(leaves) with ordinality as o (leaf, place) where l.drop_id = p_id and l.leaf = o.leaf;
  update places p set number = l.place, rank = l.place from drop_leaves l
  where l.drop_id = p_id and p.pack_id = l.pack_id and p.drop_id = p_id;
end
$$;
revoke execute on function order_drop(uuid) from public;
grant execute on function order_drop(uuid) to felt_and_foil_app;
