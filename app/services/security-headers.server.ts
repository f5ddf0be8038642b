import type { ServerResponse } from "node:http";
import { environment } from "./env.server";

/**
 * Headers of an answer of some type that does not say otherwise itself: pages bring their policy with a nonce, pictures that are
 * meant for other sites their `Cross-Origin-Resource-Policy`. Script and styles have what is said of files alone: what is said of
 * documents means nothing on them, and is half of what a short file weighs.
 * `Referrer-Policy` must not be `no-referrer`: forms without JavaScript would send `Origin: null`.
 */
export function securityHeaders(type: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...(!/^text\/(javascript|css)/.test(type) && {
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "content-security-policy": scriptlessPolicy,
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    }),
    ...(environment().publicOrigin.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

/** The policy of what is no page: files, redirects and bare errors. A picture that is opened by itself may have styles. */
const scriptlessPolicy = [
  "default-src 'self'",
  "script-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The policy of a page: what stands in it runs by its nonce or hash only, such as `'nonce-…'`.
 * `PAYMENT_ORIGINS` are payment pages that a deposit form may lead to.
 */
export function contentSecurityPolicy(allowed: readonly string[]): string {
  const own = ["'self'", ...allowed].join(" ");
  return [
    "default-src 'self'",
    `script-src ${own}`,
    `style-src ${own}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${environment().paymentOrigins}`.trim(),
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Puts the headers for its type on an answer as it leaves, where it has none of that name: what Remix says is added, never replaced.
 */
export function putOnAsItLeaves(
  response: ServerResponse,
  headersFor: (type: string) => Record<string, string>,
): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    for (const [name, value] of Object.entries(headersFor(String(response.getHeader("content-type")))))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    return writeHead(...head);
  };
}
