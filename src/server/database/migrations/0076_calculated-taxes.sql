-- Taxes that a provider tells: what it was asked and said is kept in a row, used by one sale, and told back to the provider once
-- that sale is paid (docs/product.md §17). Who takes taxes by the table has none of these rows.
alter table tax_settings
  add column pack_tax_code text not null default 'txcd_99999999',
  add column parcel_tax_code text not null default 'txcd_92010001',
  drop constraint tax_settings_rule_known;
--> statement-breakpoint
alter table tax_settings
  add constraint tax_settings_rule_known check (rule in ('flat', 'places', 'stripe')),
  add constraint tax_settings_codes_form check (pack_tax_code ~ '^txcd_\d{8}$' and parcel_tax_code ~ '^txcd_\d{8}$');
--> statement-breakpoint
comment on column tax_settings.rule is '`flat`: one rate for all. `places`: by the table of the place. `stripe`: as Stripe Tax says.';
--> statement-breakpoint
comment on column tax_settings.pack_tax_code is 'With `stripe`: what packs are there, in Stripe''s list of tax codes.';
--> statement-breakpoint
comment on column tax_settings.parcel_tax_code is 'With `stripe`: what a parcel''s fee is.';
--> statement-breakpoint
create table tax_calculations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  provider_id text not null,
  sells text not null,
  taxable bigint not null,
  tax_code text not null,
  region text not null,
  postal_code text,
  tax bigint not null,
  taxes jsonb not null,
  made_at timestamptz not null default shop_now(),
  good_until timestamptz not null,
  expires_at timestamptz not null,
  sale_id uuid,
  recorded_as text,
  line_item text,
  recorded_at timestamptz,
  constraint tax_calculations_are_told_once unique (provider_id),
  constraint tax_calculations_one_of_a_sale unique (sale_id),
  constraint tax_calculations_recorded_once unique (recorded_as),
  constraint tax_calculations_sells_known check (sells in ('packs', 'parcel')),
  constraint tax_calculations_of_something check (taxable > 0 and tax >= 0),
  constraint tax_calculations_region_form check (region ~ '^[A-Z]{2}(-[A-Z]{2})?$'),
  constraint tax_calculations_end check (made_at < good_until and good_until <= expires_at),
  constraint tax_calculations_add_up check (
    jsonb_typeof(taxes) = 'array' and jsonb_array_length(taxes) <= 4
      and tax = coalesce((taxes->0->>'amount')::bigint, 0) + coalesce((taxes->1->>'amount')::bigint, 0)
        + coalesce((taxes->2->>'amount')::bigint, 0) + coalesce((taxes->3->>'amount')::bigint, 0)),
  constraint tax_calculations_record_is_whole check (
    (recorded_as is null) = (line_item is null) and (recorded_as is null) = (recorded_at is null)
      and (recorded_as is null or sale_id is not null))
);
--> statement-breakpoint
create index tax_calculations_free on tax_calculations (user_id, made_at) where sale_id is null;
--> statement-breakpoint
create index tax_calculations_to_record on tax_calculations (made_at) where sale_id is not null and recorded_as is null;
--> statement-breakpoint
create index tax_calculations_to_forget on tax_calculations (good_until) where recorded_as is null;
--> statement-breakpoint
comment on table tax_calculations is 'What a tax provider said that a sale takes. What it says never changes; used by one sale at most; forgotten a day after its end where none came of it.';
--> statement-breakpoint
comment on column tax_calculations.provider_id is 'The provider''s own id of it, by which it is told that the sale was made.';
--> statement-breakpoint
comment on column tax_calculations.taxable is 'What it was asked of: the price without tax, in cents, after the discount.';
--> statement-breakpoint
comment on column tax_calculations.postal_code is 'As it was asked; forgotten when the sale is recorded.';
--> statement-breakpoint
comment on column tax_calculations.taxes is 'As orders.taxes.';
--> statement-breakpoint
comment on column tax_calculations.good_until is 'Until then a sale may be made by it.';
--> statement-breakpoint
comment on column tax_calculations.expires_at is 'Until then the provider takes word that the sale was made.';
--> statement-breakpoint
comment on column tax_calculations.sale_id is 'The order or shipment that takes these taxes; null: none has yet.';
--> statement-breakpoint
comment on column tax_calculations.recorded_as is 'The provider''s id of the sale that it was told of; null: it was not told yet.';
--> statement-breakpoint
comment on column tax_calculations.line_item is 'The provider''s id of what was sold in it, which a reversal names.';
--> statement-breakpoint
create function check_tax_calculation() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.recorded_as is not null or old.good_until >= shop_now() then
      raise exception 'A calculation that is good, or that was recorded, is kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.user_id, new.provider_id, new.sells, new.taxable, new.tax_code, new.region, new.tax, new.taxes, new.made_at,
      new.good_until, new.expires_at)
      is distinct from (old.id, old.user_id, old.provider_id, old.sells, old.taxable, old.tax_code, old.region, old.tax, old.taxes,
      old.made_at, old.good_until, old.expires_at)
      or (new.postal_code is distinct from old.postal_code and new.postal_code is not null)
      or (new.sale_id is distinct from old.sale_id and old.sale_id is not null)
      or (new.recorded_as is distinct from old.recorded_as and old.recorded_as is not null)
      or (new.line_item is distinct from old.line_item and old.line_item is not null) then
    raise exception 'What a tax provider said does not change' using errcode = 'restrict_violation';
  end if;
  if new.sale_id is not null and old.sale_id is null and old.good_until < shop_now() then
    raise exception 'These taxes are too old to sell by' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
