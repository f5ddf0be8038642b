CREATE TABLE "monitoring_excursions" (
	"account_id" text NOT NULL,
	"position" text NOT NULL,
	"low" numeric(28,8) NOT NULL,
	"high" numeric(28,8) NOT NULL,
	"is_whole" boolean NOT NULL,
	CONSTRAINT "monitoring_excursions_account_id_position_pk" PRIMARY KEY("account_id","position")
);
--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "mae" numeric(28,8);--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "mfe" numeric(28,8);--> statement-breakpoint
ALTER TABLE "monitoring_excursions" ADD CONSTRAINT "monitoring_excursions_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitoring_trades_imported" ON "monitoring_trades" USING btree ("account_id","seq") WHERE source = 'import';