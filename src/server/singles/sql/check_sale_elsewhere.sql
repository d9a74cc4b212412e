-- A card that another shop sold must have been listed there, and must be marked as sold there by the end of the
-- transaction.
create or replace function check_sale_elsewhere()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from house_cards h where h.id = new.house_card_id and h.state = 'sold_elsewhere'
    and h.listed_elsewhere = new.shop and h.exited_at = new.sold_at) then
    return null;
  end if;
  raise exception 'Card % of the house was not sold by %', new.house_card_id, new.shop using errcode = 'restrict_violation';
end
$$;
comment on function check_sale_elsewhere() is 'A card that another shop sold must have been listed there, and must be marked as sold there by the end of the transaction.';
revoke execute on function check_sale_elsewhere() from public;

create constraint trigger sales_elsewhere_are_of_listed after insert on sales_elsewhere
deferrable initially deferred for each row execute function check_sale_elsewhere();
