import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { operatorActions } from "#api/db/schema/operator";
import type { AnswerKey } from "#api/lib/answer";
import { answer, storedAnswer, Words } from "#api/lib/answer";
import { listedValues } from "#api/operations/listed-values";
import { isTime, parametersOf } from "#api/operations/parameters";
import { allOperations } from "#api/operations/program";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { auditParts } from "#app/lib/audit-parts";
import { detailTextKey, fieldTextKey, operationTextKey, valueTextKey } from "#app/lib/operation-text-key";
import { valueText } from "#app/lib/operation-value";
import * as contract from "#contract/admin/index";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";

const changes = [...allOperations().values()].filter(({ isRead }) => !isRead);
const moment = "2026-12-31T02:00:00.000Z";

/** What operations store beside their input. */
const furtherInput = { proposal: "Correction", isCredit: true, proposedBy: "olga" };
/** Previous values of what is no field of the operation. */
const furtherBefore = {
  ...{ blocked: moment, disabled: moment, stopped: moment, ended: null, pausedUntil: moment },
  ...{ failures: 3, reason: "Chargeback", offered: true, status: "new" },
  ...{ ticket: ["at once", "en"], failedOrder: ["digest", "ru"] },
};

/** Input with a value of each parameter: all words that it may have, times, sums and days as they are stored. */
const inputsOf = (operation: (typeof changes)[number]) =>
  Object.fromEntries(
    parametersOf(operation).map(({ name, kind }) => {
      const words = listedValues(operation.schema, name);
      if (words) return [name, kind === "list" ? words : (words[0] ?? "")];
      if (isTime(operation.command, name)) return [name, moment];
      if (kind === "flag") return [name, true];
      return [name, { money: 1_250, day: "2026-12-31", list: ["Windows", "Linux"], text: "Written" }[kind]];
    }),
  );

const wordRows = changes.flatMap((operation) =>
  parametersOf(operation).flatMap(({ name, kind }) =>
    kind === "list"
      ? []
      : (listedValues(operation.schema, name) ?? []).map((word) => ({
          command: operation.name,
          input: { [name]: word },
        })),
  ),
);

/** The answers of all operations, with the placeholders that they may have. */
const answers = Object.keys(JSON.parse(readFileSync("locales/en/answers.json", "utf8")))
  .map((key) => key.replace(/_(zero|one|other)$/, ""))
  .filter(
    (key, index, all) =>
      all.indexOf(key) === index && !key.startsWith("setting") && !key.startsWith("allowed"),
  );
const values = { count: 2, event: new Words(["failedOrder"]), roles: new Words(["support", "machines"]) };

let api: TestApi;
let owner: string;
beforeAll(async () => {
  api = await testApi();
  owner = (await newStaff(api, "owner")).token;
  const row = { at: api.deps.clock.now(), operator: "olga" };
  const settings = [
    ["accountMonthCents", "250", "200"],
    ["rentalMonths", "[1,3]", "[1,3,12]"],
    ["departments", '[{"id":"a","en":"Help","ru":"Помощь","isClosed":true}]', "[]"],
    ["promoDiscounts", '[{"discount":5,"activeReferrals":0}]', "[]"],
  ].map(([key, value, before]) => ({
    command: "settings set",
    input: { key, value, reason: "Autumn", before: { value: before } },
  }));
  const whole = changes.map((operation) => ({
    command: operation.name,
    input: { ...inputsOf(operation), ...furtherInput, before: { ...inputsOf(operation), ...furtherBefore } },
  }));
  const answered = answers.map((key) => ({
    command: "tickets note",
    input: { answered: storedAnswer(answer(key as AnswerKey, values)) },
    answer: "The English sentence",
  }));
  await api.db
    .insert(operatorActions)
    .values([...whole, ...wordRows, ...settings, ...answered].map((one) => ({ ...row, ...one })));
});
afterAll(() => api.close());

const textsIn = (language: Language): Record<string, string> =>
  JSON.parse(readFileSync(`locales/${language}/operations.json`, "utf8"));

/** Returns the texts of the audit's cells as the console shows them. */
async function cellsIn(
  language: Language,
): Promise<{ action: string; labels: string[]; values: string[]; result: string }[]> {
  const texts = textsIn(language);
  const viewer = { language, zone: "UTC" };
  const rows: contract.OperationRow[] = [];
  let after: string | null | undefined;
  do {
    const input: contract.OperationInput = { limit: "100", ...(after && { after }) };
    const { body } = await api.call(
      contract.readList,
      { name: "audit-list", input },
      { token: owner, language },
    );
    rows.push(...(body.rows ?? []));
    after = body.next;
  } while (after);
  return rows.map((row) => {
    const label = (name: string) =>
      texts[detailTextKey(name)] ??
      texts[fieldTextKey(name, String(row.action))] ??
      texts[fieldTextKey(name, String(row.action).split(" ")[0])] ??
      texts[fieldTextKey(name)] ??
      texts[valueTextKey(name)] ??
      name;
    const parts = [row.with, row.before].flatMap((cell) =>
      Array.isArray(cell) ? auditParts(cell, label) : [],
    );
    const shown = parts.map((part) => valueText([part], viewer));
    return {
      action: texts[operationTextKey(String(row.action))] ?? String(row.action),
      labels: shown.filter((_, index) => index % 2 === 0),
      values: shown.filter((_, index) => index % 2 === 1),
      result: String(row.result ?? ""),
    };
  });
}

const identifier = /[a-zа-я][A-ZА-Я]|\w_\w|\d{4}-\d\d-\d\d|[{}[\]]/;

describe.each(languages)("the audit in the console (%s)", (language) => {
  it("shows no identifier and no time as it is stored, for any operation", async () => {
    const cells = await cellsIn(language);
    expect(cells.length).toBeGreaterThan(changes.length + 100);
    expect(cells.filter(({ labels }) => labels.length > 10).length).toBeGreaterThan(changes.length - 5);
    const values = cells.flatMap((cell) => cell.values);
    expect(values.filter((text) => identifier.test(text))).toEqual([]);
    const labels = new Set(cells.flatMap((cell) => cell.labels));
    expect([...labels].filter((text) => identifier.test(text) || !/^([,;] )?[A-ZА-ЯЁ]/.test(text))).toEqual(
      [],
    );
  });

  it("has the results in the viewer's language", async () => {
    const results = (await cellsIn(language))
      .map(({ result }) => result.replace(/\{\{\w+\}\}/g, ""))
      .filter(Boolean);
    expect(results.length).toBeGreaterThan(answers.length - 5);
    expect(results).not.toContain("The English sentence");
    expect(results.filter((text) => /\b[a-z]+[A-Z]|\bword:/.test(text.replace("PostgreSQL", "")))).toEqual(
      [],
    );
    if (language === "ru")
      expect(
        results.filter((text) => /^[\W\d]*[A-Z][a-z]/.test(text) && !text.startsWith("PostgreSQL")),
      ).toEqual([]);
  });
});
