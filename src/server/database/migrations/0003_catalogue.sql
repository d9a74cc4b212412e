CREATE TABLE "held_prices" (
	"card_id" uuid NOT NULL,
	"source" text NOT NULL,
	"observed_on" date NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"before_minor" bigint NOT NULL,
	"before_on" date NOT NULL,
	"run_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "held_prices_card_id_source_observed_on_pk" PRIMARY KEY("card_id","source","observed_on"),
	CONSTRAINT "held_prices_state_known" CHECK ("held_prices"."state" in ('waiting', 'accepted', 'refused')),
	CONSTRAINT "held_prices_decided_once" CHECK (("held_prices"."state" = 'waiting') = ("held_prices"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "price_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"cards" integer DEFAULT 0 NOT NULL,
	"new_prices" integer DEFAULT 0 NOT NULL,
	"held_back" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "pack_types" ADD COLUMN "odds_counted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "held_prices" ADD CONSTRAINT "held_prices_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_prices" ADD CONSTRAINT "held_prices_run_id_price_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."price_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_prices" ADD CONSTRAINT "held_prices_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_prices_waiting" ON "held_prices" USING btree ("observed_on") WHERE "held_prices"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "price_runs_of_source" ON "price_runs" USING btree ("source","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "cards_by_value" ON "cards" USING btree ("market_value" DESC NULLS LAST,"id");