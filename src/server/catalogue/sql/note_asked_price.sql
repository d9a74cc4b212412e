-- Records each price of a type and its time. The price is null while the type is not for sale.
-- Outside of a demo, only this trigger writes the price history, so nobody can make up a former price.
create or replace function note_asked_price()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into asked_prices (pack_type_id, since, price)
  values (new.id, shop_now(), case when new.is_available then new.price end)
  on conflict (pack_type_id, since) do update set price = excluded.price;
  return null;
end
$$;
revoke execute on function note_asked_price() from public;

create or replace trigger pack_types_note_new_price after insert on pack_types
for each row execute function note_asked_price();
create or replace trigger pack_types_note_asked_price after update on pack_types
for each row when (old.price <> new.price or old.is_available <> new.is_available) execute function note_asked_price();
