ALTER TABLE "orders" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Goods were sold in the transaction that made their order paid.
UPDATE "orders" o SET "confirmed_at" = coalesce((SELECT min(m.created_at) FROM "stock_moves" m
  WHERE m.order_id = o.id AND m.kind IN ('sell', 'take')), o.paid_at) WHERE o.status = 'paid';--> statement-breakpoint
CREATE INDEX "orders_confirmed" ON "orders" USING btree ("confirmed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'paid';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_is_confirmed" CHECK (("orders"."status" = 'paid') = ("orders"."confirmed_at" is not null));--> statement-breakpoint
-- The same rule as in 0001, which now also keeps the time from which the arrival was promised.
create or replace function refuse_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'paid' then
      raise exception 'order %: a paid order is kept', old.id using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'paid'), ('pending', 'failed'), ('pending', 'cancelled'), ('failed', 'paid'), ('cancelled', 'paid')
  ) then
    raise exception 'order %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  -- Names and addresses may still be blanked when a person asks to be forgotten.
  if old.status = 'paid' and
    (new.id, new.checkout_id, new.total_kobo, new.shipping_fee_kobo, new.shipping_place, new.content_hash, new.paid_at, new.confirmed_at, new.created_at)
    is distinct from
    (old.id, old.checkout_id, old.total_kobo, old.shipping_fee_kobo, old.shipping_place, old.content_hash, old.paid_at, old.confirmed_at, old.created_at)
  then
    raise exception 'order %: what was paid for never changes', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
