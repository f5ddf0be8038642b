import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorActions } from "#api/db/schema/operator";
import { ticketFiles } from "#api/db/schema/support";
import { balancesOf } from "#api/ledger/ledger";
import { settingKeys } from "#api/modules/settings/business-settings";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import * as support from "#contract/support/index";
import { newStaff } from "./testing";

let api: TestApi;
let owner: { email: string; token: string };
beforeAll(async () => {
  api = await testApi();
  owner = await newStaff(api, "owner");
});
afterAll(() => api.close());

const run = (
  name: string,
  input: contract.OperationInput,
  options: { isConfirmed?: boolean; key?: string } = {},
) =>
  api.call(
    contract.runOperation,
    { name, input, isConfirmed: options.isConfirmed ?? false },
    { token: owner.token, ...(options.key && { key: options.key }) },
  );

describe("runOperation of the admin console", () => {
  it("asks for confirmation where the command line does, and writes an audit row with the answer and the address", async () => {
    const client = await api.newClient();
    const input = { email: client.email, amount: "5,50", reason: "Sorry." };
    expect((await run("balance-credit", input)).error.code).toBe("confirmationNeeded");
    expect((await balancesOf(api.db, client.id)).main).toBe(0);
    const { body } = await run("balance-credit", input, { isConfirmed: true });
    expect(body.text).toContain("$5.50 added to the balance");
    const [row] = await api.db.select().from(operatorActions).where(eq(operatorActions.userId, client.id));
    expect(row).toMatchObject({ operator: owner.email, command: "balance credit", address: "127.0.0.1" });
    expect(row?.answer).toBe(body.text);
  });

  it("runs an operation once, however often its form is submitted", async () => {
    const client = await api.newClient();
    const input = { email: client.email, amount: "7", reason: "Once." };
    const send = () => run("balance-credit", input, { isConfirmed: true, key: "the-same-form" });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body.text)).size).toBe(1);
    expect((await balancesOf(api.db, client.id)).main).toBe(700);
  });

  it("rejects days, versions and plans that can't be, without an error of the server", async () => {
    const read = async (name: string, input: contract.OperationInput) =>
      (await api.call(contract.readList, { name, input }, { token: owner.token })).status;
    for (const since of ["2026-13-01", "0000-00-00"]) expect(await read("audit-list", { since })).toBe(422);
    const text = { name: "public-offer", language: "en" };
    expect(await read("texts-show", { ...text, version: "2147483648" })).toBe(422);
    expect(await read("texts-diff", { ...text, from: "2147483648" })).toBe(422);
    const announcement = {
      segment: "plan",
      subjectEn: "a",
      textEn: "a",
      subjectRu: "a",
      textRu: "a",
    } as const;
    const { error } = await api.call(contract.previewAnnouncement, announcement, { token: owner.token });
    expect(error.fields).toEqual({ plan: "Choose the plan." });
  });

  it("previews no announcement to an unknown plan or segment", async () => {
    const texts = { subjectEn: "a", textEn: "a", subjectRu: "a", textRu: "a" };
    const preview = async (whom: { segment: string; plan?: string }) =>
      (await api.call(contract.previewAnnouncement, { ...texts, ...whom }, { token: owner.token })).error;
    expect(await preview({ segment: "plan", plan: "gone" })).toMatchObject({
      code: "operationRefused",
      message: "There is no plan gone.",
    });
    expect((await preview({ segment: "everybody" })).fields).toEqual({
      segment: "Choose the recipients from the list",
    });
    expect((await preview({ segment: "all", plan: "trader-1" })).fields).toEqual({
      plan: expect.stringContaining("“Clients on a plan” only"),
    });
  });

  it("names the invalid field and the reason of the rejection in plain words", async () => {
    const wrong = await run("balance-credit", { email: "a@b.test", amount: "much", reason: "x" });
    expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([422, ["amount"]]);
    const unknownClient = await run(
      "clients-block",
      { client: "nobody@example.test", reason: "x" },
      { isConfirmed: true },
    );
    expect([unknownClient.status, unknownClient.error.message]).toEqual([
      409,
      expect.stringContaining("No client"),
    ]);
  });

  it("answers in the reader's language, and writes the audit in English", async () => {
    const client = await api.newClient();
    const send = (name: string, input: contract.OperationInput, isConfirmed = true) =>
      api.call(contract.runOperation, { name, input, isConfirmed }, { token: owner.token, language: "ru" });
    const { body } = await send("balance-credit", { email: client.email, amount: "5,50", reason: "Бонус" });
    expect(body.text).toMatch(/^5,50\s\$ зачислено на баланс/);
    const [row] = await api.db.select().from(operatorActions).where(eq(operatorActions.userId, client.id));
    expect(row?.answer).toMatch(/^\$5\.50 added to the balance/);
    const refused = await send("clients-unblock", { client: client.email });
    expect(refused.error.message).toBe(`${client.email}: клиент не заблокирован.`);
    const check = await send("ledger-check", {});
    expect(check.body.text).toMatch(/^Учёт сходится/);
  });

  it("reads and writes no file on the server's disk", async () => {
    const secret = join(api.deps.settings.dataDir, "secret.pdf");
    await writeFile(secret, "%PDF-1.7 secret");
    const client = await api.newClient();
    const { body } = await api.call(
      support.createTicket,
      { departmentId: "technical", title: "Hello", text: "Hello" } as never,
      client,
    );
    await run("tickets-reply", { id: body.ticketId, text: "Here.", file: [secret] });
    expect(await api.db.$count(ticketFiles, eq(ticketFiles.ticketId, body.ticketId))).toBe(0);
    for (const name of ["books-export", "texts-export", "files-copy", "tickets-file"])
      expect((await run(name, { file: "/tmp/x", to: "/tmp/x", folder: "/tmp/x" })).status).toBe(404);
  });

  it("does not allow audit rows to be deleted", async () => {
    await expect(api.db.delete(operatorActions)).rejects.toThrow();
    await expect(api.db.update(operatorActions).set({ operator: "nobody" })).rejects.toThrow();
  });
});

