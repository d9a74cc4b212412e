-- The orders that lists offer beside the newest first.
create index if not exists pack_types_by_name on pack_types (search_key(name), id);
--> statement-breakpoint
create index if not exists pack_types_by_price on pack_types (price, id);
--> statement-breakpoint
create index if not exists orders_by_total on orders (total, id);
--> statement-breakpoint
-- Who has a role that was made in this shop.
create index if not exists users_staff_role on users (staff_role_id) where staff_role_id is not null;
