CREATE INDEX "outbox_without_order" ON "outbox" USING btree ("created_at") WHERE order_id is null;--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree ("created_at") WHERE email_verified_at is null;