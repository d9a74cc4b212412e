CREATE TABLE "transaction_notes" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"metadata" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "journals" ALTER COLUMN "created_at" SET DEFAULT shop_clock();--> statement-breakpoint
ALTER TABLE "transfers" ALTER COLUMN "created_at" SET DEFAULT shop_clock();--> statement-breakpoint
ALTER TABLE "journals" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "journals" ADD COLUMN "receipt" jsonb;