CREATE TABLE "price_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"rate_id" text NOT NULL,
	"months" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"from_day" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "price_changes_price" CHECK ("price_changes"."price_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_rate_id_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."rates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_changes_open" ON "price_changes" USING btree ("rate_id","months") WHERE "price_changes"."applied_at" is null and "price_changes"."cancelled_at" is null;