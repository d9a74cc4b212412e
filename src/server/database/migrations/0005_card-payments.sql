CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"amount" bigint NOT NULL,
	"description" text NOT NULL,
	"state" text DEFAULT 'creating' NOT NULL,
	"intent_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_intent_once" UNIQUE("intent_id"),
	CONSTRAINT "payments_one_per_subject" UNIQUE("purpose","subject_id"),
	CONSTRAINT "payments_purpose_known" CHECK ("payments"."purpose" in ('order', 'shipment', 'top_up')),
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('creating', 'open', 'processing', 'succeeded', 'refund_due', 'refunded', 'canceled', 'failed')),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_intent_known" CHECK ("payments"."intent_id" is not null or "payments"."state" in ('creating', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"provider_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "refunds_one_per_payment" UNIQUE("payment_id"),
	CONSTRAINT "refunds_provider_id_once" UNIQUE("provider_id"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_paid_by_provider" CHECK (("refunds"."provider_id" is null) = ("refunds"."paid_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT clock_timestamp(),
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open_order_per_user" ON "payments" USING btree ("user_id") WHERE "payments"."purpose" = 'order' and "payments"."state" in ('creating', 'open');--> statement-breakpoint
CREATE INDEX "payments_undecided" ON "payments" USING btree ("expires_at") WHERE "payments"."state" in ('creating', 'open', 'processing', 'refund_due');--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_events_due" ON "sandbox_events" USING btree ("next_attempt_at") WHERE "sandbox_events"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_objects_of_kind" ON "sandbox_objects" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "stripe_events_to_handle" ON "stripe_events" USING btree ("received_at") WHERE "stripe_events"."handled_at" is null;