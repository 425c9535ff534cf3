CREATE TABLE "refund_questions" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"amount_kobo" bigint NOT NULL,
	"pieces" jsonb NOT NULL,
	"reason" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "refund_questions_answered" CHECK (("refund_questions"."state" = 'asked') = ("refund_questions"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "refund_questions" ADD CONSTRAINT "refund_questions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_questions_one_open" ON "refund_questions" USING btree ("order_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "refund_questions_of_order" ON "refund_questions" USING btree ("order_id");