import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { idempotencyKeys } from "#api/db/schema/balance";
import { operatorActions } from "#api/db/schema/operator";
import { sessions } from "#api/db/schema/users";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import type { StaffRole } from "#contract/admin/roles";
import { staffRoles } from "#contract/admin/roles";
import * as monitoring from "#contract/monitoring/index";
import * as profile from "#contract/profile/index";
import * as security from "#contract/security/index";
import * as support from "#contract/support/index";
import * as users from "#contract/users/index";
import { newStaff } from "./testing";

let api: TestApi;
let staff: { email: string; token: string };
let client: Awaited<ReturnType<TestApi["newClient"]>>;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  staff = await newStaff(api, "support");
  client = await api.newClient();
});

const run = (token: string, key?: string) =>
  api.call(
    contract.runOperation,
    { name: "clients-view", input: { client: client.id }, isConfirmed: true },
    { token, ...(key && { key }) },
  );
const codeIn = (link: unknown) => new URL(String(link)).searchParams.get("code") ?? "";
const createCode = async () => codeIn((await run(staff.token)).body.rows?.[0]?.link);
const open = (code: string) => api.call(contract.openView, { code });
const view = async () => ({ token: (await open(await createCode())).body.token });

describe("clients view", () => {
  it("opens the client's pages, in the audit and in the client's activity", async () => {
    const opened = await open(await createCode());
    expect(opened.body).toMatchObject({ clientId: client.id, email: client.email });
    const { body } = await api.call(users.currentUser, {}, { token: opened.body.token });
    expect(body.email).toBe(client.email);
    const [row] = await api.db.select().from(operatorActions).where(eq(operatorActions.userId, client.id));
    expect(row).toMatchObject({ operator: staff.email, command: "clients view", answer: null });
    const activity = await api.call(security.staffActivity, {}, client);
    expect(activity.body.events).toMatchObject([{ kind: "accountViewed", subject: null, reason: null }]);
  });

  it.each(staffRoles)("%s: is for support and owners", async (role: StaffRole) => {
    const { token } = await newStaff(api, role);
    const { status } = await run(token);
    expect(status).toBe(role === "support" || role === "owner" ? 200 : 403);
  });

  it("prints the same link on the command line", async () => {
    const printed = await runAdmin(api, "clients", "view", client.email);
    expect((await open(/code=([\w-]+)/.exec(printed)?.[1] ?? "")).status).toBe(200);
  });

  it("gives a code for one use within a minute, which is stored nowhere and is no refresh token", async () => {
    const { body } = await run(staff.token, "one-form");
    const code = codeIn(body.rows?.[0]?.link);
    const stored = [
      await api.db.select().from(operatorActions),
      await api.db.select().from(idempotencyKeys),
      await api.db.select().from(sessions),
    ];
    expect(JSON.stringify(stored)).not.toContain(code);
    expect((await api.call(users.refreshToken, { refreshToken: code })).status).toBe(401);
    const answers = await Promise.all([open(code), open(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const late = await createCode();
    api.pass({ seconds: 61 });
    expect((await open(late)).status).toBe(404);
  });
});

describe("a view", () => {
  it("is refused every change, by endpoints of clients and of visitors, without any effect", async () => {
    const viewer = await view();
    const changes = [
      await api.call(profile.changeName, { name: "Mallory" } as never, viewer),
      await api.call(users.logout, {}, viewer),
      await api.call(security.endOtherSessions, {}, viewer),
      await api.call(
        support.createTicket,
        { departmentId: "technical", title: "A", text: "B" } as never,
        viewer,
      ),
      await api.call(users.login, { email: client.email, password: "wrong" } as never, viewer),
    ];
    expect(changes.map(({ status, error }) => [status, error.code])).toEqual(
      changes.map(() => [403, "viewIsReadOnly"]),
    );
    expect((await api.call(users.currentUser, {}, client)).status).toBe(200);
    expect((await api.call(support.tickets, {}, client)).body.tickets).toEqual([]);
  });

  it("shows no activation key", async () => {
    const { error } = await api.call(monitoring.newActivationKey, {}, await view());
    expect(error.code).toBe("viewIsReadOnly");
  });

  it("leaves an answer of support unread", async () => {
    const ticket = { departmentId: "technical", title: "Terminal", text: "It stops." } as never;
    const { ticketId } = (await api.call(support.createTicket, ticket, client)).body;
    api.pass({ seconds: 5 });
    await runAdmin(api, "tickets", "reply", ticketId, "--text", "Look now.");
    const isUnread = async () => (await api.call(support.tickets, {}, client)).body.tickets[0]?.isUnread;
    await api.call(support.ticket, { ticketId }, await view());
    expect(await isUnread()).toBe(true);
    await api.call(support.ticket, { ticketId }, client);
    expect(await isUnread()).toBe(false);
  });

  it("ends after 15 minutes, however often it is used, and is not continued", async () => {
    const viewer = await view();
    const status = async () => (await api.call(users.currentUser, {}, viewer)).status;
    api.pass({ minutes: 14 });
    expect(await status()).toBe(200);
    api.pass({ minutes: 2 });
    expect(await status()).toBe(401);
  });

  it("ends by its button, with the client's sessions, and with the staff account", async () => {
    const status = async (viewer: { token: string }) =>
      (await api.call(users.currentUser, {}, viewer)).status;
    const left = await view();
    expect((await api.call(contract.endView, {}, left)).status).toBe(200);
    const disabled = await view();
    await runAdmin(api, "staff", "disable", staff.email);
    expect([await status(left), await status(disabled)]).toEqual([401, 401]);
    staff = await newStaff(api, "support");
    const ended = await view();
    await api.call(security.endOtherSessions, {}, client);
    expect([await status(ended), await status(client)]).toEqual([401, 200]);
  });

  it("ends with the logout of the staff member, and when they lose the right to it", async () => {
    const status = async (viewer: { token: string }) =>
      (await api.call(users.currentUser, {}, viewer)).status;
    const viewed = await view();
    await runAdmin(api, "staff", "roles", staff.email, "--role", "billing");
    expect(await status(viewed)).toBe(401);
    await runAdmin(api, "staff", "roles", staff.email, "--role", "support");
    const open = await view();
    await api.call(contract.logout, {}, staff);
    expect(await status(open)).toBe(401);
    staff = await newStaff(api, "support");
  });

  it("is no session in the client's list, and a client can't end one of theirs as a view", async () => {
    await view();
    const { body } = await api.call(security.sessions, {}, client);
    expect(body.sessions).toHaveLength(1);
    expect((await api.call(contract.endView, {}, client)).status).toBe(404);
  });
});