comment on function check_tax_calculation() is 'A calculation keeps what it says, is used by one sale, and is recorded once.';
--> statement-breakpoint
create trigger tax_calculations_keep before update or delete on tax_calculations
  for each row execute function check_tax_calculation();
--> statement-breakpoint
create trigger tax_calculations_never_truncated before truncate on tax_calculations
  for each statement execute function refuse_change();
--> statement-breakpoint
-- At the end of the transaction: the sale is written after its taxes are taken.
create function check_sale_takes_calculated_tax() returns trigger language plpgsql as $$
begin
  if new.sale_id is null or exists (
    select from orders o where new.sells = 'packs' and o.id = new.sale_id
      and (o.user_id, o.subtotal - o.discount, o.tax, o.taxes, o.region) is not distinct from (new.user_id, new.taxable, new.tax, new.taxes, new.region)
    union all
    select from shipments s where new.sells = 'parcel' and s.id = new.sale_id
      and (s.user_id, s.base_fee + s.weight_fee + s.insurance_fee - s.reduction, s.tax, coalesce(s.taxes, '[]'), s.region)
        is not distinct from (new.user_id, new.taxable, new.tax, new.taxes, new.region)
  ) then
    return null;
  end if;
  raise exception 'A sale takes the tax that was calculated for it'
    using errcode = 'restrict_violation', constraint = 'sale_takes_calculated_tax';
end $$;
--> statement-breakpoint
comment on function check_sale_takes_calculated_tax() is 'Who uses a calculation takes its taxes, to the cent and line by line, of the same price.';
--> statement-breakpoint
create constraint trigger sale_takes_calculated_tax after insert or update of sale_id on tax_calculations
  deferrable initially deferred for each row execute function check_sale_takes_calculated_tax();
--> statement-breakpoint
create table tax_reversals (
  journal_id uuid primary key references journals (id),
  calculation_id uuid not null references tax_calculations (id),
  goods bigint not null,
  tax bigint not null,
  recorded_as text not null,
  recorded_at timestamptz not null default shop_now(),
  constraint tax_reversals_recorded_once unique (recorded_as),
  constraint tax_reversals_of_something check (goods >= 0 and tax >= 0 and goods + tax > 0)
);
--> statement-breakpoint
create index tax_reversals_of_calculation on tax_reversals (calculation_id);
--> statement-breakpoint
comment on table tax_reversals is 'What a tax provider was told that went back of a sale: one row for each journal that took tax back out of its account.';
--> statement-breakpoint
comment on column tax_reversals.goods is 'What went back without tax, in cents.';
--> statement-breakpoint
comment on column tax_reversals.recorded_as is 'The provider''s id of it.';
--> statement-breakpoint
create trigger tax_reversals_never_change before update or delete or truncate on tax_reversals
  for each statement execute function refuse_change();
--> statement-breakpoint
create table tax_problems (
  code text primary key,
  message text not null,
  times int not null default 1,
  first_at timestamptz not null default shop_now(),
  last_at timestamptz not null default shop_now(),
  constraint tax_problems_times check (times > 0)
);
--> statement-breakpoint
comment on table tax_problems is 'What went wrong with a tax provider, a row for each kind, for operators to see. No address is in it.';
--> statement-breakpoint
comment on column tax_problems.code is 'The provider''s own word, or `unreachable`.';
--> statement-breakpoint
revoke update, delete on tax_reversals from felt_and_foil_app;
