CREATE TABLE "staff_notices" (
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"noticed_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "staff_notices_kind_item_id_since_pk" PRIMARY KEY("kind","item_id","since")
);
--> statement-breakpoint
CREATE TABLE "staff_recipients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"is_digest" boolean NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_recipients_once" UNIQUE("kind","channel","address")
);
