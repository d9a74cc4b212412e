-- The tax of a sale, line by line, where it was one number; an account for each tax that a seller pays on; and a parcel's
-- fee can be taxed as well. The lines stand on the sale itself: they are written and read with it, and never alone.
alter table orders
  add column taxes jsonb,
  add column region text;
--> statement-breakpoint
alter table orders
  add constraint orders_taxes_add_up check (
    taxes is null or jsonb_typeof(taxes) = 'array' and jsonb_array_length(taxes) <= 4
      and tax = coalesce((taxes->0->>'amount')::bigint, 0) + coalesce((taxes->1->>'amount')::bigint, 0)
        + coalesce((taxes->2->>'amount')::bigint, 0) + coalesce((taxes->3->>'amount')::bigint, 0)),
  add constraint orders_region_form check (region ~ '^[A-Z]{2}(-[A-Z]{2})?$');
--> statement-breakpoint
comment on column orders.taxes is 'A list of {name, rate, amount, account}: each tax, its rate as a fraction, what it came to in cents, and where that was booked. Null: from before they were written down; then its tax was one, in house:tax.';
--> statement-breakpoint
comment on column orders.region is 'Where it was supplied, as its taxes were told: CA-NS, or a country. Null: there was one rate for all.';
--> statement-breakpoint
alter table shipments
  add column tax bigint not null default 0,
  add column taxes jsonb,
  add column region text;
--> statement-breakpoint
alter table shipments
  add constraint shipments_taxes_add_up check (
    taxes is null and tax = 0 or jsonb_typeof(taxes) = 'array' and jsonb_array_length(taxes) <= 4 and tax >= 0
      and tax = coalesce((taxes->0->>'amount')::bigint, 0) + coalesce((taxes->1->>'amount')::bigint, 0)
        + coalesce((taxes->2->>'amount')::bigint, 0) + coalesce((taxes->3->>'amount')::bigint, 0)),
  add constraint shipments_region_form check (region ~ '^[A-Z]{2}(-[A-Z]{2})?$');
--> statement-breakpoint
comment on column shipments.tax is 'On its fee; the sum of its lines.';
--> statement-breakpoint
comment on column shipments.taxes is 'As of orders. Null: none.';
--> statement-breakpoint
comment on column shipments.region is 'The region of its address, where taxes go by that. Null: parcels took no tax.';
--> statement-breakpoint

insert into ledger_accounts (id) values
  ('house:tax_gst'), ('house:tax_hst'), ('house:tax_qst'), ('house:tax_pst_bc'), ('house:tax_pst_sk'), ('house:tax_rst_mb'),
  ('house:tax_other');
--> statement-breakpoint
-- Parcels pay tax, and get it back when they are cancelled.
insert into permitted_transfers (kind, debit, credit) values
  ('shipping_fee', 'house:card_clearing', 'house:tax'),
  ('shipping_fee', 'user', 'house:tax'),
  ('refund', 'house:tax', 'user');
--> statement-breakpoint
-- Whatever the one account of tax may do, each of the others may.
insert into permitted_transfers (kind, debit, credit)
select p.kind, replace(p.debit, 'house:tax', a.id), replace(p.credit, 'house:tax', a.id)
from permitted_transfers p, (values ('house:tax_gst'), ('house:tax_hst'), ('house:tax_qst'), ('house:tax_pst_bc'),
  ('house:tax_pst_sk'), ('house:tax_rst_mb'), ('house:tax_other')) as a (id)
where 'house:tax' in (p.debit, p.credit);
--> statement-breakpoint
alter table refund_parts
  drop constraint refund_parts_account_known,
  add constraint refund_parts_account_known check (account in
    ('house:sales', 'house:tax', 'house:tax_gst', 'house:tax_hst', 'house:tax_qst', 'house:tax_pst_bc', 'house:tax_pst_sk',
     'house:tax_rst_mb', 'house:tax_other', 'house:fees', 'house:shipping', 'house:losses', 'user'));
--> statement-breakpoint
alter table dispute_parts
  drop constraint dispute_parts_account_known,
  add constraint dispute_parts_account_known check (account in
    ('house:sales', 'house:tax', 'house:tax_gst', 'house:tax_hst', 'house:tax_qst', 'house:tax_pst_bc', 'house:tax_pst_sk',
     'house:tax_rst_mb', 'house:tax_other', 'house:fees', 'house:shipping'));
