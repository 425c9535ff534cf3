CREATE TABLE "alerts" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_kind_subject_pk" PRIMARY KEY("kind","subject")
);
