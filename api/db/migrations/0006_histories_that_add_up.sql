ALTER TABLE "monitoring_accounts" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "is_zone_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "offsets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "build" integer;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "ping" integer;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "first_heard_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "fits_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "fits_balance" numeric(28,8);--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "fits_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "doubted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "resyncs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "shown_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "revisions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "is_seen_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "is_changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_snapshots" ADD COLUMN "equity_low" numeric(28,8);--> statement-breakpoint
ALTER TABLE "monitoring_snapshots" ADD COLUMN "equity_high" numeric(28,8);--> statement-breakpoint
CREATE TABLE "monitoring_checkpoints" (
	"account_id" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"balance" numeric(28,8) NOT NULL,
	"differs" numeric(28,8) DEFAULT 0 NOT NULL,
	CONSTRAINT "monitoring_checkpoints_account_id_source_seen_at_pk" PRIMARY KEY("account_id","source","seen_at")
);
--> statement-breakpoint
CREATE TABLE "monitoring_revisions" (
	"account_id" text NOT NULL,
	"ticket" text NOT NULL,
	"number" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"via" text NOT NULL,
	"was" jsonb NOT NULL,
	CONSTRAINT "monitoring_revisions_account_id_ticket_number_pk" PRIMARY KEY("account_id","ticket","number")
);
--> statement-breakpoint
CREATE TABLE "monitoring_seen_positions" (
	"account_id" text NOT NULL,
	"position" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "monitoring_seen_positions_account_id_position_pk" PRIMARY KEY("account_id","position")
);
--> statement-breakpoint
ALTER TABLE "monitoring_checkpoints" ADD CONSTRAINT "monitoring_checkpoints_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_revisions" ADD CONSTRAINT "monitoring_revisions_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_seen_positions" ADD CONSTRAINT "monitoring_seen_positions_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DROP INDEX "monitoring_deals_operations";--> statement-breakpoint
CREATE INDEX "monitoring_deals_operations" ON "monitoring_deals" USING btree ("account_id","at") WHERE type not in ('buy', 'sell');--> statement-breakpoint
CREATE FUNCTION monitoring_revisions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'monitoring_revisions: rows are only added';
END $$;--> statement-breakpoint
CREATE TRIGGER monitoring_revisions_stay BEFORE UPDATE ON "monitoring_revisions" FOR EACH ROW EXECUTE FUNCTION monitoring_revisions_stay();--> statement-breakpoint
UPDATE "monitoring_accounts" a SET "first_heard_at" = (SELECT min(s."at") FROM "monitoring_snapshots" s WHERE s."account_id" = a."id");--> statement-breakpoint
-- formulas 1.1: every day is summed up anew when somebody looks; the equity of days stays, as its snapshots were thinned
UPDATE "monitoring_accounts" SET "stale_from" = '0001-01-01';--> statement-breakpoint
DELETE FROM "monitoring_months";
