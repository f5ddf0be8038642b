import { join } from "node:path";
import type { Context } from "hono";
import * as z from "zod/mini";
import { browserOf } from "#api/auth/browsers";
import type { SignedIn } from "#api/auth/sessions";
import { clientOf } from "#api/auth/sessions";
import type { StaffMember } from "#api/auth/staff";
import { staffOf } from "#api/auth/staff";
import { requireViewable } from "#api/auth/views";
import { onBehalfOf } from "#api/db/connection-quota";
import { clockOfRequest } from "#api/db/request-cache";
import type { Deps } from "#api/deps";
import { ApiError } from "#api/lib/api-error";
import { networkOf } from "#api/lib/network";
import { semaphorePerKey } from "#api/lib/semaphore";
import { languageOf } from "#api/lib/translations";
import { hasRole } from "#contract/admin/roles";
import type { Access, Endpoint } from "#contract/endpoint";
import type { Language } from "#contract/languages";
import { idempotencyKeyForm } from "#contract/rules";
import type { IncomingRequest } from "./incoming-request";
import { incomingRequestOf } from "./incoming-request";
import { consumeInMemory } from "./rate-limit";
import { readInput } from "./read-input";
import { requireRecentAuth } from "./recent-auth";

/** The context of a handler. `client` is set for endpoints with client access. */
export type HandlerContext<C extends Endpoint> = Deps & {
  client: C["access"] extends "client" ? SignedIn : SignedIn | null;
  /** The signed-in staff member; set for staff endpoints only. */
  staff: C["access"] extends "staff" ? StaffMember : StaffMember | null;
  language: Language;
  /** The caller's network address if known. */
  address: string;
  /** The network that rate limits count instead of the address: for IPv6 its /64. */
  network: string;
  userAgent: string;
  /** The secret of the caller's browser (`x-browser`) if it has signed in to an account before. */
  browser: string | null;
  /** Set for idempotent endpoints. */
  idempotencyKey: string;
  /** 2 or more if the sender has received a rejection for this key and tries again deliberately. */
  idempotencyAttempt: number;
  readonly request: Request;
  /** Headers and body of the request, for handlers that read the body as a stream. */
  sent: Pick<IncomingRequest, "headers" | "body">;
};

/** Concurrent uploads per client. */
const uploads = semaphorePerKey({ concurrency: 3, maxWaiting: 6 });

/** Forms with files per client and minute: further ones are rejected before they are read. */
const uploadsPerMinute = 30;

/** Concurrent requests per client; further ones queue, so that other clients' requests get through. */
const requestsPerClient = semaphorePerKey({ concurrency: 4, maxWaiting: 500 });

export type Handler = {
  endpoint: Endpoint;
  /** Returns the response value of the contract, or a response for a file. */
  answer: (deps: Deps, incoming: IncomingRequest) => Promise<unknown>;
  /** Serves it over the network. */
  serve: (deps: Deps, hono: Context) => Promise<Response>;
};

/**
 * Connects an endpoint with its handler: authenticates the caller, reads and parses the input, and encodes the
 * output, which strips fields that the contract does not declare.
 */
export function handle<
  I extends z.ZodMiniType,
  O extends z.ZodMiniType,
  A extends Access,
  K extends "json" | "file",
