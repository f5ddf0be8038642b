DROP INDEX "tickets_waiting";--> statement-breakpoint
CREATE INDEX "machine_drifts_waiting" ON "machine_drifts" USING btree ("seen_at") WHERE "machine_drifts"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "machine_orders_failed" ON "machine_orders" USING btree ("finished_at") WHERE "machine_orders"."status" = 'failed' and "machine_orders"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "monitoring_accounts_by_number" ON "monitoring_accounts" USING btree ("number");--> statement-breakpoint
CREATE INDEX "partner_withdrawals_waiting" ON "partner_withdrawals" USING btree ("due_on","created_at") WHERE "partner_withdrawals"."status" in ('underReview', 'processing');--> statement-breakpoint
CREATE INDEX "deposits_by_txid" ON "deposits" USING btree ("txid");--> statement-breakpoint
CREATE INDEX "payment_reports_payment" ON "payment_reports" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "servers_by_ip" ON "servers" USING btree ("ip");--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("last_message_at") WHERE "tickets"."status" <> 'closed' and "tickets"."last_author" = 'client';