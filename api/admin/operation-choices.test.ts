import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { savedReplies } from "#api/db/schema/staff";
import { users } from "#api/db/schema/users";
import { servers } from "#api/db/schema/vps";
import { vpsApi } from "#api/modules/vps/testing";
import { choicesAtMost } from "#api/operations/choices";
import { parametersOf } from "#api/operations/parameters";
import { allOperations, operatorProgram } from "#api/operations/program";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { nobody } from "#contract/admin/waiting";
import { insertConsoleRows, newStaff } from "./testing";

let api: TestApi;
let owner: { email: string; token: string };
beforeAll(async () => {
  api = await vpsApi();
  owner = await newStaff(api, "owner");
  await insertConsoleRows(api.db, 1, 2);
});
afterAll(() => api.close());

const choicesFor = async (operation: string, parameter: string) => {
  const { body } = await api.call(contract.operation, { name: operation }, owner);
  return body.parameters.find(({ name }) => name === parameter)?.choices;
};
const valuesFor = async (operation: string, parameter: string) =>
  (await choicesFor(operation, parameter))?.map(({ value }) => value);

describe("choices of an operation's form", () => {
  it("are of parameters that the operation has", () => {
    const withChoices = [...allOperations().values()].filter(
      ({ choices }) => Object.keys(choices).length > 0,
    );
    expect(withChoices.length).toBeGreaterThan(15);
    for (const operation of withChoices)
      expect(
        parametersOf(operation).map(({ name }) => name),
        operation.name,
      ).toEqual(expect.arrayContaining(Object.keys(operation.choices)));
  });

  it("are the staff accounts that the operation concerns", async () => {
    const [support, billing, former] = [
      await newStaff(api, "support"),
      await newStaff(api, "billing"),
      await newStaff(api, "support"),
    ];
    expect(await choicesFor("staff-enable", "email")).toEqual([]);
    await runAdmin(api, "staff", "disable", former.email);
    const [first, ...others] = (await choicesFor("tickets-assign", "to")) ?? [];
    expect(first).toEqual({ value: nobody, label: null });
    expect(others.map(({ value }) => value).sort()).toEqual([owner.email, support.email].sort());
    const enabled = [owner, support, billing].map(({ email }) => email);
    expect((await valuesFor("staff-disable", "email"))?.sort()).toEqual(enabled.sort());
    expect((await valuesFor("staff-roles", "email"))?.sort()).toEqual([...enabled, former.email].sort());
    expect(await valuesFor("staff-enable", "email")).toEqual([former.email]);
  });

  it("name a staff member by name and address", async () => {
    const created = JSON.parse(
      await runAdmin(
        api,
        "--json",
        "staff",
        "create",
        "anna@staff.test",
        "--name",
        "Anna",
        "--role",
        "billing",
      ),
    );
    expect(created["e-mail"]).toBe("anna@staff.test");
    expect(await choicesFor("staff-roles", "email")).toContainEqual({
      value: "anna@staff.test",
      label: "Anna, anna@staff.test",
    });
  });

  it("are the plans, and of these the offered ones or the others", async () => {
    const all = await valuesFor("tariffs-price", "id");
    expect(all?.length).toBeGreaterThan(1);
    await runAdmin(api, "tariffs", "withdraw", "trader-1");
    expect(await valuesFor("announcements-send", "plan")).toEqual(all);
    expect(await valuesFor("tariffs-offer", "id")).toEqual(["trader-1"]);
    expect(await valuesFor("servers-upgrade", "plan")).toEqual(all?.filter((id) => id !== "trader-1"));
    expect((await choicesFor("tariffs-offer", "id"))?.[0]?.label).toMatch(/^.+, trader-1$/);
    await runAdmin(api, "tariffs", "offer", "trader-1");
  });

  it("are the nodes that have servers", async () => {
    expect(await choicesFor("maintenance-plan", "node")).toEqual([]);
    await api.db.update(servers).set({ node: "vilnius-2" }).where(eq(servers.id, "server1"));
    expect(await choicesFor("maintenance-plan", "node")).toEqual([
      { value: "vilnius-2", label: "vilnius-2" },
    ]);
  });

  it("are what can be ended, cancelled or taken back", async () => {
    const maintenance = [
      "--starts",
      "2099-01-01 00:00",
      "--ends",
      "2099-01-01 01:00",
      "--en",
      "Works",
      "--ru",
      "x",
    ];
    const cases = [
      ["alerts end", "id", ["alerts", "show", "--en", "Hello", "--ru", "x"], / Hello$/],
      ["promo-codes end", "id", ["promo-codes", "create", "SPRING", "--percent", "10"], /^SPRING, 10%$/],
      [
        "tariffs cancel-change",
        "change",
        ["tariffs", "price", "trader-1", "1", "900", "--from", "2099-01-01"],
        /^Trader 1, 1, 2099-01-01$/,
      ],
      ["maintenance cancel", "id", ["maintenance", "plan", ...maintenance], /^2099-01-01, Works$/],
    ] as const;
    for (const [operation, parameter, words, label] of cases) {
      const address = addressOfOperation(operation);
      expect(await choicesFor(address, parameter), operation).toEqual([]);
      await runAdmin(api, ...words);
      const [choice] = (await choicesFor(address, parameter)) ?? [];
      expect(choice?.label, operation).toMatch(label);
      await runAdmin(api, ...operation.split(" "), choice?.value ?? "");
      expect(await choicesFor(address, parameter), operation).toEqual([]);
    }
  });

  it("give way to a text field for more rows than can be chosen from", async () => {
    const row = (n: number) => ({ name: `Reply ${n}`, textEn: "x", textRu: "x", changedAt: new Date() });
    await api.db.insert(savedReplies).values(Array.from({ length: choicesAtMost }, (_, n) => row(n)));
    expect(await choicesFor("tickets-reply", "saved")).toHaveLength(choicesAtMost);
    await api.db.insert(savedReplies).values(row(choicesAtMost));
    expect(await choicesFor("tickets-reply", "saved")).toBeUndefined();
    expect(await choicesFor("replies-remove", "name")).toBeUndefined();
  });
});

