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