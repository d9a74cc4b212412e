-- Lists the traits by which the shop recognizes a person: verified mailbox, cards, and the last name with each address of the profile and of parcels.
create or replace function likenesses_of(p_user uuid)
returns table(kind text, key text)
language sql
stable
set search_path to 'public', 'pg_temp'
as $$
  select 'email', email_key(email) from users where id = p_user and erased_at is null and email_verified_at is not null
  union select 'card', card_fingerprint from payments where user_id = p_user and card_fingerprint is not null
  union select 'home', home_key(full_name, address_line_1, zip_code, country) from users
    where id = p_user and home_key(full_name, address_line_1, zip_code, country) is not null
  union select 'home', home_key(concat_ws(' ', a->>'firstName', a->>'lastName'), a->>'addressLine1', a->>'postalCode', a->>'country')
    from shipments s cross join lateral (select s.address as a) x where s.user_id = p_user and a is not null
      and home_key(concat_ws(' ', a->>'firstName', a->>'lastName'), a->>'addressLine1', a->>'postalCode', a->>'country') is not null
$$;
comment on function likenesses_of(uuid) is 'Lists the traits by which the shop recognizes a person: verified mailbox, cards, and the last name with each address of the profile and of parcels.';
revoke execute on function likenesses_of(uuid) from public;
grant execute on function likenesses_of(uuid) to felt_and_foil_app;
