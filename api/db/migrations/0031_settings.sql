CREATE TABLE "settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"author" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"holds_from" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "grace_days" integer;--> statement-breakpoint
CREATE INDEX "settings_newest" ON "settings" USING btree ("key","id");