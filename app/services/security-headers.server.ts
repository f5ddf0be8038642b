import { environment } from "./env.server";

/** Headers of every answer. `Referrer-Policy` must not be `no-referrer`: forms without JavaScript would send `Origin: null`. */
export function securityHeaders(): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(environment().publicOrigin.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

/** The policy of a page; scripts run by nonce only. `PAYMENT_ORIGINS` are payment pages that a deposit form may lead to. */
export function contentSecurityPolicy(nonce: string): string {
  const payment = process.env.PAYMENT_ORIGINS ?? "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${payment}`.trim(),
    "frame-ancestors 'none'",
  ].join("; ");
}
