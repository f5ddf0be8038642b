import { expect, test } from "vitest";
import { readBrand } from "#contract/look/brand";
import { openApiDocument } from "./openapi";

type Json = { [name: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

const document = openApiDocument({ brand: readBrand({}), publicOrigin: "http://cabinet.example" });

/** Where the document has a schema that says nothing. */
function silent(value: unknown, place: string): string[] {
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${place}/${name}`;
    const schemas = name === "schema" ? [[here, inner] as const] : [];
    if (name === "properties" && isJson(inner))
      schemas.push(...Object.entries(inner).map(([field, schema]) => [`${here}/${field}`, schema] as const));
    const empty = schemas.filter(([, schema]) => isJson(schema) && Object.keys(schema).length === 0);
    return [...empty.map(([where]) => where), ...silent(inner, here)];
  });
}

test("each field of the document says what it is", () => {
  expect(silent(document, "")).toEqual([]);
});

test("a whole number that forms type is an integer to programs", () => {
  const rent = document.paths?.["/vps/servers"]?.post;
  expect(JSON.stringify(rent?.requestBody)).toMatch(/"months":\{"type":"integer"/);
});
