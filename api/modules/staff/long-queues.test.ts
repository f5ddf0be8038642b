import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertConsoleRows, newStaff } from "#api/admin/testing";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { vpsApi } from "#api/modules/vps/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { rowsRead } from "#api/testing/rows-read";
import * as contract from "#contract/admin/index";
import { waitingKinds } from "#contract/admin/waiting";
import { sendStaffDigest } from "./notify-staff";

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
});
