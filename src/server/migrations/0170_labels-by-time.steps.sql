-- A label for many parcels at once is bought as the last one for a like parcel.
create index if not exists shipment_labels_by_time on shipment_labels (bought_at desc) where bought_at is not null;
