import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newStaff } from "#api/admin/testing";
import { noteSecurityEvent } from "#api/auth/events";
import { idempotencyKeys } from "#api/db/schema/balance";
import { securityEvents } from "#api/db/schema/security";
import { staffSessions, staffViews } from "#api/db/schema/staff";
import { tickets } from "#api/db/schema/support";
import { sessions } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { withIdempotencyKey } from "#api/http/idempotency";
import { enqueue } from "#api/queue/enqueue";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as admin from "#contract/admin/index";
import * as support from "#contract/support/index";
import { housekeeping } from "./housekeeping";
import { runDueJobs } from "./run-due-jobs";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

test("ended sessions and old keys are deleted, live ones stay", async () => {
  const old = await api.newClient();
  const key = (idempotencyKey: string, id: string) =>
    withIdempotencyKey({ ...api.deps, client: { id }, idempotencyKey }, "test", {}, async () => ({
      done: true,
    }));
  await key("the-old-key", old.id);
  api.pass({ days: 40 });
  const young = await api.newClient();
  await key("the-young-key", young.id);
  await transaction(api.db, (tx) => enqueue(tx, housekeeping, {}));
  await runDueJobs(api.deps, [housekeeping]);
  expect((await api.db.select().from(sessions)).map(({ userId }) => userId)).toEqual([young.id]);
  expect((await api.db.select().from(idempotencyKeys)).map(({ userId }) => userId)).toEqual([young.id]);
});

test("activity is deleted after a year, closed tickets with their files after three, as the privacy policy promises", async () => {
  const client = await api.newClient();
  const file = new File(["%PDF-1.7 answer"], "answer.pdf", { type: "application/pdf" });
  const ticketFields = { title: "Terminal", text: "It does not start" };
  const create = async (departmentId: string) =>
    (await api.call(support.createTicket, { ...ticketFields, departmentId, files: [file] }, client)).body
      .ticketId;
  const [closed, open] = [await create("technical"), await create("payments")];
  await api.call(support.closeTicket, { ticketId: closed }, client);
  const listFiles = async () => {
    const entries = await readdir(api.deps.settings.dataDir, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };
  const files = await listFiles();
  const event = { userId: client.id, kind: "login" as const };
  const from = { ...api.deps, address: "192.0.2.1", userAgent: "test" };
  await noteSecurityEvent(from, api.db, event);
  const clean = async () => {
    await transaction(api.db, (tx) => enqueue(tx, housekeeping, {}));
    await runDueJobs(api.deps, [housekeeping]);
  };

  api.pass({ days: 364 });
  await noteSecurityEvent(from, api.db, event);
  await clean();
  expect(await api.db.$count(securityEvents)).toBe(2);
  api.pass({ days: 2 });
  await clean();
  expect(await api.db.$count(securityEvents)).toBe(1);

  api.pass({ days: 729 });
  await clean();
  expect(await api.db.$count(tickets)).toBe(2);
  api.pass({ days: 2 });
  await clean();
  expect((await api.db.select().from(tickets)).map(({ id }) => id)).toEqual([open]);
  expect(await listFiles()).toBe(files - 1);
});

test("ended staff logins and staff views from days ago are deleted", async () => {
  const client = await api.newClient();
  const { body } = await api.call(
    support.createTicket,
    { title: "Terminal", text: "It does not start", departmentId: "technical", files: [] },
    client,
  );
  const open = async (token: string) => api.call(admin.ticket, { ticketId: body.ticketId }, { token });
  await open((await newStaff(api, "support")).token);
  api.pass({ days: 2 });
  await open((await newStaff(api, "support")).token);
  await transaction(api.db, (tx) => enqueue(tx, housekeeping, {}));
  await runDueJobs(api.deps, [housekeeping]);
  const now = api.deps.clock.now().toISOString();
  expect((await api.db.select().from(staffSessions)).map(({ createdAt }) => createdAt.toISOString())).toEqual(
    [now],
  );
  expect((await api.db.select().from(staffViews)).map(({ at }) => at.toISOString())).toEqual([now]);
});
