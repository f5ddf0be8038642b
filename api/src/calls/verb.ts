import { join } from "node:path";
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { SignedIn } from "#api/identity/sessions";
import { clientOf } from "#api/identity/sessions";
import type { Parts } from "#api/parts";
import { Refusal } from "#api/values/refusal";
import { languageOf } from "#api/values/texts";
import type { Access, Call } from "#contract/call";
import type { Language } from "#contract/rules";
import { readInput } from "./read-input";

/** What a verb knows besides its input. `client` is there in client calls only. */
export type VerbContext<C extends Call> = Parts & {
  client: C["access"] extends "client" ? SignedIn : SignedIn | null;
  language: Language;
  /** The caller's network address, as far as it is known. */
  address: string;
  userAgent: string;
  /** Always there in idempotent calls. */
  idempotencyKey: string;
  request: Request;
};

export type Verb = { call: Call; serve: (parts: Parts, hono: Context) => Promise<Response> };

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
  return {
    call,
    serve: async (parts, hono) => {
      const request = hono.req.raw;
      const client = await clientOf(parts, request);
      if (call.access === "client" && !client) throw new Refusal(401, "sessionOver");
      const idempotencyKey = request.headers.get("idempotency-key") ?? "";
      if (call.idempotent && !/^[\w-]{8,100}$/.test(idempotencyKey))
        throw new Refusal(400, "idempotencyKeyMissing");
      const { input, discard } = await readInput(call, hono, join(parts.settings.dataDir, "files/incoming"));
      const context = {
        ...parts,
        client,
        language: languageOf(request.headers.get("accept-language")),
        address: request.headers.get("x-client-address") ?? "unknown",
        userAgent: request.headers.get("user-agent") ?? "",
        idempotencyKey,
        request,
      } as VerbContext<Call<I, O, A, K>>;
      const answer = await handle(input as z.output<I>, context).finally(discard);
      if (answer instanceof Response) return answer;
      return hono.json(call.output.parse(answer) as object);
    },
  };
}
