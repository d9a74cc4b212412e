-- A row changes its state only as `allowed_steps` lists (`PAYMENT_STEPS`, `DROP_STEPS` and others in domain).
-- The trigger's argument names the kind of row. These triggers come first by name on their tables, so that they take
-- their locks in the order in which a purchase takes them.
create or replace function check_step()
returns trigger
language plpgsql
as $$
declare
  was text;
  becomes text;
begin
  if tg_table_name = 'physical_cards' then
    was := old.status;
    becomes := new.status;
  else
    was := old.state;
    becomes := new.state;
  end if;
  if not exists (select from allowed_steps s where s.thing = tg_argv[0] and s.old = was and s.new = becomes) then
    raise exception 'A % can''t go from % to %', tg_argv[0], was, becomes
      using errcode = 'restrict_violation', constraint = tg_argv[0] || '_takes_its_steps';
  end if;
  return new;
end
$$;

create or replace trigger payments_allowed_step before update on payments
for each row when (new.state <> old.state) execute function check_step('payment');
create or replace trigger refunds_allowed_step before update on refunds
for each row when (new.state <> old.state) execute function check_step('refund');
create or replace trigger disputes_allowed_step before update on disputes
for each row when (new.state <> old.state) execute function check_step('dispute');
create or replace trigger shipments_allowed_step before update on shipments
for each row when (new.state <> old.state) execute function check_step('shipment');
create or replace trigger drops_allowed_step before update on drops
for each row when (new.state <> old.state) execute function check_step('drop');
create or replace trigger places_allowed_step before update on places
for each row when (new.state <> old.state) execute function check_step('pack');
create or replace trigger physical_cards_allowed_step before update on physical_cards
for each row when (new.status <> old.status) execute function check_step('card');
create or replace trigger house_cards_allowed_step before update on house_cards
for each row when (new.state <> old.state) execute function check_step('single');
