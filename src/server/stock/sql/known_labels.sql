-- Returns those of some graders' numbers that the shop already has.
create or replace function known_labels(p_labels text[])
returns setof text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select w.label from unnest(p_labels) w (label) join card_labels l on l.label = upper(w.label)
$$;
revoke execute on function known_labels(text[]) from public;
grant execute on function known_labels(text[]) to felt_and_foil_app;
