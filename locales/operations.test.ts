import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStaff } from "#api/admin/testing";
import { seed } from "#api/bootstrap/seed";
import { parametersOf } from "#api/operations/parameters";
import { allOperations } from "#api/operations/program";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import {
  aboutTextKey,
  columnTextKey,
  hintTextKey,
  noChoiceTextKey,
  operationTextKey,
  undoTextKey,
} from "#app/lib/operation-text-key";
import {
  irreversibleOperations,
  isIrreversible,
  operationsEmailingMany,
  operationsEmailingOne,
} from "#contract/admin/consequences";
import * as contract from "#contract/admin/index";
import { reversingOperation } from "#contract/admin/reversing-operations";
import { languages } from "#contract/languages";

const offered = [...allOperations().values()].filter(({ isShellOnly }) => !isShellOnly);
const keyOf = operationTextKey;

let api: TestApi;
let columns: string[];
let choices: string[];
beforeAll(async () => {
  api = await testApi();
  await seed(api.deps, { withDemo: true, withStaff: true });
  const { token } = await newStaff(api, "owner");
  const lists = await Promise.all(
    offered
      .filter(({ isRead }) => isRead)
      .map(({ name }) =>
        api.call(contract.readList, { name: name.replace(/ /g, "-"), input: {} }, { token }),
      ),
  );
  const described = await Promise.all(
    offered.map(({ name }) => api.call(contract.operation, { name: name.replace(/ /g, "-") }, { token })),
  );
  choices = described
    .flatMap(({ body }) => body.parameters.flatMap((one) => one.choices ?? []))
    .filter(({ label }) => label === null)
    .map(({ value }) => value);
  columns = [...new Set(lists.flatMap(({ body }) => Object.keys(body?.rows?.[0] ?? {})))];
});
afterAll(() => api.close());

describe.each(languages)("texts of operations (%s)", (language) => {
  const texts = JSON.parse(readFileSync(`locales/${language}/operations.json`, "utf8")) as Record<
    string,
    string
  >;

  it("name every operation of the console", () => {
    expect(offered.map(({ name }) => name).filter((name) => !texts[keyOf(name)])).toEqual([]);
  });

  it("name every field of them", () => {
    const fields = offered.flatMap((operation) =>
      parametersOf(operation)
        .map(({ name }) => name)
        .filter((name) => !operation.files.includes(name)),
    );
    expect([...new Set(fields)].filter((name) => !texts[`field_${name}`])).toEqual([]);
  });

  it("have hints for fields only", () => {
    const hints = Object.keys(texts).filter((key) => key.startsWith("hint_"));
    expect(hints.length).toBeGreaterThan(0);
    const ofOperations = offered.flatMap((operation) =>
      parametersOf(operation).map(({ name }) => hintTextKey(name, operation.name)),
    );
    const known = new Set(ofOperations);
    expect(hints.filter((key) => !texts[key.replace("hint_", "field_")] && !known.has(key))).toEqual([]);
  });

  it("say the consequence of operations where their name does not", () => {
    const explained = [
      ...["balance credit", "balance debit", "clients block", "servers revoke", "maintenance plan"],
      ...["tariffs set", "tariffs withdraw", "staff roles", "replies set", "partner terms"],
    ];
    expect(explained.filter((name) => !texts[aboutTextKey(name)])).toEqual([]);
    const known = new Set(offered.map(({ name }) => aboutTextKey(name)));
    expect(Object.keys(texts).filter((key) => key.startsWith("about_") && !known.has(key))).toEqual([]);
  });

  it("say of every operation with a question what can be taken back, in one way", () => {
    const questioned = offered.filter(({ confirm }) => confirm).map(({ name }) => name);
    const ways = (name: string) =>
      [reversingOperation(name) !== undefined, undoTextKey(name) in texts, isIrreversible(name)].filter(
        Boolean,
      );
    expect(questioned.filter((name) => ways(name).length !== 1)).toEqual([]);
    const known = new Set(questioned.map(undoTextKey));
    expect(Object.keys(texts).filter((key) => key.startsWith("undo_") && !known.has(key))).toEqual([]);
    expect([...irreversibleOperations].filter((name) => !questioned.includes(name))).toEqual([]);
    const emailing = [...operationsEmailingMany, ...operationsEmailingOne];
    expect(emailing.filter((name) => !questioned.includes(name))).toEqual([]);
  });

  it("name operations by their titles where they say what can be taken back", () => {
    const titles = new Set(offered.map(({ name }) => texts[keyOf(name)]));
    const named = Object.entries(texts)
      .filter(([key]) => key.startsWith("undo_"))
      .flatMap(([, text]) => [...text.matchAll(/[“«](.+?)[”»]/g)].map(([, title]) => title));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((title) => !titles.has(title ?? ""))).toEqual([]);
  });

  it("name who proposed a correction as such, not as who did it", () => {
    for (const name of ["balance confirm", "balance proposals"]) {
      const label = texts[columnTextKey("by", name)];
      expect(label, name).toBeDefined();
      expect(label, name).not.toBe(texts[columnTextKey("by")]);
    }
  });

  it("say why a field has nothing to choose", () => {
    const needed = offered.flatMap(({ name, choices: rows }) =>
      Object.keys(rows).map((field) => noChoiceTextKey(field, name)),
    );
    // a ticket may always be assigned to nobody
    const expected = needed.filter((key) => key !== noChoiceTextKey("to", "tickets assign"));
    expect(expected.length).toBeGreaterThan(15);
    expect(
      Object.keys(texts)
        .filter((key) => key.startsWith("noChoice_"))
        .sort(),
    ).toEqual(expected.sort());
  });

  it("name every choice of their fields", () => {
    expect(choices.length).toBeGreaterThan(30);
    expect([...new Set(choices)].filter((choice) => !texts[`value_${choice}`])).toEqual([]);
  });

  it("name every column of the demo's lists", () => {
    expect(columns.length).toBeGreaterThan(30);
    expect(columns.filter((name) => !texts[columnTextKey(name)])).toEqual([]);
  });

  it("name no operation that does not exist", () => {
    const known = new Set(offered.map(({ name }) => keyOf(name)));
    expect(
      Object.keys(texts).filter((key) => key.startsWith("do_") && !known.has(key.replace(/_by_method$/, ""))),
    ).toEqual([]);
  });
});
