import fc from "fast-check";

/** The part of JSON Schema used by the document's requests. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

const longest = 300;
/** Range for numbers without a limit: plausible values. */
const [least, most] = [-1_000, 1_000_000];

function texts({ format, pattern, minLength = 0, maxLength = longest }: Schema): fc.Arbitrary<unknown> {
  if (format === "binary")
    return fc.uint8Array({ maxLength }).map((bytes) => new File([new Uint8Array(bytes)], "a file.csv"));
  if (format === "email") return fc.stringMatching(/^[a-z]{1,12}@example\.test$/);
  if (format === "date")
    return fc
      .date({ min: new Date("2025-01-01"), max: new Date("2027-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  const hasValidLength = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (pattern) return fc.stringMatching(new RegExp(pattern, "u")).filter(hasValidLength);
  const up = Math.min(maxLength, longest);
  return fc.oneof(
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]*$/).filter(hasValidLength),
    fc.string({ minLength, maxLength: up, unit: "grapheme" }).filter(hasValidLength),
  );
}

/** Returns an arbitrary of the values a schema allows; `resolve` returns the target of a `$ref`. */
export function valuesOf(schema: Schema, resolve: (ref: string) => Schema): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => valuesOf(one, resolve);
  const { type, minimum = least, maximum = most } = schema;
  if (schema.$ref) return inner(resolve(schema.$ref));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => inner({ ...schema, type: one })));
  if (type === "string") return texts(schema);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  if (type === "integer" || type === "number") {
    const [low, high] = [Math.max(minimum, least), Math.min(maximum, most)];
    const whole = fc.integer({ min: Math.ceil(low), max: Math.floor(high) });
    const small = whole.map((value) => Math.max(Math.ceil(low), value % 13));
    return fc.oneof(
      whole,
      small,
      ...(type === "number" ? [fc.double({ min: low, max: high, noNaN: true })] : []),
    );
  }
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array")
    return fc.array(inner(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
  if (type === "object") {
    const entries = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inner(one)]);
    const record: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(entries);
    return fc.record(record, { requiredKeys: schema.required ?? [], noNullPrototype: true });
  }
  return fc.jsonValue();
}

/** Returns an arbitrary of invalid bodies: a valid one with a single mistake. */
export function brokenOf(schema: Schema, valid: Record<string, unknown>): fc.Arbitrary<unknown> {
  const without = (name: string) => Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name));
  const mistakes: unknown[] = [null, [], "text", 7];
  for (const name of schema.required ?? []) mistakes.push(without(name));
  for (const [name, { type, maxLength, maximum, minimum, enum: enumValues }] of Object.entries(
    schema.properties ?? {},
  )) {
    const addMistake = (value: unknown) => mistakes.push({ ...valid, [name]: value });
    addMistake({ not: "this" });
    if (type === "string" && maxLength && maxLength < 100_000) addMistake("x".repeat(maxLength + 1));
    if (maximum !== undefined) addMistake(maximum + 1);
    if (minimum !== undefined) addMistake(minimum - 1);
    if (enumValues) addMistake("no such word");
  }
  return fc.constantFrom(...mistakes);
}
