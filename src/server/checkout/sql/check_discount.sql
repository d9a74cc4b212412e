-- Checks that an order's discount matches the terms of its code (`quoteOrder`, domain/pricing.ts).
-- Locks the code, so that two concurrent orders of one user are counted one after the other. A caller that counts a use has already locked the code.
create or replace function check_discount()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  terms discount_codes;
begin
  if new.discount_code is null then
    if new.discount > 0 then
      raise exception 'A discount has its code' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  select * into terms from discount_codes where code = upper(new.discount_code) for update;
  if not found then
    raise exception 'A discount has its code' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.subtotal < terms.least_order then
      raise exception 'The order is smaller than its discount code asks for' using errcode = 'check_violation';
    end if;
    if new.discount > coalesce(terms.amount_off, (new.subtotal * terms.percent + 50) / 100) then
      raise exception 'The discount is more than its code gives' using errcode = 'check_violation';
    end if;
    if not terms.is_free and new.discount > greatest(new.subtotal - 50, 0) then
      raise exception 'A discount that is no gift leaves CAD 0.50' using errcode = 'check_violation';
    end if;
  end if;
  if terms.uses_per_person <= (
    select count(*) from orders o left join reservations r on r.id = o.id
    where o.user_id = new.user_id and o.id <> new.id and upper(o.discount_code) = terms.code
      and (o.paid_at is not null or r.state = 'held')
  ) then
    raise exception 'This person has used the discount code as often as one may' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
revoke execute on function check_discount() from public;

create or replace trigger orders_check_discount_when_paid before update of paid_at on orders
for each row when (old.paid_at is null and new.paid_at is not null) execute function check_discount();
create or replace trigger orders_check_discount before insert on orders
for each row when (new.discount_code is not null or new.discount > 0) execute function check_discount();
