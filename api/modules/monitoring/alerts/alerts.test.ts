import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { chatBot } from "#api/integrations/telegram/index";
import type { BotServer } from "#api/integrations/telegram/testing";
import { botServer } from "#api/integrations/telegram/testing";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import { answer } from "#api/modules/telegram/answer";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { readTelegram } from "#contract/telegram/index";
import { evaluateAlerts } from "./evaluate";
import { processSilence } from "./jobs";

let api: TestApi;
let server: BotServer;
beforeAll(async () => {
  server = await botServer();
  api = await testApi({
    bot: await chatBot({ token: server.token, apiRoot: server.url, log: { warn: () => undefined } }),
  });
});
afterAll(async () => {
  await api.close();
  await server.close();
});

let chat = 7000;

async function setUp(settings: object, { bot = false, language = "en" as "en" | "ru" } = {}) {
  const client = await api.newClient({ language });
  const terminal = await newTerminal(api, client.token);
  const options = { token: client.token };
  const chatId = String(++chat);
  if (bot) {
    const { link } = (await api.call(readTelegram, {}, options)).body.monitoring;
    await answer(api.deps, {
      chatId,
      name: "start",
      text: new URL(link ?? "").searchParams.get("start") ?? "",
      language: "en",
    });
  }
  await terminal.post({ currency: "USD", balance: "1000", equity: "1000", deals: dealsOf("1000", []) });
  const set = (values: object) =>
    api.call(
      contract.setAlerts,
      { monitoringId: terminal.id, byEmail: true, byBot: bot, ...values },
      options,
    );
  expect((await set(settings)).error).toEqual({ message: "" });
  await runDueJobs(api.deps);
  const postState = async (state: object) => {
    api.pass({ seconds: 60 });
    const now = Math.floor(api.deps.clock.now().getTime() / 1000);
    const answered = await terminal.post({ time: now, ...state });
    expect(answered.status).toBe(200);
    await runDueJobs(api.deps);
  };
  const emails = () =>
    api.sentEmails.filter(({ to, template }) => to === client.email && template === "monitoringAlert");
  const log = async () =>
    (await api.call(contract.readAlerts, { monitoringId: terminal.id }, options)).body.log;
  const messages = () => server.sent.filter((one) => one.chatId === chatId);
  return {
    ...terminal,
    options,
    set,
    tell: postState,
    emails,
    log,
    messages,
    chatId,
    userId: client.id,
  };
}

const equity = (value: string) => ({ balance: "1000", equity: value });

