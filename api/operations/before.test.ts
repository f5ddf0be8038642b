import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { mailReturns } from "#api/db/schema/email";
import { operatorActions } from "#api/db/schema/operator";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as support from "#contract/support/index";
import { allOperations } from "./program";
import { runAdmin } from "./testing";

let api: TestApi;
const ids: Record<string, string> = {};
beforeAll(async () => {
  api = await vpsApi();
  const client = await api.newClient();
  const ticket = { departmentId: "technical", title: "Terminal", text: "It stops." };
  const { body } = await api.call(support.createTicket, ticket, { token: client.token });
  const [{ email: staff }, stoppedAt] = [await newStaff(api, "support"), api.deps.clock.now()];
  await api.db
    .insert(mailReturns)
    .values({ address: "old@example.test", countedFrom: stoppedAt, stoppedAt, reason: "550" });
  const shown = await runAdmin(api, "alerts", "show", "--en", "Soon", "--ru", "Soon");
  Object.assign(ids, { client: client.email, ticket: body.ticketId, staff });
  ids.alert = shown.replace(/^Shown as (.*)\.$/, "$1");
});
afterAll(() => api.close());

/** Operations that replace a value: their arguments after the name (`:client` is an id), and what they replace. */
const overwriting: [operation: string, args: string[], before: object][] = [
  [
    "tariffs set",
    ["trader-2", "--name", "Trader II", "--traffic-gb", "unlimited"],
    { name: "Trader 2", trafficGb: 2000 },
  ],
  ["tariffs price", ["trader-2", "1", "18.50"], { dollars: 1_900 }],
  ["tariffs withdraw", ["trader-2"], { offered: true }],
  ["tariffs offer", ["trader-2"], { offered: false }],
  ["tariffs for-tests", ["trader-2"], { id: ["trader-1"] }],
  ["flags set", [":client", "--partner", "off"], { partner: "on" }],
  ["staff roles", [":staff", "--role", "support", "machines"], { role: ["support"] }],
  ["staff disable", [":staff"], { disabled: null }],
  ["staff enable", [":staff"], { disabled: "2026-03-02T10:00:00.000Z" }],
  ["staff add", ["email", "a@example.test", "--event", "ticket", "--digest"], { ticket: ["at once", "en"] }],
  ["staff remove", ["email", "a@example.test"], { ticket: ["digest", "en"] }],
  ["partner terms", ["--level1", "11", "--min-withdrawal", "70"], { level1: 20, minWithdrawal: "20" }],
  ["replies set", ["hello", "--en", "Hi", "--ru", "Hi"], { en: "Hello", ru: "Hello" }],
  ["replies remove", ["hello"], { en: "Hi", ru: "Hi" }],
  [
    "tickets assign",
    [":ticket", "--to", ":staff", "--priority", "high"],
    { to: "nobody", priority: "normal" },
  ],
  ["tickets close", [":ticket"], { status: "new" }],
  ["settings set", ["graceDays", "4", "--reason", "Autumn"], { value: "7" }],
  ["clients block", [":client", "--reason", "Other people's cards"], { blocked: null }],
  ["clients unblock", [":client"], { blocked: "2026-03-02T10:00:00.000Z", reason: "Other people's cards" }],
  ["alerts end", [":alert"], { en: "Soon", ru: "Soon", ended: null }],
  [
    "emails resume",
    ["old@example.test"],
    { stopped: "2026-03-02T10:00:00.000Z", failures: 0, reason: "550" },
  ],
  ["jobs resume", [], { pausedUntil: null, reason: null }],
];

/** Operations that only add, send or read: whole areas, or single ones. */
const adding = [
  ...["staff create", "staff test", "clients view", "clients note", "alerts show", "promo-codes create"],
  ...[
    "maintenance plan",
    "announcements send",
    "drifts check",
    "books export",
    "balance credit",
    "balance debit",
  ],
  ...[
    "tickets file",
    "tickets note",
    "tickets reply",
    "emails resend",
    "invoices resend",
    "invoices correct",
    "files",
  ],
  // a text is a new version
  "texts",
  // the time and the result of the last check
  "ledger check",
];

/** Operations that take the next step of something, whose own row or history has the earlier ones. */
const steps = [
  ...[
    "tariffs cancel-change",
    "promo-codes end",
    "maintenance cancel",
    "announcements cancel",
    "drifts settle",
  ],
  ...[
    "servers",
    "test-servers",
    "deposits",
    "withdrawals",
    "balance confirm",
    "balance reject",
    "jobs retry",
  ],
  // the earlier value is a secret
  ...["staff reset", "two-step remove", "sessions end"],
];

const actual = (arg: string) => (arg.startsWith(":") ? (ids[arg.slice(1)] ?? arg) : arg);

describe("the audit row of an operation that overwrites", () => {
  beforeAll(async () => {
    await runAdmin(api, "staff", "add", "email", "a@example.test", "--event", "ticket");
    await runAdmin(api, "replies", "set", "hello", "--en", "Hello", "--ru", "Hello");
  });

  it.each(overwriting)("has the values before `%s`", async (operation, args, before) => {
    await runAdmin(api, ...operation.split(" "), ...args.map(actual));
    const [row] = await api.db
      .select()
      .from(operatorActions)
      .where(eq(operatorActions.command, operation))
      .orderBy(desc(operatorActions.id));
    expect(row?.input.before).toEqual(before);
  });

  it("is listed with them, and that of another operation with none", async () => {
    const listed = async (action: string) =>
      JSON.parse(await runAdmin(api, "audit", "list", "--action", action, "--json"))[0];
    expect(await listed("staff roles")).toMatchObject({
      with: ["role=", "support, machines", ", email=", ids.staff],
      before: ["role: ", "support"],
    });
    expect((await listed("tickets assign")).before.join("")).toBe("to: nobody; priority: normal");
    expect((await listed("staff disable")).before.join("")).toBe("disabled: –");
    expect((await listed("alerts show")).before).toBeNull();
    const usd = (cents: number) => ({ cents, currency: "USD" });
    expect((await listed("tariffs price")).before).toEqual(["dollars: ", usd(1_900)]);
    expect((await listed("partner terms")).before).toContainEqual(usd(2_000));
  });
});

it("every operation that changes something is named above, once", () => {
  const names = [...allOperations().values()].filter(({ isRead }) => !isRead).map(({ name }) => name);
  const listed = [...overwriting.map(([name]) => name), ...adding, ...steps];
  const placesOf = (name: string) => listed.filter((one) => one === name || one === name.split(" ")[0]);
  expect(names.filter((name) => placesOf(name).length !== 1)).toEqual([]);
  expect(listed.filter((one) => !names.some((name) => placesOf(name).includes(one)))).toEqual([]);
});
