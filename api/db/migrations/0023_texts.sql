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