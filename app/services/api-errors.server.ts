import type { Endpoint, ErrorBody } from "#contract/endpoint";
import { errorBody } from "#contract/endpoint";

/** The API understood and said no: `message` is in the reader's language, `fields` by input name. */
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

/** A form that did not arrive, for the page that says so to send it again: what was typed, but for passwords. */
export type SentForm = { action: string; fields: [name: string, value: string][] };

/** The API is silent, broken, or answers against the contract. Whether it did what was asked is not known. */
export class ApiUnavailable extends Error {
  /** The form whose action asked, where it can be sent again. */
  sent: SentForm | undefined;
  /** Whether it has only been started, and will answer soon. */
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

/** The service behind `/api` does not have this call: one that keeps to the specification alone has few. */
export class EndpointMissing extends Error {
  constructor(path: string) {
    super(`the service does not offer ${path}`);
    this.name = "EndpointMissing";
  }
}

/** A service that lacks a call says 501, or a 404 or 405 without one of the contract's codes: a row that is not there has one. */
const isLacking = (status: number, code: string | undefined) =>
  status === 501 || ((status === 404 || status === 405) && !code);

/** The error that a rejecting response stands for. */
export async function errorFrom(answer: Response, endpoint: Endpoint): Promise<Error> {
  const parsed = errorBody.safeParse(await answer.json().catch(() => null));
  if (isLacking(answer.status, parsed.data?.code) && !endpoint.isNamed)
    return new EndpointMissing(endpoint.path);
  if (!parsed.success)
    return new ApiUnavailable(502, `${endpoint.method} ${endpoint.path}: a refusal against the contract`);
  return new ApiError(answer.status, parsed.data);
}
