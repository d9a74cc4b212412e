-- The audit: pack types with a sealed pack that breaks what the type guarantees.
create or replace function types_that_break_promises()
returns setof text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select id from pack_types where broken_promises(id, promises_foil, promises_rarity, promises_hits) <> '{}'
$$;
comment on function types_that_break_promises() is 'The audit: pack types with a sealed pack that breaks what the type guarantees.';
revoke execute on function types_that_break_promises() from public;
grant execute on function types_that_break_promises() to felt_and_foil_app;
