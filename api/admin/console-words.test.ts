import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seed } from "#api/bootstrap/seed";
import { transaction } from "#api/db/transaction";
import { expireExports } from "#api/modules/privacy/export";
import { allOperations } from "#api/operations/program";
import { enqueue } from "#api/queue/enqueue";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { reversibleOperations, reversingOperation } from "#contract/admin/reversing-operations";
import { newStaff } from "./testing";

let api: TestApi;
let owner: { token: string; language: "ru" };
beforeAll(async () => {
  api = await testApi();
  await seed(api.deps, { withDemo: true, withStaff: true });
  owner = { token: (await newStaff(api, "owner")).token, language: "ru" };
});
afterAll(() => api.close());

const run = (name: string, input: contract.OperationInput) =>
  api.call(contract.runOperation, { name, input, isConfirmed: true }, owner);
const read = async (name: string, input: contract.OperationInput = {}) =>
  (await api.call(contract.readList, { name, input }, owner)).body.rows ?? [];

describe("reversible operations", () => {
  it.each(reversibleOperations)("%s needs a confirmation, and another operation takes it back", (name) => {
    expect(allOperations().get(name)?.confirm).toBeDefined();
    expect(allOperations().has(reversingOperation(name) ?? "")).toBe(true);
  });

  it("are none that move money", () => {
    for (const name of ["withdrawals pay", "deposits reject", "balance credit", "servers refund"])
      expect(reversingOperation(name), name).toBeUndefined();
  });
});

describe("fields of the console in Russian", () => {
  const price = (input: contract.OperationInput) =>
    run("tariffs-price", { id: "trader-1", months: "1", ...input });
  const messageOf = async (answer: ReturnType<typeof run>) =>
    Object.values((await answer).error.fields ?? {});

  it("take a price as every other amount", async () => {
    const [plan] = await read("tariffs-list");
    const { status, error } = await price({ id: String(plan?.id), dollars: "1,50" });
    expect(status, error?.message).toBe(200);
    const usd = { cents: 150, currency: "USD" };
    expect((await read("tariffs-list"))[0]?.prices).toMatchObject({ 0: "1: ", 1: usd });
    expect((await price({ id: String(plan?.id), dollars: "0,00" })).error.code).toBe("operationRefused");
  });

  it("say in Russian what is wrong with a price, its day and its plan", async () => {
    const russian = /^[А-ЯЁ]/;
    const wrongInputs: contract.OperationInput[] = [
      { dollars: "cheap" },
      { dollars: "1000000" },
      { dollars: "10", from: "tomorrow" },
      { dollars: "10", id: "Trader 1" },
    ];
    for (const wrong of wrongInputs)
      expect(await messageOf(price(wrong)), JSON.stringify(wrong)).toEqual([expect.stringMatching(russian)]);
  });

  it("name the bounds of a discount", async () => {
    for (const percent of ["0", "95", "ten"])
      expect(await messageOf(run("promo-codes-create", { name: "WINTER", percent })), percent).toEqual([
        "Укажите скидку от 1 до 90 процентов",
      ]);
  });
});

describe("lists of the console in Russian", () => {
  it("name methods and departments as clients see them", async () => {
    const deposits = await read("deposits-list", { status: "received" });
    expect(deposits.map(({ method }) => method)).toContain("Банковская карта");
    const tickets = await read("tickets-list", { all: true });
    expect(tickets.map(({ department }) => department)).toContain("Техническая поддержка");
  });

  it("have times of jobs as of everything else", async () => {
    await transaction(api.db, (tx) => enqueue(tx, expireExports, {}));
    const jobs = await read("jobs-list");
    expect(jobs.length).toBeGreaterThan(0);
    for (const { since } of jobs) expect(since).toEqual({ time: expect.any(String) });
  });
});
