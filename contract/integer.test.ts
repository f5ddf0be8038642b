import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { fraction, integer } from "./integer";
import { buySubscriptionInput } from "./monitoring/index";

const read = (typed: unknown, schema: z.ZodMiniType = integer({ min: 1, max: 50 }, "accountsRange")) => {
  const { success, data, error } = schema.safeParse(typed);
  return success ? data : error.issues[0]?.message;
};

test("a whole number consists of digits only", () => {
  expect(["1", " 50 ", "007", 7].map((typed) => read(typed))).toEqual([1, 50, 7, 7]);
  const wrong = ["1e1", "0x5", "+3", "5.0", "-1", "0", "51", "", " ", "5 0", "5,0", "٣", "Infinity"];
  for (const typed of [...wrong, 5.5, Number.NaN, null, undefined, ["5"], true, {}])
    expect(read(typed), String(typed)).toBe("accountsRange");
  expect(read(String(2 ** 53), integer({}, "amountInvalid"))).toBe("amountInvalid");
});

test("a fraction is from 0 to 1", () => {
  expect(["0", "1", "0.25", "1e-7", 0.5].map((typed) => read(typed, fraction("cropInvalid")))).toEqual([
    0, 1, 0.25, 1e-7, 0.5,
  ]);
  for (const typed of ["1.1", "-0.1", "0x1", "+1", ".", "", 2, Number.NaN])
    expect(read(typed, fraction("cropInvalid")), String(typed)).toBe("cropInvalid");
});

test("a form names the field without a number", () => {
  const issues = buySubscriptionInput.safeParse({ accounts: "1e1", months: "" }).error?.issues;
  expect(issues?.map(({ path, message }) => [path[0], message])).toEqual([
    ["accounts", "accountsRange"],
    ["months", "monthsRange"],
  ]);
});

test("no schema of the contract uses JavaScript's number coercion", () => {
  const files = readdirSync("contract", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const coercing = files.filter((path) =>
    /\bz\s*\.\s*coerce\b/.test(readFileSync(join("contract", path), "utf8")),
  );
  expect(coercing.filter((path) => path !== "whole.test.ts")).toEqual([]);
});
