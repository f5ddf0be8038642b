import * as z from "zod/mini";
import type { ZodOpenApiObject } from "zod-openapi";
import type { Settings } from "#api/lib/settings";
import { version } from "#api/lib/version";
import { errorBody } from "#contract/endpoint";
import { allEndpoints, areas } from "#contract/index";
import { errorResponses } from "./openapi/errors";
import { addExamples } from "./openapi/example";
import { operation } from "./openapi/operation";

const tags: Record<keyof typeof areas, string> = {
  user: "Sign-up, log-in, the client and what their page shows",
  partner: "The three-level partner programme",
  payments: "Deposits, and the reports of payment systems",
  balance: "Movements of money, transfers, receipts and statements",
  books: "Invoices and credit notes, and whom they name",
  profile: "Name, picture, e-mail and what is told by letter",
  privacy: "A copy of the data, and its deletion",
  security: "Password, second step, passkeys, sessions, activity",
  support: "Tickets and their files",
  telegram: "The bot",
  monitoring: "Trading accounts: what terminals post, histories, figures, reports, alerts",
  texts: "Offer, policy and FAQ",
  vps: "Rates, servers, orders, renewals and upgrades",
};

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const isObjectSchema = (value: unknown): value is z.ZodMiniObject => value instanceof z.ZodMiniObject;

/**
 * Registers the object schemas that endpoints share under their names in the contract, so that each is described
 * once. Returns a function that unregisters them.
 */
function nameSchemas(): () => void {
  const named = new Map<string, z.ZodMiniType>([["ApiError", errorBody]]);
  for (const [area, exported] of Object.entries(areas))
    for (const [name, value] of Object.entries(exported)) {
      if (!isObjectSchema(value)) continue;
      const id = capitalized(name);
      named.set(named.has(id) ? capitalized(area) + id : id, value);
    }
  const free = [...named].filter(([, schema]) => !z.globalRegistry.has(schema));
  for (const [id, schema] of free) z.globalRegistry.add(schema, { id });
  // other users of the schemas must find them unchanged
  return () => {
    for (const [, schema] of free) z.globalRegistry.remove(schema);
  };
}

type Json = { [name: string]: unknown };
const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Simplifies a JSON Schema: unwraps single choices, closes tuples, lists records by their names. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJson(value)) return value;
  const { anyOf, propertyNames, ...schema } = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, plain(part)]),
  );
  const names = isJson(propertyNames) ? propertyNames.enum : undefined;
  if (Array.isArray(names))
    schema.properties = Object.fromEntries(names.map((name) => [name, schema.additionalProperties]));
  if (schema.prefixItems) schema.items = {};
  if (!Array.isArray(anyOf)) return schema;
  const choices = [...new Map(anyOf.map((choice) => [JSON.stringify(choice), choice])).values()];
  return choices.length === 1 && isJson(choices[0])
    ? { ...choices[0], ...schema }
    : { ...schema, anyOf: choices };
}

/** Returns the contract as an OpenAPI 3.1 document. */
export async function openApiDocument({ brand, publicOrigin }: Pick<Settings, "brand" | "publicOrigin">) {
  const { createDocument } = await import("zod-openapi");
  const forgetNames = nameSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, endpoint } of allEndpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: `${brand.name} API`,
        version,
        description:
          "Everything that the cabinet does. Sums are whole US cents in fields whose names end in `Cents`, times are ISO 8601 in UTC, trading figures are decimal strings. Refusals are in the language of `Accept-Language`.",
        license: { name: "MIT", identifier: "MIT" },
        contact: { name: brand.name, url: `${publicOrigin}/support` },
      },
      servers: [{ url: `${publicOrigin}/api` }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      components: {
        responses: errorResponses,
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "The token that a log-in answers" },
          activationKey: {
            type: "http",
            scheme: "bearer",
            description: "The activation key of a trading account",
          },
        },
      },
    } as ZodOpenApiObject,
    {
      override: ({ jsonSchema, zodSchema }) => {
        if (zodSchema._zod.def.type === "file") jsonSchema.type = "string";
      },
    },
  );
  forgetNames();
  const described = plain(document) as typeof document;
  addExamples(described);
  return described;
}
