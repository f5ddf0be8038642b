/** The settings of `.env.example` that the service reads. */
type Setting =
  | "BACKUP_PASSPHRASE"
  | "DATABASE_URL"
  | "DATA_DIR"
  | "DEMO"
  | "DKIM_KEY_FILE"
  | "DKIM_SELECTOR"
  | "HOST"
  | "LOG_LEVEL"
  | "MAIL_BOUNCE_SECRET"
  | "MAIL_FROM"
  | "MAIL_RETURN_TO"
  | "METRICS_HOST"
  | "METRICS_PORT"
  | "OPERATOR"
  | "PAYMENTS"
  | "PORT"
  | "PREVIOUS_SESSION_SECRET"
  | "PRODUCT_NAME"
  | "PROVISIONER_SECONDS"
  | "PROVISIONER_SECRET"
  | "PROVISIONER_URL"
  | "PUBLIC_ORIGIN"
  | "SESSION_SECRET"
  | "SMTP_URL"
  | "TELEGRAM_API"
  | "TELEGRAM_BOT_NAME"
  | "TELEGRAM_BOT_TOKEN"
  | "TRUST_CABINET"
  | "WORKER";

/** What the operator has said in the process's environment: the service looks at it here and nowhere else. */
export const environment = () => process.env as Environment;
export type Environment = Readonly<Partial<Record<Setting, string>>>;
