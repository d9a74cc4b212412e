-- Zones and services must be saved in the transaction that saves their version.
-- A price that was added later would change quotes that this version has already made.
create or replace function check_parcel_tariff_part()
returns trigger
language plpgsql
as $$
begin
  if not exists (
    select from parcel_tariffs where version = new.version and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'A version of what parcels cost is saved as a whole' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function check_parcel_tariff_part() is 'Zones and services must be saved in the transaction that saves their version.';

create or replace trigger parcel_zones_with_version before insert on parcel_zones
for each row execute function check_parcel_tariff_part();
create or replace trigger parcel_services_with_version before insert on parcel_services
for each row execute function check_parcel_tariff_part();
