CREATE TABLE "ledger_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"faults" integer NOT NULL
);
