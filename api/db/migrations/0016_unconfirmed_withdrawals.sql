DROP INDEX "partner_withdrawals_one_pending";--> statement-breakpoint
CREATE UNIQUE INDEX "partner_withdrawals_one_pending" ON "partner_withdrawals" USING btree ("user_id") WHERE status in ('confirming', 'underReview', 'processing');
--> statement-breakpoint
-- a withdrawal whose wallet is not confirmed is no row of the history: it counts from its confirmation on
LOCK TABLE partner_withdrawals, movement_days IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_request_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_counted boolean := tg_op <> 'INSERT';
  is_counted boolean := tg_op <> 'DELETE';
BEGIN
  IF was_counted THEN
    was_counted := old.status <> 'confirming';
  END IF;
  IF is_counted THEN
    is_counted := new.status <> 'confirming';
  END IF;
  IF was_counted AND is_counted THEN
    IF old.user_id = new.user_id AND old.created_at = new.created_at THEN
      RETURN NULL;
    END IF;
  END IF;
  IF was_counted THEN
    UPDATE movement_days SET count = count - 1
    WHERE user_id = old.user_id AND history = tg_argv[0] AND day = (old.created_at AT TIME ZONE 'UTC')::date;
  END IF;
  IF is_counted THEN
    INSERT INTO movement_days (user_id, history, day, count, amount_cents)
    VALUES (new.user_id, tg_argv[0], (new.created_at AT TIME ZONE 'UTC')::date, 1, 0)
    ON CONFLICT (user_id, history, day) DO UPDATE SET count = movement_days.count + 1;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE movement_days SET count = movement_days.count - unconfirmed.count
FROM (
  SELECT user_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS count
  FROM partner_withdrawals WHERE status = 'confirming' GROUP BY 1, 2
) AS unconfirmed
WHERE movement_days.user_id = unconfirmed.user_id AND history = 'withdrawals' AND movement_days.day = unconfirmed.day;
