-- A pack type can't make a promise that one of its packs breaks.
create or replace function check_promises_made()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if broken_promises(new.id, new.promises_foil, new.promises_rarity, new.promises_hits) <> '{}' then
    raise exception 'A sealed pack of % breaks what is promised of it', new.id
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$$;
revoke execute on function check_promises_made() from public;

create or replace trigger pack_types_check_promises after update of promises_foil, promises_rarity, promises_hits on pack_types
for each row when ((old.promises_foil, old.promises_rarity, old.promises_hits) is distinct from (new.promises_foil, new.promises_rarity, new.promises_hits)) execute function check_promises_made();
