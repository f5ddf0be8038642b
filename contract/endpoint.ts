import * as z from "zod/mini";
import type { StaffRole } from "./admin/roles";
import "./messages";

/**
 * Who may call an endpoint: anyone, a signed-in client, a staff member, a terminal with its activation key, or an
 * external system that signs its requests.
 */
export type Access = "public" | "client" | "staff" | "terminal" | "signed";

export type Method = "GET" | "POST" | "DELETE";

/**
 * The field with the password. `passwordIfTwoStep`: `password`, required only if two-step login is on (the
 * specification's endpoint has none). `ifTwoStep`: required only then, and entered on a separate page.
 */
export type RecentAuthField = "password" | "oldPassword" | "passwordIfTwoStep" | "ifTwoStep";

/** A part of the cabinet that a flag opens to a client (specification, section 6). */
export type Section = "partner" | "monitoring";

type AnswerKind = "json" | "file";

/**
 * One endpoint of `/api`: the contract between the cabinet and the service behind it.
 *
 * - `path` is below `/api`; `:name` parts are filled from the input's field of that name.
 * - The other fields of a GET are sent in the query string, those of other methods as a JSON body, or as multipart
 *   form data if `body` is `"multipart"` (fields may then be `File` or `File[]`).
 * - `recentAuth` endpoints change what protects an account or its money, and need recent authentication: the session must
 *   have given the password, and a code if two-step login is on, within the last five minutes (fifteen for
 *   `ifTwoStep`). `recentAuth` names the input's field that may carry the password in the request itself, together with
 *   `secondFactorCode`; otherwise `/user/security/prove` has to be called first. Without it they return 403
 *   `freshProofNeeded`.
 * - `idempotent` endpoints require an `Idempotency-Key` header: a retry with the same key gets the first response
 *   (by `withIdempotencyKey` in the handler).
 *   With `"ifAsked"`, the specification has the endpoint without a key: one is honoured but not required.
 * - `section` endpoints return 403 `partnerClosed` or `monitoringClosed` to a client without that flag.
 * - Endpoints that change something return 403 `accountBlocked` to a client whom staff has blocked, unless they set
 *   `isOpenToBlocked`: a blocked client can only sign in, read, and write tickets.
 * - `isNamed` endpoints are those of the specification's section 7. A service without any of the others returns 501,
 *   or a 404 or 405 without a `code`, and the cabinet says that this service does not offer it.
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
  readonly recentAuth?: RecentAuthField;
  readonly section: Section | undefined;
  readonly isOpenToBlocked: boolean;
  /**
   * A staff member who views the pages as a client may call GET endpoints without recent authentication, except those
   * `refused`, and no others, except those `allowed`.
   */
  readonly inView?: "allowed" | "refused";
  /** Of staff endpoints: the roles that may call it besides owners. */
  readonly roles?: readonly StaffRole[];
  readonly isNamed: boolean;
  readonly body: "json" | "multipart";
  /** For multipart endpoints: reading stops at this size; the schema rejects the file with a message. */
  readonly maxFileBytes?: number;
  /** Of a JSON body, if it may be longer than usual. */
  readonly maxBytes?: number;
  /** `file` endpoints return bytes (CSV, pictures, downloads) instead of JSON. */
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
  recentAuth?: RecentAuthField;
  section?: Section;
  isOpenToBlocked?: boolean;
  inView?: "allowed" | "refused";
  isNamed?: boolean;
  body?: "json" | "multipart";
  maxFileBytes?: number;
  maxBytes?: number;
  answer?: K;
} & RolesOf<A>;

/** A staff endpoint always says who may call it. */
type RolesOf<A extends Access> = A extends "staff" ? { roles: readonly StaffRole[] } : { roles?: undefined };

/** Output of an endpoint that returns nothing but success. */
export const done = z.object({ ok: z._default(z.literal(true), true) });

const nothing = z.object({});

/** Declares an endpoint. Without an input nothing is sent; without an output it returns `{ok: true}`. */
export function defineEndpoint<
  A extends Access,
  I extends z.ZodMiniType = typeof nothing,
  O extends z.ZodMiniType = typeof done,
  K extends AnswerKind = "json",
>(declared: Declared<I, O, A, K>): Endpoint<I, O, A, K>;
export function defineEndpoint(
  declared: Declared<z.ZodMiniType, z.ZodMiniType, Access, AnswerKind>,
): Endpoint {
  return {
    idempotent: false,
    section: undefined,
    isOpenToBlocked: false,
    isNamed: false,
    body: "json",
    answer: "json",
    input: nothing,
    output: done,
    ...declared,
  };
}

/** Body of every error response: `message` in the viewer's language, `code` for programs, `fields` by input name. */
export const errorBody = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Values that a page may use besides the message, such as the seconds to wait or the id of the open ticket. */
  details: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type ErrorBody = z.output<typeof errorBody>;
