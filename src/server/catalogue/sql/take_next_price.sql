-- Gives a type the price that an operator recorded for the end of its drop.
-- Locks the type first, so that an operator's change of the price finds the drop either on sale or over (choice 975).
create or replace function take_next_price(p_pack_type_id text)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  perform from pack_types where id = p_pack_type_id for no key update;
  update pack_types set price = next_price, next_price = null, updated_at = shop_now()
  where id = p_pack_type_id and next_price is not null;
end
$$;
revoke execute on function take_next_price(text) from public;
