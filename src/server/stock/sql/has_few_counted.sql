-- Whether fewer than twenty packs in a type's statistics are sealed now.
create or replace function has_few_counted(p_type text)
returns boolean
language plpgsql
stable
as $$
begin
  -- Not in SQL, which would be planned anew by each opening. Each place is looked up: a join may read those of all packs ever opened.
  return (select count(*) < 20 from (
    select from counted_packs k
    cross join lateral (select state from places where pack_id = k.pack_id limit 1) p
    where k.pack_type_id = p_type and k.is_counted and p.state not in ('opened', 'withdrawn') limit 20
  ) sealed);
end
$$;
comment on function has_few_counted(text) is 'Whether fewer than twenty of the packs that a type''s figures are counted over are sealed now.';
revoke execute on function has_few_counted(text) from public;
