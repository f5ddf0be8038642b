import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { insertListRows } from "#api/admin/fill-lists";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { cursors } from "#contract/admin/cursors";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { parametersOf } from "./parameters";
import { allOperations } from "./program";
import { runAdmin } from "./testing";

let api: TestApi;
let token: string;
const [size, perPage] = [120, 50];

beforeAll(async () => {
  api = await vpsApi();
  ({ token } = await newStaff(api, "owner"));
  await insertConsoleRows(api.db, 1, size);
  await insertListRows(api.db, size);
});
afterAll(() => api.close());

type List = {
  name: string;
  /** Column of the rows' ids. */
  column?: string;
  /** The id of the first row. */
  first: string;
  input?: Record<string, string>;
};

const lists: List[] = [
  { name: "withdrawals list", first: `withdrawal${size}` },
  { name: "test-servers list", first: `request${size}` },
  { name: "drifts list", first: `drift${size}` },
  { name: "servers failed", column: "order", first: `order${size}` },
  { name: "servers orders", column: "order", first: `queued${size}` },
  { name: "servers list", first: "server99" },
  { name: "tickets list", first: `ticket${size}` },
  { name: "deposits list", column: "order", first: `deposit${size}` },
  { name: "deposits transfers", column: "order", first: `transfer${size}` },
  { name: "withdrawals history", first: "withdrawal1" },
  { name: "deposits disputes", first: "report1" },
  { name: "deposits refunds", first: "refund1" },
  { name: "balance proposals", first: `proposal${size}` },
  { name: "clients notes", first: "1", input: { client: "client1" } },
  { name: "emails list", first: "email1", input: { client: "client1" } },
  { name: "emails stopped", column: "address", first: "o'brien+1@mail.test" },
  { name: "alerts list", first: "alert1" },
  { name: "maintenance list", first: "window1" },
  { name: "promo-codes list", first: "promo1" },
  { name: "tariffs changes", first: "change1" },
  { name: "announcements list", first: "announcement1" },
  { name: "settings history", first: `${size}`, input: { key: "graceDays" } },
  { name: "jobs dead", first: `00000${size}-0000-4000-8000-000000000000` },
];

/** A page of a list over the network. */
async function readPage(name: string, input: contract.OperationInput) {
  const call = { name: addressOfOperation(name), input };
  const { body } = await api.call(contract.readList, call, { token });
  return { rows: body.rows ?? [], previous: body.previous, next: body.next };
}

describe.each(lists)("$name", ({ name, column = "id", first, input: required = {} }) => {
  const read = async (input: contract.OperationInput) => {
    const { rows, ...neighbours } = await readPage(name, { ...required, ...input });
    return { ids: rows.map((row) => String(row[column])), ...neighbours };
  };

  it("shows each row on one page of the console, there and back", async () => {
    const there = [await read({})];
    for (let last = there[0]; last?.next; last = there.at(-1)) there.push(await read({ after: last.next }));
    const ids = there.map((page) => page.ids);
    expect(ids.map(({ length }) => length)).toEqual([perPage, perPage, size - 2 * perPage]);
    expect(ids[0]?.[0]).toBe(first);
    expect(new Set(ids.flat()).size).toBe(size);
    const second = await read({ before: there[2]?.previous ?? "" });
    expect([second.ids, (await read({ before: second.previous ?? "" })).ids]).toEqual([ids[1], ids[0]]);
    expect([there[0]?.previous, there[2]?.next]).toEqual([null, null]);
  });

  it("names the next page on the command line; with --json each row has its cursor", async () => {
    const words = [...name.split(" "), ...Object.values(required)];
    const rows = async (...options: string[]) =>
      JSON.parse(await runAdmin(api, "--json", ...words, ...options)) as Record<string, string>[];
    const idsOf = (page: Record<string, string>[]) => page.map((row) => String(row[column]));
    const page = await rows();
    const last = page.at(-1)?.cursor ?? "";
    expect(page).toHaveLength(perPage);
    expect((await runAdmin(api, ...words)).endsWith(`\n\nNext page: --after ${last}`)).toBe(true);
    const following = await rows("--after", last);
    expect(following).toHaveLength(perPage);
    expect(idsOf(following).filter((id) => idsOf(page).includes(id))).toEqual([]);
    const end = await runAdmin(api, ...words, "--after", following.at(-1)?.cursor ?? "");
    expect(end).not.toContain("Next page");
  });

  it("has as many rows on a page as are asked for", async () => {
    const first = await read({ limit: "7" });
    const second = await read({ limit: "7", after: first.next ?? "" });
    expect([...first.ids, ...second.ids]).toEqual((await read({})).ids.slice(0, 14));
  });

  it("starts anew after what is no cursor", async () => {
    expect(await read({ after: "gone" })).toEqual(await read({}));
  });
});