describe("the console in Russian", () => {
  const read = async (name: string, input: contract.OperationInput = {}) =>
    (await api.call(contract.readList, { name, input }, { token: owner.token, language: "ru" })).body.rows ??
    [];
  const english = /[a-z]{2,} [a-z]{2,}/;

  it("has settings, what they may be, and what is announced, in Russian", async () => {
    // the values are what staff has typed, in both languages
    const shown = (await read("settings-show")).flatMap(({ value, ...row }) =>
      Object.values(row).map(String),
    );
    expect(shown.filter((text) => english.test(text))).toEqual([]);
    for (const key of settingKeys) {
      const [row] = await read("settings-show", { key });
      expect(String(row?.allowed), key).toMatch(/^(целое|список|сумма)/);
    }
    const input = { key: "graceDays", value: "0", reason: "Проверка" };
    const { error } = await api.call(
      contract.runOperation,
      { name: "settings-set", input, isConfirmed: true },
      { token: owner.token, language: "ru" },
    );
    expect(error.message).toBe("Значение: нужно целое число от 1 до 90.");
  });

  it("describes the systems of its own in Russian", async () => {
    const rows = await read("systems-check");
    const answered = Object.fromEntries(rows.map(({ system, answered: text }) => [system, String(text)]));
    expect(answered).toMatchObject({
      database: expect.stringMatching(/^PostgreSQL .+, база /),
      machines: "Серверы имитируются",
      files: expect.stringMatching(/^На диске сервера, в /),
    });
  });

  it("names how staff is notified in Russian", async () => {
    await api.call(
      contract.runOperation,
      {
        name: "staff-add",
        input: { channel: "email", address: "night@example.test", event: "ticket", digest: true },
        isConfirmed: true,
      },
      { token: owner.token },
    );
    expect(await read("staff-list")).toMatchObject([{ when: "Раз в день" }]);
  });
});
