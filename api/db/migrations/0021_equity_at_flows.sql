ALTER TABLE "monitoring_deals" ADD COLUMN "floating" numeric(28,8);--> statement-breakpoint
-- Sums of days hold their ends and the equity at cash flows now: all of them are made anew, and months of them.
DELETE FROM "monitoring_months";--> statement-breakpoint
UPDATE "monitoring_accounts" SET "stale_from" = '0001-01-01';
