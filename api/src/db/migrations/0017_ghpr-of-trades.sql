-- formulas 1.2: where something was booked apart from trades, the days since are summed up anew when somebody looks
UPDATE "monitoring_accounts" a SET "stale_from" = least(a."stale_from", d."first") FROM (
  SELECT "account_id", (min("at") AT TIME ZONE 'UTC')::date AS "first" FROM "monitoring_deals"
  WHERE "type" IN ('interest', 'dividend', 'commission', 'charge', 'tax') GROUP BY "account_id"
) d WHERE d."account_id" = a."id";
