-- For each rarity, the number of a drop's packs that contain it, counted from the packs' documents.
create or replace function odds_of_drop(p_id uuid)
returns table(rarity text, packs integer)
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select h.rarity, count(*)::int from (
    select distinct p.pack_id, c->>'rarity' as rarity
    from places p join pack_secrets s on s.pack_id = p.pack_id cross join jsonb_array_elements(s.document::jsonb->'cards') c
    where p.drop_id = p_id and (select count(*) from places where drop_id = p_id) >= 20
  ) h group by h.rarity order by h.rarity collate "C"
$$;
revoke execute on function odds_of_drop(uuid) from public;
grant execute on function odds_of_drop(uuid) to felt_and_foil_app;
