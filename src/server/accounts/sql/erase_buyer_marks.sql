-- Removes all links between an erased account and its owner’s other accounts.
create or replace function erase_buyer_marks()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  update payments set card_fingerprint = null, card_country = null
  where user_id = new.id and (card_fingerprint is not null or card_country is not null);
  update place_questions set note = 'erased' where user_id = new.id and note is not null;
  update return_requests r set reason = 'erased' from orders o where o.id = r.order_id and o.user_id = new.id;
  return null;
end
$$;

create or replace trigger users_erase_their_marks after update of erased_at on users
for each row when (new.erased_at is not null and old.erased_at is null) execute function erase_buyer_marks();
