import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as contract from "#contract/users/index";
import { clientOf, endSessions, openSession } from "./sessions";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const minute = 60;
const day = 24 * 60 * minute;
const from = { userAgent: "Firefox", address: "203.0.113.7" };

async function logIn() {
  const { email } = await api.newClient();
  return (await api.call(contract.login, { email, password: testPassword })).body;
}
const open = (userId: string, changes: Partial<typeof from> = {}) =>
  transaction(api.db, (tx) => openSession(api.deps, tx, { userId, ...from, ...changes }));
/** Returns the client who sends this `authorization` header. */
const callerBy = (authorization?: string) =>
  clientOf(api.deps, new Request("http://api.invalid/", { headers: authorization ? { authorization } : {} }));
const rowOf = async (id: string) =>
  (await api.db.select().from(sessions).where(eq(sessions.id, id)))[0] ?? expect.unreachable("no session");

test("an access token works for a quarter of an hour, and not a second longer", async () => {
  const { token, expires } = await logIn();
  expect(Date.parse(expires ?? "")).toBe(api.deps.clock.now().getTime() + 15 * minute * 1000);
  api.pass({ seconds: 15 * minute - 1 });
  expect((await api.call(contract.currentUser, {}, { token })).status).toBe(200);
  api.pass({ seconds: 2 });
  expect((await api.call(contract.currentUser, {}, { token })).error.code).toBe("sessionOver");
});

test("an unused session ends after thirty days; a used one continues", async () => {
  let { refreshToken } = await logIn();
  for (let month = 0; month < 3; month++) {
    api.pass({ seconds: 30 * day - 1 });
    const { body, status } = await api.call(contract.refreshToken, { refreshToken });
    expect(status).toBe(200);
    ({ refreshToken } = body);
  }
  api.pass({ seconds: 30 * day + 1 });
  const late = await api.call(contract.refreshToken, { refreshToken });
  expect([late.status, late.error.code]).toEqual([401, "sessionOver"]);
});

test("a session identifies its client and the sections that are open to them", async () => {
  const client = await api.newClient({ partnerAllowed: false });
  const { sessionId, token } = await open(client.id);
  expect(await callerBy(`Bearer ${token}`)).toMatchObject({
    id: client.id,
    sessionId,
    provenAt: null,
    unreadTickets: [],
    alert: null,
    user: { email: client.email },
    sections: { partner: false, monitoring: true },
  });
});

test("a token that is not the whole bearer header is rejected", async () => {
  const { token, refreshToken } = await open((await api.newClient()).id);
  const headers = [
    ...[undefined, "Bearer", `Basic ${token}`, token, `Token Bearer ${token}`, `Bearer ${token} more`],
    ...[`Bearer ${token.slice(1)}`, `Bearer ${refreshToken}`],
  ];
  for (const header of headers) expect([header, await callerBy(header)]).toEqual([header, null]);
  expect(await callerBy(`Bearer ${token}`)).not.toBeNull();
});

test("tokens are not stored in plain text in the database", async () => {
  const { sessionId, token, refreshToken } = await open((await api.newClient()).id);
  const storedRow = JSON.stringify(await rowOf(sessionId));
  expect(storedRow).not.toContain(token);
  expect(storedRow).not.toContain(refreshToken);
});

test("a user agent is stored up to the length that a list can show", async () => {
  const { id } = await api.newClient();
  const whole = await rowOf((await open(id)).sessionId);
  expect(whole).toMatchObject(from);
  const endless = { userAgent: "x".repeat(5_000), address: "1".repeat(5_000) };
  const { userAgent, address } = await rowOf((await open(id, endless)).sessionId);
  expect([userAgent.length, address.length]).toEqual([400, 64]);
});

test("the last visit of a session is updated at most once a minute", async () => {
  const opened = api.deps.clock.now();
  const { sessionId, token } = await open((await api.newClient()).id);
  const seenAfter = async (seconds: number) => {
    api.pass({ seconds });
    await callerBy(`Bearer ${token}`);
    return ((await rowOf(sessionId)).lastSeenAt.getTime() - opened.getTime()) / 1000;
  };
  expect([await seenAfter(30), await seenAfter(30), await seenAfter(1)]).toEqual([0, 0, 61]);
  expect([await seenAfter(59), await seenAfter(2)]).toEqual([61, 122]);
});

test("updating the last visit of one session leaves the client's other sessions unchanged", async () => {
  const { id } = await api.newClient();
  const [one, otherSession] = [await open(id), await open(id)];
  const before = (await rowOf(otherSession.sessionId)).lastSeenAt;
  api.pass({ minutes: 5 });
  await callerBy(`Bearer ${one.token}`);
  expect((await rowOf(otherSession.sessionId)).lastSeenAt).toEqual(before);
});

test("sessions end one by one, all but one, or all; never those of another client", async () => {
  const [client, stranger] = [await api.newClient(), await api.newClient()];
  const strangerSession = await open(stranger.id);
  const clientSessions = [
    await open(client.id),
    await open(client.id),
    await open(client.id),
    await open(client.id),
  ];
  const areOpen = () =>
    Promise.all(
      [...clientSessions, strangerSession].map(
        async ({ token }) => (await callerBy(`Bearer ${token}`)) !== null,
      ),
    );
  await endSessions(api.db, client.id, { id: strangerSession.sessionId });
  expect(await areOpen()).toEqual([true, true, true, true, true]);
  await endSessions(api.db, client.id, { id: clientSessions[0]?.sessionId ?? "" });
  expect(await areOpen()).toEqual([false, true, true, true, true]);
  await endSessions(api.db, client.id, { except: clientSessions[1]?.sessionId });
  expect(await areOpen()).toEqual([false, true, false, false, true]);
  await endSessions(api.db, client.id, {});
  expect(await areOpen()).toEqual([false, false, false, false, true]);
});
