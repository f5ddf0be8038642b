import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import errors from "#locales/en/errors.json" with { type: "json" };

/**
 * Matches a schema check whose last argument is its message: `z.minLength(1, "specifyName")`,
 * `z.string("specifyName")`.
 */
const checks =
  /\bz\.(?:minLength|maxLength|length|regex|refine|gte?|lte?|mime|maxSize|email|enum|string|int|number|union)\((?:[^()"]|"[^"]*"|\((?:[^()]|\([^()]*\))*\))*?"([a-z][A-Za-z]+)",?\s*\)/g;

const sources = ["contract", "app"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(folder, path)),
);

test("every message used in a schema exists as a translation", () => {
  const messages = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(checks)].map(([, message = ""]) => ({ path, message })),
  );
  expect(messages.length).toBeGreaterThan(40);
  expect(messages.filter(({ message }) => !(message in errors))).toEqual([]);
});
