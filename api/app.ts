import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isOutage } from "#api/db/outage";
import { refuseUnready } from "#api/db/readiness";
import { errorCode } from "#api/db/transaction";
import type { Parts } from "#api/deps";
import type { Asked } from "#api/http/asked";
import type { Verb } from "#api/http/verb";
import { isDiskFull } from "#api/lib/disk-full";
import { Refusal } from "#api/lib/refusal";
import { languageOf, refusalText } from "#api/lib/texts";
import { version } from "#api/lib/version";
import { balanceVerbs } from "#api/modules/balance/verbs";
import { monitoringVerbs } from "#api/modules/monitoring/verbs";
import { partnerVerbs } from "#api/modules/partners/verbs";
import { paymentsVerbs } from "#api/modules/payments/verbs";
import { profileVerbs } from "#api/modules/profile/verbs";
import { supportVerbs } from "#api/modules/support/verbs";
import { telegramVerbs } from "#api/modules/telegram/verbs";
import { securityVerbs } from "#api/modules/users/security/verbs";
import { userVerbs } from "#api/modules/users/verbs";
import { vpsVerbs } from "#api/modules/vps/verbs";
import type { Call, RefusalBody } from "#contract/call";
import { requestOf } from "#contract/request";
import { openApiDocument } from "./http/openapi";
import { docsPage } from "./http/openapi/docs-page";

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
  app.onError((error, hono) =>
    answerFailure(parts, error, { path: hono.req.path, headers: hono.req.raw.headers }),
  );
  return app;
}

/** What the call answers that has failed; what is a fault of ours, or of what we need, is in the log. */
function answerFailure({ log }: Parts, error: unknown, { path, headers }: Failed): Response {
  const refusal = refusalIn(error);
  if (refusal) {
    if (refusal.status === 503) log.warn({ err: error, path }, "what the call needs is away");
    return answerRefusal({ headers }, refusal);
  }
  log.error({ err: error, path, requestId: headers.get("x-request-id") ?? undefined }, "call failed");
  if (isDiskFull(error)) return answerRefusal({ headers }, new Refusal(503, "unavailable"));
  const message = refusalText(languageOf(headers.get("accept-language")), "internal");
  return Response.json({ message, code: "internal" } satisfies RefusalBody, { status: 500 });
}

type Failed = { path: string; headers: Asked["headers"] };

/** Makes a read of the contract within this process: what it answers, or the response of one that has failed. */
export type Read = (call: Call, input: object, headers: Record<string, string>) => Promise<Said | Response>;
type Said = { said: unknown };

/**
 * The reads of the API for who is in the same process: the same verbs behind the same doors, without a request, a response and JSON
 * in between (docs/decisions/0206-reads-within-the-process.md). Input and answer are what they would be by the network.
 */
export function createReader(parts: Parts, observe?: Observe): Read {
  const known = new Map(verbs.map((verb) => [nameOf(verb.call), verb]));
  return async (call, input, given) => {
    const startedAt = performance.now();
    const asked = readOf(call, input, given);
    const answer = await saidBy(known.get(nameOf(call)), asked, parts).catch((error: unknown) =>
      answerFailure(parts, error, { path: `/api${call.path}`, headers: asked.headers }),
    );
    const status = answer instanceof Response ? answer.status : 200;
    const seconds = (performance.now() - startedAt) / 1000;
    observe?.({ method: call.method, route: call.path, status, seconds });
    return answer;
  };
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

async function saidBy(verb: Verb | undefined, asked: Asked, parts: Parts): Promise<Said | Response> {
  // an address whose value is empty is another address
  if (!verb || Object.values(asked.params).includes("")) throw new Refusal(404, "notFound");
  const said = await verb.answer(parts, asked);
  return said instanceof Response ? said : { said };
}

function readOf(call: Call, input: object, headers: Record<string, string>): Asked {
  const named = new Set([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(input))
    if (named.has(name)) params[name] = String(value);
    else if (value !== undefined) query[name] = String(value);
  return {
    headers: { get: (name: string) => headers[name] ?? null },
    params,
    query,
    body: null,
    get request() {
      return new Request(`http://embedded/api${requestOf(call, input).path}`, { headers });
    },
  };
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
export function answerRefusal(request: Pick<Asked, "headers">, { status, code, extra }: Refusal): Response {
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
