-- Before 1.0: codes made until now were hashed with the service's secret, which no other secret could take over. They stop working.
delete from "recovery_codes";--> statement-breakpoint
alter table "recovery_codes" rename column "hash" to "sealed_hash";
