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
