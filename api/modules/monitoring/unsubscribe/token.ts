import { isSame } from "#api/integrations/signature";
import { keyedMark, provingMarks } from "#api/lib/keyed";
import type { Settings } from "#api/lib/settings";

/** A client's own letters of an account, or those of one second recipient. */
export type UnsubscribeKind = "reports" | "alerts" | "recipient";

const marks: Record<UnsubscribeKind, string> = { reports: "r", alerts: "a", recipient: "s" };
const kinds = Object.keys(marks) as UnsubscribeKind[];
const macLength = 22;

const textOf = (payload: string) => `unsubscribe|${payload}`;

/** What a letter's link says: which letters of which account, or of which second recipient. It can only stop letters and does not expire: old letters must work. */
export function unsubscribeToken(
  settings: Pick<Settings, "secret">,
  id: string,
  kind: UnsubscribeKind,
): string {
  const payload = `${marks[kind]}${id}`;
  return `${keyedMark(settings, textOf(payload)).slice(0, macLength)}.${payload}`;
}

/** Null for anything that was not made by `unsubscribeToken`. */
export function readToken(
  settings: Pick<Settings, "secret" | "previousSecret">,
  token: string,
): { id: string; kind: UnsubscribeKind } | null {
  const [mac = "", payload = ""] = token.split(".");
  if (!provingMarks(settings, textOf(payload)).some((wanted) => isSame(mac, wanted.slice(0, macLength))))
    return null;
  const unsubscribeKind = kinds.find((kind) => payload.startsWith(marks[kind]));
  return unsubscribeKind ? { id: payload.slice(1), kind: unsubscribeKind } : null;
}

/** The address in the letter and its `List-Unsubscribe` header: a POST stops the letters, a GET leads to a page that asks. */
export const unsubscribeAddress = (
  settings: Pick<Settings, "secret" | "publicOrigin">,
  id: string,
  kind: UnsubscribeKind,
) => `${settings.publicOrigin}/api/monitoring/unsubscribe/${unsubscribeToken(settings, id, kind)}`;
