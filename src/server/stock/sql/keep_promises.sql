-- No pack goes on sale if it breaks a promise of its type.
-- The types and packs come from the changed rows, because a lookup in `places` would read each row twice. The function
-- reads documents only of types with promises.
create or replace function keep_promises()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  came uuid[];
begin
  -- Locks the types. If a promise is being made at this moment, waits for it, so that it applies to these packs.
  if tg_op = 'INSERT' then
    perform from pack_types where id in (select pack_type_id from added) order by id for share;
    came := array(
      select a.pack_id from added a join pack_types t on t.id = a.pack_type_id
      where t.promises_foil or t.promises_rarity is not null or t.promises_hits is not null);
  else
    perform from pack_types where id = new.pack_type_id for share;
    came := array[new.pack_id];
  end if;
  if exists (
    select from places p join pack_types t on t.id = p.pack_type_id join pack_secrets s on s.pack_id = p.pack_id
    where p.pack_id = any (came)
      and promises_broken_by(s.document, t.promises_foil, t.promises_rarity, t.promises_hits) <> '{}'
  ) then
    raise exception 'A pack breaks what its type promises'
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$$;
revoke execute on function keep_promises() from public;

create or replace trigger places_keep_promises_of_new after insert on places referencing new table as added
for each statement execute function keep_promises();
create or replace trigger places_keep_promises after update on places
for each row when (old.state = 'withdrawn'::text and new.state <> 'withdrawn'::text) execute function keep_promises();
