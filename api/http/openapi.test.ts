import { describe, expect, it, test } from "vitest";
import { readBrand } from "#contract/branding/brand";
import type { Endpoint } from "#contract/endpoint";
import { allEndpoints } from "#contract/index";
import { openApiDocument } from "./openapi";

type Json = { [name: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

const document = await openApiDocument({ brand: readBrand({}), publicOrigin: "http://cabinet.example" });

/** Returns the places where the document has an empty schema. */
function silent(value: unknown, pointer: string): string[] {
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${pointer}/${name}`;
    const schemas = name === "schema" ? [[here, inner] as const] : [];
    if (name === "properties" && isJson(inner))
      schemas.push(...Object.entries(inner).map(([field, schema]) => [`${here}/${field}`, schema] as const));
    const empty = schemas.filter(([, schema]) => isJson(schema) && Object.keys(schema).length === 0);
    return [...empty.map(([where]) => where), ...silent(inner, here)];
  });
}

test("each field of the document has a description", () => {
  expect(silent(document, "")).toEqual([]);
});

test("a whole number typed in forms is an integer in the schema", () => {
  const rent = document.paths?.["/vps/servers"]?.post;
  expect(JSON.stringify(rent?.requestBody)).toMatch(/"months":\{"type":"integer"/);
});

describe("examples of the API document", () => {
  type Media = { example?: unknown } | undefined;
  type Described = {
    parameters?: { name: string; in: string; required?: boolean; example?: unknown }[];
    requestBody?: { content: Record<string, Media> };
    responses: Record<string, { content?: Record<string, Media> }>;
  };
  const described = (endpoint: Endpoint) =>
    (document.paths as Record<string, Record<string, Described>>)[endpoint.path.replace(/:(\w+)/g, "{$1}")]?.[
      endpoint.method.toLowerCase()
    ] as Described;
  const problemsOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
    (result.error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);

  it.each(allEndpoints)(
    "$name: its request and its response are accepted by the contract",
    ({ endpoint }) => {
      const { parameters = [], requestBody, responses } = described(endpoint);
      const sent = parameters.filter((parameter) => parameter.in !== "header" && parameter.required);
      const body = requestBody?.content["application/json"]?.example;
      if (endpoint.body === "json") {
        const fields = Object.fromEntries(sent.map(({ name, example }) => [name, example]));
        const input = { ...fields, ...(body as object | undefined) };
        expect(problemsOf(endpoint.input.safeParse(input)), JSON.stringify(input)).toEqual([]);
      }
      const output = responses["200"]?.content?.["application/json"]?.example;
      if (endpoint.answer === "json")
        expect(problemsOf(endpoint.output.safeParse(output)), JSON.stringify(output)).toEqual([]);
    },
  );
});
