import type { Context } from "hono";
import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ApiError } from "#api/lib/api-error";
import type { Endpoint } from "#contract/endpoint";

type Served = { endpoint: Pick<Endpoint, "method" | "path">; serve: (hono: Context) => Promise<Response> };

/** Serves endpoints of a test. Errors are returned as thrown: `{code, fields?, details?, headers?}`. */
export function servedAlone(...served: Served[]) {
  const app = new Hono();
  for (const { endpoint, serve } of served) app.on(endpoint.method, endpoint.path, serve);
  app.onError((error, hono) => {
    if (!(error instanceof ApiError)) return hono.json({ code: `not refused: ${error.message}` }, 500);
    return hono.json({ code: error.code, ...error.extra }, error.status as ContentfulStatusCode);
  });
  /** Returns the status and the body of a response. */
  return async (path: string, init?: RequestInit): Promise<[number, unknown]> => {
    const answer = await app.request(`http://api.invalid${path}`, init);
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json");
    return [answer.status, isJson ? JSON.parse(text) : text];
  };
}
