import { afterAll, beforeAll, expect, test } from "vitest";
import { servers } from "#api/db/schema/vps";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { serversPerPage } from "#contract/rules";
import * as contract from "#contract/vps/index";

let api: TestApi;
let token: string;
const count = 47;
const statuses = ["active", "blocked", "revoked", "settingUp"] as const;

beforeAll(async () => {
  api = await vpsApi();
  const client = await api.newClient();
  token = client.token;
  const other = await api.newClient();
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `s${String(index).padStart(2, "0")}abcdefg`,
    userId: index === 0 ? other.id : client.id,
    rateId: index % 2 ? "trader-1" : "trader-4",
    operatingSystem: "Windows Server 2022",
    status: statuses[index % 4] ?? "active",
    // several share a moment: pages must not repeat rows
    issuedAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 10))),
    paidUntil: new Date(Date.UTC(2026, 6, 60 - index)),
    autoRenewal: false,
    renewalMonths: 1,
    comment: index === 9 ? "Gold 100%_sure" : index < 3 ? `Торговый №${index}` : "",
    ip: `198.18.0.${index}`,
  }));
  await api.db.insert(servers).values(rows);
});
afterAll(() => api.close());

type Query = Partial<Record<"search" | "status" | "sort" | "direction" | "page", string>>;
const list = async (query: Query = {}) => (await api.call(contract.servers, query as never, { token })).body;

test("pages list every server of the client once, and of no other client", async () => {
  const first = await list();
  expect(first).toMatchObject({ page: 1, pages: 3, total: count - 1, all: count - 1 });
  expect(first.servers).toHaveLength(serversPerPage);
  const pages = await Promise.all(["1", "2", "3"].map((page) => list({ page })));
  const ids = pages.flatMap((page) => page.servers.map(({ id }) => id));
  expect(new Set(ids).size).toBe(count - 1);
  expect(ids).not.toContain("s00abcdefg");
});

test("a page past the last one is the last one", async () => {
  expect(await list({ page: "99999" })).toMatchObject({ page: 3, pages: 3 });
  expect((await list({ page: "99999" })).servers).toHaveLength(6);
});

test.each([
  ["id", "asc", (row: contract.ServerRow) => row.id],
  ["paidUntil", "desc", (row: contract.ServerRow) => row.paidUntil],
  ["issued", "asc", (row: contract.ServerRow) => row.issuedAt],
  ["tariff", "asc", (row: contract.ServerRow) => row.tariff],
  ["status", "desc", (row: contract.ServerRow) => row.status],
] as const)("sorted by %s, %s", async (sort, direction, value) => {
  const pages = await Promise.all(["1", "2", "3"].map((page) => list({ sort, direction, page })));
  const values = pages.flatMap((page) => page.servers.map(value));
  const sorted = [...values].sort();
  expect(values).toEqual(direction === "asc" ? sorted : sorted.reverse());
});

test("by default the server whose paid time ends first comes first, and revoked ones come last", async () => {
  const pages = await Promise.all(["1", "2", "3"].map((page) => list({ page })));
  const rows = pages.flatMap((page) => page.servers);
  const ends = (isRevoked: boolean) =>
    rows.filter(({ status }) => (status === "revoked") === isRevoked).map(({ paidUntil }) => paidUntil);
  expect(rows.map(({ paidUntil }) => paidUntil)).toEqual([...ends(false).sort(), ...ends(true).sort()]);
  const active = (await list({ status: "active" })).servers;
  expect(active.map(({ paidUntil }) => paidUntil)).toEqual(active.map(({ paidUntil }) => paidUntil).sort());
});

test("a status filter lists its servers, and Active also those being set up", async () => {
  const of = async (status: string) => {
    const { servers: rows } = await list({ status });
    return [...new Set(rows.map((row) => row.status))].sort();
  };
  expect(await of("active")).toEqual(["active", "settingUp"]);
  expect(await of("blocked")).toEqual(["blocked"]);
  expect(await of("revoked")).toEqual(["revoked"]);
});

test.each([
  ["s07abcdefg", 1],
  ["S07", 1],
  [" s1 ", 10],
  ["%", 1],
  ["_07", 0],
  ["\\", 0],
  ["07abc", 0],
  ["gOLd 100%", 1],
  ["0%_s", 1],
  ["0__s", 0],
  // by one character, by two, and case-insensitive, for Russian too; the first one belongs to another client
  ["№", 2],
  ["№2", 1],
  ["ТОРГОВЫЙ №1", 1],
  ["торг", 2],
  ["горт", 0],
  // .4, .40, .41, .44 and .45: addresses are hidden before setup and after revocation
  ["198.18.0.4", 5],
  ["8.18.0.4", 0],
])("searching for %j finds %i", async (search, found) => {
  expect((await list({ search })).total).toBe(found);
});

test("search results are counted, paged and filtered too, past their last page as well", async () => {
  expect(await list({ search: "s", page: "2" })).toMatchObject({ page: 2, pages: 3, total: count - 1 });
  const last = await list({ search: "s", page: "99999" });
  expect(last).toMatchObject({ page: 3, pages: 3, total: count - 1, all: count - 1 });
  expect(last.servers).toEqual((await list({ page: "3" })).servers);
  expect(await list({ search: "nobody", page: "7" })).toMatchObject({
    page: 1,
    pages: 1,
    total: 0,
    servers: [],
  });
  const blocked = await list({ search: "s1", status: "blocked" });
  expect(blocked.total).toBe(blocked.servers.length);
  expect(new Set(blocked.servers.map((row) => row.status))).toEqual(new Set(["blocked"]));
});

test("a comment is found in its latest version", async () => {
  const [{ id: serverId = "" } = {}] = (await list({ search: "s20" })).servers;
  const write = (comment: string) => api.call(contract.changeComment, { serverId, comment }, { token });
  await write("Ночной Scalper");
  expect((await list({ search: "ночной SCALP" })).servers.map((row) => row.id)).toEqual([serverId]);
  await write("Дневной");
  expect((await list({ search: "ночной" })).total).toBe(0);
  expect((await list({ search: "днев" })).total).toBe(1);
  await write("");
  expect((await list({ search: "днев" })).total).toBe(0);
});

test("invalid query parameters are ignored", async () => {
  const usual = await list();
  expect(await list({ status: "gone", sort: "price", direction: "up", page: "-3" })).toEqual(usual);
  expect(await list({ page: "abc" })).toEqual(usual);
});
