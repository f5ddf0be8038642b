import * as z from "zod/mini";

/** Who may make a call: anybody, a signed-in client, a terminal with its activation key, or an outside system that signs. */
export type Access = "public" | "client" | "terminal" | "signed";

export type Method = "GET" | "POST" | "DELETE";

type AnswerKind = "json" | "file";

/**
 * One endpoint of `/api`, agreed between the cabinet and whichever service stands behind it.
 *
 * - `path` is below `/api`; `:name` parts are filled from the input's field of that name.
 * - A GET's other fields travel in the query string, others as a JSON body,
 *   or as multipart form data where `body` is `"multipart"` (fields may then be `File` or `File[]`).
 * - `idempotent` calls need an `Idempotency-Key` header: a repeat with the same key gets the first answer.
 */
export type Call<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
  K extends AnswerKind = AnswerKind,
> = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: A;
  readonly input: I;
  readonly output: O;
  readonly idempotent: boolean;
  readonly body: "json" | "multipart";
  /** Of a multipart call: a longer file is not read further; the schema refuses it in words. */
  readonly maxFileBytes?: number;
  /** `file` calls answer bytes (CSV, pictures, downloads) instead of JSON. */
  readonly answer: K;
  readonly summary: string;
};

export type Input<C extends Call> = z.input<C["input"]>;
export type Output<C extends Call> = z.output<C["output"]>;

type Declared<I extends z.ZodMiniType, O extends z.ZodMiniType, A extends Access, K extends AnswerKind> = {
  method: Method;
  path: `/${string}`;
  access: A;
  summary: string;
  input?: I;
  output?: O;
  idempotent?: boolean;
  body?: "json" | "multipart";
  maxFileBytes?: number;
  answer?: K;
};

/** The answer of a call that has nothing to say but that it was done. */
export const done = z.object({ ok: z.literal(true) });

const nothing = z.object({});

/** Declares an endpoint; no input means none is sent, no output means `{ok: true}`. */
export function call<
  A extends Access,
  I extends z.ZodMiniType = typeof nothing,
  O extends z.ZodMiniType = typeof done,
  K extends AnswerKind = "json",
>(declared: Declared<I, O, A, K>): Call<I, O, A, K> {
  return {
    idempotent: false,
    body: "json",
    answer: "json" as K,
    ...declared,
    input: declared.input ?? (nothing as unknown as I),
    output: declared.output ?? (done as unknown as O),
  };
}

/** What every refused call answers: `message` in the reader's language, `code` for programs, `fields` by input name. */
export const refusal = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Facts that a page may use beside the message, such as the seconds to wait or the id of the open ticket. */
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type RefusalBody = z.output<typeof refusal>;
