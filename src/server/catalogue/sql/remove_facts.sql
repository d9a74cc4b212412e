-- Removes the statistics of types with fewer than twenty sealed packs.
create or replace function remove_facts(p_types text[])
returns void
language plpgsql
as $$
declare
  removed text[];
begin
  with gone as (
    delete from pack_type_facts where pack_type_id = any (p_types) returning pack_type_id
  )
  select coalesce(array_agg(pack_type_id), '{}') into removed from gone;
  perform set_possible_hits(removed);
end
$$;
comment on function remove_facts(text[]) is 'Removes the statistics of types with fewer than twenty sealed packs.';
revoke execute on function remove_facts(text[]) from public;
