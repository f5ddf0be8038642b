CREATE TABLE "upgrade_surcharges" (
	"upgrade_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL,
	CONSTRAINT "upgrade_surcharges_upgrade_id_payment_id_pk" PRIMARY KEY("upgrade_id","payment_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_not_below_zero";--> statement-breakpoint
DROP INDEX "partner_rewards_taken_back_once";--> statement-breakpoint
ALTER TABLE "partner_payments" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_rewards" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "upgrades" ADD COLUMN "paid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "upgrade_surcharges" ADD CONSTRAINT "upgrade_surcharges_upgrade_id_upgrades_id_fk" FOREIGN KEY ("upgrade_id") REFERENCES "public"."upgrades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_surcharges" ADD CONSTRAINT "upgrade_surcharges_payment_id_server_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."server_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upgrade_surcharges_payment" ON "upgrade_surcharges" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "partner_rewards_unsettled" ON "partner_rewards" USING btree ("payment_id") WHERE "partner_rewards"."settled_at" is null;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_not_below_zero" CHECK ("ledger_accounts"."user_id" is null or ("ledger_accounts"."kind" <> 'debt' and "ledger_accounts"."balance_cents" >= 0) or ("ledger_accounts"."kind" = 'debt' and "ledger_accounts"."balance_cents" <= 0));--> statement-breakpoint
ALTER TABLE "partner_payments" ADD CONSTRAINT "partner_payments_refunded" CHECK ("partner_payments"."refunded_cents" between 0 and "partner_payments"."amount_cents");