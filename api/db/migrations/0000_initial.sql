CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"call" text NOT NULL,
	"parameters_hash" text NOT NULL,
	"answer" jsonb,
	"refusal" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text,
	"kind" text NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_not_below_zero" CHECK ("ledger_accounts"."user_id" is null or "ledger_accounts"."balance_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"balance_after_cents" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reference_type" text NOT NULL,
	"reference_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_faults" (
	"id" text PRIMARY KEY NOT NULL,
	"machine_id" text,
	"kind" text,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_machines" (
	"id" text PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"login" text NOT NULL,
	"rate_id" text NOT NULL,
	"is_on" boolean NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "simulated_tasks" (
	"order_id" text PRIMARY KEY NOT NULL,
	"machine_id" text NOT NULL,
	"kind" text NOT NULL,
	"rate_id" text NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	"will_fail" boolean NOT NULL,
	"is_applied" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_schedules" (
	"name" text PRIMARY KEY NOT NULL,
	"last_due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"visibility" text DEFAULT 'private' NOT NULL,
	"show_money" boolean DEFAULT false NOT NULL,
	"show_positions" boolean DEFAULT false NOT NULL,
	"show_number" boolean DEFAULT false NOT NULL,
	"currency_display" text DEFAULT 'symbol' NOT NULL,
	"server_id" text,
	"views" integer DEFAULT 0 NOT NULL,
	"server" text,
	"currency" text,
	"leverage" integer,
	"mode" text,
	"gmt_offset" integer DEFAULT 0 NOT NULL,
	"heard_at" timestamp with time zone,
	"balance" numeric(28,8),
	"equity" numeric(28,8),
	"margin" numeric(28,8),
	"free_margin" numeric(28,8),
	"positions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"opening" numeric(28,8) DEFAULT 0 NOT NULL,
	"stale_from" date,
	"equity_stale_from" date,
	"coverage_stale_from" date,
	"resynced_at" timestamp with time zone,
	"is_resyncing" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_days" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"summary" text,
	"equity" text,
	"opening" numeric(28,8),
	"closing" numeric(28,8),
	"lowest" numeric(28,8),
	"growth" double precision,
	"equity_close" numeric(28,8),
	"trades" integer DEFAULT 0 NOT NULL,
	"last_seq" integer,
	"covered" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "monitoring_days_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "monitoring_deals" (
	"account_id" text NOT NULL,
	"ticket" text NOT NULL,
	"position" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"entry" text,
	"symbol" text NOT NULL,
	"volume" numeric(28,8) NOT NULL,
	"price" numeric(28,8),
	"commission" numeric(28,8) NOT NULL,
	"fee" numeric(28,8) NOT NULL,
	"swap" numeric(28,8) NOT NULL,
	"profit" numeric(28,8) NOT NULL,
	"magic" text,
	"comment" text,
	"source" text DEFAULT 'terminal' NOT NULL,
	CONSTRAINT "monitoring_deals_account_id_ticket_pk" PRIMARY KEY("account_id","ticket")
);
--> statement-breakpoint
CREATE TABLE "monitoring_months" (
	"account_id" text NOT NULL,
	"month" date NOT NULL,
	"summary" text NOT NULL,
	"equity" text NOT NULL,
	"covered" integer NOT NULL,
	CONSTRAINT "monitoring_months_account_id_month_pk" PRIMARY KEY("account_id","month")
);
--> statement-breakpoint
CREATE TABLE "monitoring_periods" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"accounts" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_snapshots" (
	"account_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"balance" numeric(28,8) NOT NULL,
	"equity" numeric(28,8) NOT NULL,
	"margin" numeric(28,8) NOT NULL,
	"free_margin" numeric(28,8) NOT NULL,
	"credit" numeric(28,8) NOT NULL,
	CONSTRAINT "monitoring_snapshots_account_id_at_pk" PRIMARY KEY("account_id","at")
);
--> statement-breakpoint
CREATE TABLE "monitoring_subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"autopay" boolean DEFAULT false NOT NULL,
	"activated_at" timestamp with time zone NOT NULL,
	"paid_until" timestamp with time zone NOT NULL,
	"end_told" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "monitoring_trades" (
	"account_id" text NOT NULL,
	"ticket" text NOT NULL,
	"position" text NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"volume" numeric(28,8) NOT NULL,
	"opened_at" timestamp with time zone,
	"closed_at" timestamp with time zone NOT NULL,
	"open_price" numeric(28,8),
	"close_price" numeric(28,8),
	"profit" numeric(28,8) NOT NULL,
	"swap" numeric(28,8) NOT NULL,
	"commission" numeric(28,8) NOT NULL,
	"fee" numeric(28,8) NOT NULL,
	"taxes" numeric(28,8) NOT NULL,
	"result" numeric(28,8) NOT NULL,
	"is_final" boolean NOT NULL,
	"source" text DEFAULT 'terminal' NOT NULL,
	"magic" text,
	"comment" text,
	"seq" integer,
	"balance_before" numeric(28,8),
	CONSTRAINT "monitoring_trades_account_id_ticket_pk" PRIMARY KEY("account_id","ticket")
);
--> statement-breakpoint
CREATE TABLE "monitoring_views" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	CONSTRAINT "monitoring_views_account_id_day_visitor_pk" PRIMARY KEY("account_id","day","visitor")
);
--> statement-breakpoint
CREATE TABLE "monitoring_alert_log" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"occasion" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"facts" jsonb NOT NULL,
	"by_email" boolean NOT NULL,
	"by_bot" boolean NOT NULL,
	"emailed_at" timestamp with time zone,
	"botted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "monitoring_alert_ways" (
	"account_id" text PRIMARY KEY NOT NULL,
	"by_email" boolean DEFAULT false NOT NULL,
	"by_bot" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_alerts" (
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"threshold" numeric(28,8),
	"since" timestamp with time zone NOT NULL,
	"is_ringing" boolean DEFAULT false NOT NULL,
	CONSTRAINT "monitoring_alerts_account_id_kind_pk" PRIMARY KEY("account_id","kind")
);
--> statement-breakpoint
CREATE TABLE "monitoring_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"file_id" text,
	"file_name" text NOT NULL,
	"zone" text NOT NULL,
	"state" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"problem" jsonb,
	"preview" jsonb,
	"added_trades" integer DEFAULT 0 NOT NULL,
	"added_operations" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_reports" (
	"account_id" text PRIMARY KEY NOT NULL,
	"daily" boolean DEFAULT false NOT NULL,
	"weekly" boolean DEFAULT false NOT NULL,
	"monthly" boolean DEFAULT false NOT NULL,
	"language" text NOT NULL,
	"zone" text NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitoring_reports_sent" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"period" text NOT NULL,
	"from_day" text NOT NULL,
	"to_day" text NOT NULL,
	"occasion" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "telegram_chats" (
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"chat_id" text,
	"serial" integer DEFAULT 0 NOT NULL,
	"linked_at" timestamp with time zone,
	CONSTRAINT "telegram_chats_user_id_purpose_pk" PRIMARY KEY("user_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"operator" text NOT NULL,
	"command" text NOT NULL,
	"input" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_clicks" (
	"partner_id" text NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	CONSTRAINT "partner_clicks_partner_id_day_visitor_pk" PRIMARY KEY("partner_id","day","visitor")
);
--> statement-breakpoint
CREATE TABLE "partner_network" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"client_id" text NOT NULL,
	"level" smallint NOT NULL,
	"parent_id" text,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "partner_network_level" CHECK ("partner_network"."level" between 1 and 3),
	CONSTRAINT "partner_network_not_oneself" CHECK ("partner_network"."partner_id" <> "partner_network"."client_id"),
	CONSTRAINT "partner_network_parent" CHECK (("partner_network"."level" = 1) = ("partner_network"."parent_id" is null))
);
--> statement-breakpoint
CREATE TABLE "partner_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_until" timestamp with time zone NOT NULL,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "partner_payments_amount" CHECK ("partner_payments"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "partner_rewards" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" text NOT NULL,
	"client_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"level" smallint NOT NULL,
	"percent" numeric(5, 2) NOT NULL,
	"amount_cents" integer NOT NULL,
	"transaction_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"clears_at" timestamp with time zone NOT NULL,
	"takes_back_id" text,
	CONSTRAINT "partner_rewards_sign" CHECK (("partner_rewards"."takes_back_id" is null and "partner_rewards"."amount_cents" > 0) or ("partner_rewards"."takes_back_id" is not null and "partner_rewards"."amount_cents" <= 0))
);
--> statement-breakpoint
CREATE TABLE "partner_terms" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"percent_1" numeric(5, 2) NOT NULL,
	"percent_2" numeric(5, 2) NOT NULL,
	"percent_3" numeric(5, 2) NOT NULL,
	"min_withdrawal_cents" integer NOT NULL,
	"clearing_days" integer NOT NULL,
	CONSTRAINT "partner_terms_one_row" CHECK ("partner_terms"."id" = 1),
	CONSTRAINT "partner_terms_percents" CHECK ("partner_terms"."percent_1" >= 0 and "partner_terms"."percent_2" >= 0 and "partner_terms"."percent_3" >= 0
      and "partner_terms"."percent_1" + "partner_terms"."percent_2" + "partner_terms"."percent_3" <= 100),
	CONSTRAINT "partner_terms_sums" CHECK ("partner_terms"."min_withdrawal_cents" > 0 and "partner_terms"."clearing_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "partner_wallets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"method" text NOT NULL,
	"wallet" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"code_hash" text,
	"code_sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "partner_withdrawals" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"wallet" text NOT NULL,
	"wallet_id" text,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"due_on" date NOT NULL,
	"decided_at" timestamp with time zone,
	"reason" text,
	"reference" text,
	CONSTRAINT "partner_withdrawals_amount" CHECK ("partner_withdrawals"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"discount" smallint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "promo_codes_discount" CHECK ("promo_codes"."discount" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "promo_holds" (
	"user_id" text NOT NULL,
	"promo_code_id" text NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promo_holds_user_id_promo_code_id_pk" PRIMARY KEY("user_id","promo_code_id")
);
--> statement-breakpoint
CREATE TABLE "promo_uses" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"promo_code_id" text NOT NULL,
	"user_id" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"method" text NOT NULL,
	"sum_cents" integer NOT NULL,
	"cost_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"recipient" text NOT NULL,
	"payer" text,
	"txid" text,
	"txid_key" text,
	"status" text NOT NULL,
	"reason" text,
	"decided_at" timestamp with time zone,
	"return_to" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	"ledger_id" bigint,
	CONSTRAINT "deposits_sums" CHECK ("deposits"."sum_cents" > 0 and "deposits"."cost_cents" > 0),
	CONSTRAINT "deposits_received" CHECK (("deposits"."status" = 'received') = ("deposits"."ledger_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"body_hash" text NOT NULL,
	"body" text NOT NULL,
	"order_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"event" text NOT NULL,
	"outcome" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settlement" text
);
--> statement-breakpoint
CREATE TABLE "avatars" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"files" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" text NOT NULL,
	"device" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "security_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"user_id" text,
	"purpose" text NOT NULL,
	"challenge" text,
	"ends_at" timestamp with time zone NOT NULL,
	"tries_left" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"subject" text,
	"address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp_keys" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_files" (
	"id" text PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"ticket_id" text NOT NULL,
	"store_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" integer NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"ticket_id" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"department" text NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL,
	"last_author" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"text_en" text NOT NULL,
	"text_ru" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"tries_left" integer NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"access_hash" text NOT NULL,
	"access_ends_at" timestamp with time zone NOT NULL,
	"refresh_hash" text NOT NULL,
	"previous_refresh_hash" text,
	"refreshed_at" timestamp with time zone,
	"user_agent" text NOT NULL,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tries" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"avatar_file_id" text,
	"referral_code" text NOT NULL,
	"referrer_id" text,
	"partner_allowed" boolean DEFAULT true NOT NULL,
	"monitoring_allowed" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "machine_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"running_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"upgrade_id" text,
	"replaced_by" text
);
--> statement-breakpoint
CREATE TABLE "rate_prices" (
	"rate_id" text NOT NULL,
	"months" integer NOT NULL,
	"price_cents" integer NOT NULL,
	CONSTRAINT "rate_prices_rate_id_months_pk" PRIMARY KEY("rate_id","months")
);
--> statement-breakpoint
CREATE TABLE "rates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"processor" integer NOT NULL,
	"memory_mb" integer NOT NULL,
	"disk_gb" integer NOT NULL,
	"terminals" integer NOT NULL,
	"traffic_gb" integer,
	"operating_systems" text[] NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"is_for_tests" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_counts" (
	"user_id" text NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "server_counts_user_id_status_pk" PRIMARY KEY("user_id","status")
);
--> statement-breakpoint
CREATE TABLE "server_notices" (
	"server_id" text NOT NULL,
	"paid_until" timestamp with time zone NOT NULL,
	"days_left" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "server_notices_server_id_paid_until_days_left_pk" PRIMARY KEY("server_id","paid_until","days_left")
);
--> statement-breakpoint
CREATE TABLE "server_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"period_from" timestamp with time zone NOT NULL,
	"period_to" timestamp with time zone NOT NULL,
	"months" integer,
	"price_cents" integer NOT NULL,
	"discount_cents" integer DEFAULT 0 NOT NULL,
	"total_cents" integer NOT NULL,
	"promo_code" text,
	"tariff" text NOT NULL,
	"ledger_id" bigint
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"rate_id" text NOT NULL,
	"operating_system" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"paid_until" timestamp with time zone NOT NULL,
	"auto_renewal" boolean NOT NULL,
	"renewal_months" integer NOT NULL,
	"blocked_at" timestamp with time zone,
	"is_held" boolean DEFAULT false NOT NULL,
	"revoked_at" timestamp with time zone,
	"tended_at" timestamp with time zone,
	"is_on" boolean DEFAULT false NOT NULL,
	"ip" text,
	"login" text,
	"sealed_password" text
);
--> statement-breakpoint
CREATE TABLE "test_server_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"comment" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"server_id" text
);
--> statement-breakpoint
CREATE TABLE "upgrades" (
	"id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"from_rate_id" text NOT NULL,
	"to_rate_id" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"charged_cents" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_accounts" ADD CONSTRAINT "monitoring_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_days" ADD CONSTRAINT "monitoring_days_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_deals" ADD CONSTRAINT "monitoring_deals_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_months" ADD CONSTRAINT "monitoring_months_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_periods" ADD CONSTRAINT "monitoring_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_snapshots" ADD CONSTRAINT "monitoring_snapshots_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_subscriptions" ADD CONSTRAINT "monitoring_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_trades" ADD CONSTRAINT "monitoring_trades_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_views" ADD CONSTRAINT "monitoring_views_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_alert_log" ADD CONSTRAINT "monitoring_alert_log_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_alert_ways" ADD CONSTRAINT "monitoring_alert_ways_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_alerts" ADD CONSTRAINT "monitoring_alerts_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_imports" ADD CONSTRAINT "monitoring_imports_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_reports" ADD CONSTRAINT "monitoring_reports_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitoring_reports_sent" ADD CONSTRAINT "monitoring_reports_sent_account_id_monitoring_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."monitoring_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_chats" ADD CONSTRAINT "telegram_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_clicks" ADD CONSTRAINT "partner_clicks_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_network" ADD CONSTRAINT "partner_network_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_network" ADD CONSTRAINT "partner_network_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_payments" ADD CONSTRAINT "partner_payments_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_rewards" ADD CONSTRAINT "partner_rewards_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_rewards" ADD CONSTRAINT "partner_rewards_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_rewards" ADD CONSTRAINT "partner_rewards_payment_id_partner_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."partner_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_rewards" ADD CONSTRAINT "partner_rewards_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_wallets" ADD CONSTRAINT "partner_wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_withdrawals" ADD CONSTRAINT "partner_withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_withdrawals" ADD CONSTRAINT "partner_withdrawals_wallet_id_partner_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."partner_wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_holds" ADD CONSTRAINT "promo_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_holds" ADD CONSTRAINT "promo_holds_promo_code_id_promo_codes_id_fk" FOREIGN KEY ("promo_code_id") REFERENCES "public"."promo_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD CONSTRAINT "promo_uses_promo_code_id_promo_codes_id_fk" FOREIGN KEY ("promo_code_id") REFERENCES "public"."promo_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_uses" ADD CONSTRAINT "promo_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_ledger_id_ledger_transactions_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_challenges" ADD CONSTRAINT "security_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_keys" ADD CONSTRAINT "totp_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_message_id_ticket_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."ticket_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_orders" ADD CONSTRAINT "machine_orders_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_orders" ADD CONSTRAINT "machine_orders_upgrade_id_upgrades_id_fk" FOREIGN KEY ("upgrade_id") REFERENCES "public"."upgrades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_prices" ADD CONSTRAINT "rate_prices_rate_id_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."rates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_notices" ADD CONSTRAINT "server_notices_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_payments" ADD CONSTRAINT "server_payments_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_payments" ADD CONSTRAINT "server_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_payments" ADD CONSTRAINT "server_payments_ledger_id_ledger_transactions_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "servers" ADD CONSTRAINT "servers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "servers" ADD CONSTRAINT "servers_rate_id_rates_id_fk" FOREIGN KEY ("rate_id") REFERENCES "public"."rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_server_requests" ADD CONSTRAINT "test_server_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_server_requests" ADD CONSTRAINT "test_server_requests_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrades" ADD CONSTRAINT "upgrades_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrades" ADD CONSTRAINT "upgrades_from_rate_id_rates_id_fk" FOREIGN KEY ("from_rate_id") REFERENCES "public"."rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrades" ADD CONSTRAINT "upgrades_to_rate_id_rates_id_fk" FOREIGN KEY ("to_rate_id") REFERENCES "public"."rates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_owner" ON "ledger_accounts" USING btree ("user_id","kind") WHERE "ledger_accounts"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_house" ON "ledger_accounts" USING btree ("kind") WHERE "ledger_accounts"."user_id" is null;--> statement-breakpoint
CREATE INDEX "ledger_entries_history" ON "ledger_entries" USING btree ("account_id","at","id","kind");--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_reference" ON "ledger_transactions" USING btree ("reference_type","reference_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_at" ON "ledger_transactions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "simulated_faults_machine" ON "simulated_faults" USING btree ("machine_id");--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_accounts_address" ON "monitoring_accounts" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_accounts_key" ON "monitoring_accounts" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_accounts_number" ON "monitoring_accounts" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "monitoring_accounts_user" ON "monitoring_accounts" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "monitoring_deals_position" ON "monitoring_deals" USING btree ("account_id","position");--> statement-breakpoint
CREATE INDEX "monitoring_deals_time" ON "monitoring_deals" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "monitoring_deals_operations" ON "monitoring_deals" USING btree ("account_id","at") WHERE type in ('balance', 'credit', 'correction');--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_periods_start" ON "monitoring_periods" USING btree ("user_id","starts_at");--> statement-breakpoint
CREATE INDEX "monitoring_snapshots_at" ON "monitoring_snapshots" USING btree ("at");--> statement-breakpoint
CREATE INDEX "monitoring_subscriptions_due" ON "monitoring_subscriptions" USING btree ("paid_until");--> statement-breakpoint
CREATE INDEX "monitoring_trades_position" ON "monitoring_trades" USING btree ("account_id","position");--> statement-breakpoint
CREATE INDEX "monitoring_trades_closed" ON "monitoring_trades" USING btree ("account_id","closed_at");--> statement-breakpoint
CREATE INDEX "monitoring_trades_seq" ON "monitoring_trades" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "monitoring_trades_opened" ON "monitoring_trades" USING btree ("account_id","opened_at","seq");--> statement-breakpoint
CREATE INDEX "monitoring_trades_symbol" ON "monitoring_trades" USING btree ("account_id","symbol","seq");--> statement-breakpoint
CREATE INDEX "monitoring_trades_volume" ON "monitoring_trades" USING btree ("account_id","volume","seq");--> statement-breakpoint
CREATE INDEX "monitoring_trades_result" ON "monitoring_trades" USING btree ("account_id","result","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_alert_log_once" ON "monitoring_alert_log" USING btree ("account_id","kind","occasion");--> statement-breakpoint
CREATE INDEX "monitoring_alert_log_at" ON "monitoring_alert_log" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "monitoring_alerts_on" ON "monitoring_alerts" USING btree ("kind","is_on");--> statement-breakpoint
CREATE INDEX "monitoring_imports_account" ON "monitoring_imports" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "monitoring_imports_created" ON "monitoring_imports" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "monitoring_reports_sent_once" ON "monitoring_reports_sent" USING btree ("account_id","period","occasion");--> statement-breakpoint
CREATE INDEX "monitoring_reports_sent_begun" ON "monitoring_reports_sent" USING btree ("account_id","begun_at");--> statement-breakpoint
CREATE INDEX "telegram_chats_chat" ON "telegram_chats" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "operator_actions_at" ON "operator_actions" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_network_client" ON "partner_network" USING btree ("client_id","level");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_network_pair" ON "partner_network" USING btree ("partner_id","client_id");--> statement-breakpoint
CREATE INDEX "partner_network_tree" ON "partner_network" USING btree ("partner_id","parent_id","joined_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "partner_payments_client" ON "partner_payments" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_rewards_once" ON "partner_rewards" USING btree ("payment_id","level") WHERE "partner_rewards"."takes_back_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_rewards_taken_back_once" ON "partner_rewards" USING btree ("takes_back_id");--> statement-breakpoint
CREATE INDEX "partner_rewards_partner" ON "partner_rewards" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE INDEX "partner_rewards_client" ON "partner_rewards" USING btree ("partner_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_wallets_wallet" ON "partner_wallets" USING btree ("user_id","method","wallet");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_wallets_code" ON "partner_wallets" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_withdrawals_one_pending" ON "partner_withdrawals" USING btree ("user_id") WHERE status in ('confirming', 'underReview');--> statement-breakpoint
CREATE INDEX "partner_withdrawals_user" ON "partner_withdrawals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "promo_codes_name" ON "promo_codes" USING btree ("name") WHERE "promo_codes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "promo_codes_user" ON "promo_codes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "promo_uses_code" ON "promo_uses" USING btree ("promo_code_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_ledger" ON "deposits" USING btree ("ledger_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_txid" ON "deposits" USING btree ("txid_key") WHERE "deposits"."status" <> 'rejected';--> statement-breakpoint
CREATE INDEX "deposits_user" ON "deposits" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deposits_status" ON "deposits" USING btree ("status","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reports_once" ON "payment_reports" USING btree ("method","body_hash");--> statement-breakpoint
CREATE INDEX "payment_reports_order" ON "payment_reports" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_reports_disputes" ON "payment_reports" USING btree ("received_at") WHERE "payment_reports"."outcome" in ('mismatch', 'paidAgain', 'unknownOrder') and "payment_reports"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "avatars_user" ON "avatars" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "security_challenges_hash" ON "security_challenges" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "security_challenges_ends" ON "security_challenges" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "ticket_files_message" ON "ticket_files" USING btree ("message_id","position");--> statement-breakpoint
CREATE INDEX "ticket_files_ticket" ON "ticket_files" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket" ON "ticket_messages" USING btree ("ticket_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_one_open" ON "tickets" USING btree ("user_id","department") WHERE "tickets"."status" <> 'closed';--> statement-breakpoint
CREATE INDEX "tickets_user" ON "tickets" USING btree ("user_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("last_message_at") WHERE "tickets"."status" <> 'closed';--> statement-breakpoint
CREATE INDEX "email_codes_user" ON "email_codes" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "email_codes_hash" ON "email_codes" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_access" ON "sessions" USING btree ("access_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_previous_refresh" ON "sessions" USING btree ("previous_refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_referral_code" ON "users" USING btree ("referral_code");--> statement-breakpoint
CREATE INDEX "users_referrer" ON "users" USING btree ("referrer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "machine_orders_one_control" ON "machine_orders" USING btree ("server_id") WHERE "machine_orders"."status" in ('accepted', 'running') and "machine_orders"."kind" in ('turnOn', 'turnOff', 'restart');--> statement-breakpoint
CREATE INDEX "machine_orders_server" ON "machine_orders" USING btree ("server_id","accepted_at");--> statement-breakpoint
CREATE INDEX "machine_orders_status" ON "machine_orders" USING btree ("status","accepted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "server_payments_period" ON "server_payments" USING btree ("server_id","period_from") WHERE "server_payments"."kind" in ('rent', 'renewal');--> statement-breakpoint
CREATE INDEX "server_payments_server" ON "server_payments" USING btree ("server_id","created_at");--> statement-breakpoint
CREATE INDEX "server_payments_user" ON "server_payments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "server_payments_ledger" ON "server_payments" USING btree ("ledger_id");--> statement-breakpoint
CREATE INDEX "servers_by_id" ON "servers" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "servers_by_tariff" ON "servers" USING btree ("user_id","rate_id","id");--> statement-breakpoint
CREATE INDEX "servers_by_issued" ON "servers" USING btree ("user_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "servers_by_paid_until" ON "servers" USING btree ("user_id","paid_until","id");--> statement-breakpoint
CREATE INDEX "servers_by_status" ON "servers" USING btree ("user_id","status","issued_at","id");--> statement-breakpoint
CREATE INDEX "servers_by_status_paid" ON "servers" USING btree ("user_id","status","paid_until","id");--> statement-breakpoint
CREATE INDEX "servers_by_id_prefix" ON "servers" USING btree ("user_id","id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "servers_due" ON "servers" USING btree ("status","paid_until");--> statement-breakpoint
CREATE UNIQUE INDEX "test_server_requests_user" ON "test_server_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "test_server_requests_status" ON "test_server_requests" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "upgrades_one_pending" ON "upgrades" USING btree ("server_id") WHERE "upgrades"."status" in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "upgrades_due" ON "upgrades" USING btree ("status","starts_at");
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_transactions_append_only before update or delete on ledger_transactions for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_entries_not_emptied before truncate on ledger_entries execute function refuse_change();
--> statement-breakpoint
create trigger ledger_transactions_not_emptied before truncate on ledger_transactions execute function refuse_change();
--> statement-breakpoint
create function refuse_unequal_entries() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'the entries of ledger transaction % do not sum to zero', new.transaction_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger ledger_entries_sum_to_zero after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unequal_entries();
--> statement-breakpoint
create function count_servers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.user_id = new.user_id then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update server_counts set count = count - 1 where user_id = old.user_id and status = old.status;
  end if;
  if tg_op <> 'DELETE' then
    insert into server_counts (user_id, status, count) values (new.user_id, new.status, 1)
    on conflict (user_id, status) do update set count = server_counts.count + 1;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger servers_counted after insert or update or delete on servers for each row execute function count_servers();
