-- A published drop has at most 9,000 packs. At least twenty of them were in no drop before.
create or replace function check_drop_size()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if (select count(*) from drop_leaves l where l.drop_id = new.id and not exists (
      select from drop_leaves b join drops e on e.id = b.drop_id where b.pack_id = l.pack_id and e.carries_to = new.id)) < 20 then
    raise exception 'A drop has at least 20 new packs' using errcode = 'check_violation', constraint = 'drops_have_twenty_packs';
  end if;
  if (select count(*) from drop_leaves where drop_id = new.id) > 9000 then
    raise exception 'A drop has at most 9,000 packs' using errcode = 'check_violation', constraint = 'drops_are_not_too_large';
  end if;
  return null;
end
$$;
revoke execute on function check_drop_size() from public;

create or replace trigger drops_have_their_size after update of state on drops
for each row when (new.state = 'published'::text and old.state <> 'published'::text) execute function check_drop_size();
