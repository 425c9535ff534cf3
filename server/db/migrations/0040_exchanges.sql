CREATE TABLE "exchange_lines" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"position" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"size" text NOT NULL,
	CONSTRAINT "exchange_lines_order_id_number_position_pk" PRIMARY KEY("order_id","number","position"),
	CONSTRAINT "exchange_lines_quantity_positive" CHECK ("exchange_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "exchanges" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"request_id" text NOT NULL,
	"state" text NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"is_restocked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "exchanges_order_id_number_pk" PRIMARY KEY("order_id","number")
);
--> statement-breakpoint
ALTER TABLE "stock_moves" DROP CONSTRAINT "stock_moves_once";--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "exchange" smallint;--> statement-breakpoint
ALTER TABLE "return_request_lines" ADD COLUMN "size" text;--> statement-breakpoint
ALTER TABLE "return_requests" ADD COLUMN "wish" text DEFAULT 'refund' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_moves" ADD COLUMN "exchange_number" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_lines" ADD CONSTRAINT "exchange_lines_exchange" FOREIGN KEY ("order_id","number") REFERENCES "public"."exchanges"("order_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_lines" ADD CONSTRAINT "exchange_lines_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_request" FOREIGN KEY ("request_id","order_id") REFERENCES "public"."return_requests"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exchanges_one_of_request" ON "exchanges" USING btree ("request_id") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "exchanges_held" ON "exchanges" USING btree ("held_until") WHERE state = 'held';--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_exchange" FOREIGN KEY ("order_id","exchange") REFERENCES "public"."exchanges"("order_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_one_of_exchange" ON "parcels" USING btree ("order_id","exchange") WHERE exchange is not null and state <> 'returned';--> statement-breakpoint
CREATE INDEX "return_requests_to_exchange" ON "return_requests" USING btree ("id") WHERE wish = 'exchange' and state in ('approved', 'received');--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_once" UNIQUE("order_id","product_id","color","size","kind","refund_number","exchange_number");