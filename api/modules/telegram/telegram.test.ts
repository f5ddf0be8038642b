import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createView, openView } from "#api/auth/views";
import { telegramChats } from "#api/db/schema/monitoring-notices";
import { transaction } from "#api/db/transaction";
import { chatBot } from "#api/integrations/telegram/index";
import type { BotServer } from "#api/integrations/telegram/testing";
import { botServer } from "#api/integrations/telegram/testing";
import type { TestApi } from "#api/testing";
import { testApi, testPassword } from "#api/testing";
import { changePassword } from "#contract/profile/index";
import { activity, notMe } from "#contract/security/index";
import { readTelegram, unlinkTelegram } from "#contract/telegram/index";
import { checkForgotOtp, currentUser, forgotPasswordCode, resetPassword } from "#contract/users/index";
import { startListening } from "./listen";

const log = { warn: () => undefined };
let server: BotServer;
let api: TestApi;
let stop: () => Promise<void>;

beforeAll(async () => {
  server = await botServer();
  const bot = await chatBot({ token: server.token, apiRoot: server.url, log });
  api = await testApi({ bot });
  if (!bot) throw new Error("no bot");
  ({ stop } = startListening(api.deps, bot, 50));
});
afterAll(async () => {
  await stop();
  await api.close();
  await server.close();
});

const payloadOf = (link: string | null) => new URL(link ?? "").searchParams.get("start") ?? "";

it("links a chat by the profile's link, once", async () => {
  const { token } = await api.newClient({ email: "ada@example.test" });
  const before = await api.call(readTelegram, {}, { token });
  expect(before.body).toMatchObject({
    enabled: true,
    account: { linked: false },
    monitoring: { linked: false },
  });
  const { link } = before.body.monitoring;
  expect(link).toMatch(/^https:\/\/t\.me\/cabinet_test_bot\?start=[\w-]{1,64}$/);
  expect(await server.write("1001", `/start ${payloadOf(link)}`)).toContain(
    "Monitoring alerts for ada@example.test",
  );
  expect((await api.call(readTelegram, {}, { token })).body).toMatchObject({
    account: { linked: false },
    monitoring: { linked: true },
  });
  expect(await server.write("1002", `/start ${payloadOf(link)}`)).toContain("invalid or already used");
});

it("the current user has the same links", async () => {
  const { token } = await api.newClient();
  const { body } = await api.call(currentUser, {}, { token });
  expect(body.telegramLink).toMatch(/\?start=a/);
  expect(body.telegramMonLink).toMatch(/\?start=m/);
});

it("rejects a link that is an hour old, forged, or of another client", async () => {
  const ada = await api.newClient();
  const bob = await api.newClient();
  const payload = payloadOf((await api.call(readTelegram, {}, { token: ada.token })).body.account.link);
  expect(await server.write("1003", `/start ${payload.replace(ada.id, bob.id)}`)).toContain("invalid");
  expect(await server.write("1003", `/start m${payload.slice(1)}`)).toContain("invalid");
  expect(await server.write("1003", `/start ${payload.slice(0, 30)}`)).toContain("invalid");
  api.pass({ minutes: 61 });
  expect(await server.write("1003", `/start ${payload}`)).toContain("invalid");
});

it("answers /balance, /accounts and /stop in the client's language, and only in a linked chat", async () => {
  const client = await api.newClient({ language: "ru" });
  expect(await server.write("1004", "/balance", "en")).toContain("isn't linked yet");
  const payload = payloadOf((await api.call(readTelegram, {}, { token: client.token })).body.account.link);
  expect(await server.write("1004", `/start ${payload}`)).toContain("Чат подключён");
  expect(await server.write("1004", "/balance")).toMatch(/^Баланс: 0,00/);
  expect(await server.write("1004", "/accounts")).toContain("пока нет счетов");
  expect(await server.write("1004", "hello")).toContain("/balance");
  expect(await server.write("1004", "/stop")).toContain("Чат отключён");
  expect(await server.write("1004", "/balance")).toContain("isn't linked yet");
});

it("a chat answers for the client who linked it last, and can be unlinked from the profile", async () => {
  const ada = await api.newClient();
  const bob = await api.newClient();
  for (const { token } of [ada, bob]) {
    await server.write(
      "1005",
      `/start ${payloadOf((await api.call(readTelegram, {}, { token })).body.account.link)}`,
    );
  }
  expect((await api.call(readTelegram, {}, { token: ada.token })).body.account.linked).toBe(false);
  expect((await api.call(readTelegram, {}, { token: bob.token })).body.account.linked).toBe(true);
  await api.call(unlinkTelegram, { purpose: "account" }, { token: bob.token });
  expect(await server.write("1005", "/balance")).toContain("isn't linked yet");
});

it("uses a link once, however many people press it at the same time", async () => {
  const { token, id } = await api.newClient();
  const payload = payloadOf((await api.call(readTelegram, {}, { token })).body.account.link);
  const chats = ["2001", "2002", "2003", "2004"];
  const replies = await Promise.all(chats.map((chat) => server.write(chat, `/start ${payload}`)));
  expect(replies.filter((reply) => reply.includes("now linked"))).toHaveLength(1);
  const rows = await api.db.select().from(telegramChats).where(eq(telegramChats.userId, id));
  expect(rows).toHaveLength(1);
});