describe("alert thresholds", () => {
  it("alert once when passed, and again after the figure recovered", async () => {
    const account = await setUp({ equity: true, equityUnder: "900" });
    for (const value of ["901", "899", "900", "901", "899.5", "905"]) await account.tell(equity(value));
    expect(account.emails()).toHaveLength(1);
    expect(account.emails()[0]?.text).toMatch(/Equity is \$899\.00, below \$900\.00/);
    await account.tell(equity("950"));
    await account.tell(equity("850"));
    expect(account.emails()).toHaveLength(2);
    expect(await account.log()).toMatchObject([
      { kind: "equity", email: "sent", bot: "none" },
      { kind: "equity", email: "sent" },
    ]);
  });

  it("show money as the owner chose for the account's page", async () => {
    const account = await setUp({ equity: true, equityUnder: "900" });
    const currencyDisplay = "code" as const;
    await api.call(
      contract.setCurrencyDisplay,
      { monitoringId: account.id, currencyDisplay },
      account.options,
    );
    await account.tell(equity("899"));
    expect(account.emails()[0]?.text).toMatch(/Equity is USD\s899\.00, below USD\s900\.00/);
    expect((await account.log())[0]?.text).toMatch(/Equity is USD\s899\.00/);
    const { body } = await api.call(contract.readAlerts, { monitoringId: account.id }, account.options);
    expect(body).toMatchObject({ currency: "USD", currencyDisplay });
  });

  it("watch the drawdown from the highest equity, and the profit", async () => {
    const account = await setUp({ drawdown: true, drawdownOver: "10", profit: true, profitOver: "150" });
    await account.tell(equity("1200"));
    await account.tell(equity("1100"));
    await account.tell(equity("1050"));
    const kinds = (await account.log()).map(({ kind, text }) => `${kind}: ${text.replace(/\s/g, " ")}`);
    expect(kinds.sort()).toEqual([
      "drawdown: Drawdown is 12.5%, above 10%",
      "profit: Profit is $200.00, above $150.00",
    ]);
  });

  it("watch the drawdown that the list of accounts shows", async () => {
    const account = await setUp({ drawdown: true, drawdownOver: "2" });
    await account.tell(equity("1000"));
    await account.tell(equity("945.9"));
    const listedAccounts = async () =>
      (await api.call(contract.accountList, {}, account.options)).body.accounts;
    expect(await listedAccounts()).toMatchObject([{ drawdownNow: 0.0541, drawdownPercent: 0.0541 }]);
    expect((await account.log()).map(({ text }) => text)).toEqual([
      expect.stringContaining("Drawdown is 5.41"),
    ]);
    // both the list and the alert: nothing was closed, and the balance is unchanged
    await account.tell(equity("1000"));
    expect(await listedAccounts()).toMatchObject([{ drawdownNow: 0, drawdownPercent: 0.0541 }]);
  });

  it("watch the balance too if it fell deeper", async () => {
    const account = await setUp({ drawdown: true, drawdownOver: "20" });
    await account.tell({ balance: "700", equity: "700", deals: dealsOf("1000", ["-300"]) });
    await account.tell({ balance: "700", equity: "1000" });
    await account.tell({ balance: "700", equity: "1000" });
    const { body } = await api.call(contract.accountList, {}, account.options);
    expect(body.accounts).toMatchObject([{ drawdownNow: 0.3, drawdownPercent: 0.3 }]);
    expect((await account.log()).map(({ text }) => text)).toEqual([
      expect.stringContaining("Drawdown is 30%"),
    ]);
  });

  it("watch any figure that the table names", async () => {
    const account = await setUp({ margin: true, freeMarginUnder: "500" });
    await account.tell({ ...equity("1000"), free_margin: "501" });
    await account.tell({ ...equity("1000"), free_margin: "499.5" });
    expect((await account.log()).map(({ text }) => text.replace(/\s/g, " "))).toEqual([
      "Free margin is $499.50, below $500.00",
    ]);
  });

  it("alert once under concurrent checks", async () => {
    const account = await setUp({ equity: true, equityUnder: "900" });
    api.pass({ seconds: 60 });
    await account.post({ ...equity("500"), time: Math.floor(api.deps.clock.now().getTime() / 1000) });
    const [row] = await api.db
      .select({ id: monitoringAccounts.id })
      .from(monitoringAccounts)
      .where(eq(monitoringAccounts.monitoringId, account.id));
    await Promise.all(Array.from({ length: 6 }, () => evaluateAlerts(api.deps, row?.id ?? "")));
    await runDueJobs(api.deps);
    expect(account.emails()).toHaveLength(1);
  });

  it("start again when they are changed", async () => {
    const account = await setUp({ equity: true, equityUnder: "900" });
    await account.tell(equity("850"));
    api.pass({ seconds: 1 });
    await account.set({ equity: true, equityUnder: "870" });
    await runDueJobs(api.deps);
    expect(account.emails()).toHaveLength(2);
    await account.set({ equity: true, equityUnder: "870" });
    await account.tell(equity("851"));
    expect(account.emails()).toHaveLength(2);
  });
});

