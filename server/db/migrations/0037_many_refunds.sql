CREATE TABLE "refund_lines" (
	"refund_id" text NOT NULL,
	"position" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"is_restocked" boolean NOT NULL,
	CONSTRAINT "refund_lines_refund_id_position_pk" PRIMARY KEY("refund_id","position"),
	CONSTRAINT "refund_lines_quantity_positive" CHECK ("refund_lines"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_reference_unique";--> statement-breakpoint
ALTER TABLE "stock_moves" DROP CONSTRAINT "stock_moves_once";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_back" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "number" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_whole" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "refund_number" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_one_of_a_number" UNIQUE("reference","number");--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_once" UNIQUE("order_id","product_id","color","size","kind","refund_number");--> statement-breakpoint
UPDATE "refunds" r SET "is_whole" = false FROM "payment_attempts" a WHERE a."id" = r."attempt_id" AND r."reason" = 'owner' AND r."amount_kobo" < a."amount_kobo";
