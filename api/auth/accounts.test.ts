import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { securityEvents } from "#api/db/schema/security";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { noteSecurityEvent } from "./events";
import { lockUser, userOf } from "./user-of";

let api: TestApi;
let client: { id: string; email: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const from = (address: string, userAgent: string) => ({ ...api.deps, address, userAgent });
const eventsOf = (userId: string) =>
  api.db.select().from(securityEvents).where(eq(securityEvents.userId, userId)).orderBy(securityEvents.at);

test("a security event says what was done, when and from where, and is visible to its owner only", async () => {
  const loggedInAt = api.deps.clock.now();
  await noteSecurityEvent(from("203.0.113.7", "Firefox"), api.db, { userId: client.id, kind: "login" });
  api.pass({ seconds: 1 });
  const credentialsEvent = { userId: client.id, kind: "credentialsShown", subject: "server-1" } as const;
  await noteSecurityEvent(from("203.0.113.8", "Safari"), api.db, credentialsEvent);
  expect(await eventsOf(client.id)).toMatchObject([
    { at: loggedInAt, kind: "login", subject: null, address: "203.0.113.7", userAgent: "Firefox" },
    { ...credentialsEvent, at: api.deps.clock.now(), address: "203.0.113.8", userAgent: "Safari" },
  ]);
  expect(await eventsOf((await api.newClient()).id)).toEqual([]);
});

test("address and user agent of a security event are cut to 64 and 400 characters", async () => {
  const endless = from("1".repeat(5_000), "x".repeat(5_000));
  await noteSecurityEvent(endless, api.db, { userId: client.id, kind: "loginFailed" });
  const [event] = await eventsOf(client.id);
  expect([event?.address.length, event?.userAgent.length]).toEqual([64, 400]);
});

test("a security event is committed together with the change it reports, or not at all", async () => {
  const failing = transaction(api.db, async (tx) => {
    await noteSecurityEvent(from("203.0.113.7", "Firefox"), tx, { userId: client.id, kind: "totpOff" });
    throw new Error("what was to be done is taken back");
  });
  await expect(failing).rejects.toThrow("taken back");
  expect(await eventsOf(client.id)).toEqual([]);
});

test("a client's row can be read by that client; a deleted account has no session either", async () => {
  const otherClient = await api.newClient();
  const both = (id: string) => [userOf(api.db, id), transaction(api.db, (tx) => lockUser(tx, id))];
  for (const row of await Promise.all(both(client.id)))
    expect(row).toMatchObject({ id: client.id, email: client.email });
  await api.db.delete(users).where(eq(users.id, client.id));
  for (const lookup of both(client.id))
    await expect(lookup).rejects.toMatchObject({ status: 401, code: "sessionOver" });
  expect((await userOf(api.db, otherClient.id)).email).toBe(otherClient.email);
});

test("lockUser waits for the current holder and then sees its changes; rows that refer to the account can be written meanwhile", async () => {
  let markLocked = () => {};
  let letGo = () => {};
  const locked = new Promise<void>((resolve) => (markLocked = resolve));
  const mayEnd = new Promise<void>((resolve) => (letGo = resolve));
  const first = transaction(api.db, async (tx) => {
    await lockUser(tx, client.id);
    markLocked();
    await mayEnd;
    await tx.update(users).set({ name: "Renamed" }).where(eq(users.id, client.id));
  });
  await Promise.race([locked, first]);
  const second = transaction(api.db, async (tx) => (await lockUser(tx, client.id)).name);
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await api.db.execute(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
  await noteSecurityEvent(from("203.0.113.7", "Firefox"), api.db, { userId: client.id, kind: "login" });
  letGo();
  await first;
  expect(await second).toBe("Renamed");
});
