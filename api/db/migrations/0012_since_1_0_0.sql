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
--> statement-breakpoint
-- Sums of days hold running results since formulas 1.3: all of them are made anew, and months of them.
DELETE FROM "monitoring_months";--> statement-breakpoint
UPDATE "monitoring_accounts" SET "stale_from" = '0001-01-01';
--> statement-breakpoint
ALTER TABLE "monitoring_checkpoints" ADD COLUMN "open_costs" numeric(28,8) DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "monitoring_imports" ADD COLUMN "opening_balance" numeric(28,8);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "staff_notices" (
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"noticed_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "staff_notices_kind_item_id_since_pk" PRIMARY KEY("kind","item_id","since")
);
--> statement-breakpoint
CREATE TABLE "staff_recipients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"is_digest" boolean NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_recipients_once" UNIQUE("kind","channel","address")
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"made_at" timestamp with time zone NOT NULL,
	"folder" text NOT NULL,
	"rows" bigint NOT NULL,
	"files" integer NOT NULL,
	"restored_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "client_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "block_reason" text;--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_notes_user" ON "client_notes" USING btree ("user_id","at");
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"rate_id" text NOT NULL,
	"months" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"from_day" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "price_changes_price" CHECK ("price_changes"."price_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_rate_id_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."rates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_changes_open" ON "price_changes" USING btree ("rate_id","months") WHERE "price_changes"."applied_at" is null and "price_changes"."cancelled_at" is null;
--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD COLUMN "floating" numeric(28,8);--> statement-breakpoint
-- Sums of days hold their ends and the equity at cash flows now: all of them are made anew, and months of them.
DELETE FROM "monitoring_months";--> statement-breakpoint
UPDATE "monitoring_accounts" SET "stale_from" = '0001-01-01';
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "text_versions" (
	"name" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"markdown" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"holds_from" timestamp with time zone NOT NULL,
	CONSTRAINT "text_versions_name_language_version_pk" PRIMARY KEY("name","language","version")
);
--> statement-breakpoint
CREATE INDEX "text_versions_holding" ON "text_versions" USING btree ("name","language","holds_from");
--> statement-breakpoint
CREATE TABLE "announcement_recipients" (
	"announcement_id" text NOT NULL,
	"user_id" text NOT NULL,
	"taken_at" timestamp with time zone,
	"outcome" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "announcement_recipients_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"author" text NOT NULL,
	"segment" text NOT NULL,
	"plan" text,
	"language" text,
	"subject_en" text NOT NULL,
	"text_en" text NOT NULL,
	"subject_ru" text NOT NULL,
	"text_ru" text NOT NULL,
	"per_minute" integer NOT NULL,
	"finished_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_recipients_user" ON "announcement_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcement_recipients_waiting" ON "announcement_recipients" USING btree ("announcement_id","failures","user_id") WHERE "announcement_recipients"."taken_at" is null;
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"status" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"fetched_at" timestamp with time zone,
	"file_id" text,
	"bytes" bigint
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"session_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"old_hash" text NOT NULL,
	"new_hash" text NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"name" text PRIMARY KEY NOT NULL,
	"text_en" text NOT NULL,
	"text_ru" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_members" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"roles" text[] NOT NULL,
	"password_hash" text NOT NULL,
	"sealed_totp_secret" text NOT NULL,
	"last_totp_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"access_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_views" (
	"kind" text NOT NULL,
	"item_id" text NOT NULL,
	"member_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_views_kind_item_id_member_id_pk" PRIMARY KEY("kind","item_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_staff" (
	"ticket_id" text PRIMARY KEY NOT NULL,
	"assignee" text,
	"priority" text DEFAULT 'normal' NOT NULL
);
--> statement-breakpoint
DROP INDEX "machine_orders_one_control";--> statement-breakpoint
ALTER TABLE "proxmox_machines" ADD COLUMN "password_order" text;--> statement-breakpoint
ALTER TABLE "simulated_machines" ADD COLUMN "password_order" text;--> statement-breakpoint
ALTER TABLE "machine_orders" ADD COLUMN "operating_system" text;--> statement-breakpoint
ALTER TABLE "operator_actions" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "operator_actions" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "operator_actions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_views" ADD CONSTRAINT "staff_views_member_id_staff_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."staff_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_notes" ADD CONSTRAINT "ticket_notes_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_staff" ADD CONSTRAINT "ticket_staff_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_user" ON "data_exports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "data_exports_ends" ON "data_exports" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_old" ON "email_changes" USING btree ("old_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_new" ON "email_changes" USING btree ("new_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_members_email" ON "staff_members" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_sessions_access" ON "staff_sessions" USING btree ("access_hash");--> statement-breakpoint
CREATE INDEX "staff_sessions_member" ON "staff_sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "ticket_notes_ticket" ON "ticket_notes" USING btree ("ticket_id","at");--> statement-breakpoint
ALTER TABLE "operator_actions" ADD CONSTRAINT "operator_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_actions_user" ON "operator_actions" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "machine_orders_one_control" ON "machine_orders" USING btree ("server_id") WHERE "machine_orders"."status" in ('accepted', 'running') and "machine_orders"."kind" in ('turnOn', 'turnOff', 'restart', 'reinstall', 'resetPassword');--> statement-breakpoint
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are append-only';
end $$;
--> statement-breakpoint
create trigger operator_actions_append_only before update or delete on operator_actions for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger operator_actions_not_emptied before truncate on operator_actions execute function refuse_audit_change();
--> statement-breakpoint
-- parts of e-mails and names among a million clients; a database that may not have the extension reads them all
do $$
begin
  create extension if not exists pg_trgm;
  create index if not exists users_email_parts on users using gin (email gin_trgm_ops);
  create index if not exists users_name_parts on users using gin (name gin_trgm_ops);
exception when insufficient_privilege or undefined_file then
  raise notice 'clients are searched without an index: %', sqlerrm;
end $$;
--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD COLUMN "sealed_key" text;
--> statement-breakpoint
CREATE TABLE "deadline_guards" (
	"name" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "servers" RENAME COLUMN "tended_at" TO "processed_at";
--> statement-breakpoint
-- jobs that wait in the queue, and the last run of scheduled ones, follow the jobs' new names
DO $$
DECLARE
  renamed record;
BEGIN
  FOR renamed IN
    SELECT * FROM (VALUES
      ('monitoring.sweep-silence', 'monitoring.check-silence'),
      ('monitoring.sweep-alert-log', 'monitoring.expire-alert-log'),
      ('monitoring.sweep-imports', 'monitoring.expire-imports'),
      ('monitoring.sweep-reports', 'monitoring.create-due-reports'),
      ('monitoring.sweep-subscriptions', 'monitoring.process-due-subscriptions'),
      ('payments.sweep', 'payments.expire-deposits'),
      ('staff.tell', 'staff.notify'),
      ('vps.sweep', 'vps.process-due-servers'),
      ('vps.tend-server', 'vps.process-server'),
      ('reseal', 'rotate-keys'),
      ('sweep-files', 'delete-orphan-files')
    ) AS names (old, new)
  LOOP
    UPDATE job_schedules SET name = renamed.new WHERE name = renamed.old;
    IF to_regclass('pgboss.job') IS NOT NULL THEN
      UPDATE pgboss.job SET data = jsonb_set(data, '{job}', to_jsonb(renamed.new))
      WHERE data->>'job' = renamed.old AND state IN ('created', 'retry');
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE INDEX "servers_by_end" ON "servers" USING btree ("user_id",("status" = 'revoked'),"paid_until","id");
--> statement-breakpoint
CREATE TABLE "sent_emails" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"template" text NOT NULL,
	"subject" text,
	"values" jsonb,
	"unsubscribe" text
);
--> statement-breakpoint
CREATE TABLE "balance_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "balance_proposals_amount" CHECK ("balance_proposals"."amount_cents" <> 0),
	CONSTRAINT "balance_proposals_two_people" CHECK ("balance_proposals"."status" <> 'confirmed' or lower("balance_proposals"."decided_by") <> lower("balance_proposals"."proposed_by"))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewed_by" text;--> statement-breakpoint
ALTER TABLE "sent_emails" ADD CONSTRAINT "sent_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_proposals" ADD CONSTRAINT "balance_proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_emails_user" ON "sent_emails" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "sent_emails_sent" ON "sent_emails" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "balance_proposals_status" ON "balance_proposals" USING btree ("status","proposed_at");
