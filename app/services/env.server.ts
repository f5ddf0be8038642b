import { resolve } from "node:path";
import { keptSecret } from "#api/service/kept-secret";
import type { Brand } from "#contract/look/brand";
import { readBrand } from "#contract/look/brand";

/** What the cabinet needs to know from its surroundings; see `.env.example`. */
export type Environment = {
  /** Where the cabinet is seen from outside, without a slash at the end. */
  publicOrigin: string;
  /** Whether the origin was said, or is only what the port suggests. */
  originIsConfigured: boolean;
  /** The service behind `/api`; null means the one inside this process. */
  apiUrl: string | null;
  dataDir: string;
  /** Whose product this is. */
  brand: Brand;
  sessionSecret: string;
  /** The one before it, while secrets are exchanged. */
  previousSessionSecret: string | null;
  /** Whether `X-Forwarded-For` is set by a proxy of ours. */
  trustsProxy: boolean;
  /** Where vulnerabilities are reported: `mailto:…` or `https://…`; null: the page says how. */
  securityContact: string | null;
  port: string;
  /** Payment pages that a deposit form may lead to, with spaces between them. */
  paymentOrigins: string;
};

function readEnvironment(): Environment {
  const {
    PUBLIC_ORIGIN,
    PORT = "3000",
    API_URL,
    DATA_DIR = "./data",
    SESSION_SECRET,
    PREVIOUS_SESSION_SECRET,
    TRUST_PROXY,
    SECURITY_CONTACT,
    PAYMENT_ORIGINS = "",
    PRODUCT_NAME,
    BRAND_MARK,
    BRAND_BAND,
    LEGAL_DETAILS,
    SUPPORT_HOURS,
  } = process.env;
  const dataDir = resolve(DATA_DIR);
  return {
    publicOrigin: (PUBLIC_ORIGIN || `http://localhost:${PORT}`).replace(/\/+$/, ""),
    originIsConfigured: Boolean(PUBLIC_ORIGIN),
    apiUrl: API_URL ? API_URL.replace(/\/+$/, "") : null,
    dataDir,
    brand: readBrand({ PRODUCT_NAME, BRAND_MARK, BRAND_BAND, LEGAL_DETAILS, SUPPORT_HOURS }),
    sessionSecret: SESSION_SECRET || keptSecret(dataDir),
    previousSessionSecret: PREVIOUS_SESSION_SECRET || null,
    trustsProxy: TRUST_PROXY === "1",
    securityContact: SECURITY_CONTACT || null,
    port: PORT,
    paymentOrigins: PAYMENT_ORIGINS,
  };
}

/** Known before anything else, and without a look at the data folder. */
export const logLevel = (): string => process.env.LOG_LEVEL ?? "info";

/** Which of several workers this is (`bin/workers.mjs`); 0 for a process alone. */
export const workerNumber = (): number => Number(process.env.WORKER_NUMBER ?? 0);

let known: Environment | undefined;

export function environment(): Environment {
  known ??= readEnvironment();
  return known;
}
