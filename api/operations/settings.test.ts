import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { operatorActions } from "#api/db/schema/operator";
import { settings } from "#api/db/schema/settings";
import type { SettingKey } from "#api/modules/settings/business-settings";
import { businessSettings } from "#api/modules/settings/read-settings";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { staffRoles } from "#contract/admin/roles";
import { runAdmin } from "./testing";

let api: TestApi;
beforeEach(async () => {
  api = await testApi();
});
afterEach(() => api.close());

const set = (key: SettingKey, value: unknown, ...options: string[]) =>
  runAdmin(api, "settings", "set", key, JSON.stringify(value), "--reason", "Autumn", ...options);
const current = () => businessSettings(api.db, api.deps.clock.now());
const history = async (key: SettingKey) =>
  JSON.parse(await runAdmin(api, "settings", "history", key, "--json")) as Record<string, string>[];

describe("settings of a new installation", () => {
  it("are those of the specification", async () => {
    expect(await current()).toMatchObject({
      accountMonthCents: 200,
      freeAccounts: 1,
      graceDays: 7,
      testServerDays: 3,
      rentalMonths: [1, 3, 6, 12],
    });
    expect(await runAdmin(api, "settings", "show")).toMatch(
      /graceDays +days until a blocked server is revoked +7\n/,
    );
    expect(await runAdmin(api, "settings", "show", "graceDays")).toContain("a whole number from 1 to 90");
    expect(await runAdmin(api, "settings", "history", "graceDays")).toBe("None.");
  });
});

describe("settings set", () => {
  it("keeps every value with who, when and why, newest first", async () => {
    expect(await set("graceDays", 5)).toContain("graceDays is 5 from 2026-03-02 on.");
    api.pass({ days: 1 });
    await set("graceDays", 9);
    expect(await current()).toMatchObject({ graceDays: 9, testServerDays: 3 });
    expect(await history("graceDays")).toEqual([
      expect.objectContaining({ value: "9", author: "olga", reason: "Autumn" }),
      expect.objectContaining({ value: "5", createdAt: "2026-03-02T10:00:00.000Z" }),
    ]);
    const audit = await api.db.select().from(operatorActions);
    expect(
      audit
        .filter(({ command }) => command === "settings set")
        .map(({ input: { answered: _, ...input } }) => input),
    ).toEqual([
      { key: "graceDays", value: "5", reason: "Autumn", before: { value: "7" } },
      { key: "graceDays", value: "9", reason: "Autumn", before: { value: "5" } },
    ]);
  });

  it.each([
    ["graceDays", 0, "graceDays (days until a blocked server is revoked) must be a whole number"],
    ["graceDays", 7, "graceDays is 7 already."],
    ["rentalMonths", [3, 6], "rentalMonths (rental periods on offer, in months) must be a list"],
  ] as const)("refuses %s %j with a sentence and stores nothing", async (key, value, sentence) => {
    await expect(set(key, value)).rejects.toThrow(sentence);
    expect(await api.db.$count(settings)).toBe(0);
  });

  it("refuses another day for everything but the price of an account, and days that are over", async () => {
    await expect(set("graceDays", 5, "--from", "2026-04-01")).rejects.toThrow("changes right away");
    await expect(set("accountMonthCents", 300, "--from", "2026-03-01")).rejects.toThrow("is over");
  });

  it("applies concurrent values one after the other, and the same value once", async () => {
    const values = [2, 3, 4, 5, 6];
    await Promise.all(values.map((days) => set("graceDays", days)));
    const stored = await history("graceDays");
    expect(stored.map(({ value }) => Number(value)).sort()).toEqual(values);
    expect(String((await current()).graceDays)).toBe(stored[0]?.value);
    const same = await Promise.allSettled([1, 2, 3].map(() => set("testServerDays", 10)));
    expect(same.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await history("testServerDays")).toHaveLength(1);
  });

  it("does not start with a value that somebody wrote into the database by hand", async () => {
    const now = api.deps.clock.now();
    const row = { author: "sql", reason: "by hand", createdAt: now, holdsFrom: now };
    await api.db.insert(settings).values({ key: "graceDays", value: 0, ...row });
    await expect(current()).rejects.toThrow("graceDays (");
    await api.db.update(settings).set({ key: "notASetting" }).where(eq(settings.key, "graceDays"));
    expect((await current()).graceDays).toBe(7);
  });
});

