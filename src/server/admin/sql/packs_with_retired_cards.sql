-- The audit: packs that are not opened and hold a graded card which the public log has retired.
create or replace function packs_with_retired_cards()
returns setof text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select l.pack_id::text from card_labels l
  join retired_labels r on r.label_hash = label_hash(l.label)
  join places p on p.pack_id = l.pack_id
  where p.state <> 'opened'
$$;
revoke execute on function packs_with_retired_cards() from public;
grant execute on function packs_with_retired_cards() to felt_and_foil_app;
