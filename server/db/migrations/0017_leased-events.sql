DROP INDEX "provider_events_unsettled";--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "provider_events_unsettled" ON "provider_events" USING btree ("next_try_at") WHERE settled_at is null;