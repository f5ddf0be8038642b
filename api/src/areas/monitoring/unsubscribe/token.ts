import { createHmac, timingSafeEqual } from "node:crypto";
import type { Settings } from "#api/values/settings";

export type Letters = "reports" | "alerts";

const marks: Record<Letters, string> = { reports: "r", alerts: "a" };
const macLength = 22;

const macOf = (secret: string, payload: string) =>
  createHmac("sha256", secret).update(`unsubscribe|${payload}`).digest("base64url").slice(0, macLength);

/** What a letter's link says: which letters of which account. It can only stop letters and does not expire: old letters must work. */
export function unsubscribeToken(
  { secret }: Pick<Settings, "secret">,
  accountId: string,
  letters: Letters,
): string {
  const payload = `${marks[letters]}${accountId}`;
  return `${macOf(secret, payload)}.${payload}`;
}

/** Null for anything that was not made by `unsubscribeToken`. */
export function readToken(
  { secret }: Pick<Settings, "secret">,
  token: string,
): { accountId: string; letters: Letters } | null {
  const [mac = "", payload = ""] = token.split(".");
  const wanted = macOf(secret, payload);
  if (mac.length !== wanted.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(wanted))) return null;
  const letters = payload.startsWith(marks.reports) ? "reports" : "alerts";
  return { accountId: payload.slice(1), letters };
}

/** The address in the letter and its `List-Unsubscribe` header: a POST stops the letters, a GET leads to a page that asks. */
export const unsubscribeAddress = (
  settings: Pick<Settings, "secret" | "publicOrigin">,
  accountId: string,
  letters: Letters,
) => `${settings.publicOrigin}/api/monitoring/unsubscribe/${unsubscribeToken(settings, accountId, letters)}`;
