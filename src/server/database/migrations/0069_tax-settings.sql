-- Which taxes the shop takes: one row for each time an admin saved them, never changed, as shop_settings. Without any, one
-- rate for all holds, which the environment says (docs/choices.md, 310).
create table tax_settings (
  version int primary key,
  rule text not null,
  flat_name text not null,
  flat_rate numeric(7, 6) not null,
  elsewhere_rate numeric(7, 6) not null,
  packs_supplied_at text not null,
  seller_region text,
  registrations jsonb not null,
  made_by_id uuid references users (id),
  made_at timestamptz not null default shop_clock(),
  constraint tax_settings_versions_begin_at_one check (version > 0),
  constraint tax_settings_rule_known check (rule in ('flat', 'places')),
  constraint tax_settings_name_is_a_line check (flat_name = btrim(flat_name) and flat_name <> '' and length(flat_name) <= 20),
  constraint tax_settings_rates_are_fractions check (flat_rate between 0 and 0.3 and elsewhere_rate between 0 and 0.3),
  constraint tax_settings_place_known check (packs_supplied_at in ('buyer', 'seller')),
  constraint tax_settings_region_form check (seller_region ~ '^[A-Z]{2}(-[A-Z]{2})?$'),
  constraint tax_settings_seller_is_somewhere check (seller_region is not null or rule = 'flat' or packs_supplied_at = 'buyer'),
  constraint tax_settings_registrations_are_a_list check (jsonb_typeof(registrations) = 'array')
);
--> statement-breakpoint
comment on table tax_settings is 'Which taxes the shop takes: a row for each time they were saved, the newest holds. Never changed.';
--> statement-breakpoint
comment on column tax_settings.version is 'Counts up by one. Who saves names the one they saw, so that of two at once one is refused.';
--> statement-breakpoint
comment on column tax_settings.rule is '`flat`: one rate for all. `places`: by the table of the place.';
--> statement-breakpoint
comment on column tax_settings.flat_name is 'What the tax of `flat`, and of places outside Canada, is called on receipts.';
--> statement-breakpoint
comment on column tax_settings.elsewhere_rate is 'With `places`: of places that are not in the table.';
--> statement-breakpoint
comment on column tax_settings.packs_supplied_at is 'Where a pack is supplied that is opened and kept at the shop: to the `buyer` where they live, or where the `seller` keeps it.';
--> statement-breakpoint
comment on column tax_settings.seller_region is 'Where the shop is: CA-NS, or a country.';
--> statement-breakpoint
comment on column tax_settings.registrations is 'A list of {register, number, since}: which taxes the seller takes, under which number, from which day on.';
--> statement-breakpoint
comment on column tax_settings.made_by_id is 'Null: by the command line.';
--> statement-breakpoint
create trigger tax_settings_never_change before update or delete or truncate on tax_settings
for each statement execute function refuse_change();
--> statement-breakpoint
revoke update, delete on tax_settings from felt_and_foil_app;
--> statement-breakpoint
create trigger tax_settings_note_new after insert on tax_settings
  for each statement execute function note_shop();
