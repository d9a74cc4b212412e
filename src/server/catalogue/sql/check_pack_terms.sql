-- A new price or a new limit per user of a pack type needs an operator's audit entry about the change.
-- The entry may be about one type or many. A price that was recorded for the end of a drop takes effect without another
-- entry.
create or replace function check_pack_terms()
returns trigger
language plpgsql
as $$
declare
  terms jsonb := jsonb_build_object('purchaseLimit', new.purchase_limit, 'price', new.price / 100.0);
begin
  if acts_as_owner() or new.price = old.next_price and new.next_price is null and new.purchase_limit is not distinct from old.purchase_limit then
    return null;
  end if;
  if new.next_price is distinct from old.next_price then
    terms := terms || jsonb_build_object('nextPrice', new.next_price / 100.0);
  end if;
  if is_recorded('change_pack_type', new.id, terms) or is_recorded_of_many('change_pack_types', new.id, terms)
    or is_recorded_of_many('undo_pack_types', new.id, terms) then
    return null;
  end if;
  raise exception 'The price and the limit of % are changed by an operator', new.id using errcode = 'restrict_violation';
end
$$;

create constraint trigger pack_types_terms_are_changed after update of price, purchase_limit, next_price on pack_types
deferrable initially deferred for each row when (new.price <> old.price or new.purchase_limit is distinct from old.purchase_limit
  or new.next_price is distinct from old.next_price) execute function check_pack_terms();
