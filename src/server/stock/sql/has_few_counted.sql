-- Whether a type's statistics cover fewer than twenty packs that are sealed now.
create or replace function has_few_counted(p_type text)
returns boolean
language plpgsql
stable
as $$
begin
  -- The function is in PL/pgSQL, because Postgres would plan an SQL function again for each opening. It looks up each
  -- place by its key, because a join might read the places of all packs that were ever opened.
  return (select count(*) < 20 from (
    select from counted_packs k
    cross join lateral (select state from places where pack_id = k.pack_id limit 1) p
    where k.pack_type_id = p_type and k.is_counted and p.state not in ('opened', 'withdrawn') limit 20
  ) sealed);
end
$$;
comment on function has_few_counted(text) is 'Whether a type''s statistics cover fewer than twenty packs that are sealed now.';
revoke execute on function has_few_counted(text) from public;
