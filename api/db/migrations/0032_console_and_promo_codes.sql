CREATE TABLE "maintenance_windows" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"author" text NOT NULL,
	"node" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"text_en" text NOT NULL,
	"text_ru" text NOT NULL,
	"announcement_id" text,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "failed_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"ms" integer NOT NULL,
	"error" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_counts" (
	"minute" timestamp with time zone PRIMARY KEY NOT NULL,
	"requests" integer NOT NULL,
	"failures" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "tickets_waiting";--> statement-breakpoint
ALTER TABLE "promo_codes" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "use_limit" integer;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD COLUMN "is_for_new_servers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD COLUMN "left_cents" integer;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "node" text;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_requests_request" ON "failed_requests" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "failed_requests_at" ON "failed_requests" USING btree ("at");--> statement-breakpoint
CREATE INDEX "machine_drifts_waiting" ON "machine_drifts" USING btree ("seen_at") WHERE "machine_drifts"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "machine_orders_failed" ON "machine_orders" USING btree ("finished_at") WHERE "machine_orders"."status" = 'failed' and "machine_orders"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "monitoring_accounts_by_number" ON "monitoring_accounts" USING btree ("number");--> statement-breakpoint
CREATE INDEX "partner_withdrawals_waiting" ON "partner_withdrawals" USING btree ("due_on","created_at") WHERE "partner_withdrawals"."status" in ('underReview', 'processing');--> statement-breakpoint
CREATE INDEX "deposits_by_txid" ON "deposits" USING btree ("txid");--> statement-breakpoint
CREATE INDEX "payment_reports_payment" ON "payment_reports" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "servers_by_ip" ON "servers" USING btree ("ip");--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("last_message_at") WHERE "tickets"."status" <> 'closed' and "tickets"."last_author" = 'client';--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_owner" CHECK (("promo_codes"."user_id" is null) = ("promo_codes"."author" is not null));