import { isSame } from "#api/integrations/signature";
import { keyedMark, provingMarks } from "#api/lib/keyed-hash";
import type { Settings } from "#api/lib/settings";

/** Which emails a token stops: the client's own emails of an account, or those to one second recipient. */
export type UnsubscribeKind = "reports" | "alerts" | "recipient";

const marks: Record<UnsubscribeKind, string> = { reports: "r", alerts: "a", recipient: "s" };
const kinds = Object.keys(marks) as UnsubscribeKind[];
const macLength = 22;

const textOf = (payload: string) => `unsubscribe|${payload}`;

/**
 * Returns the token of an email's link: which emails, and of which account or second recipient. It can only stop
 * emails and does not expire, because old emails must work.
 */
export function unsubscribeToken(
  settings: Pick<Settings, "secret">,
  id: string,
  kind: UnsubscribeKind,
): string {
  const payload = `${marks[kind]}${id}`;
  return `${keyedMark(settings, textOf(payload)).slice(0, macLength)}.${payload}`;
}

/** Returns null for anything not created by `unsubscribeToken`. */
export function readToken(
  settings: Pick<Settings, "secret" | "previousSecret">,
  token: string,
): { id: string; kind: UnsubscribeKind } | null {
  const [mac = "", payload = ""] = token.split(".");
  if (
    !provingMarks(settings, textOf(payload)).some((expectedMac) =>
      isSame(mac, expectedMac.slice(0, macLength)),
    )
  )
    return null;
  const unsubscribeKind = kinds.find((kind) => payload.startsWith(marks[kind]));
  return unsubscribeKind ? { id: payload.slice(1), kind: unsubscribeKind } : null;
}

/**
 * Returns the URL for the email and its `List-Unsubscribe` header: a POST stops the emails, a GET leads to a page
 * that asks for confirmation.
 */
export const unsubscribeAddress = (
  settings: Pick<Settings, "secret" | "publicOrigin">,
  id: string,
  kind: UnsubscribeKind,
) => `${settings.publicOrigin}/api/monitoring/unsubscribe/${unsubscribeToken(settings, id, kind)}`;