describe("the console", () => {
  const run = (name: string, input: contract.OperationInput, token: string) =>
    api.call(contract.runOperation, { name, input, isConfirmed: true }, { token });
  const input = { key: "freeAccounts", value: "2", reason: "Autumn" };

  it.each(staffRoles.filter((role) => role !== "owner"))(
    "shows settings to %s, who can't set them",
    async (role) => {
      const { token } = await newStaff(api, role);
      const shown = await api.call(contract.readList, { name: "settings-show" }, { token });
      expect(shown.body.rows?.map(({ setting }) => setting)).toContain("freeAccounts");
      expect((await run("settings-set", input, token)).error.code).toBe("roleMissing");
      expect((await current()).freeAccounts).toBe(1);
    },
  );

  it("sets them for an owner, after a confirmation, and shows a refusal as a sentence", async () => {
    const { token, email } = await newStaff(api, "owner");
    const request = { name: "settings-set", input };
    expect((await api.call(contract.runOperation, request, { token })).error.code).toBe("confirmationNeeded");
    expect((await run("settings-set", input, token)).status).toBe(200);
    expect((await current()).freeAccounts).toBe(2);
    expect(await history("freeAccounts")).toEqual([expect.objectContaining({ value: "2", author: email })]);
    const refused = await run("settings-set", { ...input, value: "99" }, token);
    expect([refused.status, refused.error.code]).toEqual([409, "operationRefused"]);
    expect(JSON.stringify(refused.error)).toContain("must be a whole number from 1 to 10");
    const details = await api.call(contract.operation, { name: "settings-set" }, { token });
    const key = details.body.parameters.find(({ name }) => name === "key");
    expect(key?.choices).toContainEqual({ value: "freeAccounts", label: null });
  });

  it("shows sums and lists as people read them, and takes them so", async () => {
    const { token } = await newStaff(api, "owner");
    const describeFor = async (of: string, language: "en" | "ru") => {
      const { body } = await api.call(contract.operation, { name: "settings-set", of }, { token, language });
      return body.parameters.find(({ name }) => name === "value")?.initial;
    };
    const setTo = (key: string, value: string, language: "en" | "ru" = "en") => {
      const call = { name: "settings-set", input: { key, value, reason: "Autumn" }, isConfirmed: true };
      return api.call(contract.runOperation, call, { token, language });
    };
    expect(await describeFor("accountMonthCents", "ru")).toMatch(/^2,00\s\$$/);
    expect((await setTo("accountMonthCents", "2,50")).body.text).toMatch(/^The value is \$2\.50 from /);
    expect((await current()).accountMonthCents).toBe(250);
    const refused = await setTo("accountMonthCents", "cheap");
    expect(refused.error.message).toContain("from $0.30 to $1,000.00");

    expect(await describeFor("rentalMonths", "en")).toBe("1\n3\n6\n12");
    expect((await setTo("rentalMonths", "1\r\n3\r\n12")).status).toBe(200);
    expect((await current()).rentalMonths).toEqual([1, 3, 12]);
    const steps = String(await describeFor("promoDiscounts", "ru"));
    expect(steps.split("\n")[1]).toBe("10% от 5 активных рефералов");
    expect((await setTo("promoDiscounts", steps.replace("10%", "12%"), "ru")).status).toBe(200);
    expect((await current()).promoDiscounts[1]).toEqual({ discount: 12, activeReferrals: 5 });
    expect((await setTo("promoDiscounts", "much")).error.message).toContain(
      "such as 5% from 0 active referrals",
    );

    const departments = String(await describeFor("departments", "en"));
    expect(departments.split("\n")[0]).toBe("technical; Technical support; Техническая поддержка");
    expect((await setTo("departments", `${departments}; closed`)).status).toBe(200);
    expect((await current()).departments.at(-1)).toMatchObject({ id: "partners", isClosed: true });
    expect(await describeFor("departments", "ru")).toMatch(/; закрыто$/);

    const shown = await api.call(contract.readList, { name: "settings-show" }, { token, language: "ru" });
    expect(shown.body.rows?.find(({ setting }) => setting === "rentalMonths")?.value).toBe("1\n3\n12");
    expect(JSON.stringify(shown.body.rows?.map(({ value }) => value))).not.toMatch(/[[{]\\"/);
  });
});
