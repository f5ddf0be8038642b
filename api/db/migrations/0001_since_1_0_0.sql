CREATE TABLE "upgrade_surcharges" (
	"upgrade_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL,
	CONSTRAINT "upgrade_surcharges_upgrade_id_payment_id_pk" PRIMARY KEY("upgrade_id","payment_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_not_below_zero";--> statement-breakpoint
DROP INDEX "partner_rewards_taken_back_once";--> statement-breakpoint
ALTER TABLE "partner_payments" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_rewards" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "upgrades" ADD COLUMN "paid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "upgrade_surcharges" ADD CONSTRAINT "upgrade_surcharges_upgrade_id_upgrades_id_fk" FOREIGN KEY ("upgrade_id") REFERENCES "public"."upgrades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_surcharges" ADD CONSTRAINT "upgrade_surcharges_payment_id_server_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."server_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upgrade_surcharges_payment" ON "upgrade_surcharges" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "partner_rewards_unsettled" ON "partner_rewards" USING btree ("payment_id") WHERE "partner_rewards"."settled_at" is null;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_not_below_zero" CHECK ("ledger_accounts"."user_id" is null or ("ledger_accounts"."kind" <> 'debt' and "ledger_accounts"."balance_cents" >= 0) or ("ledger_accounts"."kind" = 'debt' and "ledger_accounts"."balance_cents" <= 0));--> statement-breakpoint
ALTER TABLE "partner_payments" ADD CONSTRAINT "partner_payments_refunded" CHECK ("partner_payments"."refunded_cents" between 0 and "partner_payments"."amount_cents");
--> statement-breakpoint
-- what was refunded as a whole was so to the last cent
update partner_payments set refunded_cents = amount_cents where refunded_at is not null;
--> statement-breakpoint
-- rewards that were booked before clear as they did; those of servers that may still be given back wait for them
update partner_rewards r set settled_at = r.created_at
where not exists (
  select 1 from server_payments p join servers s on s.id = p.server_id
  where p.id = r.payment_id and s.ip is null and s.status <> 'revoked');
--> statement-breakpoint
-- until when the price of an upgrade covers the difference
update upgrades u set paid_until = p.period_to
from server_payments p
where p.server_id = u.server_id and p.kind = 'upgrade' and p.created_at = u.created_at;
--> statement-breakpoint
-- what one renewal cost more because of an upgrade that may still be given back; of several the shares are not known
insert into upgrade_surcharges (upgrade_id, payment_id, cents)
select u.id, min(p.id), u.charged_cents - o.total_cents
from upgrades u
join server_payments o on o.server_id = u.server_id and o.kind = 'upgrade' and o.created_at = u.created_at
join server_payments p on p.server_id = u.server_id and p.kind = 'renewal' and p.period_from >= o.period_to
where u.status in ('pending', 'running', 'failed') and u.charged_cents > o.total_cents
group by u.id, u.charged_cents, o.total_cents having count(*) = 1;
--> statement-breakpoint
-- Before 1.0: codes made until now were hashed with the service's secret, which no other secret could take over. They stop working.
delete from "recovery_codes";--> statement-breakpoint
alter table "recovery_codes" rename column "hash" to "sealed_hash";
--> statement-breakpoint
create table "mail_returns" (
	"address" text primary key not null,
	"failures" integer default 0 not null,
	"counted_from" timestamp with time zone not null,
	"stopped_at" timestamp with time zone,
	"reason" text not null
);
--> statement-breakpoint
CREATE TABLE "signed_in_browsers" (
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signed_in_browsers_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "signed_in_browsers" ADD CONSTRAINT "signed_in_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "is_zone_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "offsets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "build" integer;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "ping" integer;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "first_heard_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "fits_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "fits_balance" numeric(28,8);--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "fits_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "doubted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "resyncs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "shown_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "revisions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "is_seen_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "is_changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_snapshots" ADD COLUMN "equity_low" numeric(28,8);--> statement-breakpoint
ALTER TABLE "monitoring_snapshots" ADD COLUMN "equity_high" numeric(28,8);--> statement-breakpoint
CREATE TABLE "monitoring_checkpoints" (
	"account_id" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"balance" numeric(28,8) NOT NULL,
	"differs" numeric(28,8) DEFAULT 0 NOT NULL,
	CONSTRAINT "monitoring_checkpoints_account_id_source_seen_at_pk" PRIMARY KEY("account_id","source","seen_at")
);
--> statement-breakpoint
CREATE TABLE "monitoring_revisions" (
	"account_id" text NOT NULL,
	"ticket" text NOT NULL,
	"number" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"via" text NOT NULL,
	"was" jsonb NOT NULL,
	CONSTRAINT "monitoring_revisions_account_id_ticket_number_pk" PRIMARY KEY("account_id","ticket","number")
);
--> statement-breakpoint
CREATE TABLE "monitoring_seen_positions" (
	"account_id" text NOT NULL,
	"position" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "monitoring_seen_positions_account_id_position_pk" PRIMARY KEY("account_id","position")
);
--> statement-breakpoint
ALTER TABLE "monitoring_checkpoints" ADD CONSTRAINT "monitoring_checkpoints_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_revisions" ADD CONSTRAINT "monitoring_revisions_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_seen_positions" ADD CONSTRAINT "monitoring_seen_positions_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DROP INDEX "monitoring_deals_operations";--> statement-breakpoint
CREATE INDEX "monitoring_deals_operations" ON "monitoring_deals" USING btree ("account_id","at") WHERE type not in ('buy', 'sell');--> statement-breakpoint
CREATE FUNCTION monitoring_revisions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'monitoring_revisions: rows are only added';
END $$;--> statement-breakpoint
CREATE TRIGGER monitoring_revisions_stay BEFORE UPDATE ON "monitoring_revisions" FOR EACH ROW EXECUTE FUNCTION monitoring_revisions_stay();--> statement-breakpoint
UPDATE "monitoring_accounts" a SET "first_heard_at" = (SELECT min(s."at") FROM "monitoring_snapshots" s WHERE s."account_id" = a."id");--> statement-breakpoint
-- formulas 1.1: every day is summed up anew when somebody looks; the equity of days stays, as its snapshots were thinned
UPDATE "monitoring_accounts" SET "stale_from" = '0001-01-01';--> statement-breakpoint
DELETE FROM "monitoring_months";
--> statement-breakpoint
CREATE TABLE "monitoring_recipients" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"letters" text NOT NULL,
	"email" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "monitoring_alert_log" ADD COLUMN "recipient_id" text;--> statement-breakpoint
ALTER TABLE "monitoring_alert_log" ADD COLUMN "copied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_reports_sent" ADD COLUMN "recipient_id" text;--> statement-breakpoint
ALTER TABLE "monitoring_reports_sent" ADD COLUMN "copied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "monitoring_recipients" ADD CONSTRAINT "monitoring_recipients_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_recipients_one" ON "monitoring_recipients" USING btree ("account_id","letters");--> statement-breakpoint
ALTER TABLE "monitoring_alert_log" ADD CONSTRAINT "monitoring_alert_log_recipient_id_monitoring_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."monitoring_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_reports_sent" ADD CONSTRAINT "monitoring_reports_sent_recipient_id_monitoring_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."monitoring_recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitoring_alert_log_recipient" ON "monitoring_alert_log" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "monitoring_reports_sent_recipient" ON "monitoring_reports_sent" USING btree ("recipient_id");
--> statement-breakpoint
CREATE TABLE "monitoring_excursions" (
	"account_id" text NOT NULL,
	"position" text NOT NULL,
	"low" numeric(28,8) NOT NULL,
	"high" numeric(28,8) NOT NULL,
	"is_whole" boolean NOT NULL,
	CONSTRAINT "monitoring_excursions_account_id_position_pk" PRIMARY KEY("account_id","position")
);
--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "mae" numeric(28,8);--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD COLUMN "mfe" numeric(28,8);--> statement-breakpoint
ALTER TABLE "monitoring_excursions" ADD CONSTRAINT "monitoring_excursions_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitoring_trades_imported" ON "monitoring_trades" USING btree ("account_id","seq") WHERE source = 'import';
--> statement-breakpoint
CREATE TABLE "machine_drifts" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settlement" text
);
--> statement-breakpoint
CREATE TABLE "proxmox_machines" (
	"server_id" text PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"node" text NOT NULL,
	"address" text NOT NULL,
	"allotted_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "proxmox_tasks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"order" jsonb NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"upid" text,
	"status" text NOT NULL,
	"reason" text,
	"held_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposit_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"deposit_id" text NOT NULL,
	"sum_cents" integer NOT NULL,
	"cost_cents" integer NOT NULL,
	"status" text NOT NULL,
	"is_asked" boolean NOT NULL,
	"reason" text NOT NULL,
	"declined" text,
	"there_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"ledger_id" bigint NOT NULL,
	"return_ledger_id" bigint,
	CONSTRAINT "deposit_refunds_sums" CHECK ("deposit_refunds"."sum_cents" > 0 and "deposit_refunds"."cost_cents" > 0),
	CONSTRAINT "deposit_refunds_declined" CHECK (("deposit_refunds"."status" <> 'declined' or "deposit_refunds"."return_ledger_id" is not null) and ("deposit_refunds"."status" not in ('asked', 'done') or "deposit_refunds"."return_ledger_id" is null))
);
--> statement-breakpoint
DROP INDEX "payment_reports_disputes";--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "there_id" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "pay_url" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "created_there_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_ledger_id_ledger_transactions_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_refunds" ADD CONSTRAINT "deposit_refunds_return_ledger_id_ledger_transactions_id_fk" FOREIGN KEY ("return_ledger_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "machine_drifts_open" ON "machine_drifts" USING btree ("kind","about") WHERE "machine_drifts"."settled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "proxmox_machines_number" ON "proxmox_machines" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "proxmox_machines_address" ON "proxmox_machines" USING btree ("address") WHERE "proxmox_machines"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "proxmox_tasks_server" ON "proxmox_tasks" USING btree ("server_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refunds_once" ON "deposit_refunds" USING btree ("deposit_id") WHERE "deposit_refunds"."status" <> 'declined';--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refunds_ledger" ON "deposit_refunds" USING btree ("ledger_id");--> statement-breakpoint
CREATE INDEX "payment_reports_disputes" ON "payment_reports" USING btree ("received_at") WHERE "payment_reports"."outcome" in ('mismatch', 'paidAgain', 'unknownOrder', 'reversed') and "payment_reports"."settled_at" is null;
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "skipped_steps" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
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
