import { isRouteErrorResponse } from "@remix-run/react";
import type { Language } from "#contract/languages";
import { translator } from "#locales/translate";

type SentForm = { action: string; fields: [name: string, value: string][] };
/** What the guard tells with its refusal (`services/guard.server.ts`), and who reads a link of an e-mail (`services/mail-link.server.ts`). */
type FailureData = {
  message?: string;
  isText?: boolean;
  sent?: SentForm;
  title?: string;
  way?: { to: string; text: string };
};
type Kind = "notFound" | "away" | "starting" | "limit" | "refused" | "notOffered" | "broken";

/** What a thrown answer means for the reader. */
export function errorKind(status: number | undefined): Kind {
  if (status === 404) return "notFound";
  if (status === 501) return "notOffered";
  if (status === 429) return "limit";
  if (status === 502 || status === 503 || status === 504) return "away";
  return status && status < 500 ? "refused" : "broken";
}

/** What a page has to say of what was thrown in its place. */
export function failureOf(error: unknown): { kind: Kind; failure: FailureData | null | undefined } {
  const answer = isRouteErrorResponse(error) ? error : undefined;
  const failure = answer?.data as FailureData | null | undefined;
  return { kind: failure?.message === "starting" ? "starting" : errorKind(answer?.status), failure };
}

/** The title of a page that says so. */
export function failureTitle(error: unknown, language: Language): string {
  const { kind, failure } = failureOf(error);
  return failure?.title ?? translator(language, "failure")(`${kind}Title`);
}
