CREATE TABLE "return_photos" (
	"request_id" text NOT NULL,
	"slot" smallint NOT NULL,
	"content" "bytea" NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "return_photos_request_id_slot_pk" PRIMARY KEY("request_id","slot")
);
--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_request_id_return_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."return_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_photos_old" ON "return_photos" USING btree ("added_at");