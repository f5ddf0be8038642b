import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#api/db/schema/users";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import * as contract from "#contract/admin/index";
import { waitingKinds } from "#contract/admin/waiting";
import { insertConsoleRows, newStaff } from "./testing";

let api: TestApi;
let token: string;
const size = 5_000;
const chunk = 1_000;

const searches = {
  "a part of the e-mail": "trader7@",
  "a part of the name": "8f14e45f",
  "the first two letters of a word of the name": "8f",
  "a part of the name in Cyrillic": "ИПБДОД",
  "the first two letters of a word of the name in Cyrillic": "ИП",
  "an id": "client7",
  "a server": "server7",
  "an address": "10.0.0.7",
  "a deposit": "deposit7",
  "a transaction": "txid7",
  "a payment": "payment7",
  "a withdrawal": "withdrawal7",
  "a ticket": "ticket7",
  "a trading account": "900007",
  "a monitoring page": "monitoring7",
  "the address of a session": "11.0.0.7",
  "the number of an invoice": "INV-2001-000007",
} as const;

const search = async (q: string) => {
  const { body } = await api.call(contract.clients, { q }, { token });
  expect(body.clients.map(({ id }) => id)).toContain("client7");
};
const inbox = async () => (await api.call(contract.inbox, {}, { token })).body;

const few: Record<string, number> = {};

beforeAll(async () => {
  api = await vpsApi();
  ({ token } = await newStaff(api, "owner"));
  await insertConsoleRows(api.db, 1, 10);
  await api.db.execute(sql`analyze`);
  for (const [what, q] of Object.entries(searches)) few[what] = await rowsRead(api, () => search(q));
  for (let from = 11; from <= size; from += chunk) await insertConsoleRows(api.db, from, from + chunk - 1);
  await api.db.execute(sql`analyze`);
}, 120_000);
afterAll(() => api.close());

describe(`a console with ${size} clients`, () => {
  it.each(Object.entries(searches))("finds a client by %s without reading all rows", async (what, q) => {
    expect(await rowsRead(api, () => search(q))).toBeLessThan((few[what] ?? 0) + 100);
  });

  it("keeps the indexes of words sorted, so that no search waits for a vacuum", async () => {
    const { rows } = await api.db.execute<{ name: string; options: string[] | null }>(sql`
      select c.relname as name, c.reloptions as options
      from pg_class c join pg_am m on m.oid = c.relam join pg_namespace n on n.oid = c.relnamespace
      where m.amname = 'gin' and n.nspname = 'public'`);
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["users_email_parts", "users_name_parts"]),
    );
    for (const { name, options } of rows) expect(options, name).toContain("fastupdate=false");
  });

  it("counts the waiting items of a kind up to a hundred, and reads the first page of the inbox by indexes", async () => {
    const { counts, items, previous, next } = await inbox();
    expect(counts).toEqual(waitingKinds.map((kind) => ({ kind, count: 100, hasMore: true })));
    expect([items.length, previous, typeof next]).toEqual([50, null, "string"]);
    // a hundred of each of eight kinds are counted, and 51 of the two with a promised time are read with their clients
    expect(await rowsRead(api, inbox)).toBeLessThan(9 * 101 + 2 * 3 * 51 + 100);
  });

  it("previews an announcement by reading its recipients once, whatever their language", async () => {
    await api.db.transaction(async (tx) => {
      await tx.execute("set local statement_timeout = 0");
      await tx.update(users).set({ emailVerifiedAt: new Date(), language: "en" });
    });
    await api.db.execute(sql`analyze`);
    const text = { subjectEn: "Work", textEn: "Text", subjectRu: "Работы", textRu: "Текст" };
    const clients = await api.db.$count(users);
    const preview = async () =>
      (await api.call(contract.previewAnnouncement, { segment: "all", ...text }, { token })).body;
    const { count, emails } = await preview();
    expect(count).toBe(clients);
    for (const { text } of emails) expect(text).toContain("Client c4ca4238");
    expect(await rowsRead(api, preview)).toBeLessThan(clients + 100);
  }, 60_000);
});