describe("the form of an operation on something known", () => {
  const describeFor = async (name: string, of?: string) =>
    (await api.call(contract.operation, { name, of }, owner)).body;
  const parameterOf = async (name: string, parameter: string, of?: string) =>
    (await describeFor(name, of)).parameters.find((one) => one.name === parameter);

  it("offers only plans that are larger than the server's", async () => {
    const values = async (of?: string) =>
      (await parameterOf("servers-upgrade", "plan", of))?.choices?.map(({ value }) => value);
    expect(await values()).toContain("trader-1");
    const larger = (await values("server1")) ?? [];
    expect(larger).toContain("trader-2");
    expect(larger).not.toContain("trader-1");
  });

  it("offers no plan for a server that has the largest", async () => {
    const largerPlans = async () =>
      (await parameterOf("servers-upgrade", "plan", "server2"))?.choices?.map(({ value }) => value) ?? [];
    let passed = 0;
    for (let plans = await largerPlans(); plans.length > 0; plans = await largerPlans()) {
      await api.db.update(servers).set({ rateId: plans[0] }).where(eq(servers.id, "server2"));
      passed++;
    }
    expect(passed).toBeGreaterThan(0);
    expect((await parameterOf("servers-upgrade", "plan", "server2"))?.choices).toEqual([]);
  });

  it("charges today's price of an upgrade if none is agreed, and shows it before", async () => {
    const input = { id: "server1", plan: "trader-2", reason: "By phone." };
    const paidUntil = new Date(api.deps.clock.now().getTime() + 10 * 86_400_000);
    await api.db.update(servers).set({ paidUntil }).where(eq(servers.id, "server1"));
    const preview = () => api.call(contract.previewOperation, { name: "servers-upgrade", input }, owner);
    expect((await preview()).status).toBe(422);
    await runAdmin(api, "balance", "credit", "client1", "--amount", "100", "--reason", "Bonus", "--yes");
    const { body } = await preview();
    expect(body.about).toMatchObject({ client: "trader1@mail.test", tariff: "Trader 1" });
    expect(body.about.price).toMatchObject({ currency: "USD", cents: expect.any(Number) });
  });

  it("rejects an upgrade whose price has changed since its confirmation showed it", async () => {
    const input = { id: "server1", plan: "trader-2", reason: "By phone." };
    const reprice = (dollars: string) => runAdmin(api, "tariffs", "price", "trader-2", "1", dollars, "--yes");
    const { body } = await api.call(contract.previewOperation, { name: "servers-upgrade", input }, owner);
    const { cents } = body.about.price as contract.Money;
    expect(body.decided).toEqual({ price: (cents / 100).toFixed(2) });
    await reprice("90");
    const confirmed = { name: "servers-upgrade", input: { ...input, ...body.decided }, isConfirmed: true };
    expect((await api.call(contract.runOperation, confirmed, owner)).error.message).toContain("price");
    const ask = async () => {
      await reprice("95");
      return true;
    };
    const program = operatorProgram({ deps: async () => api.deps, operator: "olga", print: () => {}, ask });
    const upgrade = ["servers", "upgrade", "server1", "--plan", "trader-2", "--reason", "By phone."];
    await expect(program.parseAsync(upgrade, { from: "user" })).rejects.toThrow();
    const [server] = await api.db.select().from(servers).where(eq(servers.id, "server1"));
    expect(server?.rateId).toBe("trader-1");
  });

  it("begins with the present roles of a staff account", async () => {
    const member = await newStaff(api, "billing", "support");
    expect((await parameterOf("staff-roles", "role", member.email))?.initial).toEqual(["billing", "support"]);
    expect((await parameterOf("staff-roles", "role"))?.initial).toBeUndefined();
  });

  it("begins with the present values of what it changes", async () => {
    const initials = async (name: string, of?: string) =>
      Object.fromEntries(
        (await describeFor(name, of)).parameters.flatMap((one) =>
          one.initial ? [[one.name, one.initial]] : [],
        ),
      );
    await runAdmin(api, "replies", "set", "Night", "--en", "Good night.", "--ru", "x");
    expect(await initials("replies-set", "Night")).toEqual({ en: "Good night.", ru: "x" });
    expect(await initials("replies-set", "Day")).toEqual({});
    const plan = await initials("tariffs-set", "trader-1");
    expect(plan).toMatchObject({ name: "Trader 1", processor: "1", os: expect.any(Array) });
    expect(Object.keys(plan)).toHaveLength(7);
    expect(await initials("tariffs-set")).toEqual({});
    await runAdmin(api, "partner", "terms", "--level3", "0", "--min-withdrawal", "70.50");
    expect(await initials("partner-terms")).toMatchObject({ level3: "0", minWithdrawal: "70.5" });
    expect(await initials("settings-set", "graceDays")).toEqual({ value: "7" });
    const input = { key: "graceDays", value: "4", reason: "Autumn" };
    const { body } = await api.call(contract.previewOperation, { name: "settings-set", input }, owner);
    expect(body.about).toMatchObject({ before: "7" });
  });

  it("says that the client reads the reason, and in which language", async () => {
    await api.db.update(users).set({ language: "ru" }).where(eq(users.id, "client1"));
    for (const [name, of] of [
      ["deposits-reject", "deposit1"],
      ["withdrawals-reject", "withdrawal1"],
      ["test-servers-reject", "request1"],
    ] as const) {
      expect((await describeFor(name, of)).clientLanguage, name).toBe("ru");
      expect((await parameterOf(name, "reason", of))?.isForClient, name).toBe(true);
    }
    expect((await describeFor("deposits-reject")).clientLanguage).toBeNull();
    expect((await parameterOf("deposits-settle", "note", "report1"))?.isForClient).toBe(false);
  });
});

