CREATE TABLE "machine_drifts" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settlement" text
);
--> statement-breakpoint
CREATE TABLE "proxmox_machines" (
	"server_id" text PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"node" text NOT NULL,
	"address" text NOT NULL,
	"allotted_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "proxmox_tasks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"order" jsonb NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"upid" text,
	"status" text NOT NULL,
	"reason" text,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposit_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"deposit_id" text NOT NULL,
	"sum_cents" integer NOT NULL,
	"cost_cents" integer NOT NULL,
	"status" text NOT NULL,
	"is_asked" boolean NOT NULL,
	"reason" text NOT NULL,
	"declined" text,
	"there_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"ledger_id" bigint NOT NULL,
	"return_ledger_id" bigint,
	CONSTRAINT "deposit_refunds_sums" CHECK ("deposit_refunds"."sum_cents" > 0 and "deposit_refunds"."cost_cents" > 0),
	CONSTRAINT "deposit_refunds_declined" CHECK (("deposit_refunds"."status" <> 'declined' or "deposit_refunds"."return_ledger_id" is not null) and ("deposit_refunds"."status" not in ('asked', 'done') or "deposit_refunds"."return_ledger_id" is null))
);
--> statement-breakpoint
DROP INDEX "payment_reports_disputes";--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "there_id" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "pay_url" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "created_there_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_ledger_id_ledger_transactions_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_return_ledger_id_ledger_transactions_id_fk" FOREIGN KEY ("return_ledger_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "machine_drifts_open" ON "machine_drifts" USING btree ("kind","about") WHERE "machine_drifts"."settled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "proxmox_machines_number" ON "proxmox_machines" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "proxmox_machines_address" ON "proxmox_machines" USING btree ("address") WHERE "proxmox_machines"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "proxmox_tasks_server" ON "proxmox_tasks" USING btree ("server_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refunds_once" ON "deposit_refunds" USING btree ("deposit_id") WHERE "deposit_refunds"."status" <> 'declined';--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refunds_ledger" ON "deposit_refunds" USING btree ("ledger_id");--> statement-breakpoint
CREATE INDEX "payment_reports_disputes" ON "payment_reports" USING btree ("received_at") WHERE "payment_reports"."outcome" in ('mismatch', 'paidAgain', 'unknownOrder', 'reversed') and "payment_reports"."settled_at" is null;