import type { Cookie } from "@remix-run/node";
import { createCookie } from "@remix-run/node";
import { daySeconds } from "#contract/day";
import { viewMinutes } from "#contract/rules";
import { environment, sessionSecret } from "./env.server";

const aMinute = 60;
const anHour = 60 * aMinute;
const aYear = 365 * daySeconds;

type Kind = {
  /** In seconds; without it the cookie ends with the browser session. */
  maxAge?: number;
  /** Not signed, because its content needs no protection. */
  unsigned?: true;
  /** Uses the `__Host-` prefix: not settable from a subdomain or over plain http. */
  host?: true;
};

/**
 * All cookies that the cabinet sets. The privacy policy lists each with its age
 * (locales/<language>/pages/privacy-policy.md).
 */
export const cookieKinds = {
  session: { maxAge: 30 * daySeconds, host: true },
  // the maximum age in browsers
  browser: { maxAge: 400 * daySeconds, host: true },
  // only for the provider's staff, so the policy does not list them
  staff: { host: true },
  view: { maxAge: viewMinutes * aMinute, host: true },
  "form-key": { host: true },
  "second-step": { maxAge: 10 * aMinute, host: true },
  "reset-step": { maxAge: 15 * aMinute, host: true },
  left: { maxAge: aMinute, unsigned: true },
  language: { maxAge: aYear, unsigned: true },
  "account-language": { maxAge: aYear, unsigned: true },
  theme: { maxAge: aYear },
  styles: { maxAge: 30 * daySeconds, unsigned: true },
  toast: { host: true },
  "closed-alert": { maxAge: aYear, unsigned: true },
  draft0: { maxAge: anHour },
  draft1: { maxAge: anHour },
  "partner-code": { maxAge: 90 * daySeconds, host: true },
  "partner-click": { host: true },
} as const satisfies Record<string, Kind>;

export type CookieName = keyof typeof cookieKinds;

/**
 * Returns a cookie of the cabinet. The `__Host-` prefix needs https, so the name depends on the configured origin.
 */
export function cabinetCookie(name: CookieName): Cookie {
  const { maxAge, unsigned, host }: Kind = cookieKinds[name];
  const { publicOrigin, PREVIOUS_SESSION_SECRET } = environment();
  const secure = publicOrigin.startsWith("https:");
  // the first secret signs, all of them verify
  const secrets = PREVIOUS_SESSION_SECRET ? [sessionSecret(), PREVIOUS_SESSION_SECRET] : [sessionSecret()];
  return createCookie(host && secure ? `__Host-${name}` : name, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    secrets: unsigned ? [] : secrets,
    ...(maxAge && { maxAge }),
  });
}
