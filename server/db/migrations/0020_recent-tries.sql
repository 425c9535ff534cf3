CREATE TABLE "recent_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"tried_at_ms" bigint[] NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stranger_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failed_logins" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "recent_tries_age" ON "recent_tries" USING btree ("last_at");--> statement-breakpoint
-- The failures of addresses without an account were the only counters whose window lay ahead.
INSERT INTO "stranger_failures" ("key", "failed_logins", "expires_at")
	SELECT DISTINCT ON ("key") "key", "count", "window_start" FROM "rate_limits" WHERE "window_start" > now() ORDER BY "key", "window_start" DESC;
