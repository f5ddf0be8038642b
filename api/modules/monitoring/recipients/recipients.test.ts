import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { dealsOf, newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import type { RecipientKind } from "#contract/monitoring/notice-kinds";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

let count = 0;
async function setUp(letters: RecipientKind = "reports", language: "en" | "ru" = "en") {
  const client = await api.newClient({ language, name: "Ada" });
  const terminal = await newTerminal(api, client.token, { name: "Buy at http://spam.example" });
  await terminal.post({ currency: "USD", balance: "1000", equity: "1000", deals: dealsOf("1000", []) });
  const options = { token: client.token, language };
  const email = `investor${++count}@example.com`;
  const invite = (to = email) =>
    api.call(contract.setRecipient, { monitoringId: terminal.id, letters, email: to }, options);
  const remove = () => api.call(contract.removeRecipient, { monitoringId: terminal.id, letters }, options);
  const got = (to = email) => api.sentEmails.filter((message) => message.to === to);
  const recipient = async () => {
    const read = letters === "reports" ? contract.readReports : contract.readAlerts;
    return (await api.call(read, { monitoringId: terminal.id }, options)).body.recipient;
  };
  const invited = async (to = email) => {
    await runDueJobs(api.deps);
    const link = got(to).findLast(({ template }) => template === "recipientInvited")?.link ?? "";
    return new URL(link).pathname.split("/").at(-1) ?? "";
  };
  const accept = (token: string) => api.call(contract.acceptInvitation, { token }, {});
  const sendNow = async () => {
    api.pass({ seconds: 1 });
    await api.call(contract.sendReport, { monitoringId: terminal.id, period: "daily" }, options);
    await runDueJobs(api.deps);
  };
  const ring = async (equity: string) => {
    api.pass({ seconds: 60 });
    await terminal.post({
      time: Math.floor(api.deps.clock.now().getTime() / 1000),
      balance: "1000",
      equity,
    });
    await runDueJobs(api.deps);
  };
  return {
    ...client,
    id: terminal.id,
    options,
    email,
    owner: client.email,
    ask: invite,
    remove,
    got,
    recipient,
    invited,
    accept,
    sendNow,
    ring,
  };
}

const oneClick = {
  method: "POST",
  body: "List-Unsubscribe=One-Click",
  headers: { "content-type": "application/x-www-form-urlencoded" },
};
const apiPath = (address = "") => address.replace("http://localhost:3000/api", "");

describe("a second recipient", () => {
  it("gets reports only after confirming by the email, until a one-click unsubscribe", async () => {
    const account = await setUp();
    expect(await account.recipient()).toBeNull();
    expect((await account.ask()).status).toBe(200);
    const token = await account.invited();
    expect(await account.recipient()).toEqual({ email: account.email, state: "waiting" });
    await account.sendNow();
    expect(account.got().map(({ template }) => template)).toEqual(["recipientInvited"]);

    const { body } = await api.call(contract.readInvitation, { token }, {});
    expect(body).toMatchObject({
      letters: "reports",
      email: account.email,
      from: account.owner,
      state: "waiting",
    });
    expect((await account.accept(token)).status).toBe(200);
    expect(await account.recipient()).toEqual({ email: account.email, state: "confirmed" });
    await account.sendNow();
    const reports = account.got().filter(({ template }) => template === "monitoringReport");
    expect(reports).toHaveLength(1);
    expect(account.got(account.owner).filter(({ template }) => template === "monitoringReport")).toHaveLength(
      2,
    );
    expect(reports[0]?.text).toContain(`because ${account.owner} entered this address`);
    expect(reports[0]?.text).not.toContain("Ada");
    // a stranger cannot open a private page
    expect(reports[0]?.link).toBeUndefined();

    expect((await api.fetch(apiPath(reports[0]?.unsubscribe), oneClick)).status).toBe(200);
    expect(await account.recipient()).toEqual({ email: account.email, state: "stopped" });
    await account.sendNow();
    expect(account.got().filter(({ template }) => template === "monitoringReport")).toHaveLength(1);
    expect(account.got(account.owner).filter(({ template }) => template === "monitoringReport")).toHaveLength(
      3,
    );
  });

  it("gets alerts, also if the owner has stopped their own", async () => {
    const account = await setUp("alerts", "ru");
    await account.ask();
    await account.accept(await account.invited());
    const settings = { equity: true, equityUnder: "900", byEmail: true };
    await api.call(contract.setAlerts, { monitoringId: account.id, ...settings }, account.options);
    await account.ring("850");
    const alerts = (to: string) => account.got(to).filter(({ template }) => template === "monitoringAlert");
    expect(alerts(account.email)).toHaveLength(1);
    expect(alerts(account.email)[0]?.text).toMatch(/Средства 850,00/);
    expect(alerts(account.owner)).toHaveLength(1);
    await api.fetch(apiPath(alerts(account.owner)[0]?.unsubscribe), oneClick);
    await account.ring("950");
    await account.ring("800");
    expect(alerts(account.email)).toHaveLength(2);
    expect(alerts(account.owner)).toHaveLength(1);
  });

  it("can decline by the first email; opening the link alone changes nothing", async () => {
    const account = await setUp();
    await account.ask();
    const token = await account.invited();
    const [email] = account.got();
    const opened = await api.fetch(apiPath(email?.unsubscribe));
    expect(opened.headers.get("location")).toMatch(/\/online-monitoring\/unsubscribe\/\S+\?language=en$/);
    expect(await account.recipient()).toMatchObject({ state: "waiting" });
    await api.fetch(apiPath(email?.unsubscribe), oneClick);
    const stop = apiPath(email?.unsubscribe).split("/").at(-1) ?? "";
    expect((await api.call(contract.readUnsubscribe, { token: stop }, {})).body).toMatchObject({
      letters: "reports",
      stopped: true,
      isRecipient: true,
    });
    expect((await api.call(contract.readInvitation, { token }, {})).body).toMatchObject({ state: "stopped" });
    await account.sendNow();
    expect(account.got()).toHaveLength(1);
  });

  it("can be replaced and removed: links of the previous one stop working", async () => {
    const account = await setUp();
    await account.ask();
    const first = await account.invited();
    await account.accept(first);
    const otherEmail = `other-${account.email}`;
    await account.ask(otherEmail);
    expect(await account.recipient()).toEqual({ email: otherEmail, state: "waiting" });
    expect((await account.accept(first)).status).toBe(404);
    const second = await account.invited(otherEmail);
    await account.accept(second);
    await api.fetch(apiPath(account.got()[0]?.unsubscribe), oneClick);
    expect(await account.recipient()).toEqual({ email: otherEmail, state: "confirmed" });
    expect((await account.remove()).status).toBe(200);
    expect(await account.recipient()).toBeNull();
    expect((await account.accept(second)).status).toBe(404);
    await account.sendNow();
    expect(account.got(otherEmail).map(({ template }) => template)).toEqual(["recipientInvited"]);
  });

  it("must be an address, and not the owner's own", async () => {
    const account = await setUp();
    expect((await account.ask("")).error.fields).toEqual({ email: "Specify e-mail" });
    expect((await account.ask("nobody")).error.fields).toEqual({ email: "E-mail is invalid" });
    expect((await account.ask(account.owner.toUpperCase())).error.fields).toEqual({
      email: "This address already gets these e-mails",
    });
    const stranger = await api.newClient();
    for (const endpoint of [contract.setRecipient, contract.removeRecipient]) {
      const input = { monitoringId: account.id, letters: "reports" as const, email: account.email };
      expect((await api.call(endpoint, input, { token: stranger.token })).status).toBe(404);
    }
  });

  it("gets at most three invitations a day from all clients together, without any text of theirs", async () => {
    const account = await setUp();
    for (let time = 0; time < 3; time += 1) expect((await account.ask()).status).toBe(200);
    expect((await account.ask()).status).toBe(429);
    const another = await setUp();
    expect((await another.ask(account.email)).status).toBe(429);
    await account.invited();
    expect(account.got()).toHaveLength(3);
    for (const { text, subject } of account.got()) expect(subject + text).not.toMatch(/spam|Ada/);
  });

  it("can't confirm by a link that is forged or a week old", async () => {
    const account = await setUp();
    await account.ask();
    const token = await account.invited();
    // a token can begin with any letter
    const forged = `${token.startsWith("x") ? "y" : "x"}${token.slice(1)}`;
    for (const wrong of [forged, token.slice(0, -1), "nothing.here.at.all"])
      expect((await account.accept(wrong)).status).toBe(404);
    const stop = apiPath(account.got()[0]?.unsubscribe).split("/").at(-1) ?? "";
    expect((await account.accept(stop)).status).toBe(404);
    api.pass({ minutes: 8 * 24 * 60 });
    expect((await account.accept(token)).status).toBe(404);
  });
});
