DROP INDEX "mails_by_age";--> statement-breakpoint
CREATE INDEX "mails_of_state" ON "mails" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_words" ON "mails" USING gin (lower("to_address" || ' ' || "subject" || ' ' || "kind") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_by_age" ON "mails" USING btree ("created_at","id");