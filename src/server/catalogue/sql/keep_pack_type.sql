-- After a type's first pack arrived, the type's set, kind of packs and number of cards per pack can't change.
create or replace function keep_pack_type()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from physical_packs where pack_type_id = new.id) then
    raise exception 'A pack type with packs keeps its set, its number of cards and what its packs are'
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
revoke execute on function keep_pack_type() from public;

create or replace trigger pack_types_keep before update on pack_types
for each row when (old.card_count <> new.card_count or old.set_id <> new.set_id or old.id <> new.id or old.seal_kind <> new.seal_kind) execute function keep_pack_type();
