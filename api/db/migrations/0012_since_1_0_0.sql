ALTER TABLE "users" ADD COLUMN "time_zone" text;
--> statement-breakpoint
CREATE TABLE "simulated_snapshots" (
	"machine_id" text NOT NULL,
	"name" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "simulated_snapshots_machine_id_name_pk" PRIMARY KEY("machine_id","name")
);
--> statement-breakpoint
ALTER TABLE "simulated_tasks" ADD COLUMN "snapshot" text;--> statement-breakpoint
ALTER TABLE "simulated_tasks" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "machine_orders" ADD COLUMN "snapshot" text;
--> statement-breakpoint
DROP INDEX "deposit_refunds_once";--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refunds_asked_once" ON "deposit_refunds" USING btree ("deposit_id") WHERE "deposit_refunds"."status" <> 'declined' and "deposit_refunds"."is_asked";--> statement-breakpoint
CREATE INDEX "deposit_refunds_deposit" ON "deposit_refunds" USING btree ("deposit_id");
--> statement-breakpoint
CREATE INDEX "partner_rewards_waiting" ON "partner_rewards" USING btree ("partner_id") WHERE "partner_rewards"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "partner_rewards_clearing" ON "partner_rewards" USING btree ("partner_id","clears_at");
--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "paid_day" integer;
--> statement-breakpoint
-- formulas 1.2: where something was booked apart from trades, the days since are summed up anew when somebody looks
UPDATE "monitoring_accounts" a SET "stale_from" = least(a."stale_from", d."first") FROM (
  SELECT "account_id", (min("at") AT TIME ZONE 'UTC')::date AS "first" FROM "monitoring_deals"
  WHERE "type" IN ('interest', 'dividend', 'commission', 'charge', 'tax') GROUP BY "account_id"
) d WHERE d."account_id" = a."id";
--> statement-breakpoint
CREATE TABLE "server_comments" (
	"server_id" text PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"parts" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "server_comments" ADD CONSTRAINT "server_comments_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "server_comments_parts" ON "server_comments" USING gin ("parts") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "servers_by_ip_prefix" ON "servers" USING btree ("user_id","ip" text_pattern_ops);--> statement-breakpoint
-- small letters of any script, whatever the database's own locale: that of the private one is C, which knows English ones alone
CREATE FUNCTION small_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(words COLLATE "und-x-icu")
$$;
--> statement-breakpoint
-- each letter and each pair of letters, as numbers of one client's own
CREATE FUNCTION comment_parts(client text, small text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtext(client || ' ' || substr(small, place, size))), '{}')
  FROM generate_series(1, length(small)) AS place, generate_series(1, 2) AS size
  WHERE place + size <= length(small) + 1
$$;
--> statement-breakpoint
CREATE FUNCTION keep_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO server_comments (server_id, words, parts)
  SELECT new.id, small, comment_parts(new.user_id, small) FROM small_letters(new.comment) AS small WHERE small <> ''
  ON CONFLICT (server_id) DO UPDATE SET words = excluded.words, parts = excluded.parts;
  IF new.comment = '' THEN DELETE FROM server_comments WHERE server_id = new.id; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- nothing is written between what is there and the first that is kept
LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TRIGGER servers_comment_kept AFTER INSERT OR UPDATE OF comment, user_id ON servers FOR EACH ROW EXECUTE FUNCTION keep_comment();
--> statement-breakpoint
INSERT INTO server_comments (server_id, words, parts)
SELECT id, small, comment_parts(user_id, small) FROM servers, small_letters(comment) AS small WHERE small <> '';
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE "server_comments" ADD COLUMN "user_id" text;
--> statement-breakpoint
-- what a comment that holds a text has at least: its pairs of letters, or its only letter
CREATE FUNCTION sought_parts(client text, small text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtext(client || ' ' || substr(small, place, 2))), '{}')
  FROM generate_series(1, greatest(length(small) - 1, 1)) AS place
$$;
--> statement-breakpoint
-- nothing is written between what is there and the first that is kept with its client
LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO server_comments (server_id, user_id, words, parts)
  SELECT new.id, new.user_id, small, comment_parts(new.user_id, small) FROM small_letters(new.comment) AS small WHERE small <> ''
  ON CONFLICT (server_id) DO UPDATE SET user_id = excluded.user_id, words = excluded.words, parts = excluded.parts;
  IF new.comment = '' THEN DELETE FROM server_comments WHERE server_id = new.id; END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE server_comments SET user_id = servers.user_id FROM servers WHERE servers.id = server_comments.server_id;
--> statement-breakpoint
ALTER TABLE "server_comments" ALTER COLUMN "user_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "is_platform_ticket" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "is_platform_ticket" boolean DEFAULT false NOT NULL;
