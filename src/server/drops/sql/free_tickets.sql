-- Frees the places of an order’s sealed packs with the secrets of their tickets. Returns how many packs lack a secret.
create or replace function free_tickets(p_reservation uuid, p_secrets bytea[])
returns bigint
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  update tickets t set secret = k.secret, is_freed = true
  from (
    select o.ref, coalesce(o.secret, (
      select s.secret from unnest(p_secrets) as s (secret)
      where sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || s.secret) = o.ref limit 1)) as secret
    from places p join tickets o on o.place_id = p.id and o.given_back_at is null
    where p.reservation_id = p_reservation and p.state = 'sold'
  ) k
  where t.ref = k.ref and k.secret is not null and not t.is_freed;
  return (
    select count(*) from places p join tickets t on t.place_id = p.id and t.given_back_at is null
    where p.reservation_id = p_reservation and p.state = 'sold' and not t.is_freed);
end
$$;
revoke execute on function free_tickets(uuid,bytea[]) from public;
grant execute on function free_tickets(uuid,bytea[]) to felt_and_foil_app;
