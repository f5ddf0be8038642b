import type { Call, RefusalBody } from "#contract/call";
import { refusal } from "#contract/call";

/** The API understood and said no: `message` is in the reader's language, `fields` by input name. */
export class ApiRefusal extends Error {
  readonly code: string | undefined;
  readonly fields: Record<string, string>;
  readonly details: Record<string, string | number>;

  constructor(
    readonly status: number,
    body: RefusalBody,
  ) {
    super(body.message);
    this.name = "ApiRefusal";
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
export class ApiLacksCall extends Error {
  constructor(path: string) {
    super(`the service does not offer ${path}`);
    this.name = "ApiLacksCall";
  }
}

/** A service that lacks a call says 501, or a 404 or 405 without one of the contract's codes: a row that is not there has one. */
const isLacking = (status: number, code: string | undefined) =>
  status === 501 || ((status === 404 || status === 405) && !code);

/** The error that a rejecting response stands for. */
export async function refusalOf(answer: Response, call: Call): Promise<Error> {
  const parsed = refusal.safeParse(await answer.json().catch(() => null));
  if (isLacking(answer.status, parsed.data?.code) && !call.isNamed) return new ApiLacksCall(call.path);
  if (!parsed.success)
    return new ApiUnavailable(502, `${call.method} ${call.path}: a refusal against the contract`);
  return new ApiRefusal(answer.status, parsed.data);
}
