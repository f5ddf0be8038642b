CREATE TABLE "monitoring_recipients" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"letters" text NOT NULL,
	"email" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "monitoring_alert_log" ADD COLUMN "recipient_id" text;--> statement-breakpoint
ALTER TABLE "monitoring_alert_log" ADD COLUMN "copied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_reports_sent" ADD COLUMN "recipient_id" text;--> statement-breakpoint
ALTER TABLE "monitoring_reports_sent" ADD COLUMN "copied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_recipients" ADD CONSTRAINT "monitoring_recipients_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_recipients_one" ON "monitoring_recipients" USING btree ("account_id","letters");--> statement-breakpoint
ALTER TABLE "monitoring_alert_log" ADD CONSTRAINT "monitoring_alert_log_recipient_id_monitoring_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."monitoring_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_reports_sent" ADD CONSTRAINT "monitoring_reports_sent_recipient_id_monitoring_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."monitoring_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitoring_alert_log_recipient" ON "monitoring_alert_log" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "monitoring_reports_sent_recipient" ON "monitoring_reports_sent" USING btree ("recipient_id");