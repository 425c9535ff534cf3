CREATE TABLE "parcel_lines" (
	"parcel_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "parcel_lines_parcel_id_position_pk" PRIMARY KEY("parcel_id","position"),
	CONSTRAINT "parcel_lines_quantity_positive" CHECK ("parcel_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"state" text DEFAULT 'packed' NOT NULL,
	"packed_at" timestamp (3) with time zone NOT NULL,
	"packed_by" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"sent_by" text,
	"courier" text,
	"tracking" text DEFAULT '' NOT NULL,
	"rider_phone" text DEFAULT '' NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "parcels_number" UNIQUE("order_id","number"),
	CONSTRAINT "parcels_of_order" UNIQUE("id","order_id"),
	CONSTRAINT "parcels_times" CHECK (case "parcels"."state"
        when 'packed' then "parcels"."sent_at" is null and "parcels"."delivered_at" is null and "parcels"."returned_at" is null
        when 'sent' then "parcels"."sent_at" is not null and "parcels"."delivered_at" is null and "parcels"."returned_at" is null
        when 'delivered' then "parcels"."sent_at" is not null and "parcels"."delivered_at" is not null and "parcels"."returned_at" is null
        else "parcels"."sent_at" is not null and "parcels"."returned_at" is not null end),
	CONSTRAINT "parcels_sent_by_courier" CHECK (("parcels"."sent_at" is null) = ("parcels"."courier" is null))
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_once_per_order";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "part" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "packed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "parcel_lines" ADD CONSTRAINT "parcel_lines_parcel" FOREIGN KEY ("parcel_id","order_id") REFERENCES "public"."parcels"("id","order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_lines" ADD CONSTRAINT "parcel_lines_line" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_lines"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcel_lines_of_order" ON "parcel_lines" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "parcels_to_send" ON "parcels" USING btree ("order_id") WHERE state = 'packed';--> statement-breakpoint
CREATE INDEX "parcels_on_way" ON "parcels" USING btree ("order_id") WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("confirmed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'paid' and packed_at is null;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_once_per_order" UNIQUE("order_id","kind","part");--> statement-breakpoint
-- What was paid more than two weeks ago has been sent, although the shop was never told.
update orders set packed_at = confirmed_at where status = 'paid' and confirmed_at < now() - interval '14 days';
--> statement-breakpoint
-- What came back may be packed once more.
create function refuse_overpacked() returns trigger language plpgsql as $$
begin
  if exists (select 1 from order_lines l where l.order_id = new.order_id and l.quantity < (
    select coalesce(sum(pl.quantity), 0) from parcel_lines pl join parcels p on p.id = pl.parcel_id
    where pl.order_id = l.order_id and pl.position = l.position and p.state <> 'returned'
  )) then
    raise exception 'order %: more of a line is in parcels than was bought', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger parcel_lines_bought after insert or update on parcel_lines for each row execute function refuse_overpacked();
--> statement-breakpoint
create trigger parcels_bought after update of state on parcels for each row execute function refuse_overpacked();
