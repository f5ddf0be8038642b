import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vpsApi } from "#api/modules/vps/testing";
import type { Values } from "#api/operations/present-values";
import { etagOf } from "#api/operations/present-values";
import { allOperations } from "#api/operations/program";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { dayMilliseconds } from "#contract/day";
import { insertConsoleRows, newStaff } from "./testing";

let api: TestApi;
let owner: { email: string; token: string };
let member: { email: string };
beforeAll(async () => {
  api = await vpsApi();
  owner = await newStaff(api, "owner");
  member = await newStaff(api, "support");
  await insertConsoleRows(api.db, 1, 1);
  await runAdmin(api, "replies", "set", "Hello", "--en", "Hello", "--ru", "Hello");
  await runAdmin(api, "texts", "write", "public-offer", "en", "--markdown", text("One."));
});
afterAll(() => api.close());

const text = (sentence: string) => `# Offer\n\n*Effective from 1 March.*\n\n${sentence}\n`;

type Case = {
  /** The first values of the input, which name what is changed; `:member` is an address. */
  of: Record<string, string>;
  input: contract.OperationInput;
  /** A colleague's change: arguments of the command after those of `of`. */
  colleague: string[];
};

const cases: Readonly<Record<string, Case>> = {
  "settings set": {
    of: { key: "graceDays" },
    input: { value: "5", reason: "Autumn" },
    colleague: ["4", "--reason", "Winter"],
  },
  "staff roles": {
    of: { email: ":member" },
    input: { role: ["billing"] },
    colleague: ["--role", "machines"],
  },
  "partner terms": { of: {}, input: { level1: "12" }, colleague: ["--level2", "7"] },
  "tariffs set": { of: { id: "trader-2" }, input: { name: "Trader II" }, colleague: ["--terminals", "9"] },
  "replies set": {
    of: { name: "Hello" },
    input: { en: "Hi", ru: "Hi" },
    colleague: ["--en", "Dear client", "--ru", "Dear client"],
  },
  "tickets assign": { of: { id: "ticket1" }, input: { priority: "low" }, colleague: ["--priority", "high"] },
  "texts write": {
    of: { name: "public-offer", language: "en" },
    input: { markdown: text("Two.") },
    colleague: ["--markdown", text("Three.")],
  },
  // after those of `texts write`: versions 1 to 3
  "texts restore": {
    of: { name: "public-offer", language: "en" },
    input: { version: "2" },
    colleague: ["1"],
  },
};

const actual = (value: string) => (value === ":member" ? member.email : value);
const described = async (name: string, of: Record<string, string>) => {
  const [first, second] = Object.values(of).map(actual);
  return (await api.call(contract.operation, { name, of: first, and: second }, owner)).body;
};
const run = (name: string, input: contract.OperationInput, etag: string) =>
  api.call(contract.runOperation, { name, input, isConfirmed: true, etag }, owner);

it("every operation whose form begins with present values has a case here", () => {
  const names = [...allOperations().values()].filter(({ current }) => current).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(cases).sort());
});

describe.each(Object.entries(cases))("the form of %s", (operation, { of, input, colleague }) => {
  it("does not overwrite what a colleague has changed since, until it is sent again", async () => {
    const name = addressOfOperation(operation);
    const named = Object.fromEntries(Object.entries(of).map(([key, value]) => [key, actual(value)]));
    const whole = { ...named, ...input };
    const { etag } = await described(name, of);
    expect(etag).not.toBeNull();
    await runAdmin(api, ...operation.split(" "), ...Object.values(named), ...colleague);

    const changed = await described(name, of);
    const stale = await run(name, whole, etag ?? "");
    expect([stale.status, stale.error.code]).toEqual([409, "valuesChanged"]);
    const preview = { name, input: whole, etag: etag ?? "" };
    expect((await api.call(contract.previewOperation, preview, owner)).error.code).toBe("valuesChanged");
    expect((await described(name, of)).etag).toBe(changed.etag);

    const again = { ...preview, etag: changed.etag ?? "" };
    const shown = await api.call(contract.previewOperation, again, owner);
    expect(shown.body.present?.etag).toBe(changed.etag);
    expect(Object.keys(shown.body.present?.values ?? {}).length).toBeGreaterThan(0);
    expect((await run(name, whole, changed.etag ?? "")).status).toBe(200);
    expect((await described(name, of)).etag).not.toBe(changed.etag);
  });
});