describe("deposits history", () => {
  it("has those of a status, newest first, or all", async () => {
    const input = { status: "notPaid", limit: "70" };
    const first = await readPage("deposits history", input);
    const second = await readPage("deposits history", { ...input, after: String(first.next) });
    const ids = [...first.rows, ...second.rows].map(({ order }) => order);
    expect(ids).toEqual(Array.from({ length: size }, (_, index) => `transfer${index + 1}`));
    expect(second.next).toBeNull();
    const { rows } = await readPage("deposits history", { limit: "1000" });
    expect(rows.length).toBeGreaterThan(size);
  });
});

describe("tickets list", () => {
  it("has closed ones too, newest first, if all are asked for", async () => {
    const { rows } = await readPage("tickets list", { all: true });
    expect(rows.map(({ id }) => id).slice(0, 3)).toEqual(["ticket1", "ticket2", "ticket3"]);
  });
});

describe("invoices list", () => {
  it("is read by pages of any number of rows, by the numbers of invoices", async () => {
    const about = { from: "2020-01-01", to: "2020-01-31", limit: "70" };
    const first = await readPage("invoices list", about);
    expect(first.rows).toHaveLength(70);
    expect([first.rows[0]?.number, first.rows.at(-1)?.number]).toEqual([
      "INV-2020-000120",
      "INV-2020-000051",
    ]);
    const second = await readPage("invoices list", { ...about, after: String(first.next) });
    expect([second.rows[0]?.number, second.rows.length, second.next]).toEqual(["INV-2020-000050", 50, null]);
    expect(await readPage("invoices list", { ...about, before: String(second.previous) })).toEqual(first);
  });
});

describe("texts list", () => {
  it("is read by pages, each version on one of them", async () => {
    const first = await readPage("texts list", { name: "faq", language: "en" });
    expect(first.rows).toHaveLength(perPage);
    const ids = (rows: typeof first.rows) => rows.map(({ version }) => version);
    const second = await readPage("texts list", { name: "faq", language: "en", after: String(first.next) });
    expect(Number(ids(second.rows)[0])).toBe(Number(ids(first.rows).at(-1)) + 1);
    const back = { name: "faq", language: "en", before: String(second.previous) };
    expect(await readPage("texts list", back)).toEqual(first);
  });
});

describe("audit list", () => {
  it("is read by pages of any number of rows", async () => {
    for (let n = 0; n < 5; n++) await runAdmin(api, "clients", "note", "client2", "--text", `Note ${n}`);
    const about = { about: "client2", limit: "3" };
    const first = await readPage("audit list", about);
    const second = await readPage("audit list", { ...about, after: String(first.next) });
    const texts = [...first.rows, ...second.rows].map((row) => String(row.with).match(/Note \d/)?.[0]);
    expect(texts).toEqual([4, 3, 2, 1, 0].map((n) => `Note ${n}`));
    expect([first.rows.length, first.previous, second.next]).toEqual([3, null, null]);
  });
});

/** Operations that change nothing and have no pages, and why their answers are short. */
const bounded: Record<string, string> = {
  "clients show": "one client",
  "clients find": "the first 50 results; the search is refined for others",
  "flags show": "one client",
  "tariffs list": "the plans of the provider",
  "settings show": "the settings that the release knows",
  "servers snapshots": "the snapshots that the hypervisor keeps of a machine, and the last ten orders",
  "capacity show": "the nodes of the hypervisor",
  "books revenue": "a report, whole with its total",
  "books months": "months, ten years at most",
  "books discounts": "a report of the days of a span",
  "books partners": "a report, whole as the accounts need it",
  "invoices show": "one invoice",
  "jobs list": "a row for each job and state",
  "requests failed": "the latest 20; housekeeping deletes old ones",
  "requests show": "one request",
  "tickets departments": "at most ten",
  "replies list": "the saved replies that people choose from",
  "systems check": "the systems that the service uses",
  "texts show": "one text",
  "texts compare": "one text",
  "texts diff": "one text",
  "texts broken": "texts from before the service rejected them; none are added",
  "announcements template": "one text",
  "announcements preview": "one announcement",
  "staff waiting": "the first 20 of each kind, and how many more there are",
  "staff list": "the recipients of notices",
  "staff accounts": "the staff members",
};

test("an operation that changes nothing is read by pages, or its answer is short by its nature", () => {
  const reads = [...allOperations().values()].filter(({ isRead }) => isRead);
  const isPaged = (operation: (typeof reads)[number]) =>
    Object.keys(cursors).every((name) => parametersOf(operation).some((one) => one.name === name));
  const unpaged = reads.filter((operation) => !isPaged(operation)).map(({ name }) => name);
  expect(unpaged.sort()).toEqual(Object.keys(bounded).sort());
});
