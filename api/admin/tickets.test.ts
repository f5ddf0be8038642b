import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
    expect(after.messages.map(({ text }) => text)).toEqual(["It stops.", "Restarted."]);
    expect((await reply(second, "And updated.", after.lastMessageAt)).status).toBe(200);
    // what the client adds meanwhile does not hold a reply up
    api.pass({ seconds: 5 });
    await api.call(support.replyTicket, { ticketId, text: "Thanks." }, { token: client.token });
    expect((await reply(first, "Welcome.", after.lastMessageAt)).status).toBe(200);
    expect((await read()).messages).toHaveLength(5);
  });
});
