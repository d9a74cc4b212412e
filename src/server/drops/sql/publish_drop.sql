-- Publishes a draft whose manifest is in the log. Refuses if the manifest does not match the draft. Locks the type, so that a change of its
-- price is either in the manifest or sees the drop.
create or replace function publish_drop(p_id uuid, p_manifest text)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  said jsonb := p_manifest::jsonb;
  d drops;
  hashed bytea := sha256('\x00'::bytea || convert_to(p_manifest, 'UTF8'));
  commitments bytea[];
  next_number int;
begin
  select * into strict d from drops where id = p_id for update;
  if d.state <> 'draft' then
    raise exception 'Only a draft is published' using errcode = 'restrict_violation';
  end if;
  perform from pack_types where id = d.pack_type_id for share;
  if not exists (select from log_entries where leaf_hash = hashed and kind = 'manifest' and log = (select max(number) from logs)) then
    raise exception 'A manifest stands in the log first' using errcode = 'restrict_violation';
  end if;
  select coalesce(max(number), 0) + 1 into next_number from drops
  where pack_type_id = d.pack_type_id and manifest::jsonb->>'shop' = said->>'shop';
  insert into drop_leaves (drop_id, leaf, pack_id)
  select p_id, row_number() over (order by k.commitment) - 1, k.id
  from places p join physical_packs k on k.id = p.pack_id where p.drop_id = p_id;
  commitments := array(
    select k.commitment from drop_leaves l join physical_packs k on k.id = l.pack_id where l.drop_id = p_id order by l.leaf);
  if (said->>'packType', (said->>'number')::int, said->>'chain', (said->>'packCount')::int, decode(said->>'packsRoot', 'hex'),
      (said->>'priceCents')::bigint, (said->>'opensAt')::bigint, (said->>'closesBy')::bigint, (said->>'staffMayBuy')::boolean,
      (said->>'carried')::int, said->'odds')
    is distinct from (d.pack_type_id, next_number, d.chain, cardinality(commitments), merkle_root(commitments),
      (select price from pack_types where id = d.pack_type_id), extract(epoch from d.opens_at)::bigint,
      extract(epoch from d.closes_by)::bigint, d.staff_may_buy,
      (select count(*)::int from drop_leaves l where l.drop_id = p_id and exists (
        select from drop_leaves b join drops e on e.id = b.drop_id where b.pack_id = l.pack_id and e.carries_to = p_id)),
      (select jsonb_agg(jsonb_build_object('rarity', o.rarity, 'packs', o.packs) order by o.rarity collate "C") from odds_of_drop(p_id) o)) then
    raise exception 'A manifest says what the drop is' using errcode = 'check_violation';
  end if;
  update drops set state = 'published', manifest = p_manifest, hash = hashed, number = next_number where id = p_id;
end
$$;
revoke execute on function publish_drop(uuid,text) from public;
grant execute on function publish_drop(uuid,text) to felt_and_foil_app;
