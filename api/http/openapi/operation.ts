import * as z from "zod/mini";
import type { Endpoint } from "#contract/endpoint";
import { idempotencyKeyForm } from "#contract/rules";
import { refusalsOf } from "./errors";
import { fieldsOf, pathParameters } from "./fields-of";
import { linksOf } from "./links";
import { sentOf } from "./sent";

const doors: Record<Endpoint["access"], string> = {
  public: "Open to anybody.",
  client: "For a signed-in client.",
  staff: "For a member of the staff.",
  terminal: "For a terminal with its activation key.",
  signed: "For an outside system that signs what it sends.",
};

function describe({ summary, access, section, proof, idempotent }: Endpoint): string {
  return [
    `${summary}.`,
    doors[access],
    section && `Refused to a client without the flag \`${section}\`.`,
    proof &&
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
      ...refusalsOf(endpoint),
    },
  };
}
