CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"rotated_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"reuse_detected" boolean DEFAULT false NOT NULL,
	"user_agent" text NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"email_verified_at" timestamp with time zone,
	"locked_at" timestamp with time zone,
	"full_name" text,
	"phone_number" text,
	"address_line_1" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"preferences" jsonb DEFAULT '{"packRecommendations":true,"emailNotifications":true,"smsNotifications":false,"autoConvertExpiredCards":true,"preferredCategories":[],"currency":"CAD","language":"en"}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('user', 'moderator', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "card_sets" (
	"id" text PRIMARY KEY NOT NULL,
	"game" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"released_on" date,
	CONSTRAINT "card_sets_code_once" UNIQUE("game","code"),
	CONSTRAINT "card_sets_game_known" CHECK ("card_sets"."game" in ('magic', 'pokemon', 'yugioh'))
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"set_id" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"number" text NOT NULL,
	"rarity" text NOT NULL,
	"native_rarity" text NOT NULL,
	"finish" text NOT NULL,
	"image_url" text,
	"market_value" bigint DEFAULT 0 NOT NULL,
	"priced_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cards_external_id_once" UNIQUE("set_id","external_id"),
	CONSTRAINT "cards_printing_once" UNIQUE("set_id","number","native_rarity","finish"),
	CONSTRAINT "cards_rarity_known" CHECK ("cards"."rarity" in ('common', 'uncommon', 'rare', 'mythic')),
	CONSTRAINT "cards_finish_known" CHECK ("cards"."finish" in ('normal', 'foil', 'reverse-foil')),
	CONSTRAINT "cards_market_value_not_negative" CHECK ("cards"."market_value" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pack_type_cards" (
	"pack_type_id" text NOT NULL,
	"card_id" uuid NOT NULL,
	CONSTRAINT "pack_type_cards_pack_type_id_card_id_pk" PRIMARY KEY("pack_type_id","card_id")
);
--> statement-breakpoint
CREATE TABLE "pack_types" (
	"id" text PRIMARY KEY NOT NULL,
	"set_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" bigint NOT NULL,
	"original_price" bigint,
	"card_count" smallint NOT NULL,
	"purchase_limit" integer DEFAULT 1,
	"is_available" boolean DEFAULT true NOT NULL,
	"guaranteed" boolean DEFAULT false NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"details" text[] DEFAULT '{}' NOT NULL,
	"odds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pack_types_price_positive" CHECK ("pack_types"."price" > 0),
	CONSTRAINT "pack_types_original_price_higher" CHECK ("pack_types"."original_price" > "pack_types"."price"),
	CONSTRAINT "pack_types_card_count" CHECK ("pack_types"."card_count" between 1 and 100),
	CONSTRAINT "pack_types_purchase_limit_positive" CHECK ("pack_types"."purchase_limit" > 0)
);
--> statement-breakpoint
CREATE TABLE "physical_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pack_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"condition" text DEFAULT 'Near Mint' NOT NULL,
	"status" text DEFAULT 'sealed' NOT NULL,
	"lock_reason" text,
	"opened_by_id" uuid,
	"opened_at" timestamp with time zone,
	"auto_convert_at" timestamp with time zone,
	"exit_price" bigint,
	"exited_at" timestamp with time zone,
	CONSTRAINT "physical_cards_place_once" UNIQUE("pack_id","position"),
	CONSTRAINT "physical_cards_status_known" CHECK ("physical_cards"."status" in ('sealed', 'available', 'locked', 'sold', 'converted', 'shipped', 'delivered')),
	CONSTRAINT "physical_cards_revealed_to_someone" CHECK (("physical_cards"."status" = 'sealed') = ("physical_cards"."opened_by_id" is null) and ("physical_cards"."opened_by_id" is null) = ("physical_cards"."opened_at" is null)),
	CONSTRAINT "physical_cards_lock_has_reason" CHECK (("physical_cards"."status" = 'locked') = ("physical_cards"."lock_reason" is not null)),
	CONSTRAINT "physical_cards_exit_has_price" CHECK (("physical_cards"."status" in ('sold', 'converted')) = ("physical_cards"."exit_price" is not null and "physical_cards"."exited_at" is not null)),
	CONSTRAINT "physical_cards_exit_price_not_negative" CHECK ("physical_cards"."exit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "physical_packs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pack_type_id" text NOT NULL,
	"serial" text NOT NULL,
	"certification_number" text NOT NULL,
	"state" text DEFAULT 'intake' NOT NULL,
	"rank" double precision DEFAULT random() NOT NULL,
	"reservation_id" uuid,
	"buyer_id" uuid,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "physical_packs_serial_once" UNIQUE("serial"),
	CONSTRAINT "physical_packs_certification_once" UNIQUE("certification_number"),
	CONSTRAINT "physical_packs_state_known" CHECK ("physical_packs"."state" in ('intake', 'available', 'reserved', 'sold', 'opened', 'withdrawn')),
	CONSTRAINT "physical_packs_taken_by_someone" CHECK (("physical_packs"."state" in ('reserved', 'sold', 'opened')) = ("physical_packs"."buyer_id" is not null) and ("physical_packs"."buyer_id" is null) = ("physical_packs"."reservation_id" is null))
);
--> statement-breakpoint
CREATE TABLE "potential_hits" (
	"pack_type_id" text NOT NULL,
	"place" smallint NOT NULL,
	"card_id" uuid NOT NULL,
	CONSTRAINT "potential_hits_pack_type_id_place_pk" PRIMARY KEY("pack_type_id","place")
);
--> statement-breakpoint
CREATE TABLE "price_observations" (
	"card_id" uuid NOT NULL,
	"source" text NOT NULL,
	"observed_on" date NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "price_observations_card_id_source_observed_on_pk" PRIMARY KEY("card_id","source","observed_on"),
	CONSTRAINT "price_observations_not_negative" CHECK ("price_observations"."amount_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reservations_state_known" CHECK ("reservations"."state" in ('held', 'paid', 'released', 'expired')),
	CONSTRAINT "reservations_held_expires" CHECK ("reservations"."state" <> 'held' or "reservations"."expires_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"percent" integer,
	"amount_off" bigint,
	"uses_max" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_codes_upper_case" CHECK ("discount_codes"."code" = upper("discount_codes"."code")),
	CONSTRAINT "discount_codes_one_worth" CHECK (("discount_codes"."percent" is null) <> ("discount_codes"."amount_off" is null)),
	CONSTRAINT "discount_codes_percent" CHECK ("discount_codes"."percent" between 1 and 100),
	CONSTRAINT "discount_codes_amount_positive" CHECK ("discount_codes"."amount_off" > 0),
	CONSTRAINT "discount_codes_uses_limited" CHECK ("discount_codes"."uses" >= 0 and ("discount_codes"."uses_max" is null or "discount_codes"."uses" <= "discount_codes"."uses_max"))
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" uuid NOT NULL,
	"pack_type_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	CONSTRAINT "order_lines_order_id_pack_type_id_pk" PRIMARY KEY("order_id","pack_type_id"),
	CONSTRAINT "order_lines_quantity_positive" CHECK ("order_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"payment_method" text NOT NULL,
	"subtotal" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"processing_fee" bigint NOT NULL,
	"total" bigint NOT NULL,
	"discount_code" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "orders_total_adds_up" CHECK ("orders"."total" = "orders"."subtotal" - "orders"."discount" + "orders"."tax" + "orders"."processing_fee"),
	CONSTRAINT "orders_amounts_not_negative" CHECK ("orders"."subtotal" >= 0 and "orders"."discount" between 0 and "orders"."subtotal" and "orders"."tax" >= 0 and "orders"."processing_fee" >= 0),
	CONSTRAINT "orders_payment_method_known" CHECK ("orders"."payment_method" in ('balance', 'stripe'))
);
--> statement-breakpoint
CREATE TABLE "openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pack_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "openings_one_per_pack" UNIQUE("pack_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"reply" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "journals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "journals_one_per_fact" UNIQUE("kind","reference_id"),
	CONSTRAINT "journals_kind_known" CHECK ("journals"."kind" in ('credit_purchase', 'pack_purchase', 'card_sale', 'bonus_credit', 'refund', 'shipping_fee', 'card_conversion'))
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"balance" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_one_per_user" UNIQUE("owner_id"),
	CONSTRAINT "ledger_accounts_balance_not_negative" CHECK ("ledger_accounts"."balance" >= 0),
	CONSTRAINT "ledger_accounts_of_user_or_house" CHECK (case when "ledger_accounts"."owner_id" is null then "ledger_accounts"."id" like 'house:%' and "ledger_accounts"."balance" = 0 else "ledger_accounts"."id" = "ledger_accounts"."owner_id"::text end)
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"journal_id" uuid NOT NULL,
	"leg" smallint NOT NULL,
	"debit_account_id" text NOT NULL,
	"credit_account_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"debit_version" bigint,
	"debit_balance" bigint,
	"credit_version" bigint,
	"credit_balance" bigint,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "transfers_leg_once" UNIQUE("journal_id","leg"),
	CONSTRAINT "transfers_debit_version_once" UNIQUE("debit_account_id","debit_version"),
	CONSTRAINT "transfers_credit_version_once" UNIQUE("credit_account_id","credit_version"),
	CONSTRAINT "transfers_amount_positive" CHECK ("transfers"."amount" > 0),
	CONSTRAINT "transfers_two_accounts" CHECK ("transfers"."debit_account_id" <> "transfers"."credit_account_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_set_id_card_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."card_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_type_cards" ADD CONSTRAINT "pack_type_cards_pack_type_id_pack_types_id_fk" FOREIGN KEY ("pack_type_id") REFERENCES "public"."pack_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_type_cards" ADD CONSTRAINT "pack_type_cards_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_types" ADD CONSTRAINT "pack_types_set_id_card_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."card_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_cards" ADD CONSTRAINT "physical_cards_pack_id_physical_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."physical_packs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_cards" ADD CONSTRAINT "physical_cards_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_cards" ADD CONSTRAINT "physical_cards_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_packs" ADD CONSTRAINT "physical_packs_pack_type_id_pack_types_id_fk" FOREIGN KEY ("pack_type_id") REFERENCES "public"."pack_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_packs" ADD CONSTRAINT "physical_packs_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_packs" ADD CONSTRAINT "physical_packs_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "potential_hits" ADD CONSTRAINT "potential_hits_pack_type_id_pack_types_id_fk" FOREIGN KEY ("pack_type_id") REFERENCES "public"."pack_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "potential_hits" ADD CONSTRAINT "potential_hits_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_observations" ADD CONSTRAINT "price_observations_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_pack_type_id_pack_types_id_fk" FOREIGN KEY ("pack_type_id") REFERENCES "public"."pack_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_id_reservations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openings" ADD CONSTRAINT "openings_pack_id_physical_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."physical_packs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openings" ADD CONSTRAINT "openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_debit_account_id_ledger_accounts_id_fk" FOREIGN KEY ("debit_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_credit_account_id_ledger_accounts_id_fk" FOREIGN KEY ("credit_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "physical_cards_of_user" ON "physical_cards" USING btree ("opened_by_id","status","opened_at");--> statement-breakpoint
CREATE INDEX "physical_cards_to_convert" ON "physical_cards" USING btree ("auto_convert_at") WHERE "physical_cards"."status" = 'available';--> statement-breakpoint
CREATE INDEX "physical_packs_for_sale" ON "physical_packs" USING btree ("pack_type_id","rank") WHERE "physical_packs"."state" = 'available';--> statement-breakpoint
CREATE INDEX "physical_packs_of_buyer" ON "physical_packs" USING btree ("buyer_id","pack_type_id");--> statement-breakpoint
CREATE INDEX "physical_packs_of_reservation" ON "physical_packs" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "reservations_of_user" ON "reservations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "openings_of_user" ON "openings" USING btree ("user_id","opened_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "journals_one_exit_per_card" ON "journals" USING btree ("reference_id") WHERE "journals"."kind" in ('card_sale', 'card_conversion');--> statement-breakpoint
CREATE INDEX "journals_of_user" ON "journals" USING btree ("user_id","created_at");