import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noteSecurityEvent } from "#api/auth/events";
import { sessions as sessionRows } from "#api/db/schema/users";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as contract from "#contract/security/index";
import * as user from "#contract/users/index";

let api: TestApi;
let client: { id: string; email: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";
const read = async (page?: number) =>
  (await api.call(contract.activity, page === undefined ? ({} as { page: number }) : { page }, client)).body;
const note = async (count: number) => {
  for (let n = 0; n < count; n++) {
    api.pass({ seconds: 1 });
    const from = { ...api.deps, address: "203.0.113.7", userAgent: firefox };
    const event = { userId: client.id, kind: "credentialsShown", subject: `server-${n}` } as const;
    await noteSecurityEvent(from, api.db, event);
  }
};
const subjects = (page: Awaited<ReturnType<typeof read>>) => page.events.map(({ subject }) => subject);
const numbered = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => `server-${from - n}`);

describe("account activity", () => {
  it("is one page if it is empty or fits on one", async () => {
    expect(await read()).toEqual({ events: [], page: 1, pages: 1 });
    await note(25);
    const page = await read();
    expect([subjects(page), page.page, page.pages]).toEqual([numbered(24, 0), 1, 1]);
  });

  it("is listed newest first, 25 a page, each event once; a page past the last is the last", async () => {
    await note(52);
    const pages = [await read(1), await read(2), await read(3)];
    expect(pages.map(subjects)).toEqual([numbered(51, 27), numbered(26, 2), numbered(1, 0)]);
    expect(pages.map(({ page, pages: all }) => [page, all])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(await read(10_000)).toEqual(pages[2]);
    expect(await read()).toEqual(pages[0]);
  });

  it("has the time and the origin of each event", async () => {
    await note(1);
    expect((await read()).events).toMatchObject([
      {
        at: api.deps.clock.now().toISOString(),
        kind: "credentialsShown",
        address: "203.0.113.7",
        device: "Firefox 144, Windows 10",
      },
    ]);
  });

  it("includes ended sessions", async () => {
    const otherLogin = await api.call(user.login, { email: client.email, password: testPassword });
    const list = async () => (await api.call(contract.sessions, {}, client)).body.sessions;
    const sessionId = (await list()).find(({ isCurrent }) => !isCurrent)?.id ?? "";
    api.pass({ seconds: 1 });
    await api.call(contract.endSession, { sessionId }, client);
    expect((await api.call(user.currentUser, {}, { token: otherLogin.body.token })).status).toBe(401);
    // the session has ended already: nothing changes, and nothing is logged
    expect((await api.call(contract.endSession, { sessionId }, client)).ok).toBe(true);
    api.pass({ seconds: 1 });
    await api.call(contract.endOtherSessions, {}, client);
    expect((await read()).events.map(({ kind }) => kind)).toEqual([
      "otherSessionsEnded",
      "sessionEnded",
      "login",
    ]);
  });
});

describe("list of sessions", () => {
  const list = async () => (await api.call(contract.sessions, {}, client)).body.sessions;
  const logIn = () => api.call(user.login, { email: client.email, password: testPassword });

  it("begins with the current session, then the others, last seen first", async () => {
    const openedAt = api.deps.clock.now().toISOString();
    for (let n = 0; n < 3; n++) {
      api.pass({ seconds: 10 });
      await logIn();
    }
    const shown = await list();
    expect(shown.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false]);
    expect(shown[0]).toMatchObject({ createdAt: openedAt, lastSeenAt: openedAt, address: "127.0.0.1" });
    const seen = shown.slice(1).map(({ lastSeenAt }) => lastSeenAt);
    expect(seen).toEqual([...seen].sort().reverse());
    expect(new Set([...seen, openedAt]).size).toBe(4);
  });

  it("omits ended sessions", async () => {
    await logIn();
    expect(await list()).toHaveLength(2);
    const currentSessionId = (await list())[0]?.id ?? "";
    api.pass({ days: 29 });
    const expectedEntry = {
      endsAt: new Date(api.deps.clock.now().getTime() + 3 * 86_400_000),
      accessEndsAt: new Date(8.64e12),
    };
    await api.db.update(sessionRows).set(expectedEntry).where(eq(sessionRows.id, currentSessionId));
    api.pass({ days: 2 });
    expect((await list()).map(({ id }) => id)).toEqual([currentSessionId]);
  });
});
