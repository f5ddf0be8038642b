import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vpsApi } from "#api/modules/vps/testing";
import { erringParameters, fieldOfError } from "#api/operations/error-fields";
import { parametersOf } from "#api/operations/parameters";
import { allOperations } from "#api/operations/program";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { statementsOf } from "#api/testing/statements-of";
import * as contract from "#contract/admin/index";
import { insertConsoleRows, newStaff } from "./testing";

let api: TestApi;
let owner: { token: string; language: "en" };
beforeAll(async () => {
  api = await vpsApi();
  owner = { token: (await newStaff(api, "owner")).token, language: "en" };
  await insertConsoleRows(api.db, 1, 1);
});
afterAll(() => api.close());

const run = (name: string, input: contract.OperationInput) =>
  api.call(contract.runOperation, { name, input, isConfirmed: true }, owner);

describe("an error of an operation", () => {
  it("is about parameters that operations have", () => {
    const names = new Set(
      [...allOperations().values()].flatMap((operation) => parametersOf(operation).map(({ name }) => name)),
    );
    expect(erringParameters.filter((name) => !names.has(name))).toEqual([]);
  });

  it("is about the field that was given, of those that it may be about", () => {
    expect(fieldOfError("noStaffAccount", ["to", "email"], { email: "a@staff.test" })).toBe("email");
    expect(fieldOfError("noStaffAccount", ["to"], {})).toBe("to");
    expect(fieldOfError("noStaffAccount", ["id"], { id: "1" })).toBeUndefined();
    expect(fieldOfError("noDispute", ["disputeId"], { disputeId: "1" })).toBeUndefined();
  });

  it.each([
    ["promo-codes-create", { name: "WINTER", percent: "10", until: "2020-01-01" }, "until"],
    ["tariffs-price", { id: "trader-1", months: "1", dollars: "0" }, "dollars"],
    ["maintenance-plan", { starts: "2099-01-01 04:00", ends: "2099-01-01 02:00", en: "x", ru: "x" }, "ends"],
    ["balance-debit", { email: "trader1@mail.test", amount: "900000", reason: "x" }, "amount"],
    ["balance-credit", { email: "gone@mail.test", amount: "1", reason: "x" }, "email"],
    ["settings-set", { key: "graceDays", value: "much", reason: "x" }, "value"],
    ["staff-disable", { email: "gone@staff.test" }, "email"],
  ] as const)("of %s stands at its field, as a sentence: %j", async (name, input, field) => {
    const { status, error } = await run(name, { ...input });
    expect(status).toBe(409);
    expect(error.fields).toEqual({ [field]: error.message });
    expect(error.message).toMatch(/^[A-Z$\d].+\.$/);
  });

  it("stands at the name of a promo code that exists", async () => {
    const code = { name: "SUMMER", percent: "10" };
    expect((await run("promo-codes-create", code)).status).toBe(200);
    expect(Object.keys((await run("promo-codes-create", code)).error.fields ?? {})).toEqual(["name"]);
  });

  it("stands above the form if it is about no field", async () => {
    const { error } = await run("deposits-settle", { disputeId: "gone", note: "x" });
    expect([error.code, error.fields]).toEqual(["operationRefused", undefined]);
  });
});

describe("a read-only operation", () => {
  it("is not run as one that changes something, and writes no audit row", async () => {
    const { status, error } = await run("audit-list", {});
    expect([status, error.code]).toEqual([404, "notFound"]);
    const rows = JSON.parse(await runAdmin(api, "audit", "list", "--action", "audit list", "--json"));
    expect(rows.filter(({ by }: { by: string }) => by !== "olga")).toEqual([]);
  });
});

describe("what an operation's form names", () => {
  const about = async (name: string, of: string) =>
    (await api.call(contract.operation, { name, of }, owner)).body.about;

  it("is the thing with its client, by one query for all kinds of things", async () => {
    expect(await about("servers-block", "server1")).toMatchObject({
      client: "trader1@mail.test",
      server: "server1",
    });
    expect(await about("tickets-note", "ticket1")).toMatchObject({ title: expect.any(String) });
    const statements = await statementsOf(() => about("servers-block", "server1"));
    expect(statements.filter((text) => /machine_drifts/.test(text))).toHaveLength(2);
    expect(statements.length).toBeLessThan(16);
  });

  it("is nothing for what nobody knows", async () => {
    expect(await about("servers-block", "gone")).toBeNull();
    expect(await about("staff-roles", "gone@staff.test")).toBeNull();
  });
});
