-- Every payment so far was made with the one provider there was.
ALTER TABLE "payment_attempts" ADD COLUMN "provider" text DEFAULT 'paystack' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "provider" DROP DEFAULT;
