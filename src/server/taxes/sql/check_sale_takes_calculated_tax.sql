-- Checks that a sale charges exactly the taxes of its calculation, line by line, for the same price.
-- Runs at the end of the transaction, because the sale is written after its taxes are charged.
create or replace function check_sale_takes_calculated_tax()
returns trigger
language plpgsql
as $$
begin
  if new.sale_id is null or exists (
    select from orders o where new.sells = 'packs' and o.id = new.sale_id
      and (o.user_id, o.subtotal - o.discount, o.tax, o.taxes, o.region) is not distinct from (new.user_id, new.taxable, new.tax, new.taxes, new.region)
    union all
    select from shipments s where new.sells = 'parcel' and s.id = new.sale_id
      and (s.user_id, s.base_fee + s.weight_fee + s.insurance_fee - s.reduction, s.tax, coalesce(s.taxes, '[]'), s.region)
        is not distinct from (new.user_id, new.taxable, new.tax, new.taxes, new.region)
  ) then
    return null;
  end if;
  raise exception 'A sale takes the tax that was calculated for it'
    using errcode = 'restrict_violation', constraint = 'sale_takes_calculated_tax';
end $$;
comment on function check_sale_takes_calculated_tax() is 'Checks that a sale charges exactly the taxes of its calculation, line by line, for the same price.';

create constraint trigger sale_takes_calculated_tax after insert or update of sale_id on tax_calculations
deferrable initially deferred for each row execute function check_sale_takes_calculated_tax();
