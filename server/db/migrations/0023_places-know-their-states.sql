ALTER TABLE "shipping_places" ADD COLUMN "states" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shipping_places" ADD COLUMN "areas" text[] DEFAULT '{}' NOT NULL;