-- A type's price can't change while its drop is announced or on sale, because the drop's manifest names the price.
create or replace function keep_drop_price()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from drops where pack_type_id = new.id and state in ('published', 'open', 'paused')) then
    raise exception 'The price of % is fixed by its drop', new.id
      using errcode = 'restrict_violation', constraint = 'drop_keeps_its_price';
  end if;
  return new;
end
$$;
revoke execute on function keep_drop_price() from public;

create or replace trigger pack_types_keep_drop_price before update of price on pack_types
for each row when (new.price <> old.price) execute function keep_drop_price();
