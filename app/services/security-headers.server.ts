import { environment } from "./env.server";

/**
 * Headers of an answer of some type that does not say otherwise itself: pages bring their policy with a nonce, pictures that are
 * meant for other sites their `Cross-Origin-Resource-Policy`. What is never shown by itself (script, styles, bytes) has what is said of
 * files alone, a picture its policy besides, and a redirect, which has nothing in it, who may ask for it from elsewhere: the rest means
 * nothing there, and is half of what a short answer weighs.
 * `Referrer-Policy` must not be `no-referrer`: forms without JavaScript would send `Origin: null`.
 */
export function securityHeaders(type: string, status = 200): Record<string, string> {
  const isFile = isFileType(type);
  const isRedirect = status >= 300 && status < 400;
  return {
    "cross-origin-resource-policy": "same-origin",
    ...(!isRedirect && { "x-content-type-options": "nosniff" }),
    // of a redirect too: a page that leads to another by way of it would be parted from itself
    ...(!isFile && { "cross-origin-opener-policy": "same-origin" }),
    ...(!isFile && !isRedirect && { "referrer-policy": "strict-origin-when-cross-origin" }),
    ...(!isFile && !isRedirect && { "content-security-policy": scriptlessPolicy }),
    ...(!isFile && !isRedirect && !type.startsWith("image/") && ofDocuments),
    ...(environment().publicOrigin.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

/** Whether this is never shown by itself. */
const isFileType = (type: string): boolean =>
  /^(text\/(javascript|css)|application\/octet-stream)/.test(type);

const ofDocuments = {
  // `frame-ancestors` says the same; who checks a site from outside looks for this
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(),microphone=(),geolocation=(),payment=()",
};

/** The policy of what is no page: files and bare errors. A picture that is opened by itself may have styles. */
const scriptlessPolicy = [
  "default-src 'self'",
  "script-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

/**
 * The policy of a page: what stands in it runs or styles it by its nonce or hash only, such as `'nonce-…'`; what script and styles are not
 * said of by themselves holds for them too. `PAYMENT_ORIGINS` are payment pages that a deposit form may lead to.
 */
export function contentSecurityPolicy(allowed: readonly string[]): string {
  return [
    `default-src ${["'self'", ...allowed].join(" ")}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${environment().PAYMENT_ORIGINS.join(" ")}`.trim(),
    "frame-ancestors 'none'",
  ].join(";");
}
