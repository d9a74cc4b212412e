-- Types, cards and reservations are dated by the shop's clock. A type's last change is compared with when its packs were
-- reserved, so they go together.
alter table cards alter column created_at set default shop_now(), alter column updated_at set default shop_now();
--> statement-breakpoint
alter table pack_types alter column created_at set default shop_now(), alter column updated_at set default shop_now();
--> statement-breakpoint
alter table reservations alter column created_at set default shop_now();
