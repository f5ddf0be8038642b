create table "mail_returns" (
	"address" text primary key not null,
	"failures" integer default 0 not null,
	"counted_from" timestamp with time zone not null,
	"stopped_at" timestamp with time zone,
	"reason" text not null
);
