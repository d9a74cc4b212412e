CREATE INDEX "refunds_due" ON "refunds" USING btree ("created_at") WHERE "refunds"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "stripe_events_of_intent" ON "stripe_events" USING btree ("intent_id","received_at");--> statement-breakpoint
CREATE INDEX "reservations_held" ON "reservations" USING btree ("id") WHERE "reservations"."state" = 'held';--> statement-breakpoint
CREATE INDEX "discount_codes_by_time" ON "discount_codes" USING btree ("created_at","code");--> statement-breakpoint
CREATE INDEX "order_lines_refunded" ON "order_lines" USING btree ("order_id") WHERE "order_lines"."refunded" > 0;--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_method" ON "orders" USING btree ("payment_method","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_discount_code" ON "orders" USING btree (upper("discount_code"),"created_at") WHERE "orders"."discount_code" is not null;--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at","id") WHERE "orders"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "openings_by_time" ON "openings" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "journals_by_time" ON "journals" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "journals_of_kind" ON "journals" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "transfers_by_time" ON "transfers" USING btree ("created_at");