-- A parcel has only one label of one carrier, and the label never changes.
create or replace function check_shipment_label()
returns trigger
language plpgsql
as $$
begin
  if old.bought_at is not null or (new.shipment_id, new.carrier_shipment_id, new.asked_at)
      is distinct from (old.shipment_id, old.carrier_shipment_id, old.asked_at) then
    raise exception 'A label that was bought stays as it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function check_shipment_label() is 'A parcel has only one label of one carrier, and the label never changes.';

create or replace trigger shipment_labels_check before update on shipment_labels
for each row execute function check_shipment_label();
