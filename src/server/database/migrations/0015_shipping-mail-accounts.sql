CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment_cards" (
	"shipment_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"is_live" boolean DEFAULT true NOT NULL,
	CONSTRAINT "shipment_cards_shipment_id_card_id_pk" PRIMARY KEY("shipment_id","card_id")
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"payment_method" text NOT NULL,
	"base_fee" bigint NOT NULL,
	"weight_fee" bigint NOT NULL,
	"address" jsonb,
	"carrier" text,
	"tracking_number" text,
	"created_at" timestamp with time zone NOT NULL,
	"requested_at" timestamp with time zone,
	"packed_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shipments_state_known" CHECK ("shipments"."state" in ('unpaid', 'lapsed', 'requested', 'packed', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "shipments_payment_method_known" CHECK ("shipments"."payment_method" in ('balance', 'stripe')),
	CONSTRAINT "shipments_fees" CHECK ("shipments"."base_fee" > 0 and "shipments"."weight_fee" >= 0),
	CONSTRAINT "shipments_paid_when_requested" CHECK (("shipments"."state" in ('unpaid', 'lapsed')) = ("shipments"."requested_at" is null)),
	CONSTRAINT "shipments_tracked" CHECK ("shipments"."state" not in ('shipped', 'delivered') or ("shipments"."carrier" is not null and "shipments"."tracking_number" is not null and "shipments"."shipped_at" is not null)),
	CONSTRAINT "shipments_go_somewhere" CHECK ("shipments"."address" is not null or "shipments"."state" in ('lapsed', 'delivered', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_state_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "physical_cards" ADD COLUMN "shipped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "physical_cards" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "physical_cards" ADD COLUMN "reminded_days" smallint;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "is_secret" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "fact" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_cards" ADD CONSTRAINT "shipment_cards_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_cards" ADD CONSTRAINT "shipment_cards_card_id_physical_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."physical_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_cards_one_live" ON "shipment_cards" USING btree ("card_id") WHERE "shipment_cards"."is_live";--> statement-breakpoint
CREATE INDEX "shipments_of_user" ON "shipments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "shipments_by_state" ON "shipments" USING btree ("state","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open_shipment_per_user" ON "payments" USING btree ("user_id") WHERE "payments"."purpose" = 'shipment' and "payments"."state" in ('creating', 'open');--> statement-breakpoint
CREATE INDEX "mails_of_user" ON "mails" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_one_per_fact" UNIQUE("fact");--> statement-breakpoint
ALTER TABLE "physical_cards" ADD CONSTRAINT "physical_cards_on_their_way" CHECK (("physical_cards"."status" in ('shipped', 'delivered')) = ("physical_cards"."shipped_at" is not null) and ("physical_cards"."status" = 'delivered') = ("physical_cards"."delivered_at" is not null));--> statement-breakpoint
ALTER TABLE "physical_cards" ADD CONSTRAINT "physical_cards_reminded_days_known" CHECK ("physical_cards"."reminded_days" in (7, 1));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_sent_once" CHECK (("mails"."state" = 'sent') = ("mails"."sent_at" is not null));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('kept', 'queued', 'sending', 'sent', 'failed'));