-- Returns the promises of a type that at least one of its sealed packs would break.
-- The result does not say which packs break a promise, or how many, because that would reveal more of the packs'
-- contents.
create or replace function broken_promises(p_type text, p_foil boolean, p_rarity text, p_hits integer)
returns text[]
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select coalesce(array_agg(distinct b.promise), '{}')
  from places p join pack_secrets s on s.pack_id = p.pack_id
  cross join unnest(promises_broken_by(s.document, p_foil, p_rarity, p_hits)) as b (promise)
  where p.pack_type_id = p_type and p.state not in ('opened', 'withdrawn')
    and (p_foil or p_rarity is not null or p_hits is not null)
$$;
comment on function broken_promises(text,boolean,text,integer) is 'Returns the promises of a type that at least one of its sealed packs would break.';
revoke execute on function broken_promises(text,boolean,text,integer) from public;
grant execute on function broken_promises(text,boolean,text,integer) to felt_and_foil_app;
