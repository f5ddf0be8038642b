import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metricsOf } from "#api/bootstrap/metrics";
import { ledgerAccounts } from "#api/db/schema/balance";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { newStaff } from "./testing";

let api: TestApi;
let token: string;
let owner: { token: string };
beforeAll(async () => {
  api = await testApi();
  ({ token } = await newStaff(api, "machines"));
  owner = await newStaff(api, "owner");
});
afterAll(() => api.close());

describe("the health page's last check of the ledger", () => {
  const lastCheck = async () => (await api.call(contract.health, {}, { token })).body.ledgerCheck;
  const now = () => api.deps.clock.now().toISOString();

  it("is none before the first one", async () => {
    expect(await lastCheck()).toBeNull();
  });

  it("is the regular one or that of the command, whichever was later", async () => {
    await metricsOf(api.deps).registry.metrics();
    expect(await lastCheck()).toEqual({ at: now(), faults: 0 });
    api.pass({ minutes: 1 });
    await runAdmin(api, "ledger", "check");
    expect(await lastCheck()).toEqual({ at: now(), faults: 0 });
  });

  it("is not written by a GET, which can't check", async () => {
    const before = await lastCheck();
    api.pass({ minutes: 1 });
    const read = await api.call(
      contract.readList,
      { name: "ledger-check", input: {} },
      { token: owner.token },
    );
    expect(read.status).toBe(404);
    expect(await lastCheck()).toEqual(before);
    const call = { name: "ledger-check", input: {}, isConfirmed: false };
    expect((await api.call(contract.runOperation, call, { token: owner.token })).body.text).toContain(
      "balances",
    );
    expect(await lastCheck()).toEqual({ at: now(), faults: 0 });
  });

  it("has the number of faults, also of a command that fails because of them", async () => {
    await api.db.insert(ledgerAccounts).values({ kind: "test", balanceCents: 1 });
    api.pass({ minutes: 1 });
    await expect(runAdmin(api, "ledger", "check")).rejects.toThrow("balance 1, entries 0");
    expect(await lastCheck()).toEqual({ at: now(), faults: 1 });
  });
});
