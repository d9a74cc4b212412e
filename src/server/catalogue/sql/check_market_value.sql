-- A card's value must match a source's price of the day to which the value is dated.
-- Checks only plausible bounds, because the exchange rates to CAD are settings.
create or replace function check_market_value()
returns trigger
language plpgsql
as $$
begin
  if exists (
    select from price_observations o
    where o.card_id = new.id and o.observed_on = new.priced_on and case o.currency
      when 'CAD' then new.market_value = o.amount_minor
      else new.market_value between floor(o.amount_minor * 0.5) and ceil(o.amount_minor * 3.0)
    end
  ) or acts_as_owner() then
    return new;
  end if;
  raise exception 'No source tells that card % is worth %', new.id, new.market_value using errcode = 'restrict_violation';
end
$$;

create or replace trigger cards_begin_without_value before insert on cards
for each row when (new.market_value > 0) execute function check_market_value();
create or replace trigger cards_worth_their_price before update of market_value on cards
for each row when (new.market_value <> old.market_value) execute function check_market_value();
