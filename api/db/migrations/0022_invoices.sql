CREATE TABLE "billing_details" (
	"user_id" text PRIMARY KEY NOT NULL,
	"company" text,
	"address" text,
	"country" text,
	"tax_id" text,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_numbers" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_numbers_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"user_id" text NOT NULL,
	"reference_type" text NOT NULL,
	"reference_id" text NOT NULL,
	"ledger_id" bigint,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"net_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"tax_percent" numeric(5, 2),
	"total_cents" integer NOT NULL,
	"corrects_id" text,
	"reason" text,
	CONSTRAINT "invoices_sums" CHECK ("invoices"."net_cents" + "invoices"."tax_cents" = "invoices"."total_cents"),
	CONSTRAINT "invoices_kind" CHECK (("invoices"."kind" = 'invoice' and "invoices"."total_cents" > 0 and "invoices"."corrects_id" is null) or ("invoices"."kind" = 'creditNote' and "invoices"."total_cents" < 0 and "invoices"."corrects_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_ledger_id_ledger_transactions_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("kind","year","number");--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "invoices_reference" ON "invoices" USING btree ("reference_type","reference_id");--> statement-breakpoint
CREATE INDEX "invoices_corrects" ON "invoices" USING btree ("corrects_id");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at");--> statement-breakpoint
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'invoices are immutable: correct one by a credit note';
end $$;
--> statement-breakpoint
create trigger invoices_immutable before update or delete on invoices for each row execute function refuse_invoice_change();
--> statement-breakpoint
create trigger invoices_not_emptied before truncate on invoices execute function refuse_invoice_change();
