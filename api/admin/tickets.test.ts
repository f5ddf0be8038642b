import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAdmin } from "#api/operations/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import * as support from "#contract/support/index";
import { newStaff } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

describe("two people with the same ticket open", () => {
  it("cannot both reply: the second reads the first reply before sending another", async () => {
    const client = await api.newClient();
    const ticket = { departmentId: "technical", title: "Terminal", text: "It stops." };
    const { ticketId } = (await api.call(support.createTicket, ticket, { token: client.token })).body;
    const [first, second] = [await newStaff(api, "support"), await newStaff(api, "support")];
    const read = async () => (await api.call(contract.ticket, { ticketId }, { token: first.token })).body;
    const reply = ({ token }: { token: string }, text: string, seenAt: string) =>
      api.call(contract.reply, { ticketId, text, seenAt }, { token });
    const { lastMessageAt: seenAt } = await read();
    api.pass({ seconds: 5 });
    expect((await reply(first, "Restarted.", seenAt)).status).toBe(200);
    const late = await reply(second, "Restarting now.", seenAt);
    expect([late.status, late.error.code]).toEqual([409, "ticketAnswered"]);
    const after = await read();
    expect(after.messages.map(({ text, by }) => [text, by])).toEqual([
      ["It stops.", null],
      ["Restarted.", first.email],
    ]);
    api.pass({ seconds: 1 });
    expect((await reply(second, "And updated.", after.lastMessageAt)).status).toBe(200);
    expect((await read()).messages.map(({ by }) => by)).toEqual([null, first.email, second.email]);
    // what the client adds meanwhile does not hold a reply up
    api.pass({ seconds: 5 });
    await api.call(support.replyTicket, { ticketId, text: "Thanks." }, { token: client.token });
    expect((await reply(first, "Welcome.", after.lastMessageAt)).status).toBe(200);
    expect((await read()).messages).toHaveLength(5);
  });
});

describe("a saved reply", () => {
  it("is in the language of the ticket's client, and one that is gone is named", async () => {
    const client = await api.newClient({ language: "ru" });
    const ticket = { departmentId: "technical", title: "Терминал", text: "Не работает." };
    const { ticketId } = (await api.call(support.createTicket, ticket, { token: client.token })).body;
    await runAdmin(api, "replies", "set", "Look", "--en", "Look, {{name}}.", "--ru", "Смотрим, {{name}}.");
    const { token } = await newStaff(api, "support");
    const draftOf = (saved: string) =>
      api.call(contract.ticket, { ticketId, saved }, { token, language: "en" });
    expect((await draftOf("Look")).body.draft).toBe("Смотрим, Test Client.");
    const gone = await draftOf("Gone");
    expect([gone.status, gone.error.code]).toEqual([409, "operationRefused"]);
    expect(gone.error.message).toContain("Gone");
  });
});

describe("tickets by department", () => {
  it("are named in the inbox, and listed for one department alone", async () => {
    const [client, { token }] = [await api.newClient(), await newStaff(api, "support")];
    const openTicket = async (departmentId: string) => {
      const ticket = { departmentId, title: departmentId, text: "It stops." };
      return (await api.call(support.createTicket, ticket, { token: client.token })).body.ticketId;
    };
    const [technical, general] = [await openTicket("technical"), await openTicket("payments")];
    const waiting = (await api.call(contract.inbox, { kind: "ticket" }, { token })).body.items;
    const departments = new Map(waiting.map(({ id, department }) => [id, department]));
    const names = new Map(
      (await api.call(contract.tickets, {}, { token })).body.departments.map(({ id, name }) => [id, name]),
    );
    expect(departments.get(technical)).toBe(names.get("technical"));
    expect(departments.get(general)).toBe(names.get("payments"));
    const { tickets } = (await api.call(contract.tickets, { department: "payments" }, { token })).body;
    expect(tickets.map(({ id }) => id)).toEqual([general]);
  });
});

describe("the assignee of a ticket", () => {
  let ticketId: string;
  let token: string;
  let email: string;
  beforeAll(async () => {
    const client = await api.newClient();
    const ticket = { departmentId: "technical", title: "Terminal", text: "It stops." };
    ({ ticketId } = (await api.call(support.createTicket, ticket, { token: client.token })).body);
    ({ token, email } = await newStaff(api, "support"));
  });

  const read = async () => (await api.call(contract.ticket, { ticketId }, { token })).body;
  const assign = async (to: string) => {
    const input = { id: ticketId, to, priority: "high" };
    const call = { name: "tickets-assign", input, isConfirmed: false };
    const { status, error } = await api.call(contract.runOperation, call, { token });
    return status === 200 ? (await read()).assignee : error.details?.reason;
  };
  const disable = (address: string) => runAdmin(api, "staff", "disable", address);

  it("is an existing, enabled staff account, whatever the case of its address", async () => {
    expect(await assign("nobody@demo.test")).toContain("No staff account nobody@demo.test");
    expect((await read()).assignee).toBeNull();
    expect(await assign(email.toUpperCase())).toBe(email);
    const former = await newStaff(api, "support");
    await disable(former.email);
    expect(await assign(former.email)).toBe(`The staff account ${former.email} is disabled.`);
    const cashier = await newStaff(api, "billing");
    expect(await assign(cashier.email)).toBe(`The account ${cashier.email} may not answer tickets.`);
    expect((await read()).assignee).toBe(email);
  });

  it("may be nobody again", async () => {
    expect(await assign(email)).toBe(email);
    expect(await assign("nobody")).toBeNull();
  });

  it("stays when an account that was disabled since is sent again with another priority", async () => {
    const former = await newStaff(api, "support");
    expect(await assign(former.email)).toBe(former.email);
    await disable(former.email);
    expect(await assign(former.email)).toBe(former.email);
  });

  it("is offered from the enabled accounts that may reply", async () => {
    const [owner, billing] = [await newStaff(api, "owner"), await newStaff(api, "billing")];
    const former = await newStaff(api, "support");
    await disable(former.email);
    const offered = (await read()).assignees.map((one) => one.email);
    expect(offered).toEqual(expect.arrayContaining([email, owner.email]));
    expect(offered).not.toContain(billing.email);
    expect(offered).not.toContain(former.email);
  });
});
