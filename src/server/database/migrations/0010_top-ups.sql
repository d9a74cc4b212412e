CREATE TABLE "top_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "top_ups_amounts" CHECK ("top_ups"."amount" > 0 and "top_ups"."fee" >= 0)
);
--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "top_ups_of_user" ON "top_ups" USING btree ("user_id","created_at");--> statement-breakpoint
-- What was asked for, and at which fee, never changes.
REVOKE UPDATE, DELETE ON "top_ups" FROM felt_and_foil_app;
