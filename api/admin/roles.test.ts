import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { allOperations } from "#api/operations/program";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { mayRun, operationRoles, staffRoles } from "#contract/admin/roles";
import { newStaff } from "./testing";

let api: TestApi;
const tokens = new Map<string, string>();
beforeAll(async () => {
  api = await testApi();
  for (const role of staffRoles) tokens.set(role, (await newStaff(api, role)).token);
});
afterAll(() => api.close());

const operations = [...allOperations().values()];
const offered = operations.filter(({ isShellOnly }) => !isShellOnly);
const addressOf = addressOfOperation;

test("every operation has a row in the table of roles, and every row an operation", () => {
  const names = operations.map(({ name }) => name);
  const areas = new Set(names.map((name) => name.split(" ")[0]));
  expect(
    names.filter((name) => !(name in operationRoles) && !((name.split(" ")[0] ?? "") in operationRoles)),
  ).toEqual([]);
  expect(Object.keys(operationRoles).filter((row) => !names.includes(row) && !areas.has(row))).toEqual([]);
});

describe.each(staffRoles)("%s", (role) => {
  const token = () => ({ token: tokens.get(role) ?? "" });

  it("lists exactly the operations that the table of roles allows", async () => {
    const { body } = await api.call(contract.operations, {}, token());
    expect(body.names).toEqual(offered.map(({ name }) => name).filter((name) => mayRun([role], name)));
  });

  it.each(offered.map(({ name }) => name))(
    "%s: is listed and runs with the role, is rejected without it",
    async (name) => {
      const address = addressOf(name);
      const details = await api.call(contract.operation, { name: address }, token());
      // missing values are reported before anything is done
      const run = await api.call(contract.runOperation, { name: address, input: { nothing: "" } }, token());
      const list = await api.call(contract.readList, { name: address, input: {} }, token());
      if (mayRun([role], name)) {
        expect(details.status).toBe(200);
        expect([200, 404, 409, 422]).toContain(run.status);
        expect([200, 404, 409, 422]).toContain(list.status);
      } else
        expect([details, run, list].map(({ error }) => error.code)).toEqual(Array(3).fill("roleMissing"));
    },
  );

  it("answers 404 to operations that only the command line offers", async () => {
    for (const { name } of operations.filter(({ isShellOnly }) => isShellOnly))
      expect(
        (await api.call(contract.runOperation, { name: addressOf(name), input: {} }, token())).status,
      ).toBe(404);
  });
});
