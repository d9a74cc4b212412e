CREATE TABLE "pack_pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" smallint NOT NULL,
	"height" smallint NOT NULL,
	CONSTRAINT "pack_pictures_size" CHECK (octet_length("pack_pictures"."bytes") <= 5242880)
);
--> statement-breakpoint
ALTER TABLE "pack_types" ADD COLUMN "picture" text;--> statement-breakpoint
ALTER TABLE "pack_types" ADD CONSTRAINT "pack_types_picture_pack_pictures_name_fk" FOREIGN KEY ("picture") REFERENCES "public"."pack_pictures"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_by_price_day" ON "cards" USING btree ("priced_on");--> statement-breakpoint
CREATE INDEX "price_runs_by_start" ON "price_runs" USING btree ("started_at" DESC NULLS LAST);