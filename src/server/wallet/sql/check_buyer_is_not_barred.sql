-- Nothing may be sold to people on a break, or to accounts that look like those of excluded people (`domain/break.ts`).
create or replace function check_buyer_is_not_barred()
returns trigger
language plpgsql
set search_path to 'public', 'pg_temp'
as $$
declare
  bar jsonb := (select sale_bar(p.user_id) from placed p where sale_bar(p.user_id) is not null limit 1);
begin
  if bar is not null then
    raise exception 'Nothing is sold to this account' using errcode = 'check_violation',
      constraint = case bar->>'why' when 'break' then 'nothing_sold_on_a_break' else 'nothing_sold_to_barred_accounts' end;
  end if;
  return null;
end
$$;
comment on function check_buyer_is_not_barred() is 'Nothing may be sold to people on a break, or to accounts that look like those of excluded people.';
revoke execute on function check_buyer_is_not_barred() from public;

create or replace trigger orders_are_sold_to_others after insert on orders
referencing new table as placed for each statement execute function check_buyer_is_not_barred();
create or replace trigger top_ups_are_sold_to_others after insert on top_ups
referencing new table as placed for each statement execute function check_buyer_is_not_barred();