>(
  endpoint: Endpoint<I, O, A, K>,
  respond: (
    input: z.output<I>,
    context: HandlerContext<Endpoint<I, O, A, K>>,
  ) => Promise<z.output<O> | Response>,
): Handler {
  const answer: Handler["answer"] = async (appDeps, incoming) => {
    const deps = { ...appDeps, clock: clockOfRequest(appDeps.clock) };
    const { headers } = incoming;
    const address = headers.get("x-client-address") ?? "unknown";
    // callers without a known address can't be distinguished, so no quota applies to them
    const network = networkOf(address);
    const host = address === "unknown" ? undefined : `address ${network}`;
    const authenticate = () => onBehalfOf(host, () => clientOf(deps, incoming));
    // authentication needs a query too, and runs before the client of the request is known
    const session = headers.get("authorization");
    // neither a terminal's key nor a staff token is a client's session
    const isOthers = endpoint.access === "terminal" || endpoint.access === "staff";
    const client = isOthers
      ? null
      : await (session ? requestsPerClient.run(session, authenticate) : authenticate());
    const staff = endpoint.access === "staff" ? await memberFor(deps, endpoint, headers) : null;
    if (endpoint.access === "client" && !client) throw new ApiError(401, "sessionOver");
    if (endpoint.section && !client?.sections[endpoint.section])
      throw new ApiError(403, endpoint.section === "partner" ? "partnerClosed" : "monitoringClosed");
    if (client?.viewedBy) requireViewable(endpoint);
    const isChange = endpoint.method !== "GET" && endpoint.access === "client";
    if (isChange && client?.user.blockedAt && !endpoint.isOpenToBlocked)
      throw new ApiError(403, "accountBlocked");
    const sender = client?.id ?? network;
    // before the body is read, so that rejecting a request without a key costs no reading and no disk space
    const idempotencyKey = endpoint.idempotent ? keyOf(endpoint, headers, deps) : "";
    if (endpoint.body === "multipart")
      consumeInMemory(deps, { key: `upload:${sender}`, limit: uploadsPerMinute });
    const done = async () => {
      const read = () => readInput(endpoint, incoming, incomingOf(deps));
      // an incoming file takes a handle and disk space for as long as its sender needs
      const { input, discard } = await (endpoint.body === "multipart" ? uploads.run(sender, read) : read());
      const serve = async () => {
        const context = {
          ...deps,
          client,
          staff,
          language: languageOf(headers.get("accept-language")),
          address,
          network,
          userAgent: headers.get("user-agent") ?? "",
          browser: browserOf(incoming),
          idempotencyKey,
          idempotencyAttempt: attemptOf(headers),
          sent: incoming,
          get request() {
            return incoming.request;
          },
        } as HandlerContext<Endpoint<I, O, A, K>>;
        if (endpoint.recentAuth && client)
          await requireRecentAuth({ ...context, client }, input as object, endpoint.recentAuth);
        return respond(input as z.output<I>, context);
      };
      try {
        const answer = await onBehalfOf(client ? `client ${client.id}` : host, serve, !client);
        return answer instanceof Response ? answer : z.encode(endpoint.output, answer);
      } finally {
        await discard();
      }
    };
    // uploads can be slow, so they don't take a slot of the client's requests
    return client && endpoint.body !== "multipart" ? requestsPerClient.run(client.id, done) : done();
  };
  const serve: Handler["serve"] = async (deps, hono) => {
    const result = await answer(deps, incomingRequestOf(hono));
    return result instanceof Response ? result : hono.json(result as object);
  };
  return { endpoint, answer, serve };
}

const incomingOf = ({ settings: { dataDir, minFreeDiskPercent = 0 } }: Deps) => ({
  folder: join(dataDir, "files/incoming"),
  minFreePercent: minFreeDiskPercent,
});

/** Returns the signed-in staff member if the endpoint allows one of their roles. */
async function memberFor(
  deps: Deps,
  { roles = [] }: Endpoint,
  headers: IncomingRequest["headers"],
): Promise<StaffMember> {
  const member = await staffOf(deps, headers);
  if (!member) throw new ApiError(401, "sessionOver");
  if (!hasRole(member.roles, roles)) throw new ApiError(403, "roleMissing");
  return member;
}

/**
 * Returns the idempotency key of the request. If the endpoint does not require one, a request without a key gets a
 * random key.
 */
function keyOf(endpoint: Endpoint, headers: IncomingRequest["headers"], { ids }: Deps): string {
  const key = headers.get("idempotency-key");
  if (!key && endpoint.idempotent === "ifAsked") return ids.secret();
  if (!key) throw new ApiError(400, "idempotencyKeyMissing");
  if (!idempotencyKeyForm.test(key)) throw new ApiError(400, "idempotencyKeyMalformed");
  return key;
}

/**
 * Returns the attempt's number. An invalid one counts as the first, which is the safe choice: the stored response is
 * returned.
 */
function attemptOf(headers: IncomingRequest["headers"]): number {
  const answer = headers.get("idempotency-attempt") ?? "";
  return /^[1-9]\d{0,2}$/.test(answer) ? Number(answer) : 1;
}
