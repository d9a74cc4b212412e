-- The accounts that probably belong to the same person.
-- Such accounts share a card, a verified mailbox or the address of a parcel that has left, directly or through other
-- accounts. Only these three count, because nobody can make up any of them for another person.
create or replace function accounts_of_buyer(p_user uuid)
returns table(id uuid)
language sql
stable rows 2
as $$
  with recursive same (id) as (
    select p_user
    union
    select other.id from same cross join lateral (
      select b.user_id as id from payments a join payments b on b.card_fingerprint = a.card_fingerprint
      where a.user_id = same.id and a.card_fingerprint is not null
      union all
      select b.id from users a join users b on email_key(b.email) = email_key(a.email)
      where a.id = same.id and a.email_verified_at is not null and b.email_verified_at is not null
      union all
      select s.user_id from (
        select distinct address_key(address ->> 'addressLine1', address ->> 'postalCode', address ->> 'country') as key
        from shipments where user_id = same.id and state in ('shipped', 'delivered')
      ) k join shipments s on address_key(s.address ->> 'addressLine1', s.address ->> 'postalCode', s.address ->> 'country') = k.key
        and s.state in ('shipped', 'delivered')
    ) other
  )
  -- This limits the cost of the query. With more accounts of one buyer, the decisions would be the same.
  select same.id from same limit 200
$$;
comment on function accounts_of_buyer(uuid) is 'The accounts that probably belong to the same person.';
