/** The settings of `.env.example` that the service reads. */
type Setting =
  | "DATABASE_URL"
  | "DATA_DIR"
  | "DEMO"
  | "HOST"
  | "LOG_LEVEL"
  | "MAIL_FROM"
  | "OPERATOR"
  | "PAYMENTS"
  | "PORT"
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
export const environment = () => process.env as Readonly<Partial<Record<Setting, string>>>;
