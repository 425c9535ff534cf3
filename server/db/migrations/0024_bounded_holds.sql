CREATE TABLE "blocked_networks" (
	"network" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "orders_live_of_address";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "device" text;--> statement-breakpoint
CREATE INDEX "orders_live_of_device" ON "orders" USING btree ("device") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_paid_of_device" ON "orders" USING btree ("device") WHERE status = 'paid' and device is not null;--> statement-breakpoint
CREATE INDEX "orders_of_network" ON "orders" USING btree ("started_from","updated_at") WHERE started_from is not null;--> statement-breakpoint
CREATE INDEX "orders_left" ON "orders" USING btree ("updated_at") WHERE status in ('failed', 'cancelled');