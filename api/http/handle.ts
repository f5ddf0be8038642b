import { join } from "node:path";
import type { Context } from "hono";
import * as z from "zod/mini";
import { browserOf } from "#api/auth/browsers";
import type { SignedIn } from "#api/auth/sessions";
import { clientOf } from "#api/auth/sessions";
import type { StaffMember } from "#api/auth/staff";
import { staffOf } from "#api/auth/staff";
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

/** What a verb knows besides its input. `client` is there in client calls only. */
export type HandlerContext<C extends Endpoint> = Deps & {
  client: C["access"] extends "client" ? SignedIn : SignedIn | null;
  /** Who of the staff asks; there in staff calls only. */
  staff: C["access"] extends "staff" ? StaffMember : StaffMember | null;
  language: Language;
  /** The caller's network address, as far as it is known. */
  address: string;
  /** What limits count instead of the address: of IPv6 its /64. */
  network: string;
  userAgent: string;
  /** The secret of the caller's browser (`x-browser`), where an account was opened with it before. */
  browser: string | null;
  /** Always there in idempotent calls. */
  idempotencyKey: string;
  /** 2 and more where the sender has seen this key refused and means it once more. */
  idempotencyAttempt: number;
  readonly request: Request;
  /** The headers and the body of the same, for who reads it as it comes. */
  sent: Pick<IncomingRequest, "headers" | "body">;
};

/** Concurrent uploads per client. */
const uploads = semaphorePerKey({ concurrency: 3, maxWaiting: 6 });

/** Forms with files that one client may send a minute: the next ones are refused before they are read. */
const uploadsPerMinute = 30;

/** Concurrent calls per client; further ones queue, so that other clients' calls come in between. */
const callsPerClient = semaphorePerKey({ concurrency: 4, maxWaiting: 500 });

export type Handler = {
  endpoint: Endpoint;
  /** What the call answers: a value of the contract, or a response where it is a file. */
  answer: (deps: Deps, incoming: IncomingRequest) => Promise<unknown>;
  /** The same to the network. */
  serve: (deps: Deps, hono: Context) => Promise<Response>;
};

/**
 * Joins a call of the contract with the code that does it: checks who calls, reads and parses the input,
 * and lets the answer through the contract, so that nothing undeclared leaves the house.
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
    // whose address is not known is not told from others: no share is theirs
    const network = networkOf(address);
    const host = address === "unknown" ? undefined : `address ${network}`;
    const who = () => onBehalfOf(host, () => clientOf(deps, incoming));
    // who it is costs a question too, and is asked before it is known whose call waits
    const session = headers.get("authorization");
    // neither a terminal's key nor a token of the staff is a client's session
    const isOthers = endpoint.access === "terminal" || endpoint.access === "staff";
    const client = isOthers ? null : await (session ? callsPerClient.run(session, who) : who());
    const staff = endpoint.access === "staff" ? await memberFor(deps, endpoint, headers) : null;
    if (endpoint.access === "client" && !client) throw new ApiError(401, "sessionOver");
    if (endpoint.section && !client?.sections[endpoint.section])
      throw new ApiError(403, endpoint.section === "partner" ? "partnerClosed" : "monitoringClosed");
    const isChange = endpoint.method !== "GET" && endpoint.access === "client";
    if (isChange && client?.user.blockedAt && !endpoint.isOpenToBlocked)
      throw new ApiError(403, "accountBlocked");
    const sender = client?.id ?? network;
    // before the body is read, so that a call without a key costs no reading and no room on the disk
    const idempotencyKey = endpoint.idempotent ? keyOf(endpoint, headers, deps) : "";
    if (endpoint.body === "multipart")
      consumeInMemory(deps, { key: `upload:${sender}`, limit: uploadsPerMinute });
    const done = async () => {
      const read = () => readInput(endpoint, incoming, incomingOf(deps));
      // a file that comes in holds a handle and room on the disk for as long as its sender likes
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
        if (endpoint.proof && client)
          await requireRecentAuth({ ...context, client }, input as object, endpoint.proof);
        return respond(input as z.output<I>, context);
      };
      try {
        const answer = await onBehalfOf(client ? `client ${client.id}` : host, serve, !client);
        return answer instanceof Response ? answer : z.encode(endpoint.output, answer);
      } finally {
        await discard();
      }
    };
    // files come as slowly as their sender's line is: they have places of their own
    return client && endpoint.body !== "multipart" ? callsPerClient.run(client.id, done) : done();
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

/** Who of the staff asks, where the call is open to a role of theirs. */
async function memberFor(
  deps: Deps,
  { roles }: Endpoint,
  headers: IncomingRequest["headers"],
): Promise<StaffMember> {
  const member = await staffOf(deps, headers);
  if (!member) throw new ApiError(401, "sessionOver");
  if (roles && !hasRole(member.roles, roles)) throw new ApiError(403, "roleMissing");
  return member;
}

/** What makes a repeat of this call safe. Where the call does not demand a key, one without it is a call of its own. */
function keyOf(endpoint: Endpoint, headers: IncomingRequest["headers"], { ids }: Deps): string {
  const key = headers.get("idempotency-key");
  if (!key && endpoint.idempotent === "ifAsked") return ids.secret();
  if (!key) throw new ApiError(400, "idempotencyKeyMissing");
  if (!idempotencyKeyForm.test(key)) throw new ApiError(400, "idempotencyKeyMalformed");
  return key;
}

/** What is no number of an attempt is the first one, which is the careful reading: it is answered as before. */
function attemptOf(headers: IncomingRequest["headers"]): number {
  const answer = headers.get("idempotency-attempt") ?? "";
  return /^[1-9]\d{0,2}$/.test(answer) ? Number(answer) : 1;
}
