import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";

let api: TestApi;
let token: string;
const size = 120;

beforeAll(async () => {
  api = await vpsApi();
  ({ token } = await newStaff(api, "owner"));
  await insertConsoleRows(api.db, 1, size);
  const numbers = sql`generate_series(1, ${size}::int) as n`;
  await api.db.execute(sql`insert into mail_returns (address, failures, counted_from, stopped_at, reason)
    select n || '@mail.test', 1, now(), now() - n * interval '1 minute', 'No such mailbox' from ${numbers}`);
  await api.db.execute(sql`insert into pgboss.job (id, name, data, state, created_on)
    select (lpad(n::text, 8, '0') || '-0000-4000-8000-000000000000')::uuid, 'dead', '{"job": "test", "payload": {}}',
      'created', now() - n * interval '1 minute' from ${numbers}`);
});
afterAll(() => api.close());

/** A list, the column of its ids, and what takes a row out of it, or moves it to its end. */
const changes: [operation: string, column: string, change: (id: string) => SQL][] = [
  ["tickets list", "id", (id) => sql`update tickets set last_message_at = now() where id = ${id}`],
  ["deposits list", "order", (id) => sql`update deposits set changed_at = now() where id = ${id}`],
  ["servers failed", "order", (id) => sql`update machine_orders set finished_at = now() where id = ${id}`],
  ["emails stopped", "address", (id) => sql`delete from mail_returns where address = ${id}`],
  [
    "withdrawals list",
    "id",
    (id) => sql`update partner_withdrawals set due_on = current_date + 1 where id = ${id}`,
  ],
  ["test-servers list", "id", (id) => sql`delete from test_server_requests where id = ${id}`],
  ["drifts list", "id", (id) => sql`update machine_drifts set seen_at = now() where id = ${id}`],
  ["balance proposals", "id", (id) => sql`delete from balance_proposals where id = ${id}`],
  ["jobs dead", "id", (id) => sql`delete from pgboss.job where id::text = ${id}`],
];

describe.each(changes)("%s", (operation, column, change) => {
  it("shows each unchanged row once, although the last row of each page changes before the next is read", async () => {
    const seen: string[] = [];
    const changed: string[] = [];
    const readAfter = async (after: string) => {
      const call = { name: addressOfOperation(operation), input: { after } };
      const { rows, next } = (await api.call(contract.readList, call, { token })).body;
      return { ids: (rows ?? []).map((row) => String(row[column])), next };
    };
    let page = await readAfter("");
    seen.push(...page.ids);
    while (page.next && seen.length < 3 * size) {
      const last = page.ids.at(-1) ?? "";
      await api.db.execute(change(last));
      changed.push(last);
      page = await readAfter(page.next);
      seen.push(...page.ids);
    }
    const unchanged = seen.filter((id) => !changed.includes(id));
    expect([changed.length, unchanged.length]).toEqual([2, size - 2]);
    expect(new Set(unchanged).size).toBe(size - 2);
  });
});

it("the list of tickets shows each unchanged ticket once, although the last of each page gets a message", async () => {
  const seen: string[] = [];
  for (let after: string | undefined, page = 0; page < 4; page++) {
    const { body } = await api.call(contract.tickets, { status: "waiting", after }, { token });
    seen.push(...body.tickets.map(({ id }) => id));
    if (!body.next) break;
    await api.db.execute(sql`update tickets set last_message_at = now() where id = ${seen.at(-1)}`);
    after = body.next;
  }
  expect(new Set(seen).size).toBe(size);
});