it("the page of a ticket has the etag of its assignment", async () => {
  const { body } = await api.call(contract.ticket, { ticketId: "ticket1" }, owner);
  expect(body.assignmentEtag).toBe((await described("tickets-assign", { id: "ticket1" })).etag);
});

describe("two people", () => {
  const statusesOf = async (runs: Promise<{ status: number; error: { code?: string } }>[]) =>
    (await Promise.all(runs)).map(({ status, error }) => (status === 200 ? 200 : error.code)).sort();

  it("who began with the same values at once: one changes them, the other is told", async () => {
    const { etag } = await described("partner-terms", {});
    const runs = ["31", "32", "33"].map((level1) => run("partner-terms", { level1 }, etag ?? ""));
    expect(await statusesOf(runs)).toEqual([200, "valuesChanged", "valuesChanged"]);
  });

  it("who add a reply of one name at once: one adds it, the other is told", async () => {
    const { etag } = await described("replies-set", {});
    const reply = (en: string) => run("replies-set", { name: "Goodbye", en, ru: en }, etag ?? "");
    expect(await statusesOf([reply("Bye"), reply("See you")])).toEqual([200, "valuesExist"]);
  });
});

describe("a run that is repeated", () => {
  it("returns its answer, although the values have changed by it", async () => {
    const { etag } = await described("partner-terms", {});
    const call = { name: "partner-terms", input: { level3: "2" }, isConfirmed: true, etag: etag ?? "" };
    const attempt = () =>
      api.call(contract.runOperation, call, { token: owner.token, key: "present-values-1" });
    const first = await attempt();
    expect(first.status).toBe(200);
    expect(await attempt()).toMatchObject({ status: 200, body: first.body });
  });
});

describe("etagOf", () => {
  it("is the same for the same values in another order, and differs for others", () => {
    expect(etagOf({ one: "1", two: ["a", "b"] })).toBe(etagOf({ two: ["a", "b"], one: "1" }));
    const different: (Values | undefined)[] = [
      undefined,
      {},
      { one: "1" },
      { one: "2" },
      { one: ["1"] },
      { one: "1", two: "" },
    ];
    expect(new Set(different.map(etagOf)).size).toBe(different.length);
  });
});

describe("texts", () => {
  const write = (sentence: string, etag: string | undefined, from?: string) =>
    api.call(
      contract.runOperation,
      {
        name: addressOfOperation("texts write"),
        input: { name: "privacy-policy", language: "en", markdown: text(sentence), ...(from && { from }) },
        isConfirmed: true,
        etag,
      },
      { token: owner.token },
    );
  const etagNow = async () => {
    const of = { of: "privacy-policy", and: "en" };
    const { body } = await api.call(
      contract.operation,
      { name: addressOfOperation("texts write"), ...of },
      { token: owner.token },
    );
    return body.etag ?? undefined;
  };

  it("of which several are written at once have one winner", async () => {
    const etag = await etagNow();
    const answers = await Promise.all(["A", "B", "C", "D", "E"].map((sentence) => write(sentence, etag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it("that are announced count as changes, and can be replaced for their day", async () => {
    const etag = await etagNow();
    const later = new Date(api.deps.clock.now().getTime() + 5 * dayMilliseconds).toISOString().slice(0, 10);
    expect((await write("Announced.", etag, later)).status).toBe(200);
    expect((await write("Unseen.", etag, later)).error.code).toBe("valuesChanged");
    expect((await write("Announced.", await etagNow())).body.text).toMatch(/takes effect/);
    expect((await write("Cancelled.", await etagNow())).status).toBe(200);
    expect((await write("Cancelled, then.", await etagNow(), later)).body.text).toMatch(/takes effect/);
  });
});
