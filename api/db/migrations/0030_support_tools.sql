CREATE TABLE "sent_emails" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"template" text NOT NULL,
	"subject" text,
	"values" jsonb,
	"unsubscribe" text
);
--> statement-breakpoint
CREATE TABLE "balance_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "balance_proposals_amount" CHECK ("balance_proposals"."amount_cents" <> 0),
	CONSTRAINT "balance_proposals_two_people" CHECK ("balance_proposals"."status" <> 'confirmed' or lower("balance_proposals"."decided_by") <> lower("balance_proposals"."proposed_by"))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewed_by" text;--> statement-breakpoint
ALTER TABLE "sent_emails" ADD CONSTRAINT "sent_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_proposals" ADD CONSTRAINT "balance_proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_emails_user" ON "sent_emails" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "sent_emails_sent" ON "sent_emails" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "balance_proposals_status" ON "balance_proposals" USING btree ("status","proposed_at");