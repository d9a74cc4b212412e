-- A card that is marked as sold in another shop must have a row in `sales_elsewhere`, which says what it was sold for.
create or replace function check_sold_elsewhere()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from sales_elsewhere s where s.house_card_id = new.id and s.shop = new.listed_elsewhere) then
    return null;
  end if;
  raise exception 'Card % of the house is sold elsewhere without a sale', new.id using errcode = 'restrict_violation';
end
$$;
comment on function check_sold_elsewhere() is 'A card that is marked as sold in another shop must have a row in `sales_elsewhere`, which says what it was sold for.';
revoke execute on function check_sold_elsewhere() from public;

create constraint trigger house_cards_sold_elsewhere_have_sales after update on house_cards
deferrable initially deferred for each row when (new.state = 'sold_elsewhere'::text and old.state <> 'sold_elsewhere'::text) execute function check_sold_elsewhere();
