CREATE TABLE "return_request_lines" (
	"request_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "return_request_lines_request_id_position_pk" PRIMARY KEY("request_id","position"),
	CONSTRAINT "return_request_lines_quantity_positive" CHECK ("return_request_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "return_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" text,
	"received_at" timestamp (3) with time zone,
	"received_by" text,
	CONSTRAINT "return_requests_number" UNIQUE("order_id","number"),
	CONSTRAINT "return_requests_of_order" UNIQUE("id","order_id"),
	CONSTRAINT "return_requests_times" CHECK (("return_requests"."state" = 'asked') = ("return_requests"."answered_at" is null) and ("return_requests"."state" = 'received') = ("return_requests"."received_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "return_request_lines" ADD CONSTRAINT "return_request_lines_request" FOREIGN KEY ("request_id","order_id") REFERENCES "public"."return_requests"("id","order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_request_lines" ADD CONSTRAINT "return_request_lines_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_requests" ADD CONSTRAINT "return_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_requests_open" ON "return_requests" USING btree ("state","order_id") WHERE state in ('asked', 'approved');