-- Trusted since Postgres 13: the owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "users_by_time" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_of_role" ON "users" USING btree ("role","created_at") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "users_out_of_the_ordinary" ON "users" USING btree ("created_at") WHERE "users"."erased_at" is not null or "users"."locked_at" is not null or "users"."deletion_due_at" is not null;--> statement-breakpoint
CREATE INDEX "users_email_start" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_email_part" ON "users" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_username_part" ON "users" USING gin (lower("username") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_full_name_part" ON "users" USING gin (lower("full_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_of_action" ON "audit_log" USING btree ("action","id");