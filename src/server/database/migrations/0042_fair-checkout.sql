-- What a discount code asks for. Codes of before ask for nothing.
alter table discount_codes
  add column uses_per_person integer,
  add column least_order bigint,
  add column is_free boolean not null default false,
  add constraint discount_codes_uses_per_person check (uses_per_person > 0),
  add constraint discount_codes_least_order_positive check (least_order > 0);
comment on column discount_codes.uses_per_person is 'Orders of one person that may use it; null = no limit.';
comment on column discount_codes.least_order is 'The smallest subtotal that it is for, in cents; null = any.';
comment on column discount_codes.is_free is 'It may take everything off; otherwise 50 cents of the subtotal remain.';

-- An order is priced by the terms of its code, so they stay what they were.
create function keep_discount_terms() returns trigger
language plpgsql as $$
begin
  raise exception 'The terms of a discount code never change' using errcode = 'check_violation';
end
$$;
create trigger discount_codes_keep_terms before update on discount_codes for each row
when ((old.code, old.percent, old.amount_off, old.uses_per_person, old.least_order, old.is_free)
  is distinct from (new.code, new.percent, new.amount_off, new.uses_per_person, new.least_order, new.is_free))
execute function keep_discount_terms();

revoke delete on discount_codes from felt_and_foil_app;

-- What an order takes off is what its code allows. The code is locked, so that two orders of one person at the same
-- moment are counted one after the other; whoever counts its use has it locked already.
create function check_discount() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger orders_check_discount before insert on orders for each row execute function check_discount();
create trigger orders_check_discount_when_paid before update of paid_at on orders for each row
when (old.paid_at is null and new.paid_at is not null) execute function check_discount();

revoke execute on function keep_discount_terms(), check_discount() from public;
