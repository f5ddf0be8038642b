import type { Endpoint, ErrorBody } from "#contract/endpoint";
import { errorBody } from "#contract/endpoint";

/** The API rejected the request: `message` is in the viewer's language, `fields` by input name. */
export class ApiError extends Error {
  readonly code: string | undefined;
  readonly fields: Record<string, string>;
  readonly details: Record<string, string | number>;

  constructor(
    readonly status: number,
    body: ErrorBody,
  ) {
    super(body.message);
    this.name = "ApiError";
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.details = body.details ?? {};
  }
}

/** A form whose request failed, so that the error page can resend it: all its input except passwords. */
export type SentForm = { action: string; fields: [name: string, value: string][] };

/** The API does not respond, fails, or violates the contract. The outcome of the request is unknown. */
export class ApiUnavailable extends Error {
  /** The form whose action made the request, if it can be resent. */
  sent: SentForm | undefined;
  /** Whether the service has just started and will respond soon. */
  isStarting = false;

  constructor(
    readonly status: 502 | 503,
    why: string,
    cause?: unknown,
  ) {
    super(why, { cause });
    this.name = "ApiUnavailable";
  }
}

/** Creates the error of a call that the starting API in this process can't answer yet. */
export const startingError = (cause?: unknown): ApiUnavailable =>
  Object.assign(new ApiUnavailable(503, "the API is starting", cause), { isStarting: true });

/**
 * Throws a call's error again, as one of this bundle, if the API in this process is starting: the server's bundle has
 * its own class, which `instanceof` does not recognize here.
 */
export function rethrowIfStarting(error: unknown): void {
  if (error instanceof Error && "isStarting" in error && error.isStarting === true)
    throw startingError(error);
}

/** The service behind `/api` does not have this endpoint. One that implements only the specification has few. */
export class EndpointMissing extends Error {
  constructor(path: string) {
    super(`the service does not offer ${path}`);
    this.name = "EndpointMissing";
  }
}

/**
 * A service without an endpoint returns 501, or 404 or 405 without a contract code; the 404 of a missing row has a
 * code.
 */
const isLacking = (status: number, code: string | undefined) =>
  status === 501 || ((status === 404 || status === 405) && !code);

/** Returns the error for a rejecting response. */
export async function errorFrom(answer: Response, endpoint: Endpoint): Promise<Error> {
  const parsed = errorBody.safeParse(await answer.json().catch(() => null));
  if (isLacking(answer.status, parsed.data?.code) && !endpoint.isNamed)
    return new EndpointMissing(endpoint.path);
  if (!parsed.success)
    return new ApiUnavailable(502, `${endpoint.method} ${endpoint.path}: a refusal against the contract`);
  return new ApiError(answer.status, parsed.data);
}
