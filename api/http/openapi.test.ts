import { expect, test } from "vitest";
import { readBrand } from "#contract/branding/brand";
import { openApiDocument } from "./openapi";

type Json = { [name: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

const document = openApiDocument({ brand: readBrand({}), publicOrigin: "http://cabinet.example" });

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
