CREATE TABLE "review_cases" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "review_cases_kind" CHECK ("review_cases"."kind" in ('disputed', 'reversed', 'reversal-undone', 'mismatch', 'paid-after-mismatch', 'refund-stuck', 'external-refund', 'other', 'late', 'refund-slow', 'mail-given-up')),
	CONSTRAINT "review_cases_detail" CHECK (case when "review_cases"."kind" in ('mismatch', 'external-refund', 'other') then "review_cases"."detail" is not null
        else "review_cases"."detail" is null or "review_cases"."kind" = 'refund-stuck' end),
	CONSTRAINT "review_cases_derived_closed" CHECK ("review_cases"."closed_at" is not null or "review_cases"."kind" not in ('late', 'refund-slow', 'mail-given-up'))
);
--> statement-breakpoint
DROP INDEX "orders_to_review";--> statement-breakpoint
ALTER TABLE "review_cases" ADD CONSTRAINT "review_cases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_cases_one_open" ON "review_cases" USING btree ("order_id","kind",coalesce(detail, '')) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "review_cases_of_order" ON "review_cases" USING btree ("order_id","id");--> statement-breakpoint
-- Until here an order's open reasons were sentences in needs_review, joined by '; ', and closed ones were in audit_log.
INSERT INTO "review_cases" ("order_id", "kind", "detail", "opened_at", "closed_at")
SELECT t.order_id, k.kind,
  CASE k.kind
    WHEN 'mismatch' THEN substring(t.reason FROM '^payment mismatch: (.*)$')
    WHEN 'external-refund' THEN substring(t.reason FROM '^a refund was made at the provider \((.+)\)$')
    WHEN 'refund-stuck' THEN substring(t.reason FROM '^the refund is stuck \((.+)\)$')
    WHEN 'other' THEN t.reason
  END, t.opened_at, t.closed_at
FROM (
  SELECT o.id AS order_id, r.reason, a.created_at AS opened_at, a.created_at AS closed_at, a.id AS act, r.position
    FROM "audit_log" a JOIN "orders" o ON o.id = a.subject
    CROSS JOIN unnest(string_to_array(a.details ->> 'before', '; ')) WITH ORDINALITY r(reason, position)
    WHERE a.action = 'order.resolve' AND r.reason NOT IN ('paid late', 'a refund is slow', 'a mail could not be delivered')
  UNION ALL
  SELECT o.id, r.reason, o.updated_at, NULL, NULL, r.position
    FROM "orders" o CROSS JOIN unnest(string_to_array(o.needs_review, '; ')) WITH ORDINALITY r(reason, position)
) t CROSS JOIN LATERAL (SELECT CASE
    WHEN t.reason = 'the payment is disputed' THEN 'disputed'
    WHEN t.reason = 'the payment was reversed' THEN 'reversed'
    WHEN t.reason = 'the reversed payment came back' THEN 'reversal-undone'
    WHEN t.reason = 'the payment came after a mismatch' THEN 'paid-after-mismatch'
    WHEN t.reason ~ '^payment mismatch: ' THEN 'mismatch'
    WHEN t.reason ~ '^a refund was made at the provider \(.+\)$' THEN 'external-refund'
    WHEN t.reason ~ '^the refund is stuck( \(.+\))?$' THEN 'refund-stuck'
    ELSE 'other'
  END AS kind) k
ORDER BY t.act NULLS LAST, t.order_id, t.position
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- A closing of any case also closed the late payment, slow refund and given-up mail that were open then.
INSERT INTO "review_cases" ("order_id", "kind", "opened_at", "closed_at")
SELECT d.order_id, d.kind, d.opened_at, min(a.created_at)
FROM (
  SELECT o.id AS order_id, 'late' AS kind, coalesce(m.created_at, o.paid_at) AS opened_at
    FROM "orders" o LEFT JOIN "outbox" m ON m.order_id = o.id AND m.kind = 'order_confirmed' WHERE o.paid_late
  UNION ALL
  SELECT p.order_id, 'refund-slow', r.created_at + interval '14 days'
    FROM "refunds" r JOIN "payment_attempts" p ON p.id = r.attempt_id WHERE r.state = 'sent'
  UNION ALL
  SELECT m.order_id, 'mail-given-up', m.given_up_at FROM "outbox" m WHERE m.order_id IS NOT NULL AND m.given_up_at IS NOT NULL
) d JOIN "audit_log" a ON a.subject = d.order_id AND a.action = 'order.resolve' AND a.created_at >= d.opened_at
GROUP BY 1, 2, 3 ORDER BY 4, 1, 2;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "needs_review";