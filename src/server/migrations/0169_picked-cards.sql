-- Packers scan each card that they take from its shelf, so that no parcel leaves with a wrong one.
alter table shipment_cards add column picked_at timestamptz;
comment on column shipment_cards.picked_at is 'When a packer took the card from its shelf for this parcel, and scanned it. Null: nobody did.';
