import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorActions } from "#api/db/schema/operator";
import { servers } from "#api/db/schema/vps";
import { vpsApi } from "#api/modules/vps/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { insertConsoleRows, newStaff } from "./testing";

let api: TestApi;
let owner: { token: string; language: "en" };
beforeAll(async () => {
  api = await vpsApi();
  owner = { token: (await newStaff(api, "owner")).token, language: "en" };
  await insertConsoleRows(api.db, 1, 2);
  await api.db.update(servers).set({ comment: "Night desk" }).where(eq(servers.id, "server1"));
  await api.db.execute(
    sql`update machine_drifts set kind = 'missingMachine', about = 'server1' where id = 'drift1'`,
  );
});
afterAll(() => api.close());

const run = async (name: string, input: contract.OperationInput) =>
  (await api.call(contract.runOperation, { name, input, isConfirmed: true }, owner)).body.text;
const preview = async (name: string, input: contract.OperationInput) =>
  (await api.call(contract.previewOperation, { name, input }, owner)).body.about;
const list = async (name: string) =>
  (await api.call(contract.readList, { name, input: {} }, owner)).body.rows ?? [];
const client = "trader1@mail.test";

describe("the answer of an operation in the console", () => {
  it("names a server by its client's comment, with its client", async () => {
    const block = { id: "server1", reason: "A stolen card" };
    expect(await run("servers-block", block)).toBe(`Server Night desk (server1) of ${client} is blocked.`);
    expect(await run("servers-release", { id: "server1" })).toBe(
      `Server Night desk (server1) of ${client} is unblocked.`,
    );
    expect(await run("servers-block", { ...block, id: "server2" })).toMatch(/^Server server2 of trader2@/);
  });

  it("names a plan, and the client of a deposit and of an account", async () => {
    expect(await run("tariffs-withdraw", { id: "trader-1" })).toBe("Plan Trader 1 is no longer on sale.");
    expect(await run("tariffs-offer", { id: "trader-1" })).toBe("Plan Trader 1 is on sale.");
    expect(await run("tariffs-set", { id: "trader-1", name: "Trader I" })).toBe("Plan Trader I changed.");
    expect(await run("sessions-end", { email: "client1" })).toBe(`${client} is logged out everywhere.`);
    expect(await run("deposits-reject", { orderId: "deposit2", reason: "No such transfer" })).toBe(
      "The deposit deposit2 of trader2@mail.test is rejected.",
    );
  });

  it("has no id that only the command line needs", async () => {
    const banner = { en: "Hello", ru: "Hello" };
    expect(await run("alerts-show", banner)).toBe("The banner is shown.");
    expect(await runAdmin(api, "alerts", "show", "--en", "Hello", "--ru", "Hello")).toMatch(
      /^Shown as \S+\.$/,
    );
    expect(await runAdmin(api, "tariffs", "offer", "trader-2")).toBe("Plan Trader 2 (trader-2) is on sale.");
  });
});

describe("the confirmation of an operation", () => {
  it.each([
    [
      "servers-retry",
      { order: "order1" },
      { client, server: "server1", comment: "Night desk", kind: "restart" },
    ],
    ["deposits-settle", { disputeId: "report1", note: "Returned" }, { client, order: "deposit1" }],
    [
      "drifts-settle",
      { driftId: "drift1", note: "Made" },
      { client, comment: "Night desk", kind: "missingMachine" },
    ],
    ["tariffs-for-tests", { id: "trader-2" }, { tariff: "Trader 2" }],
  ] as const)("%s names what it concerns", async (name, input, about) => {
    expect(await preview(name, input)).toMatchObject(about);
  });

  it("of a settled dispute is in the audit of its client", async () => {
    await run("deposits-settle", { disputeId: "report2", note: "Returned" });
    const rows = await api.db.select().from(operatorActions).where(eq(operatorActions.userId, "client2"));
    expect(rows.map(({ command }) => command)).toContain("deposits settle");
  });
});

describe("lists", () => {
  it.each([
    ["servers-failed", { server: "server1", comment: "Night desk" }],
    ["deposits-disputes", { order: "deposit1" }],
    ["drifts-list", { about: "server1", comment: "Night desk" }],
  ])("%s names the client", async (name, row) => {
    expect(await list(name)).toContainEqual(expect.objectContaining({ client, ...row }));
  });

  it("of price changes and announcements name the plan", async () => {
    await runAdmin(api, "tariffs", "price", "trader-2", "1", "900", "--from", "2099-01-01");
    expect(await list("tariffs-changes")).toContainEqual(expect.objectContaining({ tariff: "Trader 2" }));
  });
});
