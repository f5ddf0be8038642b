CREATE INDEX "mail_returns_stopped" ON "mail_returns" USING btree ("stopped_at","address") WHERE "mail_returns"."stopped_at" is not null;--> statement-breakpoint
CREATE INDEX "partner_withdrawals_status" ON "partner_withdrawals" USING btree ("status","due_on","created_at","id");--> statement-breakpoint
CREATE INDEX "deposit_refunds_created" ON "deposit_refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_by_author" ON "tickets" USING btree ("last_author","last_message_at","id") WHERE "tickets"."status" <> 'closed';--> statement-breakpoint
CREATE INDEX "tickets_latest" ON "tickets" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "servers_issued" ON "servers" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "test_server_requests_created" ON "test_server_requests" USING btree ("created_at","id");