-- What packs cost the shop: a row for each pack of which somebody said so. Never a transfer, because suppliers are paid elsewhere.
create table pack_costs (
  pack_id uuid not null,
  cost bigint not null,
  tax bigint not null default 0,
  invoice text,
  recorded_at timestamptz not null default shop_now(),
  recorded_by_id uuid,
  constraint pack_costs_pkey primary key (pack_id),
  constraint pack_costs_pack_id_fkey foreign key (pack_id) references physical_packs (id),
  constraint pack_costs_recorded_by_id_fkey foreign key (recorded_by_id) references users (id),
  constraint pack_costs_not_negative check (cost >= 0 and tax >= 0),
  constraint pack_costs_invoice_length check (length(invoice) between 1 and 80)
);
comment on table pack_costs is 'What packs cost the shop, in cents. A pack without a row: nobody said so. Its supplier is in pack_suppliers.';
comment on column pack_costs.cost is 'Before taxes.';
comment on column pack_costs.tax is 'The taxes on it, which are no cost of the pack.';
comment on column pack_costs.recorded_by_id is 'Null: recorded at the command line.';
revoke all on pack_costs from felt_and_foil_app;
grant select, insert, update on pack_costs to felt_and_foil_app;

-- Costs can be recorded or corrected later, with the supplier.
grant update on pack_suppliers to felt_and_foil_app;