describe("event alerts", () => {
  const position = (ticket: string, openTime: number) => ({
    ticket,
    symbol: "XAUUSD",
    type: "sell",
    volume: "0.3",
    open_time: openTime,
    open_price: "2650.1",
    profit: "1",
  });
  const closing = (ticket: string, time: number, profit: string) => ({
    ticket,
    position: ticket,
    time,
    type: "sell",
    entry: "out",
    symbol: "EURUSD",
    volume: "0.1",
    profit,
  });
  const seconds = () => Math.floor(api.deps.clock.now().getTime() / 1000);

  it("report new openings and closings, each once, several in one email", async () => {
    const account = await setUp({ opened: true, closed: true });
    const old = {
      ...equity("1000"),
      positions: [position("1", start)],
      deals: [closing("50", start + 60, "3.00")],
    };
    await account.tell(old);
    expect(account.emails()).toHaveLength(0);
    const now = seconds() + 60;
    const news = {
      ...equity("1000"),
      positions: [position("1", start), position("2", now)],
      deals: [closing("51", now, "-2.50"), closing("52", now, "4.00")],
    };
    await account.tell(news);
    await account.tell(news);
    expect(account.emails()).toHaveLength(1);
    const text = account.emails()[0]?.text.replace(/\u00a0/g, " ") ?? "";
    expect(text).toContain("Opened: short 0.3 XAUUSD at 2650.1");
    expect(text).toContain("Closed: long 0.1 EURUSD, result −$2.50");
    expect(text).toContain("result $4.00");
    expect(await account.log()).toHaveLength(3);
  });

  it("skip a trade that closed days ago and arrives only now", async () => {
    const account = await setUp({ closed: true });
    api.pass({ days: 3 });
    const hour = 3600;
    const deals = [
      closing("60", seconds() - 25 * hour, "3.00"),
      closing("61", seconds() - 23 * hour, "4.00"),
    ];
    await account.tell({ ...equity("1007"), deals });
    const texts = account.emails().map(({ text }) => text);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("4.00");
    expect(texts[0]).not.toContain("3.00");
  });

  it("report silence once, and the next silence again", async () => {
    const account = await setUp({ silence: true, silentMinutes: "10" }, { language: "ru" });
    const checkAfter = async (minutes: number) => {
      api.pass({ minutes });
      await processSilence.handle({}, api.deps);
      await runDueJobs(api.deps);
    };
    await checkAfter(9);
    expect(account.emails()).toHaveLength(0);
    await checkAfter(2);
    await checkAfter(30);
    expect(account.emails()).toHaveLength(1);
    expect(account.emails()[0]?.text).toContain("Нет данных 10 мин");
    await account.tell(equity("1000"));
    await checkAfter(11);
    expect(account.emails()).toHaveLength(2);
  });
});

describe("chat-bot alerts", () => {
  it("are the same as by email; a failing messenger does not repeat the email", async () => {
    const account = await setUp({ equity: true, equityUnder: "900" }, { bot: true });
    server.isDown = true;
    await expect(account.tell(equity("800"))).rejects.toThrow();
    server.isDown = false;
    expect(account.emails()).toHaveLength(1);
    expect(await account.log()).toMatchObject([{ email: "sent", bot: "waiting" }]);
    const { sendAlertsJob } = await import("./send");
    const [row] = await api.db
      .select({ id: monitoringAccounts.id })
      .from(monitoringAccounts)
      .where(eq(monitoringAccounts.monitoringId, account.id));
    await sendAlertsJob.handle({ accountId: row?.id ?? "" }, api.deps);
    expect(account.emails()).toHaveLength(1);
    expect(account.messages()).toHaveLength(1);
    expect(account.messages()[0]?.text).toMatch(/Equity is \$800\.00/);
    expect(await account.log()).toMatchObject([{ email: "sent", bot: "sent" }]);
  });

  it("stop and unlink the chat when the person blocks the bot", async () => {
    const account = await setUp({ equity: true, equityUnder: "900" }, { bot: true });
    server.blocked.add(account.chatId);
    await account.tell(equity("800"));
    expect(account.emails()).toHaveLength(1);
    const { body } = await api.call(contract.readAlerts, { monitoringId: account.id }, account.options);
    expect(body).toMatchObject({ botEnabled: true, botLinked: false, log: [{ bot: "none" }] });
  });

  it("require a linked chat", async () => {
    const account = await setUp({});
    const response = await account.set({ opened: true, byBot: true });
    expect(response.error.fields).toEqual({ byBot: "Link the chat-bot in your profile first" });
  });
});

describe("alert settings", () => {
  it("are stored as typed, and rejected with a message at the field", async () => {
    const account = await setUp({ drawdown: true, drawdownOver: "12,5", equityUnder: "1 200.50" });
    const { body } = await api.call(contract.readAlerts, { monitoringId: account.id }, account.options);
    expect(body).toMatchObject({
      kinds: {
        drawdown: { isOn: true, threshold: "12.5" },
        equity: { isOn: false, threshold: "1200.5" },
        opened: { isOn: false, threshold: null },
      },
      byEmail: true,
    });
    const fields = async (values: object) => (await account.set(values)).error.fields;
    expect(await fields({ drawdown: true })).toEqual({ drawdownOver: "Specify a value" });
    expect(await fields({ drawdown: true, drawdownOver: "101" })).toEqual({
      drawdownOver: "Enter a percentage from 0.1 to 100",
    });
    expect(await fields({ profit: true, profitOver: "lots" })).toEqual({
      profitOver: "Enter an amount such as 250 or 99.50",
    });
    expect(await fields({ silence: true, silentMinutes: "0" })).toEqual({
      silentMinutes: "Enter 1 to 10080 minutes",
    });
    expect(await fields({ closed: true, byEmail: false })).toEqual({
      byEmail: "Choose where to send alerts",
    });
  });
});
