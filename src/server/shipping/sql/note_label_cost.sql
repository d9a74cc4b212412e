-- Records what a parcel's label cost, for the margins. A label in another currency than CAD counts as one of unknown cost.
create or replace function note_label_cost()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into margin_due (month, day, line, figure, amount)
  select date_trunc('month', new.bought_at at time zone 'UTC')::date, (new.bought_at at time zone 'UTC')::date, 'parcels', f.figure, f.amount
  from (values
    ('labels', case when new.currency = 'CAD' then -new.amount_minor end),
    ('labels_without_cost', case when new.currency <> 'CAD' then 1 end)
  ) f (figure, amount) where f.amount is not null;
  return null;
end $$;
comment on function note_label_cost() is 'Records what a parcel''s label cost, for the margins.';
revoke execute on function note_label_cost() from public;

create or replace trigger shipment_labels_note_cost after update on shipment_labels
for each row when (old.bought_at is null and new.bought_at is not null) execute function note_label_cost();
