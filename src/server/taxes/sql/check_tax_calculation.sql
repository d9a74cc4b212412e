-- Checks that a calculation’s values never change, that only one sale uses it, and that it is recorded only once.
create or replace function check_tax_calculation()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    if old.recorded_as is not null or old.good_until >= shop_now() then
      raise exception 'A calculation that is good, or that was recorded, is kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.user_id, new.provider_id, new.sells, new.taxable, new.tax_code, new.region, new.tax, new.taxes, new.made_at,
      new.good_until, new.expires_at)
      is distinct from (old.id, old.user_id, old.provider_id, old.sells, old.taxable, old.tax_code, old.region, old.tax, old.taxes,
      old.made_at, old.good_until, old.expires_at)
      or (new.postal_code is distinct from old.postal_code and new.postal_code is not null)
      or (new.sale_id is distinct from old.sale_id and old.sale_id is not null)
      or (new.recorded_as is distinct from old.recorded_as and old.recorded_as is not null)
      or (new.line_item is distinct from old.line_item and old.line_item is not null) then
    raise exception 'What a tax provider said does not change' using errcode = 'restrict_violation';
  end if;
  if new.sale_id is not null and old.sale_id is null and old.good_until < shop_now() then
    raise exception 'These taxes are too old to sell by' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function check_tax_calculation() is 'Checks that a calculation''s values never change, that only one sale uses it, and that it is recorded only once.';

create or replace trigger tax_calculations_keep before delete or update on tax_calculations
for each row execute function check_tax_calculation();
