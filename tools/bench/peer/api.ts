import type { SubmissionResult } from "@conform-to/react";
import type { Endpoint, Input, Output } from "#contract/endpoint";

const tokenKey = "token";

export const isSignedIn = (): boolean => localStorage.getItem(tokenKey) !== null;
export const storeToken = (token: string): void => localStorage.setItem(tokenKey, token);

/** An error response of the API. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: Record<string, string> = {},
  ) {
    super(message);
  }
}

/**
 * Calls the cabinet's own API. The contract provides the types and is not in the bundle: such a client trusts its
 * API.
 *
 * @throws {Refused}
 */
export async function request<T>(
  method: "GET" | "POST",
  path: string,
  body?: object,
  key?: string,
): Promise<T> {
  const token = localStorage.getItem(tokenKey);
  const answer = await fetch(`/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answerBody = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, answerBody.message, answerBody.fields);
  return answerBody as T;
}

export const get = <C extends Endpoint>(path: string): Promise<Output<C>> => request("GET", path);
export const post = <C extends Endpoint>(
  path: string,
  body: Partial<Input<C>>,
  key?: string,
): Promise<Output<C>> => request("POST", path, body, key);

/** Returns the form state for an error response. */
export function rejectedForm(error: unknown): { lastResult: SubmissionResult<string[]> } {
  if (!(error instanceof Refused)) throw error;
  const fields = Object.entries(error.fields).map(([name, message]) => [name, [message]]);
  return {
    lastResult: { status: "error", error: { "": [error.message], ...Object.fromEntries(fields) } },
  };
}
