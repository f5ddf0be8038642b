import * as z from "zod/mini";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { createDocument } from "zod-openapi";
import type { Settings } from "#api/values/settings";
import type { Call } from "#contract/call";
import { refusal } from "#contract/call";
import { allCalls } from "#contract/index";

/** The fields that travel: those before whatever the contract reads them into. */
function fieldsOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType> {
  const { def } = (schema as z.ZodMiniPipe)._zod;
  if (def.type === "pipe") return fieldsOf(def.in as z.ZodMiniType);
  return ((schema as z.ZodMiniObject)._zod.def.shape ?? {}) as Record<string, z.ZodMiniType>;
}

const pathParameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);

function operation(name: string, call: Call) {
  const inPath = pathParameters(call.path);
  const rest = z.object(
    Object.fromEntries(Object.entries(fieldsOf(call.input)).filter(([key]) => !inPath.includes(key))),
  );
  const hasRest = Object.keys(rest._zod.def.shape).length > 0;
  const inQuery = call.method !== "POST";
  const type = call.body === "multipart" ? "multipart/form-data" : "application/json";
  return {
    operationId: name,
    summary: call.summary,
    tags: [name.split(".")[0] as string],
    ...(call.access === "client" && { security: [{ bearer: [] }] }),
    ...(call.access === "terminal" && { security: [{ activationKey: [] }] }),
    requestParams: {
      ...(inPath.length > 0 && {
        path: z.object(Object.fromEntries(inPath.map((key) => [key, z.string()]))),
      }),
      ...(inQuery && hasRest && { query: rest }),
      ...(call.idempotent && {
        header: z.object({
          "idempotency-key": call.idempotent === "ifAsked" ? z.optional(z.string()) : z.string(),
        }),
      }),
    },
    ...(!inQuery && hasRest && { requestBody: { content: { [type]: { schema: rest } } } }),
    responses: {
      "200":
        call.answer === "file"
          ? { description: "The file" }
          : { description: "Done", content: { "application/json": { schema: call.output } } },
      default: { description: "Refused", content: { "application/json": { schema: refusal } } },
    },
  };
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(settings: Settings) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, call } of allCalls) {
    const path = call.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info: { title: `${settings.productName} API`, version: "1" },
      servers: [{ url: `${settings.publicOrigin}/api` }],
      paths: paths as ZodOpenApiPathsObject,
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          activationKey: {
            type: "http",
            scheme: "bearer",
            description: "The activation key of a trading account",
          },
        },
      },
    },
    {
      override: ({ jsonSchema, zodSchema }) => {
        if (zodSchema._zod.def.type === "custom" || zodSchema._zod.def.type === "file")
          jsonSchema.type = "string";
      },
    },
  );
}
