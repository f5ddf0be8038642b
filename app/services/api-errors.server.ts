import type { RefusalBody } from "#contract/call";

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
