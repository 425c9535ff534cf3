ALTER TABLE "payment_attempts" ADD COLUMN "fees_kobo" bigint;--> statement-breakpoint
CREATE INDEX "orders_paid_late" ON "orders" USING btree ("id") WHERE paid_late;