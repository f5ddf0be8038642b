import { expect, test } from "vitest";
import * as z from "zod/mini";
import { allEndpoints } from "#contract/index";
import { accountList, accountPage, createAccount } from "./index";

/** Returns all property names in a schema, at any depth. */
const propertiesOf = (schema: z.ZodMiniType, io: "input" | "output"): string[] => {
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any", io }), (key, value) => {
    if (key === "properties") names.push(...Object.keys(value));
    return value;
  });
  return names;
};

test("every endpoint identifies an account by its monitoringId: the row's id never leaves the service", () => {
  const ofAccounts = allEndpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ path }) => path.startsWith("/monitoring/accounts"));
  expect(ofAccounts.length).toBeGreaterThan(25);
  for (const { path, input } of ofAccounts) {
    expect(path).not.toMatch(/:id\b/);
    expect([path, propertiesOf(input, "input")]).not.toEqual([path, expect.arrayContaining(["id"])]);
  }
  for (const output of [accountList.output, accountPage, createAccount.output])
    expect(propertiesOf(output, "output")).toContain("monitoringId");
});
