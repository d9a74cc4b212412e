-- Labels are bought of a carrier, outside any transaction. What it calls the parcel is written down before anything is
-- bought, so a label whose answer was lost is found there and not bought twice (docs/choices.md 336).
create table shipment_labels (
  shipment_id uuid primary key references shipments (id),
  carrier_shipment_id text not null unique,
  asked_at timestamptz not null default shop_now(),
  carrier text,
  service text,
  tracking_number text,
  label_url text,
  amount_minor bigint,
  currency text,
  bought_at timestamptz,
  constraint shipment_labels_are_whole check (num_nonnulls(carrier, service, tracking_number, label_url, amount_minor, currency, bought_at) in (0, 7)),
  constraint shipment_labels_cost_something check (amount_minor >= 0 and currency ~ '^[A-Z]{3}$')
);
comment on table shipment_labels is 'What the carrier calls a parcel, and the label that was bought for it.';
comment on column shipment_labels.bought_at is 'Null, as all that a label has: none was bought yet.';
comment on column shipment_labels.amount_minor is 'What the carrier took, in hundredths of its own currency. Not in the ledger: it is paid to the carrier elsewhere.';
create function check_shipment_label() returns trigger language plpgsql as $$
begin
  if old.bought_at is not null or (new.shipment_id, new.carrier_shipment_id, new.asked_at)
      is distinct from (old.shipment_id, old.carrier_shipment_id, old.asked_at) then
    raise exception 'A label that was bought stays as it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function check_shipment_label() is 'A parcel has one label of one carrier, for good.';
create trigger shipment_labels_check before update on shipment_labels
  for each row execute function check_shipment_label();
create trigger shipment_labels_never_deleted before delete or truncate on shipment_labels
  for each statement execute function refuse_change();
