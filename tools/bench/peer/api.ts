import type { SubmissionResult } from "@conform-to/react";
import type { Endpoint, Input, Output } from "#contract/endpoint";

const tokenKey = "token";

export const isSignedIn = (): boolean => localStorage.getItem(tokenKey) !== null;
export const storeToken = (token: string): void => localStorage.setItem(tokenKey, token);

/** What the API said no to, in its words. */
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
 * Asks the cabinet's own API. The contract gives its types and is not in the bundle: a client of this kind believes its service.
 *
 * @throws {Refused}
 */
export async function ask<T>(method: "GET" | "POST", path: string, body?: object, key?: string): Promise<T> {
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
  const said = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, said.message, said.fields);
  return said as T;
}

export const get = <C extends Endpoint>(path: string): Promise<Output<C>> => ask("GET", path);
export const post = <C extends Endpoint>(
  path: string,
  body: Partial<Input<C>>,
  key?: string,
): Promise<Output<C>> => ask("POST", path, body, key);

/** A form again, with what was refused. */
export function rejectedForm(error: unknown): { lastResult: SubmissionResult<string[]> } {
  if (!(error instanceof Refused)) throw error;
  const fields = Object.entries(error.fields).map(([name, message]) => [name, [message]]);
  return {
    lastResult: { status: "error", error: { "": [error.message], ...Object.fromEntries(fields) } },
  };
}
