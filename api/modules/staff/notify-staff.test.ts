import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { staffNotices, staffRecipients } from "#api/db/schema/staff";
import { isSigned } from "#api/integrations/signature";
import { chatBot } from "#api/integrations/telegram/index";
import type { BotServer } from "#api/integrations/telegram/testing";
import { botServer } from "#api/integrations/telegram/testing";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as support from "#contract/support/index";
import * as vps from "#contract/vps/index";
import { notifyStaff, sendStaffDigest } from "./notify-staff";
import { waitingItems } from "./waiting";

const secret = "a secret of the webhook";
const posts: { headers: Headers; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  posts.push({ headers: new Headers(request.headers as Record<string, string>), body });
  response.end("{}");
});

let api: TestApi;
let telegram: BotServer;
let hook: string;

beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/staff`;
  telegram = await botServer();
  const bot = await chatBot({
    token: telegram.token,
    apiRoot: telegram.url,
    log: { warn: () => undefined },
  });
  api = await testApi({ bot });
  api.deps.settings.staffWebhookSecret = secret;
});
afterAll(async () => {
  await api.close();
  await telegram.close();
  receiver.close();
});
beforeEach(async () => {
  await api.db.delete(staffRecipients);
  await sendNotices();
  api.sentEmails.splice(0);
  telegram.sent.splice(0);
  posts.splice(0);
});

const staff = (...args: string[]) => runAdmin(api, "staff", ...args);

/** Enqueues and sends notices of what is waiting now, as the worker does each minute. */
async function sendNotices() {
  await notifyStaff.handle({}, api.deps);
  await runDueJobs(api.deps);
}

async function newTicket(title: string) {
  const client = await api.newClient();
  const { body } = await api.call(
    support.createTicket,
    { departmentId: "technical", title, text: "It does not start." } as never,
    client,
  );
  return { client, id: body.ticketId };
}

describe("staff notices", () => {
  it("report a ticket once, by the selected channels, with the command that handles it", async () => {
    await staff("add", "email", "night@example.test");
    await staff("add", "telegram", "-1009", "--event", "ticket", "--language", "ru");
    await staff("add", "webhook", hook, "--event", "ticket");
    await staff("add", "email", "money@example.test", "--event", "deposit");
    const { client, id } = await newTicket("Terminal does not start");
    await sendNotices();
    await sendNotices();
    const toStaff = api.sentEmails.filter(({ template }) => template === "staffNotice");
    expect(toStaff.map(({ to, subject }) => [to, subject])).toEqual([
      ["night@example.test", expect.stringMatching(/^New at .+: 1 ticket$/)],
    ]);
    for (const fragment of ["Ticket: Terminal does not start", client.email, `cabinet tickets read ${id}`])
      expect(toStaff[0]?.text).toContain(fragment);
    expect(telegram.sent).toHaveLength(1);
    expect(telegram.sent[0]).toMatchObject({ chatId: "-1009" });
    expect(telegram.sent[0]?.text).toContain("Обращение: Terminal does not start");
    expect(posts).toHaveLength(1);
    const [post] = posts;
    expect(isSigned(secret, post?.headers ?? new Headers(), post?.body ?? "", api.deps.clock.now())).toBe(
      true,
    );
    expect(JSON.parse(post?.body ?? "")).toMatchObject({
      reason: "new",
      total: 1,
      items: [{ kind: "ticket", id, client: client.email, dueAt: null }],
    });
  });

  it("name sums in the recipient's language", async () => {
    await staff("add", "email", "night@example.test", "--event", "correction");
    await staff("add", "email", "noch@example.test", "--event", "correction", "--language", "ru");
    const client = await api.newClient();
    await runAdmin(api, "balance", "credit", client.email, "--amount", "1500", "--reason", "Lost", "--yes");
    await sendNotices();
    const textTo = (address: string) => api.sentEmails.find(({ to }) => to === address)?.text;
    expect(textTo("night@example.test")).toContain("+$1,500.00, olga");
    expect(textTo("noch@example.test")).toContain("+1\u00a0500,00\u00a0$, olga");
  });

  it("report a ticket again when the client writes after an answer; rows of answered tickets are deleted", async () => {
    await staff("add", "email", "night@example.test", "--event", "ticket");
    const { client, id } = await newTicket("Again");
    await sendNotices();
    api.pass({ minutes: 5 });
    await runAdmin(api, "tickets", "reply", id, "--text", "Try now.");
    await sendNotices();
    expect((await api.db.select().from(staffNotices)).map(({ itemId }) => itemId)).not.toContain(id);
    api.sentEmails.splice(0);
    api.pass({ minutes: 5 });
    await api.call(support.replyTicket, { ticketId: id, text: "No." } as never, client);
    await sendNotices();
    expect(api.sentEmails.filter(({ to }) => to === "night@example.test")).toHaveLength(1);
  });

  it("remind once, eight hours before a promised time ends", async () => {
    await staff("add", "email", "night@example.test", "--event", "testServer");
    const client = await api.newClient();
    // a Monday at 10:00 or later: due by the end of Tuesday
    await api.call(vps.orderTestServer, { comment: "To try" } as never, client);
    await sendNotices();
    const subjects = () =>
      api.sentEmails.filter(({ to }) => to === "night@example.test").map(({ subject }) => subject);
    expect(subjects()).toHaveLength(1);
    const [item] = (await waitingItems(api.db)).filter(({ kind }) => kind === "testServer");
    const left = (item?.dueAt?.getTime() ?? 0) - api.deps.clock.now().getTime();
    api.pass({ seconds: left / 1000 - 9 * 3600 });
    await sendNotices();
    expect(subjects()).toHaveLength(1);
    api.pass({ minutes: 61 });
    await sendNotices();
    await sendNotices();
    expect(subjects().slice(1)).toEqual([expect.stringMatching(/, due soon: 1 test server request$/)]);
  });

  it("report an item once that is overdue when it is noticed first", async () => {
    await staff("add", "email", "night@example.test", "--event", "testServer");
    const client = await api.newClient();
    await api.call(vps.orderTestServer, { comment: "Late" } as never, client);
    api.pass({ days: 7 });
    await sendNotices();
    await sendNotices();
    expect(
      api.sentEmails.filter(({ to }) => to === "night@example.test").map(({ subject }) => subject),
    ).toEqual([expect.stringMatching(/^New at /)]);
  });

  it("are a digest of all pending items if the recipient wants one, and no immediate messages", async () => {
    await staff("add", "email", "day@example.test", "--digest");
    await newTicket("One of many");
    await sendNotices();
    expect(api.sentEmails.filter(({ to }) => to === "day@example.test")).toEqual([]);
    await sendStaffDigest.handle({}, api.deps);
    await runDueJobs(api.deps);
    const [sent] = api.sentEmails.filter(({ to }) => to === "day@example.test");
    expect(sent?.subject).toMatch(/, waiting: \d+ tasks$/);
    expect(sent?.text).toContain("One of many");
  });

  it("are sent once by two concurrent workers", async () => {
    await staff("add", "email", "night@example.test");
    await newTicket("Twice");
    await Promise.all([notifyStaff.handle({}, api.deps), notifyStaff.handle({}, api.deps)]);
    await runDueJobs(api.deps);
    expect(api.sentEmails.filter(({ to }) => to === "night@example.test")).toHaveLength(1);
  });
});

describe("cabinet staff command", () => {
  it("rejects addresses that can't be used", async () => {
    await expect(staff("add", "email", "night")).rejects.toThrow("night is not an e-mail address.");
    await expect(staff("add", "telegram", "@staff")).rejects.toThrow("is not a chat ID");
    await expect(staff("add", "webhook", "ftp://example.test")).rejects.toThrow("is not a URL");
    api.deps.settings.staffWebhookSecret = undefined as never;
    await expect(staff("add", "webhook", hook)).rejects.toThrow("STAFF_WEBHOOK_SECRET is missing");
    api.deps.settings.staffWebhookSecret = secret;
  });

  it("lists the recipients and their events, changes them, and removes them", async () => {
    await staff("add", "email", "night@example.test", "--event", "ticket");
    await staff("add", "email", "night@example.test", "--event", "ticket", "--digest");
    const list = await staff("list");
    expect(list).toContain("once a day");
    expect(list).not.toContain("right away");
    await staff("remove", "email", "night@example.test");
    await expect(staff("remove", "email", "night@example.test")).rejects.toThrow("No such recipient.");
  });

  it("sends a test message", async () => {
    await staff("add", "email", "night@example.test");
    await staff("test", "email", "night@example.test");
    expect(api.sentEmails.filter(({ to }) => to === "night@example.test")).toHaveLength(1);
  });

  it("shows all pending items, with the command for each", async () => {
    const { id } = await newTicket("Shown");
    expect(await staff("waiting", "--event", "ticket")).toContain(`cabinet tickets read ${id}`);
  });
});
