import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { alerts, users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { accountOf, companyAccount, post } from "#api/ledger/ledger";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import * as security from "#contract/security/index";
import * as contract from "#contract/users/index";

let api: TestApi;
let client: { id: string; email: string; token: string };
beforeAll(async () => {
  const link = async (payload: string) => `https://t.me/cabinet_bot?start=${payload}`;
  const listen = async () => ({ stop: async () => undefined, ended: Promise.resolve() });
  api = await testApi({ bot: { link, send: async () => "sent", listen } });
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const me = async () => (await api.call(contract.currentUser, {}, client)).body;

describe("currentUser", () => {
  it("returns who the client is, and since when", async () => {
    expect(await me()).toMatchObject({
      id: client.id,
      email: client.email,
      name: "Test Client",
      language: "en",
      timeZone: null,
      createdAt: api.deps.clock.now().toISOString(),
      photoPath: null,
      unreadTickets: [],
    });
    const chosen = { avatarFileId: "picture", timeZone: "Europe/Riga", language: "ru" } as const;
    await api.db.update(users).set(chosen).where(eq(users.id, client.id));
    expect(await me()).toMatchObject({
      photoPath: "/user/avatar/picture",
      timeZone: "Europe/Riga",
      language: "ru",
    });
  });

  it("returns two balances, the main one and the partner's", async () => {
    await transaction(api.db, async (tx) => {
      const entries = [
        { account: await accountOf(tx, client.id, "main"), amountCents: 700 },
        { account: await accountOf(tx, client.id, "partner"), amountCents: 40 },
        { account: await companyAccount(tx, "deposits"), amountCents: -740 },
      ];
      const about = { kind: "deposit", reference: { type: "test", id: client.id } } as const;
      await post(tx, { ...about, at: api.deps.clock.now(), entries });
    });
    expect(await me()).toMatchObject({ balanceCents: 700, partnerBalanceCents: 40 });
  });

  it("returns a chat-bot link for each purpose", async () => {
    const { telegramLink, telegramMonLink } = await me();
    expect(telegramLink).toMatch(/^https:\/\/t\.me\/cabinet_bot\?start=/);
    expect(telegramMonLink).toMatch(/^https:\/\/t\.me\/cabinet_bot\?start=/);
    expect(telegramLink).not.toBe(telegramMonLink);
  });

  it("lets the client choose the language of their emails; other clients keep theirs", async () => {
    const other = await api.newClient();
    expect((await api.call(contract.changeLanguage, { language: "RU" }, client)).body).toEqual({ ok: true });
    expect((await me()).language).toBe("ru");
    expect((await api.call(contract.currentUser, {}, other)).body.language).toBe("en");
  });

  it("returns the sections that are open to the client", async () => {
    const sections = async () => (await api.call(contract.permissions, {}, client)).body;
    expect(await sections()).toEqual({ partner: true, monitoring: true });
    await api.db.update(users).set({ monitoringAllowed: false }).where(eq(users.id, client.id));
    expect(await sections()).toEqual({ partner: true, monitoring: false });
  });
});

describe("message of the operator", () => {
  const readAlert = async (language: "en" | "ru" = "en", who = client) =>
    (await api.call(contract.alertMessage, {}, { token: who.token, language })).body.alert;
  const createAlert = async (id: string, values: Partial<typeof alerts.$inferInsert> = {}) => {
    api.pass({ seconds: 1 });
    const texts = { textEn: `${id} in English`, textRu: `${id} по-русски` };
    await api.db.insert(alerts).values({ id, createdAt: api.deps.clock.now(), ...texts, ...values });
  };
  beforeEach(() => api.db.delete(alerts));

  it("is null if there is none", async () => {
    expect(await readAlert()).toBeNull();
  });

  it("is in the viewer's language", async () => {
    await createAlert("maintenance");
    expect(await readAlert()).toEqual({ id: "maintenance", text: "maintenance in English" });
    expect(await readAlert("ru")).toEqual({ id: "maintenance", text: "maintenance по-русски" });
  });

  it("is the newest that is for everybody or for this client, and has not ended", async () => {
    const otherClient = await api.newClient();
    await createAlert("first");
    await createAlert("ended", { endedAt: api.deps.clock.now() });
    expect((await readAlert())?.id).toBe("first");
    await createAlert("own", { userId: client.id });
    expect([(await readAlert())?.id, (await readAlert("en", otherClient))?.id]).toEqual(["own", "first"]);
    await createAlert("second");
    expect([(await readAlert())?.id, (await readAlert("en", otherClient))?.id]).toEqual(["second", "second"]);
  });
});

describe("logging in and out", () => {
  const login = (password = testPassword) => api.call(contract.login, { email: client.email, password });

  it("ends the session that is logged out, and no other; the activity shows it", async () => {
    const { token, refreshToken } = (await login()).body;
    api.pass({ seconds: 1 });
    expect((await api.call(contract.logout, {}, { token })).body).toEqual({ ok: true });
    expect((await api.call(contract.currentUser, {}, { token })).error.code).toBe("sessionOver");
    expect((await api.call(contract.refreshToken, { refreshToken })).error.code).toBe("sessionOver");
    const { events } = (await api.call(security.activity, { page: 1 }, client)).body;
    expect(events.map(({ kind }) => kind)).toEqual(["logout", "login"]);
  });

  it("records a wrong password for the owner, and tells a guesser nothing", async () => {
    const wrong = await login("a guess");
    expect([wrong.status, wrong.error.code, wrong.error.fields]).toEqual([401, "loginNotFound", undefined]);
    const { events } = (await api.call(security.activity, { page: 1 }, client)).body;
    expect(events).toMatchObject([{ kind: "loginFailed", address: "127.0.0.1" }]);
  });

  it("does not refresh a session without its token", async () => {
    for (const refreshToken of [undefined, "", "a guess"]) {
      const { status, error } = await api.call(contract.refreshToken, { refreshToken });
      expect([refreshToken, status, error.code]).toEqual([refreshToken, 401, "sessionOver"]);
    }
  });
});
