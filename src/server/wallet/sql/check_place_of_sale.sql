-- Nothing may be sold to a buyer who lives in a closed place, or whose residence in such a place is an open question.
-- What counts is the buyer's place when the payment begins (`domain/sales-places.ts`).
create or replace function check_place_of_sale()
returns trigger
language plpgsql
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from placed where lives_in is not null and (is_closed_place(lives_in) or exists (
    select from place_questions q
    where q.user_id = placed.user_id and q.closed_at is null and is_closed_place(q.region)
  ))) then
    raise exception 'The shop does not sell where the buyer lives' using errcode = 'check_violation', constraint = 'sold_where_the_shop_sells';
  end if;
  return null;
end
$$;
comment on function check_place_of_sale() is 'Nothing may be sold to a buyer who lives in a closed place, or whose residence in such a place is an open question.';
revoke execute on function check_place_of_sale() from public;

create or replace trigger orders_are_sold_in_open_places after insert on orders
referencing new table as placed for each statement execute function check_place_of_sale();
create or replace trigger top_ups_are_sold_in_open_places after insert on top_ups
referencing new table as placed for each statement execute function check_place_of_sale();
