-- A shipment’s fields don't change, and its price is the quoted price.
-- If a shipment was added to a parcel, it stays in this parcel.
create or replace function check_shipment()
returns trigger
language plpgsql
as $$
declare
  quote shipping_quotes;
  parcel shipments;
begin
  if tg_op = 'INSERT' then
    if new.state not in ('unpaid', 'requested') then
      raise exception 'A shipment begins unpaid or requested' using errcode = 'restrict_violation';
    end if;
    if new.quote_id is null and new.base_fee > 0 then
      raise exception 'A shipment has a quote' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
    select * into quote from shipping_quotes where id = new.quote_id;
    if (quote.user_id, quote.base_fee, quote.weight_fee, quote.insurance_fee, quote.reduction, quote.insured_value, quote.goes_with_id)
        is distinct from (new.user_id, new.base_fee, new.weight_fee, new.insurance_fee, new.reduction, new.insured_value, new.goes_with_id)
        and new.quote_id is not null then
      raise exception 'A shipment costs what its quote says' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
    if quote.expires_at < shop_now() then
      raise exception 'This quote is no longer good' using errcode = 'restrict_violation', constraint = 'shipment_costs_its_quote';
    end if;
  else
    if (new.id, new.user_id, new.payment_method, new.base_fee, new.weight_fee, new.created_at,
        new.quote_id, new.insurance_fee, new.reduction, new.insured_value, new.goes_with_id, new.tax, new.taxes, new.region)
        is distinct from (old.id, old.user_id, old.payment_method, old.base_fee, old.weight_fee, old.created_at,
        old.quote_id, old.insurance_fee, old.reduction, old.insured_value, old.goes_with_id, old.tax, old.taxes, old.region) then
      raise exception 'A shipment keeps its owner, its fee and how it is paid'
        using errcode = 'restrict_violation', constraint = 'shipment_keeps_its_fee';
    end if;
    if new.state <> old.state and new.state in ('packed', 'shipped') and account_pause(new.user_id) is not null then
      raise exception 'The account of % is paused', new.user_id
        using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
    end if;
    if new.state <> old.state and new.state in ('packed', 'shipped') and exists (
      select from parcel_holds h where h.shipment_id = coalesce(new.goes_with_id, new.id) and h.released_at is null
    ) then
      raise exception 'Shipment % is held until somebody has looked into it', new.id
        using errcode = 'restrict_violation', constraint = 'held_parcel_waits';
    end if;
    if new.address is distinct from old.address and new.address is not null
      and old.state not in ('unpaid', 'lapsed', 'requested') then
      raise exception 'A shipment that is packed keeps its address' using errcode = 'restrict_violation';
    end if;
    if new.state = 'cancelled' and old.state <> 'cancelled' and exists (
      select from shipments where goes_with_id = new.id and state in ('requested', 'packed')
    ) then
      raise exception 'What was put into a parcel is cancelled before it' using errcode = 'restrict_violation';
    end if;
    if new.state = 'lost' and old.state <> 'lost' and not exists (
      select from parcel_losses l where l.shipment_id = new.id and l.user_id = new.user_id
    ) then
      raise exception 'Shipment % is lost without a booked loss', new.id
        using errcode = 'restrict_violation', constraint = 'lost_parcel_has_its_loss';
    end if;
    if new.state = old.state then
      return new;
    end if;
  end if;
  if new.goes_with_id is not null and new.state in ('unpaid', 'requested', 'packed', 'shipped', 'delivered', 'lost') then
    select * into parcel from shipments where id = new.goes_with_id;
    if parcel.user_id <> new.user_id or parcel.goes_with_id is not null then
      raise exception 'Cards are put into a parcel of their owner' using errcode = 'restrict_violation';
    end if;
    if parcel.state <> (case new.state when 'unpaid' then 'requested' else new.state end) then
      raise exception 'A parcel that is % takes in nothing that is %', parcel.state, new.state using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end
$$;

create or replace trigger shipments_check before insert or update on shipments
for each row execute function check_shipment();
