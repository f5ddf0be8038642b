import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { staffNotices } from "#api/db/schema/staff";
import { vpsApi } from "#api/modules/vps/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import * as contract from "#contract/admin/index";
import { waitingKinds } from "#contract/admin/waiting";
import { notifyStaff, sendStaffDigest } from "./notify-staff";

let api: TestApi;
const size = 300;
/** Counting reads each item once, and failed orders with their servers; 20 of each kind are read with their clients. */
const readAtMost = (waitingKinds.length + 1) * size + waitingKinds.length * 3 * 20 + 100;

beforeAll(async () => {
  api = await vpsApi();
  await insertConsoleRows(api.db, 1, size);
  await api.db.execute(sql`analyze`);
});
afterAll(() => api.close());

/** Returns how many rows PostgreSQL returns to the queries of `act`. */
async function rowsReturned(act: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(async function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    const result = (await Reflect.apply(query, this, parameters)) as pg.QueryResult | undefined;
    rows += result?.rows?.length ?? 0;
    return result;
  } as typeof query);
  await act().finally(() => spy.mockRestore());
  return rows;
}

describe(`with ${size} waiting items of each kind`, () => {
  it("the digest names the first 20 and counts the others without reading them", async () => {
    await runAdmin(api, "staff", "add", "email", "day@example.test", "--digest");
    await runAdmin(api, "staff", "add", "email", "money@example.test", "--digest", "--event", "deposit");
    expect(await rowsRead(api, () => sendStaffDigest.handle({}, api.deps))).toBeLessThan(readAtMost + 200);
    await runDueJobs(api.deps);
    const sentTo = (address: string) => api.sentEmails.find(({ to }) => to === address);
    expect(sentTo("day@example.test")?.subject).toContain(`waiting: ${waitingKinds.length * size} tasks`);
    expect(sentTo("day@example.test")?.text).toContain(`And ${waitingKinds.length * size - 20} more`);
    expect(sentTo("money@example.test")?.text).toContain(`And ${size - 20} more`);
    expect(sentTo("money@example.test")?.text).toContain(`deposits accept deposit${size}\n`);
  });

  it("the command shows the first 20 of each kind and how many more there are", async () => {
    const { token } = await newStaff(api, "owner");
    const show = () => api.call(contract.readList, { name: "staff-waiting", input: {} }, { token });
    expect(await rowsRead(api, show)).toBeLessThan(readAtMost);
    const rows = JSON.parse(await runAdmin(api, "--json", "staff", "waiting")) as {
      event: string;
      id: string | null;
      about: string;
      command: string;
    }[];
    expect(rows).toHaveLength(waitingKinds.length * 21);
    const more = rows.filter(({ id }) => id === null);
    expect(more.map(({ event, about }) => [event, about])).toEqual(
      waitingKinds.map((kind) => [kind, `and ${size - 20} more`]),
    );
    expect(more[0]?.command).toBe("cabinet tickets list");
    const drifts = await runAdmin(api, "staff", "waiting", "--event", "drift");
    expect(drifts.split("\n")).toHaveLength(1 + 20 + 1);
  });

  it("notices name the first 20 of those that are new, count the others, and are sent once", async () => {
    await runAdmin(api, "staff", "add", "email", "night@example.test");
    await runAdmin(api, "staff", "add", "email", "tickets@example.test", "--event", "ticket");
    const notify = () => rowsReturned(() => notifyStaff.handle({}, api.deps));
    // the first of each kind, and of two kinds once more for the reminder; the recipients
    expect(await notify()).toBeLessThan((waitingKinds.length + 2) * 20 + 100);
    await runDueJobs(api.deps);
    const sentTo = (address: string) => api.sentEmails.filter(({ to }) => to === address);
    const [all, ...reminders] = sentTo("night@example.test");
    expect(all?.subject).toContain(`: ${waitingKinds.length * size} tasks`);
    expect(all?.text).toContain(`And ${waitingKinds.length * size - 20} more`);
    const [ofTickets] = sentTo("tickets@example.test");
    expect(ofTickets?.text).toContain(`And ${size - 20} more`);
    expect(ofTickets?.text).toContain(`tickets read ticket${size}\n`);
    expect(await api.db.$count(staffNotices)).toBe(waitingKinds.length * size);
    expect(await notify()).toBeLessThan(20);
    await insertConsoleRows(api.db, size + 1, size + 2);
    await notify();
    await runDueJobs(api.deps);
    const last = sentTo("night@example.test").at(-1);
    expect(sentTo("night@example.test")).toHaveLength(reminders.length + 2);
    expect(last?.subject).toContain(`: ${waitingKinds.length * 2} tasks`);
  });
});
