import * as z from "zod/mini";
import type { Endpoint } from "#contract/endpoint";
import { idempotencyKeyForm } from "#contract/rules";
import { errorResponsesOf } from "./errors";
import { linksOf } from "./links";
import { fieldsOf, pathParameters } from "./schema-fields";

type Def = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
  in?: z.ZodMiniType;
  reverseTransform?: unknown;
  defaultValue?: unknown;
};

const defOf = (schema: z.ZodMiniType) => schema._zod.def as Def;
const isCodec = (schema: z.ZodMiniType) => defOf(schema).reverseTransform !== undefined;

/**
 * Returns the wire schema of an output: for a codec its encoded side, at any depth; for a union the options that we
 * send, without those that are only accepted. Schemas without either are returned unchanged, with their names.
 */
function sentOf(schema: z.ZodMiniType): z.ZodMiniType {
  const { type, shape, element, innerType, options, in: sent, defaultValue } = defOf(schema);
  if (sent && isCodec(schema)) return sentOf(sent);
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [name, sentOf(field)] as const);
    return fields.every(([name, field]) => field === shape[name])
      ? schema
      : z.object(Object.fromEntries(fields));
  }
  if (element) return sentOf(element) === element ? schema : z.array(sentOf(element));
  if (options && type === "union") {
    const own = options.filter((option) => !isCodec(option));
    const schemas = (own.length > 0 ? own : options).map(sentOf);
    const [only] = schemas;
    if (schemas.length === 1 && only) return only;
    return schemas.every((option, index) => option === options[index]) ? schema : z.union(schemas);
  }
  if (!innerType || sentOf(innerType) === innerType) return schema;
  if (type === "nullable") return z.nullable(sentOf(innerType));
  if (type === "default") return z._default(sentOf(innerType), defaultValue);
  return z.optional(sentOf(innerType));
}

const doors: Record<Endpoint["access"], string> = {
  public: "Open to anybody.",
  client: "For a signed-in client.",
  staff: "For a member of the staff.",
  terminal: "For a terminal with its activation key.",
  signed: "For an outside system that signs what it sends.",
};

function describe({ summary, access, section, recentAuth, idempotent }: Endpoint): string {
  return [
    `${summary}.`,
    doors[access],
    section && `Refused to a client without the flag \`${section}\`.`,
    recentAuth &&
      "Needs the password, and where two-step login is on a code, given with it or within five minutes before.",
    idempotent &&
      "A repeat with the same `Idempotency-Key` is answered as the first was. Who has seen a refusal and means it once more sends the key with `Idempotency-Attempt: 2`, then 3.",
  ]
    .filter(Boolean)
    .join(" ");
}

const idempotencyKey = z.string().check(z.regex(idempotencyKeyForm));
const idempotencyAttempt = z.string().check(z.regex(/^[1-9]\d{0,2}$/));

const securityOf = {
  public: [],
  signed: [],
  client: [{ bearer: [] }],
  staff: [{ bearer: [] }],
  terminal: [{ activationKey: [] }],
};

/** Returns an endpoint as an OpenAPI operation. */
export function operation(name: string, endpoint: Endpoint) {
  const inPath = pathParameters(endpoint.path);
  const all = fieldsOf(endpoint.input);
  const fields = Object.entries(all).filter(([key]) => !inPath.includes(key));
  const rest = z.object(Object.fromEntries(fields));
  const inQuery = endpoint.method !== "POST";
  const type = endpoint.body === "multipart" ? "multipart/form-data" : "application/json";
  const links = linksOf(name);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [name.split(".")[0] as string],
    security: securityOf[endpoint.access],
    requestParams: {
      ...(inPath.length > 0 && {
        path: z.object(Object.fromEntries(inPath.map((key) => [key, all[key] ?? z.string()]))),
      }),
      ...(inQuery && fields.length > 0 && { query: rest }),
      ...(endpoint.idempotent && {
        header: z.object({
          "idempotency-key": endpoint.idempotent === "ifAsked" ? z.optional(idempotencyKey) : idempotencyKey,
          "idempotency-attempt": z.optional(idempotencyAttempt),
        }),
      }),
    },
    ...(!inQuery &&
      fields.length > 0 && { requestBody: { required: true, content: { [type]: { schema: rest } } } }),
    responses: {
      "200": {
        ...(endpoint.answer === "file"
          ? { description: "The file" }
          : { description: "Done", content: { "application/json": { schema: sentOf(endpoint.output) } } }),
        ...(links && { links }),
      },
      ...errorResponsesOf(endpoint),
    },
  };
}
