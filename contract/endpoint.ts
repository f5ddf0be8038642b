import * as z from "zod/mini";
import type { StaffRole } from "./admin/roles";
import "./messages";

/**
 * Who may make a call: anybody, a signed-in client, a member of the staff, a terminal with its activation key, or an outside system
 * that signs.
 */
export type Access = "public" | "client" | "staff" | "terminal" | "signed";

export type Method = "GET" | "POST" | "DELETE";

/**
 * The field that carries the password; `passwordIfTwoStep`: `password`, needed only where two-step login is on (the specification has the
 * endpoint without one); `ifTwoStep`: needed only there, and given on a page of its own.
 */
export type RecentAuthField = "password" | "oldPassword" | "passwordIfTwoStep" | "ifTwoStep";

/** A part of the cabinet that is open to a client by a flag of their own (specification, section 6). */
export type Section = "partner" | "monitoring";

type AnswerKind = "json" | "file";

/**
 * One endpoint of `/api`, agreed between the cabinet and whichever service stands behind it.
 *
 * - `path` is below `/api`; `:name` parts are filled from the input's field of that name.
 * - A GET's other fields travel in the query string, others as a JSON body,
 *   or as multipart form data where `body` is `"multipart"` (fields may then be `File` or `File[]`).
 * - `proof` calls change what protects an account or its money: the session must have given the password, and where
 *   two-step login is on a code, within the last five minutes (fifteen for `ifTwoStep`). `proof` names the input's field that may carry the password
 *   with the request itself, beside `secondFactorCode`; else `/user/security/prove` comes first. 403 `freshProofNeeded`.
 * - `idempotent` calls need an `Idempotency-Key` header: a repeat with the same key gets the first answer.
 *   Where it says `"ifAsked"`, the specification has the call without one: a key is honoured and not demanded.
 * - `section` calls are refused with 403 `partnerClosed` or `monitoringClosed` to a client without that flag.
 * - Calls that change something are refused with 403 `accountBlocked` to a client whom staff has blocked, unless they say
 *   `isOpenToBlocked`: a blocked client signs in, reads, writes tickets, nothing else.
 * - `isNamed` calls are those of the specification's section 7. A service that lacks another one answers it with 501,
 *   or with a 404 that has no `code`, and the cabinet says that this service does not offer it.
 */
export type Endpoint<
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
  readonly idempotent: boolean | "ifAsked";
  readonly proof?: RecentAuthField;
  readonly section: Section | undefined;
  readonly isOpenToBlocked: boolean;
  /** Of a staff call: who of the staff may make it besides owners; all of them where it is not said. */
  readonly roles?: readonly StaffRole[];
  readonly isNamed: boolean;
  readonly body: "json" | "multipart";
  /** Of a multipart call: a longer file is not read further; the schema refuses it in words. */
  readonly maxFileBytes?: number;
  /** `file` calls answer bytes (CSV, pictures, downloads) instead of JSON. */
  readonly answer: K;
  readonly summary: string;
};

export type Input<C extends Endpoint> = z.input<C["input"]>;
export type Output<C extends Endpoint> = z.output<C["output"]>;

type Declared<I extends z.ZodMiniType, O extends z.ZodMiniType, A extends Access, K extends AnswerKind> = {
  method: Method;
  path: `/${string}`;
  access: A;
  summary: string;
  input?: I;
  output?: O;
  idempotent?: boolean | "ifAsked";
  proof?: RecentAuthField;
  section?: Section;
  isOpenToBlocked?: boolean;
  roles?: readonly StaffRole[];
  isNamed?: boolean;
  body?: "json" | "multipart";
  maxFileBytes?: number;
  answer?: K;
};

/** The answer of a call that has nothing to say but that it was done. */
export const done = z.object({ ok: z._default(z.literal(true), true) });

const nothing = z.object({});

/** Declares an endpoint; no input means none is sent, no output means `{ok: true}`. */
export function defineEndpoint<
  A extends Access,
  I extends z.ZodMiniType = typeof nothing,
  O extends z.ZodMiniType = typeof done,
  K extends AnswerKind = "json",
>(declared: Declared<I, O, A, K>): Endpoint<I, O, A, K> {
  return {
    idempotent: false,
    section: undefined,
    isOpenToBlocked: false,
    isNamed: false,
    body: "json",
    answer: "json" as K,
    ...declared,
    input: declared.input ?? (nothing as unknown as I),
    output: declared.output ?? (done as unknown as O),
  };
}

/** What every refused call answers: `message` in the reader's language, `code` for programs, `fields` by input name. */
export const errorBody = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Facts that a page may use beside the message, such as the seconds to wait or the id of the open ticket. */
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type ErrorBody = z.output<typeof errorBody>;
