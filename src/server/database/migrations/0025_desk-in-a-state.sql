DROP INDEX "shipments_tracking_begins";--> statement-breakpoint
DROP INDEX "shipments_recipient_begins";--> statement-breakpoint
DROP INDEX "shipments_last_name_begins";--> statement-breakpoint
CREATE INDEX "shipments_in_state_tracking_begins" ON "shipments" USING btree ("state",upper(replace("tracking_number", ' ', '')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shipments_in_state_recipient_begins" ON "shipments" USING btree ("state",lower(("address" ->> 'firstName') || ' ' || ("address" ->> 'lastName')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shipments_in_state_last_name_begins" ON "shipments" USING btree ("state",lower("address" ->> 'lastName') text_pattern_ops);