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