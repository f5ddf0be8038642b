import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { monitoringReportsSent } from "#api/db/schema/monitoring-notices";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { createDueReports } from "./create-due-reports";
import { sendReportJob } from "./send";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const hour = 3600;
/** The test's clock starts on Monday, 2 March 2026, 10:00 UTC. */
async function setUp(language: "en" | "ru" = "en") {
  const client = await api.newClient({ language, name: "Ada" });
  const terminal = await newTerminal(api, client.token, { name: "Trend <following>" });
  const now = Math.floor(api.deps.clock.now().getTime() / 1000);
  const options = { token: client.token, language };
  const set = (values: object) =>
    api.call(
      contract.setReports,
      { monitoringId: terminal.id, language, zone: "Europe/Moscow", ...values },
      options,
    );
  const emails = () => api.sentEmails.filter(({ to }) => to === client.email);
  const trade = (time: number, profit: string, ticket: number) =>
    terminal.post({
      currency: "USD",
      balance: "510",
      equity: "511.50",
      deals: [
        ...dealsOf("500", [], { from: start }),
        {
          ticket: String(ticket),
          position: String(ticket),
          time,
          type: "sell",
          entry: "out",
          symbol: "EURUSD",
          volume: "1",
          profit,
        },
      ],
    });
  return { ...terminal, ...client, id: terminal.id, now, options, set, emails, trade };
}

describe("a report", () => {
  it("is sent once after its period is over in the client's zone, with figures and a picture", async () => {
    const account = await setUp();
    await account.set({ daily: true });
    await account.trade(account.now, "10.00", 100);
    await createDueReports.handle({}, api.deps);
    await runDueJobs(api.deps);
    expect(account.emails()).toHaveLength(0);
    // midnight in Moscow is 21:00 UTC
    api.pass({ minutes: 11 * 60 + 5 });
    for (let run = 0; run < 3; run += 1) {
      await createDueReports.handle({}, api.deps);
      await runDueJobs(api.deps);
    }
    expect(account.emails()).toHaveLength(1);
    const [email] = account.emails();
    expect(email?.subject).toBe("Trend <following>: daily report, 2 Mar 2026");
    expect(email?.text).toMatch(/Net profit: \$10\.00$/m);
    expect(email?.text).toMatch(/Equity now: \$511\.50$/m);
    expect(email?.text).toContain("Trades: 1");
    expect(email?.html).toContain("Trend &lt;following&gt;");
    expect(email?.html).toContain(`src="cid:${email?.attachments?.[0]?.cid}"`);
    const picture = await sharp(email?.attachments?.[0]?.content).metadata();
    expect(picture).toMatchObject({ format: "png", width: 1200 });
    const rows = await api.db.select().from(monitoringReportsSent);
    expect(rows).toMatchObject([
      { period: "daily", fromDay: "2026-03-02", toDay: "2026-03-02", sentAt: api.deps.clock.now() },
    ]);
  });

  it("shows money as the owner chose for the account's page", async () => {
    const account = await setUp();
    await account.trade(account.now - hour, "-10.00", 100);
    const input = { monitoringId: account.id, period: "daily" } as const;
    const preview = async () => {
      const { response } = await api.call(contract.previewReport, input, account.options);
      return response.text();
    };
    expect(await preview()).toMatch(/−\$10\.00/);
    await api.call(
      contract.setCurrencyDisplay,
      { monitoringId: account.id, currencyDisplay: "code" },
      account.options,
    );
    expect(await preview()).toMatch(/−USD\s10\.00/);
  });

  it("is previewed as it would be sent, in the viewer's language, and not sent", async () => {
    const account = await setUp();
    await account.trade(account.now - hour, "10.00", 100);
    const input = { monitoringId: account.id, period: "daily" } as const;
    const preview = async (language: "en" | "ru") => {
      const { response } = await api.call(contract.previewReport, input, { token: account.token, language });
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      return response.text();
    };
    const shown = await preview("en");
    expect(await preview("ru")).toContain("Чистая прибыль");
    await runDueJobs(api.deps);
    expect(account.emails()).toEqual([]);
    await api.call(contract.sendReport, input, account.options);
    await runDueJobs(api.deps);
    const [email] = account.emails();
    const picture = `/online-monitoring/${account.id}/picture.png`;
    expect(shown).toBe(email?.html?.replace("cid:growth@report", picture));
  });

  it("is previewed by the account's owner only", async () => {
    const account = await setUp();
    const other = await api.newClient();
    const input = { monitoringId: account.id, period: "daily" } as const;
    const { response } = await api.call(contract.previewReport, input, { token: other.token });
    expect(response.status).toBe(404);
  });

  it("is sent once if its job is repeated, and with the same Message-ID if the job died before marking it", async () => {
    const account = await setUp();
    await account.trade(account.now - hour, "1.00", 100);
    await api.call(contract.sendReport, { monitoringId: account.id, period: "daily" }, account.options);
    await runDueJobs(api.deps);
    const [row] = await api.db
      .select()
      .from(monitoringReportsSent)
      .orderBy(monitoringReportsSent.begunAt)
      .limit(100)
      .then((rows) => rows.slice(-1));
    const reportId = row?.id ?? "";
    await sendReportJob.handle({ reportId }, api.deps);
    expect(account.emails()).toHaveLength(1);
    await api.db
      .update(monitoringReportsSent)
      .set({ sentAt: null })
      .where(eq(monitoringReportsSent.id, reportId));
    await sendReportJob.handle({ reportId }, api.deps);
    expect(account.emails().map(({ id }) => id)).toEqual([`report-${reportId}`, `report-${reportId}`]);
  });

  it("uses the chosen language and counts only its own days", async () => {
    const account = await setUp("ru");
    await account.trade(account.now - 9 * 24 * hour, "99.00", 100);
    await account.trade(account.now, "-1234.50", 101);
    await account.set({ weekly: true });
    await api.call(contract.sendReport, { monitoringId: account.id, period: "weekly" }, account.options);
    await runDueJobs(api.deps);
    const [email] = account.emails();
    expect(email?.subject).toMatch(/: отчёт за неделю, /);
    expect(email?.text).toMatch(/Чистая прибыль: −1\s?234,50\s\$$/m);
    expect(email?.text).toContain("Сделки: 1");
  });

  it("does not cover the time before it was switched on", async () => {
    const account = await setUp();
    await account.trade(account.now - 40 * 24 * hour, "5.00", 100);
    await account.set({ daily: true, weekly: true, monthly: true });
    await createDueReports.handle({}, api.deps);
    await runDueJobs(api.deps);
    expect(account.emails()).toHaveLength(0);
  });

  it("can be requested at most five times an hour", async () => {
    const account = await setUp();
    const sendReport = () =>
      api.call(contract.sendReport, { monitoringId: account.id, period: "monthly" }, account.options);
    for (let time = 0; time < 5; time += 1) {
      expect((await sendReport()).status).toBe(200);
      api.pass({ seconds: 1 });
    }
    const rejected = await sendReport();
    expect(rejected.status).toBe(429);
    expect(rejected.error.message).toMatch(/^Too much requests - try later/);
  });

  it("rejects an invalid time zone and answers strangers 404", async () => {
    const account = await setUp();
    for (const zone of ["Mars/Olympus", "", "../etc", "Europe"]) {
      expect((await account.set({ zone })).error.fields).toEqual({
        zone: "Choose a time zone from the list",
      });
    }
    const stranger = await api.newClient();
    for (const endpoint of [contract.readReports, contract.readAlerts]) {
      expect((await api.call(endpoint, { monitoringId: account.id }, { token: stranger.token })).status).toBe(
        404,
      );
    }
    expect(
      (
        await api.call(
          contract.sendReport,
          { monitoringId: account.id, period: "daily" },
          { token: stranger.token },
        )
      ).status,
    ).toBe(404);
  });
});

