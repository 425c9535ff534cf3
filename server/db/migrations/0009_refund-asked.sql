ALTER TABLE "refunds" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "provider_state" text;--> statement-breakpoint
UPDATE "refunds" SET "asked_at" = "created_at" WHERE "attempts" > 0;--> statement-breakpoint
UPDATE "payment_attempts" SET "state" = 'failed', "next_check_at" = now() FROM "orders" WHERE "orders"."id" = "payment_attempts"."order_id" AND "payment_attempts"."state" = 'refunded' AND "orders"."status" IN ('failed', 'cancelled') AND NOT EXISTS (SELECT 1 FROM "refunds" WHERE "refunds"."reference" = "payment_attempts"."reference");
