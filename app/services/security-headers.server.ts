import { environment } from "./env.server";

/**
 * Returns the security headers of a response by content type; a response's own headers take precedence. Pages set
 * their own policy with a nonce; pictures for other sites set their `Cross-Origin-Resource-Policy`. To keep short
 * responses small, headers without effect are omitted: script, styles and bytes get only those that apply to files,
 * pictures also a policy, and redirects, which have no body, only those that control cross-origin access.
 * `Referrer-Policy` must not be `no-referrer`, because forms without JavaScript would then send `Origin: null`.
 */
export function securityHeaders(type: string, status = 200): Record<string, string> {
  const isFile = isFileType(type);
  const isRedirect = status >= 300 && status < 400;
  return {
    "cross-origin-resource-policy": "same-origin",
    ...(!isRedirect && { "x-content-type-options": "nosniff" }),
    // redirects need it too, because a redirect without it would put the two pages into different browsing context
    // groups
    ...(!isFile && { "cross-origin-opener-policy": "same-origin" }),
    ...(!isFile && !isRedirect && { "referrer-policy": "strict-origin-when-cross-origin" }),
    ...(!isFile && !isRedirect && { "content-security-policy": scriptlessPolicy }),
    ...(!isFile && !isRedirect && !type.startsWith("image/") && ofDocuments),
    ...(environment().publicOrigin.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

/** Returns whether browsers never display this type as a document. */
const isFileType = (type: string): boolean =>
  /^(text\/(javascript|css)|application\/octet-stream)/.test(type);

const ofDocuments = {
  // redundant with `frame-ancestors`, but external security scanners look for it
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(),microphone=(),geolocation=(),payment=()",
};

/** The policy of files and bare errors, which are not pages. A picture opened directly may have inline styles. */
const scriptlessPolicy = [
  "default-src 'self'",
  "script-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

/** The origin of the clients' pages, to which a form of a console at an origin of its own leads. */
function viewOrigin(): string[] {
  const { ADMIN_ORIGIN, publicOrigin } = environment();
  return ADMIN_ORIGIN ? [publicOrigin] : [];
}

/**
 * Returns the policy of a page: inline scripts and styles need a nonce or hash, such as `'nonce-…'`. `default-src`
 * covers them, because there is no separate directive for script and style. `PAYMENT_ORIGINS` are payment pages to
 * which a deposit form may redirect.
 */
export function contentSecurityPolicy(allowed: readonly string[]): string {
  return [
    `default-src ${["'self'", ...allowed].join(" ")}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...environment().PAYMENT_ORIGINS, ...viewOrigin()].join(" "),
    "frame-ancestors 'none'",
  ].join(";");
}
