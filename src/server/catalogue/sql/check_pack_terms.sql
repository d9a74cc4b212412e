-- Only an operator changes a pack's price and its limit per user. The audit log must have an entry for the change.
create or replace function check_pack_terms()
returns trigger
language plpgsql
as $$
begin
  if acts_as_owner() or is_recorded('change_pack_type', new.id, jsonb_build_object(
    'purchaseLimit', new.purchase_limit, 'price', new.price / 100.0)) then
    return null;
  end if;
  raise exception 'The price and the limit of % are changed by an operator', new.id using errcode = 'restrict_violation';
end
$$;

create constraint trigger pack_types_terms_are_changed after update of price, purchase_limit on pack_types
deferrable initially deferred for each row when (new.price <> old.price or new.purchase_limit is distinct from old.purchase_limit) execute function check_pack_terms();
