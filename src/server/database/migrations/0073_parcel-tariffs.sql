-- What parcels cost: a version for each time an admin saved it, never changed, from an instant on. The newest that has begun
-- holds; without any, what the product says (domain/parcel-tariff.ts, docs/choices.md 330).
create table parcel_tariffs (
  version int primary key,
  starts_at timestamptz not null default shop_clock(),
  card_grams int not null,
  packaging_grams int not null,
  customs_description text not null,
  hs_code text not null,
  origin_country text,
  sender jsonb,
  made_by_id uuid references users (id),
  made_at timestamptz not null default shop_clock(),
  constraint parcel_tariffs_versions_begin_at_one check (version > 0),
  constraint parcel_tariffs_weights check (card_grams between 1 and 1000 and packaging_grams between 0 and 30000),
  constraint parcel_tariffs_hs_code_is_digits check (hs_code ~ '^[0-9]{6,10}$'),
  constraint parcel_tariffs_origin_is_a_country check (origin_country ~ '^[A-Z]{2}$')
);
comment on table parcel_tariffs is 'What parcels cost: a row for each time it was saved, the newest that has begun holds. Never changed, nor are its zones and services.';
comment on column parcel_tariffs.version is 'Counts up by one. Who saves names the one they saw, so that of two at once one is refused.';
comment on column parcel_tariffs.starts_at is 'From then on it holds, and every version before it never again.';
comment on column parcel_tariffs.card_grams is 'Of one card as it is packed.';
comment on column parcel_tariffs.packaging_grams is 'Of all that is around the cards of a parcel.';
comment on column parcel_tariffs.hs_code is 'Of the Harmonized System, for customs forms.';
comment on column parcel_tariffs.origin_country is 'Where the cards were made, for customs forms; null: written by hand.';
comment on column parcel_tariffs.sender is 'Where parcels come from, for labels and customs forms; null: nobody has said.';
comment on column parcel_tariffs.made_by_id is 'Null: by the command line.';

create table parcel_zones (
  version int not null references parcel_tariffs (version),
  position int not null,
  name text not null,
  places text[] not null,
  constraint parcel_zones_pkey primary key (version, position),
  constraint parcel_zones_name_is_a_line check (name = btrim(name) and name <> '' and length(name) <= 60),
  constraint parcel_zones_places_are_few check (cardinality(places) <= 250)
);
comment on table parcel_zones is 'Where parcels go for the same, in the order in which they are shown.';
comment on column parcel_zones.places is 'Countries, as CA, and parts of Canada and the USA, as CA-NS. None: everywhere that no other zone names.';

create table parcel_services (
  version int not null,
  zone int not null,
  position int not null,
  key text not null,
  name text not null,
  delivery text not null,
  base_fee bigint not null,
  cards_included int not null,
  further_card_fee bigint not null,
  weight_most int,
  free_from bigint,
  cover_included bigint not null,
  cover_most bigint not null,
  cover_fee bigint not null,
  constraint parcel_services_pkey primary key (version, zone, position),
  constraint parcel_services_key_once unique (version, zone, key),
  constraint parcel_services_of_zone foreign key (version, zone) references parcel_zones (version, position),
  constraint parcel_services_prices check (base_fee > 0 and further_card_fee >= 0 and cover_fee >= 0 and cards_included > 0),
  constraint parcel_services_limits check (weight_most > 0 and free_from >= 0),
  constraint parcel_services_cover check (cover_included >= 0 and cover_most >= cover_included)
);
comment on table parcel_services is 'The ways to send a parcel to a zone, and what each costs. Money in cents, weight in grams.';
comment on column parcel_services.key is 'What it is called for good: a parcel that waits finds its service by it.';
comment on column parcel_services.cards_included is 'How many cards the base fee covers; each further one costs further_card_fee.';
comment on column parcel_services.weight_most is 'Of the heaviest parcel; null: any.';
comment on column parcel_services.free_from is 'The cards'' market value from which it costs nothing but insurance; null: never.';
comment on column parcel_services.cover_included is 'Insured at no charge up to this value.';
comment on column parcel_services.cover_most is 'Insured at most, for cover_fee for each 100.00 begun beyond what is included.';

-- What a version says is said with it: a price that joined later would change what was quoted by it.
create function check_parcel_tariff_part() returns trigger language plpgsql as $$
begin
  if not exists (
    select from parcel_tariffs where version = new.version and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'A version of what parcels cost is saved as a whole' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function check_parcel_tariff_part() is 'Zones and services are saved in the transaction of their version.';
create trigger parcel_zones_with_version before insert on parcel_zones
  for each row execute function check_parcel_tariff_part();
create trigger parcel_services_with_version before insert on parcel_services
  for each row execute function check_parcel_tariff_part();

create trigger parcel_tariffs_never_change before update or delete or truncate on parcel_tariffs
  for each statement execute function refuse_change();
create trigger parcel_zones_never_change before update or delete or truncate on parcel_zones
  for each statement execute function refuse_change();
create trigger parcel_services_never_change before update or delete or truncate on parcel_services
  for each statement execute function refuse_change();
revoke update, delete on parcel_tariffs, parcel_zones, parcel_services from felt_and_foil_app;
create trigger parcel_tariffs_note_new after insert on parcel_tariffs
  for each statement execute function note_shop();
