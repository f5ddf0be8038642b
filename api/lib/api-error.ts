import type { Key } from "#locales/translate";

/** A key of `locales/<language>/api.json`. */
export type ErrorCode = Key<"api">;

type Extra = {
  /** A message by input field; keys of `api.json` or `errors.json`. */
  fields?: Record<string, string>;
  /** Values for the message's `{{…}}`, also sent as `details`. */
  details?: Record<string, string | number>;
  headers?: Record<string, string>;
};

/** Thrown by a handler that rejects a request; the caller gets the message in their language. */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 503 | 507,
    readonly code: ErrorCode,
    readonly extra: Extra = {},
  ) {
    super(code);
    this.name = "ApiError";
  }
}
