-- Marks a type for a recount when its drop goes on sale or ends, because its statistics then switch to other packs.
create or replace function note_shelf()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into facts_due (pack_type_id) values (new.pack_type_id);
  return null;
end
$$;
comment on function note_shelf() is 'Marks a type for a recount when its drop goes on sale or ends, because its statistics then switch to other packs.';
revoke execute on function note_shelf() from public;

create or replace trigger drops_note_shelf after update of state on drops
for each row when ((old.state = any (array['open'::text, 'paused'::text])) <> (new.state = any (array['open'::text, 'paused'::text]))) execute function note_shelf();
