import { join } from "node:path";
import type { Context } from "hono";
import * as z from "zod/mini";
import { browserOf } from "#api/auth/browsers";
import type { SignedIn } from "#api/auth/sessions";
import { clientOf } from "#api/auth/sessions";
import { momentOf } from "#api/db/asked-once";
import { onBehalfOf } from "#api/db/share";
import type { Parts } from "#api/deps";
import { Refusal } from "#api/lib/refusal";
import { semaphorePerKey } from "#api/lib/semaphore";
import { languageOf } from "#api/lib/texts";
import type { Access, Call } from "#contract/call";
import type { Language } from "#contract/languages";
import { idempotencyKeyForm } from "#contract/rules";
import type { Asked } from "./asked";
import { askedOf } from "./asked";
import { requireFreshProof } from "./fresh-proof";
import { consumeInMemory } from "./rate-limit";
import { readInput } from "./read-input";

/** What a verb knows besides its input. `client` is there in client calls only. */
export type VerbContext<C extends Call> = Parts & {
  client: C["access"] extends "client" ? SignedIn : SignedIn | null;
  language: Language;
  /** The caller's network address, as far as it is known. */
  address: string;
  userAgent: string;
  /** The secret of the caller's browser (`x-browser`), where an account was opened with it before. */
  browser: string | null;
  /** Always there in idempotent calls. */
  idempotencyKey: string;
  /** 2 and more where the sender has seen this key refused and means it once more. */
  idempotencyAttempt: number;
  readonly request: Request;
  /** The headers and the body of the same, for who reads it as it comes. */
  sent: Pick<Asked, "headers" | "body">;
};

/** Concurrent uploads per client. */
const uploads = semaphorePerKey({ concurrency: 3, maxWaiting: 6 });

/** Forms with files that one client may send a minute: the next ones are refused before they are read. */
const uploadsPerMinute = 30;

/** Concurrent calls per client; further ones queue, so that other clients' calls come in between. */
const calls = semaphorePerKey({ concurrency: 4, maxWaiting: 500 });

export type Verb = {
  call: Call;
  /** What the call answers: a value of the contract, or a response where it is a file. */
  answer: (parts: Parts, asked: Asked) => Promise<unknown>;
  /** The same to the network. */
  serve: (parts: Parts, hono: Context) => Promise<Response>;
};

/**
 * Joins a call of the contract with the code that does it: checks who calls, reads and parses the input,
 * and lets the answer through the contract, so that nothing undeclared leaves the house.
 */
export function verb<
  I extends z.ZodMiniType,
  O extends z.ZodMiniType,
  A extends Access,
  K extends "json" | "file",
>(
  call: Call<I, O, A, K>,
  handle: (input: z.output<I>, context: VerbContext<Call<I, O, A, K>>) => Promise<z.output<O> | Response>,
): Verb {
  const answer: Verb["answer"] = async (given, asked) => {
    const parts = { ...given, clock: momentOf(given.clock) };
    const { headers } = asked;
    const address = headers.get("x-client-address") ?? "unknown";
    // whose address is not known is not told from others: no share is theirs
    const host = address === "unknown" ? undefined : `address ${address}`;
    const who = () => onBehalfOf(host, () => clientOf(parts, asked));
    // who it is costs a question too, and is asked before it is known whose call waits
    const session = headers.get("authorization");
    // a terminal's key is no session
    const client = call.access === "terminal" ? null : await (session ? calls.run(session, who) : who());
    if (call.access === "client" && !client) throw new Refusal(401, "sessionOver");
    if (call.section && !client?.sections[call.section])
      throw new Refusal(403, call.section === "partner" ? "partnerClosed" : "monitoringClosed");
    const sender = client?.id ?? address;
    // before the body is read, so that a call without a key costs no reading and no room on the disk
    const idempotencyKey = call.idempotent ? keyOf(call, headers, parts) : "";
    if (call.body === "multipart")
      consumeInMemory(parts, { key: `upload:${sender}`, limit: uploadsPerMinute });
    const done = async () => {
      const read = () => readInput(call, asked, join(parts.settings.dataDir, "files/incoming"));
      // a file that comes in holds a handle and room on the disk for as long as its sender likes
      const { input, discard } = await (call.body === "multipart" ? uploads.run(sender, read) : read());
      const serve = async () => {
        const context = {
          ...parts,
          client,
          language: languageOf(headers.get("accept-language")),
          address,
          userAgent: headers.get("user-agent") ?? "",
          browser: browserOf(asked),
          idempotencyKey,
          idempotencyAttempt: attemptOf(headers),
          sent: asked,
          get request() {
            return asked.request;
          },
        } as VerbContext<Call<I, O, A, K>>;
        if (call.proof && client)
          await requireFreshProof({ ...context, client }, input as object, call.proof);
        return handle(input as z.output<I>, context);
      };
      try {
        const said = await onBehalfOf(client ? `client ${client.id}` : host, serve, !client);
        return said instanceof Response ? said : z.encode(call.output, said);
      } finally {
        await discard();
      }
    };
    // files come as slowly as their sender's line is: they have places of their own
    return client && call.body !== "multipart" ? calls.run(client.id, done) : done();
  };
  const serve: Verb["serve"] = async (parts, hono) => {
    const said = await answer(parts, askedOf(hono));
    return said instanceof Response ? said : hono.json(said as object);
  };
  return { call, answer, serve };
}

/** What makes a repeat of this call safe. Where the call does not demand a key, one without it is a call of its own. */
function keyOf(call: Call, headers: Asked["headers"], { ids }: Parts): string {
  const key = headers.get("idempotency-key");
  if (!key && call.idempotent === "ifAsked") return ids.secret();
  if (!key) throw new Refusal(400, "idempotencyKeyMissing");
  if (!idempotencyKeyForm.test(key)) throw new Refusal(400, "idempotencyKeyMalformed");
  return key;
}

/** What is no number of an attempt is the first one, which is the careful reading: it is answered as before. */
function attemptOf(headers: Asked["headers"]): number {
  const said = headers.get("idempotency-attempt") ?? "";
  return /^[1-9]\d{0,2}$/.test(said) ? Number(said) : 1;
}
