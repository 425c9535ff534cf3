CREATE INDEX "orders_of_checkout" ON "orders" USING btree ("checkout_id","id");--> statement-breakpoint
CREATE INDEX "provider_events_with_body" ON "provider_events" USING btree ("received_at") WHERE body is not null;--> statement-breakpoint
CREATE INDEX "refunds_to_do" ON "refunds" USING btree ("next_try_at") WHERE state in ('requested', 'sent');