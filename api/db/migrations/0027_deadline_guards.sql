CREATE TABLE "deadline_guards" (
	"name" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone,
	"reason" text
);