describe("the unsubscribe link", () => {
  async function linkOf() {
    const account = await setUp();
    await account.set({ daily: true, monthly: true });
    await api.call(contract.sendReport, { monitoringId: account.id, period: "daily" }, account.options);
    await runDueJobs(api.deps);
    const address = account.emails()[0]?.unsubscribe ?? "";
    const path = address.replace("http://localhost:3000/api", "");
    const reports = async () =>
      (await api.call(contract.readReports, { monitoringId: account.id }, account.options)).body;
    return { account, path, reports, token: path.split("/").at(-1) ?? "" };
  }

  it("works by one POST of an email program, without a login", async () => {
    const { path, reports, token } = await linkOf();
    const body = "List-Unsubscribe=One-Click";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await api.fetch(path, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    expect(await reports()).toMatchObject({ daily: false, weekly: false, monthly: false });
    expect((await api.call(contract.readUnsubscribe, { token }, {})).body).toEqual({
      letters: "reports",
      accountName: "Trend <following>",
      stopped: true,
      isRecipient: false,
    });
  });

  it("changes nothing when it is only opened: it leads to a confirmation page in the email's language", async () => {
    const { path, reports, token } = await linkOf();
    const answer = await api.fetch(path);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(
      `http://localhost:3000/online-monitoring/unsubscribe/${token}?language=en`,
    );
    expect((await reports()).daily).toBe(true);
  });

  it("can't be forged", async () => {
    const { token, reports } = await linkOf();
    for (const wrong of [
      token.replace(".r", ".a"),
      // a different first letter, whatever it is
      `${token.startsWith("x") ? "y" : "x"}${token.slice(1)}`,
      token.slice(0, -1),
      "nothing.here",
    ]) {
      expect((await api.call(contract.unsubscribe, { token: wrong }, {})).status).toBe(404);
    }
    expect((await reports()).daily).toBe(true);
  });
});
