-- The list of refunded orders finds them by what was refunded.
create index if not exists order_singles_refunded on order_singles (order_id) where refunded_at is not null;
--> statement-breakpoint
comment on index order_singles_refunded is 'The refunded orders, with those of order_lines_refunded.';