const noPlan = "There is no plan gone.";

describe("a value that is no longer among the choices", () => {
  it.each([
    ["tickets-assign", { id: "ticket1", to: "gone@staff.test" }, "No staff account gone@staff.test"],
    ["staff-disable", { email: "gone@staff.test" }, "No staff account gone@staff.test"],
    ["tickets-reply", { id: "ticket1", saved: "Gone" }, "No saved reply Gone"],
    ["replies-remove", { name: "Gone" }, "No saved reply Gone"],
    ["servers-upgrade", { id: "server1", plan: "gone", price: "5", reason: "x" }, noPlan],
    ["tariffs-withdraw", { id: "gone" }, noPlan],
    ["tariffs-for-tests", { id: "gone" }, noPlan],
    ["tariffs-price", { id: "gone", months: "1", dollars: "5" }, noPlan],
    ["tariffs-offer", { id: "gone" }, noPlan],
    [
      "announcements-send",
      { segment: "plan", plan: "gone", count: "1", subjectEn: "x", textEn: "x", subjectRu: "x", textRu: "x" },
      noPlan,
    ],
  ] as const)("gets the error of %s", async (name, input, message) => {
    const call = { name, input: { ...input }, isConfirmed: true };
    const { error } = await api.call(contract.runOperation, call, owner);
    expect(error.message).toContain(message);
  });
});
