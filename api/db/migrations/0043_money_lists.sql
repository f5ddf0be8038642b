CREATE TABLE "tax_countries" (
	"user_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"country" text,
	CONSTRAINT "tax_countries_user_id_since_pk" PRIMARY KEY("user_id","since")
);
--> statement-breakpoint
ALTER TABLE "partner_withdrawals" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "tax_countries" ADD CONSTRAINT "tax_countries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_proposals_proposer" ON "balance_proposals" USING btree (lower(btrim(regexp_replace(normalize("proposed_by", NFKC), '\s+', ' ', 'g')) collate "und-x-icu"),"proposed_at") WHERE "balance_proposals"."status" = 'proposed';--> statement-breakpoint
CREATE INDEX "partner_withdrawals_created" ON "partner_withdrawals" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partner_withdrawals_status_created" ON "partner_withdrawals" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "deposits_created" ON "deposits" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "deposits_status_created" ON "deposits" USING btree ("status","created_at","id");--> statement-breakpoint
-- who decided is known from the log of staff actions
UPDATE "partner_withdrawals" SET "decided_by" = decided."operator" FROM (
  SELECT DISTINCT ON ("input"->>'withdrawalId') "input"->>'withdrawalId' AS "id", "operator" FROM "operator_actions"
  WHERE "command" IN ('withdrawals pay', 'withdrawals reject', 'withdrawals cancel')
  ORDER BY "input"->>'withdrawalId', "at" DESC
) AS decided
WHERE decided."id" = "partner_withdrawals"."id" AND "partner_withdrawals"."decided_at" IS NOT NULL;--> statement-breakpoint
UPDATE "deposits" SET "decided_by" = decided."operator" FROM (
  SELECT DISTINCT ON ("input"->>'orderId') "input"->>'orderId' AS "id", "operator" FROM "operator_actions"
  WHERE "command" IN ('deposits accept', 'deposits reject', 'deposits paid')
  ORDER BY "input"->>'orderId', "at" DESC
) AS decided
WHERE decided."id" = "deposits"."id" AND "deposits"."decided_at" IS NOT NULL;--> statement-breakpoint
-- by a trigger, so that a change by a process of the previous version is recorded too
CREATE FUNCTION record_tax_country() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.country IS NOT DISTINCT FROM OLD.country THEN
    RETURN NULL;
  END IF;
  INSERT INTO tax_countries (user_id, since, country) VALUES (NEW.user_id, NEW.changed_at, NEW.country)
  ON CONFLICT (user_id, since) DO UPDATE SET country = excluded.country;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER billing_details_country AFTER INSERT OR UPDATE ON "billing_details"
  FOR EACH ROW EXECUTE FUNCTION record_tax_country();--> statement-breakpoint
-- earlier countries are not known: exports of past months stay as they are today
INSERT INTO "tax_countries" ("user_id", "since", "country")
SELECT "user_id", 'epoch', "country" FROM "billing_details" WHERE "country" IS NOT NULL
ON CONFLICT DO NOTHING;
