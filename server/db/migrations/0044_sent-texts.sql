ALTER TABLE "outbox" ADD COLUMN "sent_subject" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "sent_text" text;--> statement-breakpoint
CREATE INDEX "outbox_with_text" ON "outbox" USING btree ("sent_at") WHERE sent_text is not null;