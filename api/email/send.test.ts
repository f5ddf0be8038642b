import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { transaction } from "#api/db/transaction";
import type { MailMessage } from "#api/integrations/email/transport";
import { NoSuchMailbox } from "#api/integrations/email/transport";
import { signedHeaders } from "#api/integrations/signature";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { changeTimeZone } from "#contract/profile/index";
import { currentUser } from "#contract/users/index";
import { sendMail } from "./send";

let api: TestApi;
let sent: MailMessage[] = [];
let isAway = false;
let isMailboxMissing = false;
const bounceSecret = "a secret of bounces";
beforeAll(async () => {
  const mail = {
    check: async () => "answers",
    deliver: async (message: MailMessage) => {
      if (isAway) throw new Error("the mail server is away");
      if (isMailboxMissing) throw new NoSuchMailbox("550 5.1.1 unknown");
      sent.push(message);
    },
    bounceSecret,
  };
  api = await testApi({ mail });
});
afterAll(() => api.close());
beforeEach(() => {
  sent = [];
  isAway = false;
});

const email = {
  to: "anna@example.test",
  language: "ru" as const,
  template: "resetCode" as const,
  values: { name: "Anna", code: "123456" },
};

it("an email is sent once its transaction commits, and never if it rolls back", async () => {
  await transaction(api.db, (tx) => sendMail(api.deps, tx, email));
  await transaction(api.db, async (tx) => {
    await sendMail(api.deps, tx, { ...email, to: "nobody@example.test" });
    throw new Error("taken back");
  }).catch(() => undefined);
  expect(sent).toEqual([]);
  await runDueJobs(api.deps);
  expect(sent.map(({ to, template, code }) => [to, template, code])).toEqual([
    ["anna@example.test", "resetCode", "123456"],
  ]);
  expect(sent[0]?.subject).toBe("123456 — код для восстановления пароля");
});

it("an email shows times in the client's time zone", async () => {
  const client = await api.newClient();
  const warn = { ...email, to: client.email, language: "en" as const, template: "passwordChanged" as const };
  const values = { name: "Anna", changedAt: "2026-01-05T23:30:00.000Z", notMePath: "/it-was-not-me/x" };
  const text = async () => {
    sent = [];
    await transaction(api.db, (tx) => sendMail(api.deps, tx, { ...warn, values }));
    await runDueJobs(api.deps);
    return sent[0]?.text;
  };
  expect(await text()).toContain("5 Jan 2026, 23:30\u00a0UTC");
  expect((await api.call(changeTimeZone, { zone: "Mars/Olympus" }, client)).status).toBe(422);
  await api.call(changeTimeZone, { zone: "Asia/Tokyo" }, client);
  expect((await api.call(currentUser, {}, client)).body.timeZone).toBe("Asia/Tokyo");
  expect(await text()).toContain("6 Jan 2026, 08:30\u00a0UTC+9");
});

it("an unreachable mail server delays only the email", async () => {
  isAway = true;
  await transaction(api.db, (tx) => sendMail(api.deps, tx, email));
  await expect(runDueJobs(api.deps)).rejects.toThrow("the mail server is away");
});

const send = async (to: string) => {
  await transaction(api.db, (tx) => sendMail(api.deps, tx, { ...email, to }));
  await runDueJobs(api.deps);
};

it("a mailbox unknown to the server gets no more emails, and nothing is retried", async () => {
  isMailboxMissing = true;
  await send("Gone@example.test");
  isMailboxMissing = false;
  await send("gone@example.test");
  expect(sent).toEqual([]);
  await send("here@example.test");
  expect(sent).toHaveLength(1);
});

it("bounces stop later emails: at once if the mailbox does not exist, the fifth time if delivery only failed", async () => {
  const report = async (address: string, kind: string, secret = bounceSecret) => {
    const body = JSON.stringify({ returns: [{ address, kind, reason: "552 full" }] });
    const headers = signedHeaders(secret, body, api.deps.clock.now());
    return (await api.fetch("/mail/returns", { method: "POST", headers, body })).status;
  };
  expect(await report("full@example.test", "gone", "a guess")).toBe(401);
  for (let time = 0; time < 4; time++) expect(await report("full@example.test", "failed")).toBe(200);
  await send("full@example.test");
  expect(sent).toHaveLength(1);
  expect(await report("FULL@example.test", "failed")).toBe(200);
  await send("full@example.test");
  expect(sent).toHaveLength(1);
  expect(await report("angry@example.test", "complaint")).toBe(200);
  await send("angry@example.test");
  expect(sent).toHaveLength(1);
  // old failures are not counted
  for (let time = 0; time < 4; time++) await report("slow@example.test", "failed");
  api.pass({ days: 15 });
  await report("slow@example.test", "failed");
  await send("slow@example.test");
  expect(sent).toHaveLength(2);
});
