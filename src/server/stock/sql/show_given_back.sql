-- Returns the document of a pack whose returned ticket will be declared void together with the pack's content.
-- The function also withdraws the pack, so that it is never sold again.
create or replace function show_given_back(p_ref bytea)
returns table(document text, salt bytea)
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  t tickets;
begin
  select * into strict t from tickets where ref = p_ref and given_back_at is not null and void_in is null for update;
  update places set state = 'withdrawn' where id = t.place_id and state = 'waiting';
  return query select s.document, s.salt from places p join pack_secrets s on s.pack_id = p.pack_id
  where p.id = t.place_id and p.state = 'withdrawn';
end
$$;
revoke execute on function show_given_back(bytea) from public;
grant execute on function show_given_back(bytea) to felt_and_foil_app;
