import { isRouteErrorResponse } from "@remix-run/react";
import type { Language } from "#contract/languages";
import { translator } from "#locales/translate";

type SentForm = { action: string; fields: [name: string, value: string][] };
/**
 * Data of the error response of the guard (`services/guard.server.ts`) and of links in emails
 * (`services/email-link.server.ts`).
 */
type FailureData = {
  message?: string;
  isText?: boolean;
  sent?: SentForm;
  title?: string;
  way?: { to: string; text: string };
};
type Kind = "notFound" | "away" | "starting" | "limit" | "refused" | "notOffered" | "broken";

/** Maps the status of a thrown response to a kind of failure. */
export function errorKind(status: number | undefined): Kind {
  if (status === 404) return "notFound";
  if (status === 501) return "notOffered";
  if (status === 429) return "limit";
  if (status === 502 || status === 503 || status === 504) return "away";
  return status && status < 500 ? "refused" : "broken";
}

type Failure = {
  kind: Kind;
  failure: FailureData | null | undefined;
  /** The caller may not do this, so trying again is rejected too; a form from another site is not meant. */
  isForbidden: boolean;
};

/** Returns kind and data of the failure for the error page. */
export function failureOf(error: unknown): Failure {
  const answer = isRouteErrorResponse(error) ? error : undefined;
  const failure = answer?.data as FailureData | null | undefined;
  return {
    kind: failure?.message === "starting" ? "starting" : errorKind(answer?.status),
    failure,
    isForbidden: answer?.status === 403 && failure?.isText === true,
  };
}

/** Returns the title of the error page. */
export function failureTitle(error: unknown, language: Language): string {
  const { kind, failure } = failureOf(error);
  return failure?.title ?? translator(language, "failure")(`${kind}Title`);
}
