ALTER TABLE "review_cases" DROP CONSTRAINT "review_cases_kind";--> statement-breakpoint
ALTER TABLE "review_cases" DROP CONSTRAINT "review_cases_detail";--> statement-breakpoint
ALTER TABLE "review_cases" ADD CONSTRAINT "review_cases_kind" CHECK ("review_cases"."kind" in ('disputed', 'reversed', 'reversal-undone', 'mismatch', 'paid-after-mismatch', 'refund-stuck', 'external-refund', 'unsettled', 'other', 'late', 'refund-slow', 'mail-given-up'));--> statement-breakpoint
ALTER TABLE "review_cases" ADD CONSTRAINT "review_cases_detail" CHECK (case when "review_cases"."kind" in ('mismatch', 'external-refund', 'unsettled', 'other') then "review_cases"."detail" is not null
        else "review_cases"."detail" is null or "review_cases"."kind" = 'refund-stuck' end);