DROP INDEX "payment_attempts_of_order";--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_one_per_order" UNIQUE("order_id");