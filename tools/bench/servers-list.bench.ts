import { sql } from "drizzle-orm";
import { afterAll, beforeAll, bench, describe } from "vitest";
import { servers } from "#api/db/schema/vps";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import { benchOptions } from "./bench-options";

/**
 * Cost of the servers list for an account with 10 servers and one with 10,000: the whole request, including session
 * and contract. Both must be close: a page is read from an index in its order, regardless of the number of rows.
 */
let api: TestApi;
const tokens = new Map<number, string>();
const sizes = [10, 10_000] as const;
const statuses = ["active", "active", "active", "blocked", "revoked"] as const;
const chunk = 1_000;

beforeAll(async () => {
  api = await vpsApi();
  for (const size of sizes) {
    const { id: userId, token } = await api.newClient();
    tokens.set(size, token);
    const rows = Array.from({ length: size }, (_, index) => ({
      // both accounts have a match for the search
      id: `${index ? "" : "k7"}${api.deps.ids.id()}`.slice(0, 10),
      userId,
      rateId: index % 3 ? "trader-2" : "trader-4",
      operatingSystem: "Windows Server 2022",
      comment: index % 1_000 === 5 ? `Золото ${index}` : `server ${index}`,
      status: statuses[index % statuses.length] ?? ("active" as const),
      issuedAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000),
      paidUntil: new Date(Date.UTC(2027, 0, 1) + ((index * 7919) % size) * 60_000),
      autoRenewal: index % 2 === 0,
      renewalMonths: 1,
      ip: `198.18.${index >> 8}.${index % 256}`,
    }));
    for (let from = 0; from < size; from += chunk)
      await api.db.insert(servers).values(rows.slice(from, from + chunk));
  }
  await api.db.execute(sql`vacuum analyze servers, server_comments`);
}, 120_000);
afterAll(() => api.close());

type Query = Partial<Record<"search" | "status" | "sort" | "direction" | "page", string>>;

const views: Record<string, Query> = {
  "the first page": {},
  "the last page": { page: "100000" },
  "by paid until, blocked ones": { sort: "paidUntil", direction: "asc", status: "blocked" },
  "active ones": { status: "active" },
  "by the beginning of an id": { search: "k7" },
  "by the beginning of an address": { search: "198.18.0.7" },
  "by a part of few comments": { search: "олото" },
  "by a part of nearly all comments": { search: "erver" },
  "by a part of nearly all comments, the last page": { search: "erver", page: "100000" },
  "by a part of nearly all comments, blocked ones": { search: "erver", status: "blocked" },
};

for (const [name, query] of Object.entries(views)) {
  describe(name, () => {
    for (const size of sizes) {
      bench(
        `${size} servers`,
        async () => {
          const { status } = await api.call(contract.servers, query as never, {
            token: tokens.get(size) ?? "",
          });
          if (status !== 200) throw new Error(`answered ${status}`);
        },
        benchOptions,
      );
    }
  });
}
