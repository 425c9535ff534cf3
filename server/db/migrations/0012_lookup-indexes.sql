CREATE INDEX "outbox_of_recipient" ON "outbox" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "provider_events_of_reference" ON "provider_events" USING btree ("reference");