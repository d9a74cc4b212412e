-- Checks that only an operator sets a price by hand, and that the audit log has an entry about it.
create or replace function check_price_by_hand()
returns trigger
language plpgsql
as $$
begin
  if acts_as_owner()
    or is_recorded('set_price', new.card_id::text, jsonb_build_object('amount', new.amount_minor / 100.0)) then
    return null;
  end if;
  raise exception 'A price by hand is set by an operator' using errcode = 'restrict_violation';
end
$$;

create constraint trigger price_observations_by_hand after insert on price_observations
deferrable initially deferred for each row when (new.source ~~ 'manual%'::text) execute function check_price_by_hand();
