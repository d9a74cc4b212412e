-- Protects a code's terms against changes, because these terms decided the prices of orders.
create or replace function keep_discount_terms()
returns trigger
language plpgsql
as $$
begin
  raise exception 'The terms of a discount code never change' using errcode = 'check_violation';
end
$$;
revoke execute on function keep_discount_terms() from public;

create or replace trigger discount_codes_keep_terms before update on discount_codes
for each row when ((old.code, old.percent, old.amount_off, old.uses_per_person, old.least_order, old.is_free) is distinct from (new.code, new.percent, new.amount_off, new.uses_per_person, new.least_order, new.is_free)) execute function keep_discount_terms();
