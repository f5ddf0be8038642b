CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"made_at" timestamp with time zone NOT NULL,
	"folder" text NOT NULL,
	"rows" bigint NOT NULL,
	"files" integer NOT NULL,
	"restored_at" timestamp with time zone
);
