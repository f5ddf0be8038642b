import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { servers } from "#api/db/schema/vps";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import { serversPerPage } from "#contract/rules";
import * as contract from "#contract/vps/index";

let api: TestApi;
let token: string;
const count = 3_000;
const statuses = ["active", "active", "blocked"] as const;
const commentOf = (index: number) =>
  index % 5 ? `server ${index}` : index % 100 ? `gold ${index}` : "server of gold";

/** Some match by their ids, and some of these by their comments as well. */
const idOf = (index: number, userId = "") =>
  `${index % 50 === 0 || index % 50 === 3 ? "gold" : "x"}${userId.slice(0, 4)}${index}`;

beforeAll(async () => {
  api = await vpsApi();
  const [client, other] = [await api.newClient(), await api.newClient()];
  ({ token } = client);
  for (const { id: userId } of [client, other])
    await api.db.insert(servers).values(
      Array.from({ length: count }, (_, index) => ({
        id: idOf(index, userId),
        userId,
        rateId: "trader-2",
        operatingSystem: "Windows Server 2022",
        comment: commentOf(index),
        status: statuses[index % statuses.length] ?? ("active" as const),
        issuedAt: new Date(Date.UTC(2025, 0, 1)),
        paidUntil: new Date(Date.UTC(2027, 0, 1) + ((index * 7919) % count) * 60_000),
        autoRenewal: true,
        renewalMonths: 1,
      })),
    );
  await api.db.execute(sql`analyze servers`);
  await api.db.execute(sql`analyze server_comments`);
});
afterAll(() => api.close());

const list = async (query: Record<string, string>) =>
  (await api.call(contract.servers, query as never, { token })).body;

test.each([
  ["most", "server"],
  ["as many by a letter", "e"],
  ["some", "gold"],
  ["few", "gold 25"],
])("%s that a search finds are each on one page, in order, and in their statuses", async (_, search) => {
  const all = Array.from({ length: count }, (_, index) => index);
  const matchCount = all.filter(
    (index) => commentOf(index).includes(search) || idOf(index).startsWith(search),
  ).length;
  const { total } = await list({ search });
  expect(total).toBe(matchCount);
  const byStatus = await Promise.all(["active", "blocked"].map((status) => list({ search, status })));
  expect(byStatus.reduce((sum, one) => sum + one.total, 0)).toBe(matchCount);
  const pages = Math.ceil(matchCount / serversPerPage);
  const rows = [];
  for (let page = 1; page <= pages; page++) rows.push(...(await list({ search, page: `${page}` })).servers);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(matchCount);
  const times = rows.map(({ paidUntil }) => paidUntil);
  expect(times).toEqual([...times].sort());
  expect(rows.filter(({ id, comment }) => !comment.includes(search) && !id.startsWith(search))).toEqual([]);
});

test("a search that finds nearly all reads each comment once and the rows of one page", async () => {
  const searchServers = () => list({ search: "erver" });
  await searchServers();
  expect(await rowsRead(api, searchServers)).toBeLessThan(count);
});
