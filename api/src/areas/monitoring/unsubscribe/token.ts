import { isSame } from "#api/outside/signature";
import { keyedMark, provingMarks } from "#api/values/keyed";
import type { Settings } from "#api/values/settings";

export type Letters = "reports" | "alerts";

const marks: Record<Letters, string> = { reports: "r", alerts: "a" };
const macLength = 22;

const textOf = (payload: string) => `unsubscribe|${payload}`;

/** What a letter's link says: which letters of which account. It can only stop letters and does not expire: old letters must work. */
export function unsubscribeToken(
  settings: Pick<Settings, "secret">,
  accountId: string,
  letters: Letters,
): string {
  const payload = `${marks[letters]}${accountId}`;
  return `${keyedMark(settings, textOf(payload)).slice(0, macLength)}.${payload}`;
}

/** Null for anything that was not made by `unsubscribeToken`. */
export function readToken(
  settings: Pick<Settings, "secret" | "previousSecret">,
  token: string,
): { accountId: string; letters: Letters } | null {
  const [mac = "", payload = ""] = token.split(".");
  if (!provingMarks(settings, textOf(payload)).some((wanted) => isSame(mac, wanted.slice(0, macLength))))
    return null;
  const letters = payload.startsWith(marks.reports) ? "reports" : "alerts";
  return { accountId: payload.slice(1), letters };
}

/** The address in the letter and its `List-Unsubscribe` header: a POST stops the letters, a GET leads to a page that asks. */
export const unsubscribeAddress = (
  settings: Pick<Settings, "secret" | "publicOrigin">,
  accountId: string,
  letters: Letters,
) => `${settings.publicOrigin}/api/monitoring/unsubscribe/${unsubscribeToken(settings, accountId, letters)}`;
