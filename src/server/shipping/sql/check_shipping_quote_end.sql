-- No quote may be deleted before it expires.
create or replace function check_shipping_quote_end()
returns trigger
language plpgsql
as $$
begin
  if old.expires_at >= shop_now() then
    raise exception 'A quote that is still good is not forgotten' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
comment on function check_shipping_quote_end() is 'No quote may be deleted before it expires.';

create or replace trigger shipping_quotes_keep before delete on shipping_quotes
for each row execute function check_shipping_quote_end();
