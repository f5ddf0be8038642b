import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { languages } from "#contract/languages";
import { areas } from "./index";

const errors = import.meta.glob<Record<string, string>>("/locales/*/errors.json", {
  eager: true,
  import: "default",
});
const formFiles = import.meta.glob<Record<string, unknown>>(
  ["/app/routes/*/form.ts", "/app/routes/*/forms.ts", "/app/services/form-action.server.ts"],
  { eager: true },
);

type Schema = z.ZodMiniObject;
const isObject = (value: unknown): value is Schema =>
  value instanceof z.core.$ZodType && value._zod.def.type === "object";
const isEndpoint = (value: unknown): value is { input: unknown } =>
  typeof value === "object" && value !== null && "input" in value && "path" in value;

const named = (prefix: string, members: Record<string, unknown>) =>
  Object.entries(members).flatMap(([name, value]) => {
    const schema = isEndpoint(value) ? value.input : value;
    return isObject(schema) ? [{ name: `${prefix} ${name}`, schema }] : [];
  });

/** Inputs of endpoints and schemas of forms: everything that parses user input. */
const schemas = [
  ...Object.entries(areas).flatMap(([area, members]) => named(area, members)),
  ...Object.entries(formFiles).flatMap(([file, members]) => named(file, members)),
];

const deep = (levels: number): unknown => (levels === 0 ? ["x"] : { a: deep(levels - 1), b: [[]] });
const junk: unknown[] = [
  ...[undefined, null, "", " ", "x", "x".repeat(200_000), "\u0000", "\uFFFD", "🤷", "-1", "1e999", "0x10"],
  ...[0, -1, 1.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY, true, false, 10n, Symbol.iterator],
  ...[[], [[]], ["x", 1, null], {}, { a: 1 }, deep(50), new Date(Number.NaN), new Date(0), /x/, () => 1],
  ...[new File([], ""), new File(["x"], "x.exe", { type: "a/b" })],
  new File([new Uint8Array(6 * 1024 * 1024)], "big.png", { type: "image/png" }),
  Object.assign(Object.create(null), { toString: null }),
];

const messagesOf = (schema: Schema, input: unknown): string[] => {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
};

describe("messages of the schema library", () => {
  it("are checked in all forms and endpoints", () => {
    expect(schemas.length).toBeGreaterThan(150);
    expect(Object.keys(formFiles).length).toBeGreaterThan(5);
  });

  it.each(schemas)("$name reports errors with our own messages", ({ schema }) => {
    const fields = Object.keys(schema._zod.def.shape);
    const messages = new Set([
      ...junk.flatMap((value) => messagesOf(schema, value)),
      ...junk.flatMap((value) => messagesOf(schema, Object.fromEntries(fields.map((name) => [name, value])))),
      ...fields.flatMap((name) => junk.flatMap((value) => messagesOf(schema, { [name]: value }))),
    ]);
    for (const language of languages)
      for (const message of messages)
        expect(errors[`/locales/${language}/errors.json`], language).toHaveProperty([message]);
  });

  it("are replaced for a schema without messages of its own", () => {
    const schema = z.object({ a: z.string(), b: z.enum(["x"]), c: z.union([z.int(), z.iso.date()]) });
    const all = schema as unknown as Schema;
    const found = junk.flatMap((value) => messagesOf(all, { a: value, b: value, c: value }));
    expect([...new Set(found)].sort()).toEqual(["valueInvalid", "valueMissing"]);
  });
});