describe("a chat linked by an intruder", () => {
  const emailTo = (email: string, template: string) =>
    api.sentEmails.filter((one) => one.to === email && one.template === template).at(-1)?.text ?? "";
  const notMeLink = (email: string) =>
    /\/it-was-not-me\/([\w-]+)/.exec(emailTo(email, "securityChanged"))?.[1] ?? "";
  const linkOf = async (token: string, purpose: "account" | "monitoring" = "account") =>
    payloadOf((await api.call(readTelegram, {}, { token })).body[purpose].link);

  it("is reported by email and in the activity, and is unlinked by “It was not me”", async () => {
    const { token, email, id } = await api.newClient();
    const [unused, alerts] = [await linkOf(token), await linkOf(token, "monitoring")];
    expect(await server.write("4001", `/start ${alerts}`)).toContain("now come to this chat");
    expect((await api.call(activity, {}, { token })).body.events).toMatchObject([
      { kind: "chatLinked", address: "", device: "" },
    ]);
    expect(emailTo(email, "securityChanged")).toContain("A Telegram chat was linked");
    await api.call(notMe, { token: notMeLink(email) });
    expect(await server.write("4001", "/balance")).toContain("isn't linked yet");
    expect(await server.write("4001", `/start ${unused}`)).toContain("invalid");
    const rows = await api.db.select().from(telegramChats).where(eq(telegramChats.userId, id));
    expect(rows.map(({ chatId, linkedAt }) => [chatId, linkedAt])).toEqual(Array(2).fill([null, null]));
  });

  it("does not unlink the owner's own chat, linked before", async () => {
    const { token, email } = await api.newClient();
    await server.write("4002", `/start ${await linkOf(token)}`);
    api.pass({ minutes: 5 });
    await server.write("4003", `/start ${await linkOf(token, "monitoring")}`);
    await api.call(currentUser, {}, { token });
    await api.call(notMe, { token: notMeLink(email) });
    expect(await server.write("4002", "/balance")).toContain("Balance");
    expect(await server.write("4003", "/balance")).toContain("isn't linked yet");
  });

  it("can't be linked by a link from before a password change", async () => {
    const client = await api.newClient();
    const { token, email } = client;
    const before = await linkOf(token);
    const newPassword = "another password";
    expect((await api.call(changePassword, { oldPassword: testPassword, newPassword }, client)).ok).toBe(
      true,
    );
    expect(await server.write("4004", `/start ${before}`)).toContain("invalid");
    const again = await linkOf(token);
    await api.call(forgotPasswordCode, { email });
    const code = /\b(\d{6})\b/.exec(emailTo(email, "resetCode"))?.[1] ?? "";
    const { body } = await api.call(checkForgotOtp, { email, code });
    const done = await api.call(resetPassword, {
      resetTicket: body.resetTicket,
      password: "one more password",
    });
    expect(done.ok).toBe(true);
    expect(await server.write("4004", `/start ${again}`)).toContain("invalid");
  });
});

it("staff who view a client's pages get no link, so they can't connect a chat of their own", async () => {
  const client = await api.newClient();
  const viewedBy = "support@example.test";
  const code = await transaction(api.db, (tx) => createView(api.deps, tx, { userId: client.id, viewedBy }));
  const { token } = await openView(api.deps, code);
  const { body } = await api.call(readTelegram, {}, { token });
  expect(body).toMatchObject({ enabled: true, account: { link: null }, monitoring: { link: null } });
  expect((await api.call(currentUser, {}, { token })).body).toMatchObject({
    telegramLink: null,
    telegramMonLink: null,
  });
});

it("the chat-bot is off without a token", async () => {
  const plain = await testApi();
  const { token } = await plain.newClient();
  const { body } = await plain.call(readTelegram, {}, { token });
  expect(body).toEqual({
    enabled: false,
    account: { linked: false, link: null },
    monitoring: { linked: false, link: null },
  });
  expect((await plain.call(currentUser, {}, { token })).body).toMatchObject({
    telegramLink: null,
    telegramMonLink: null,
  });
  await plain.close();
});

it("readTelegram returns no link and no error while the messenger is unreachable", async () => {
  const away = await chatBot({ token: server.token, apiRoot: "http://127.0.0.1:9", log });
  const plain = await testApi({ bot: away });
  const { token } = await plain.newClient();
  expect((await plain.call(readTelegram, {}, { token })).body.account).toEqual({ linked: false, link: null });
  await plain.close();
});

it("the bot reports that a chat is gone if it was blocked, and throws if the messenger fails", async () => {
  const bot = await chatBot({ token: server.token, apiRoot: server.url, log });
  server.blocked.add("3001");
  expect(await bot?.send("3001", "x")).toBe("gone");
  expect(await bot?.send("3002", "hello")).toBe("sent");
  server.isDown = true;
  await expect(bot?.send("3002", "x")).rejects.toThrow();
  server.isDown = false;
});
