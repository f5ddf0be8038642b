import { and, eq } from "drizzle-orm";
import { authenticator } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { telegramChats } from "#api/db/schema/monitoring-notices";
import { securityChallenges } from "#api/db/schema/security";
import { emailCodes } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { sha256Hex } from "#api/lib/hash";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { deletePendingCredentials } from "./delete-pending-credentials";
import { createNotMeLink, findNotMeLink } from "./not-me-link";
import { createTotpKey, hasTwoStep, spendTotp } from "./totp";

let api: TestApi;
let client: { id: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

/** Returns the secret of the link in a new email. */
const linkOf = async (userId = client.id) => {
  const link = await transaction(api.db, (tx) => createNotMeLink(api.deps, tx, userId));
  return /^\/it-was-not-me\/([\w-]{40,})$/.exec(link)?.[1] ?? expect.unreachable(link);
};
const findLink = (token: string) => findNotMeLink(api.deps, api.db, token);
const forget = (userId = client.id) => transaction(api.db, (tx) => deletePendingCredentials(tx, userId));
const prepare = (userId = client.id) => transaction(api.db, (tx) => createTotpKey(api.deps, tx, userId));

test("the link of an email identifies its account from the time of the email", async () => {
  const at = api.deps.clock.now();
  const token = await linkOf();
  api.pass({ minutes: 5 });
  expect(await findLink(token)).toMatchObject({ userId: client.id, createdAt: at, usedAt: null });
});

test("a link works for two weeks, and not a second longer", async () => {
  const token = await linkOf();
  api.pass({ seconds: 14 * 24 * 60 * 60 - 1 });
  expect(await findLink(token)).not.toBeNull();
  api.pass({ seconds: 1 });
  expect(await findLink(token)).toBeNull();
});

test("each email has its own link; a later one leaves the earlier valid", async () => {
  const otherClient = await api.newClient();
  const tokens = [await linkOf(), await linkOf(), await linkOf(otherClient.id)];
  expect(new Set(tokens).size).toBe(3);
  const owners = await Promise.all(tokens.map(async (token) => (await findLink(token))?.userId));
  expect(owners).toEqual([client.id, client.id, otherClient.id]);
});

test("a guess finds nothing, nor does the secret of an email with another purpose", async () => {
  const token = await linkOf();
  expect([await findLink(""), await findLink(token.slice(1)), await findLink(sha256Hex(token))]).toEqual([
    null,
    null,
    null,
  ]);
  for (const purpose of ["confirm", "reset", "resetTicket"] as const) {
    await api.db.update(emailCodes).set({ purpose }).where(eq(emailCodes.userId, client.id));
    expect([purpose, await findLink(token)]).toEqual([purpose, null]);
  }
});

test("the secret of a link is not stored in plain text in the database", async () => {
  const token = await linkOf();
  const rows = await api.db.select().from(emailCodes).where(eq(emailCodes.userId, client.id));
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("a prepared but unconfirmed key is deleted, for this account only", async () => {
  const otherClient = await api.newClient();
  const [own, otherKey] = [await prepare(), await prepare(otherClient.id)];
  await forget();
  expect(await prepare()).not.toBe(own);
  expect(await prepare(otherClient.id)).toBe(otherKey);
});

test("a key in use is not deleted, so that an intruder can't turn off two-step login this way", async () => {
  const secret = await prepare();
  const code = authenticator.clone({ epoch: api.deps.clock.now().getTime() }).generate(secret);
  await transaction(api.db, (tx) => spendTotp(api.deps, tx, client.id, code, false));
  await forget();
  expect(await hasTwoStep(api.db, client.id)).toBe(true);
  expect(await prepare()).toBe(secret);
});

test("logins that wait for the second step end, for this account only, and so do passkeys being created", async () => {
  const otherClient = await api.newClient();
  const endsAt = new Date(api.deps.clock.now().getTime() + 600_000);
  const question = (id: string, userId: string | null, purpose: "secondStep" | "passkeyRegistration") => ({
    id: `${client.id}-${id}`,
    hash: `${client.id}-${id}`,
    userId,
    purpose,
    endsAt,
    attemptsLeft: 5,
  });
  await api.db
    .insert(securityChallenges)
    .values([
      question("login", client.id, "secondStep"),
      question("key", client.id, "passkeyRegistration"),
      question("theirs", otherClient.id, "secondStep"),
      question("nobody's", null, "secondStep"),
    ]);
  await forget();
  const left = await api.db.select({ id: securityChallenges.id }).from(securityChallenges);
  expect(left.map(({ id }) => id.replace(`${client.id}-`, "")).sort()).toEqual(["nobody's", "theirs"]);
});

test("links to the chat-bot stop working for both purposes, used or not", async () => {
  const otherClient = await api.newClient();
  const linked = { purpose: "monitoring", chatId: "4711", linkedAt: api.deps.clock.now() } as const;
  for (const { id } of [client, otherClient])
    await api.db.insert(telegramChats).values({ userId: id, serial: 7, ...linked });
  const chats = (userId: string) =>
    api.db
      .select({ purpose: telegramChats.purpose, serial: telegramChats.serial, chatId: telegramChats.chatId })
      .from(telegramChats)
      .where(eq(telegramChats.userId, userId))
      .orderBy(telegramChats.purpose);
  await forget();
  // the linked chat stays; only the links made before are void
  const after = { purpose: "monitoring", serial: 8, chatId: "4711" };
  expect(await chats(client.id)).toEqual([{ purpose: "account", serial: 1, chatId: null }, after]);
  await forget();
  expect((await chats(client.id)).map(({ serial }) => serial)).toEqual([2, 9]);
  expect(await chats(otherClient.id)).toEqual([{ ...after, serial: 7 }]);
  const isLinked = and(eq(telegramChats.userId, client.id), eq(telegramChats.chatId, "4711"));
  expect(await api.db.$count(telegramChats, isLinked)).toBe(1);
});
