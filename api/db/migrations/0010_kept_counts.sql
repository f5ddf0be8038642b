CREATE TABLE "movement_days" (
	"user_id" text NOT NULL,
	"history" text NOT NULL,
	"day" date NOT NULL,
	"count" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "movement_days_user_id_history_day_pk" PRIMARY KEY("user_id","history","day")
);
--> statement-breakpoint
-- which history an entry of a main account stands in (api/src/areas/balance/postings.ts)
CREATE FUNCTION movement_history(kind text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN kind IN ('transfer', 'partner_transfer', 'reward_taken_back', 'debt_repaid') THEN 'transfers'
    WHEN starts_with(kind, 'server_') OR starts_with(kind, 'monitoring_') THEN 'server-payments'
    ELSE 'other'
  END
$$;
--> statement-breakpoint
CREATE INDEX "ledger_entries_of_history" ON "ledger_entries" USING btree ("account_id",movement_history("kind"),"at","id");
--> statement-breakpoint
-- nothing is written between the sums of what is there and the first that is kept
LOCK TABLE ledger_entries, deposits, partner_withdrawals IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE FUNCTION keep_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO movement_days (user_id, history, day, count, amount_cents)
  SELECT a.user_id, movement_history(e.kind), (e.at AT TIME ZONE 'UTC')::date, count(*), sum(e.amount_cents)
  FROM added e JOIN ledger_accounts a ON a.id = e.account_id
  WHERE a.kind = 'main' AND a.user_id IS NOT NULL
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (user_id, history, day) DO UPDATE
    SET count = movement_days.count + excluded.count, amount_cents = movement_days.amount_cents + excluded.amount_cents;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_kept AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_days();
--> statement-breakpoint
-- requests of clients; the trigger's argument is their history
CREATE FUNCTION keep_request_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND old.user_id = new.user_id AND old.created_at = new.created_at THEN
    RETURN NULL;
  END IF;
  IF tg_op <> 'INSERT' THEN
    UPDATE movement_days SET count = count - 1
    WHERE user_id = old.user_id AND history = tg_argv[0] AND day = (old.created_at AT TIME ZONE 'UTC')::date;
  END IF;
  IF tg_op <> 'DELETE' THEN
    INSERT INTO movement_days (user_id, history, day, count, amount_cents)
    VALUES (new.user_id, tg_argv[0], (new.created_at AT TIME ZONE 'UTC')::date, 1, 0)
    ON CONFLICT (user_id, history, day) DO UPDATE SET count = movement_days.count + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER deposits_kept AFTER INSERT OR UPDATE OR DELETE ON deposits
  FOR EACH ROW EXECUTE FUNCTION keep_request_days('deposits');
--> statement-breakpoint
CREATE TRIGGER partner_withdrawals_kept AFTER INSERT OR UPDATE OR DELETE ON partner_withdrawals
  FOR EACH ROW EXECUTE FUNCTION keep_request_days('withdrawals');
--> statement-breakpoint
INSERT INTO movement_days (user_id, history, day, count, amount_cents)
SELECT a.user_id, movement_history(e.kind), (e.at AT TIME ZONE 'UTC')::date, count(*), sum(e.amount_cents)
FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
WHERE a.kind = 'main' AND a.user_id IS NOT NULL GROUP BY 1, 2, 3
UNION ALL
SELECT user_id, 'deposits', (created_at AT TIME ZONE 'UTC')::date, count(*), 0 FROM deposits GROUP BY 1, 3
UNION ALL
SELECT user_id, 'withdrawals', (created_at AT TIME ZONE 'UTC')::date, count(*), 0 FROM partner_withdrawals GROUP BY 1, 3;
