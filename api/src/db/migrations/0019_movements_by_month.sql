CREATE TABLE "movement_months" (
	"user_id" text NOT NULL,
	"history" text NOT NULL,
	"month" date NOT NULL,
	"count" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "movement_months_user_id_history_month_pk" PRIMARY KEY("user_id","history","month")
);
--> statement-breakpoint
CREATE FUNCTION month_of(day date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_trunc('month', day::timestamp)::date
$$;
--> statement-breakpoint
-- a day's row stays that day's: only what is kept of it changes
CREATE FUNCTION keep_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO movement_months (user_id, history, month, count, amount_cents)
    VALUES (new.user_id, new.history, month_of(new.day), new.count, new.amount_cents)
    ON CONFLICT (user_id, history, month) DO UPDATE
      SET count = movement_months.count + excluded.count, amount_cents = movement_months.amount_cents + excluded.amount_cents;
  ELSIF tg_op = 'UPDATE' THEN
    UPDATE movement_months SET count = count + new.count - old.count, amount_cents = amount_cents + new.amount_cents - old.amount_cents
    WHERE user_id = new.user_id AND history = new.history AND month = month_of(new.day);
  ELSE
    UPDATE movement_months SET count = count - old.count, amount_cents = amount_cents - old.amount_cents
    WHERE user_id = old.user_id AND history = old.history AND month = month_of(old.day);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- nothing is written between the sums of what is there and the first that is kept
LOCK TABLE movement_days IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TRIGGER movement_days_kept AFTER INSERT OR UPDATE OR DELETE ON movement_days FOR EACH ROW EXECUTE FUNCTION keep_months();
--> statement-breakpoint
INSERT INTO movement_months (user_id, history, month, count, amount_cents)
SELECT user_id, history, month_of(day), sum(count), sum(amount_cents) FROM movement_days GROUP BY 1, 2, 3;
