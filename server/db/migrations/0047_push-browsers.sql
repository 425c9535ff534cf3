ALTER TABLE "staff_push_subscriptions" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "browser" text DEFAULT '' NOT NULL;