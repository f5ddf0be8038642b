import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { balanceVerbs } from "#api/areas/balance/verbs";
import { monitoringVerbs } from "#api/areas/monitoring/verbs";
import { partnerVerbs } from "#api/areas/partner/verbs";
import { paymentsVerbs } from "#api/areas/payments/verbs";
import { profileVerbs } from "#api/areas/profile/verbs";
import { securityVerbs } from "#api/areas/security/verbs";
import { supportVerbs } from "#api/areas/support/verbs";
import { telegramVerbs } from "#api/areas/telegram/verbs";
import { userVerbs } from "#api/areas/user/verbs";
import { vpsVerbs } from "#api/areas/vps/verbs";
import type { Verb } from "#api/calls/verb";
import { isOutage } from "#api/db/outage";
import { refuseUnready } from "#api/db/readiness";
import { errorCode } from "#api/db/transaction";
import type { Parts } from "#api/parts";
import { isDiskFull } from "#api/values/disk-full";
import { Refusal } from "#api/values/refusal";
import { languageOf, refusalText } from "#api/values/texts";
import { version } from "#api/values/version";
import type { RefusalBody } from "#contract/call";
import { openApiDocument } from "./openapi";
import { docsPage } from "./openapi/docs-page";

/** Every call that is served, by area. */
export const verbs: readonly Verb[] = [
  ...userVerbs,
  ...monitoringVerbs,
  ...partnerVerbs,
  ...paymentsVerbs,
  ...balanceVerbs,
  ...profileVerbs,
  ...securityVerbs,
  ...supportVerbs,
  ...telegramVerbs,
  ...vpsVerbs,
];

/** Told of each answered call: its route as the contract writes it, never the values in it. */
export type Observe = (call: { method: string; route: string; status: number; seconds: number }) => void;

/** The whole API, below `/api`. Everything it depends on comes in through `parts`. */
export function createApp(parts: Parts, observe?: Observe): Hono {
  const app = new Hono().basePath("/api");
  app.use(async (hono, next) => {
    await next();
    if (!hono.res.headers.has("cache-control")) hono.res.headers.set("cache-control", "no-store");
    hono.res.headers.set("x-content-type-options", "nosniff");
  });
  app.get("/livez", (hono) => hono.text(`ok ${version}`));
  app.get("/readyz", async (hono) => {
    await refuseUnready(parts.db);
    return hono.text("ready");
  });
  let description: ReturnType<typeof openApiDocument> | undefined;
  // made when it is first asked for, and once: it costs a tenth of a second, and anybody may ask
  const described = () => (description ??= openApiDocument(parts.settings));
  app.get("/openapi.json", (hono) => hono.json(described()));
  app.get("/docs", (hono) => hono.html(docsPage(described())));
  for (const { call, serve } of verbs) {
    if (observe)
      app.on(call.method, call.path, async (hono, next) => {
        const startedAt = performance.now();
        await next();
        const seconds = (performance.now() - startedAt) / 1000;
        observe({ method: call.method, route: call.path, status: hono.res.status, seconds });
      });
    app.on(call.method, call.path, (hono) => serve(parts, hono));
  }
  app.notFound((hono) => answerRefusal(hono.req.raw, new Refusal(404, "notFound")));
  app.onError((error, hono) => {
    const refusal = refusalIn(error);
    if (refusal) {
      if (refusal.status === 503)
        parts.log.warn({ err: error, path: hono.req.path }, "what the call needs is away");
      return answerRefusal(hono.req.raw, refusal);
    }
    parts.log.error(
      { err: error, path: hono.req.path, requestId: hono.req.header("x-request-id") },
      "call failed",
    );
    if (isDiskFull(error)) return answerRefusal(hono.req.raw, new Refusal(503, "unavailable"));
    const body: RefusalBody = {
      message: refusalText(languageOf(hono.req.header("accept-language")), "internal"),
      code: "internal",
    };
    return hono.json(body, 500);
  });
  return app;
}

/** The server asked for longer than it may: for a lock, for a statement, or for one more connection (PostgreSQL's appendix A). */
const overloaded = new Set(["55P03", "57014", "53300"]);

/** What every call answers while the database is away: nothing is lost, a repeat is safe. */
export const databaseAway = () => new Refusal(503, "unavailable", { headers: { "retry-after": "2" } });

/** What an error says to the caller, wherever in the chain of causes a driver put it; undefined for a fault of ours. */
function refusalIn(error: unknown): Refusal | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof Refusal) return at;
  return isOutage(error) || overloaded.has(errorCode(error) ?? "") ? databaseAway() : undefined;
}

/** A refusal as the contract has it, in the caller's language. */
export function answerRefusal(request: Request, { status, code, extra }: Refusal): Response {
  const language = languageOf(request.headers.get("accept-language"));
  const fields =
    extra.fields &&
    Object.entries(extra.fields).map(([name, key]) => [name, refusalText(language, key, extra.details)]);
  const body: RefusalBody = {
    message: refusalText(language, code, extra.details),
    code,
    ...(fields && { fields: Object.fromEntries(fields) }),
    ...(extra.details && { details: extra.details }),
  };
  return Response.json(body, { status: status as ContentfulStatusCode, headers: extra.headers });
}
