-- Returns the valid ticket of a place. Returns null if no user has one.
-- The function is volatile, because the statement that sells the place calls it, and a stable function would not see
-- the new ticket.
create or replace function live_ticket(p_place uuid)
returns jsonb
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  return (
    select jsonb_build_object('place_id', t.place_id, 'place', t.place, 'ref', encode(t.ref, 'hex'),
      'issued_at', floor(extract(epoch from t.issued_at))::bigint, 'hash', encode(d.hash, 'hex'),
      'shop', d.manifest::jsonb->>'shop', 'ticketKey', d.manifest::jsonb->>'ticketKey')
    from tickets t join drops d on d.id = t.drop_id where t.place_id = p_place and t.given_back_at is null
  );
end
$$;
revoke execute on function live_ticket(uuid) from public;
grant execute on function live_ticket(uuid) to felt_and_foil_app;
