DROP INDEX "deposit_refunds_once";--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_refunds_asked_once" ON "deposit_refunds" USING btree ("deposit_id") WHERE "deposit_refunds"."status" <> 'declined' and "deposit_refunds"."is_asked";--> statement-breakpoint
CREATE INDEX "deposit_refunds_deposit" ON "deposit_refunds" USING btree ("deposit_id");