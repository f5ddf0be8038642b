-- Sums of days hold running results since formulas 1.3: all of them are made anew, and months of them.
DELETE FROM "monitoring_months";--> statement-breakpoint
UPDATE "monitoring_accounts" SET "stale_from" = '0001-01-01';
