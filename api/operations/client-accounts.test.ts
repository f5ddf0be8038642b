import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clientWithServer, giveMoney, order, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { transfer } from "#contract/balance/index";
import { changeName } from "#contract/profile/index";
import { createTicket, tickets } from "#contract/support/index";
import { alertMessage } from "#contract/users/index";
import * as vps from "#contract/vps/index";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(() => void api.sentEmails.splice(0));

const clients = (...args: string[]) => runAdmin(api, "clients", ...args);

describe("a blocked client", () => {
  it("logs in, reads and writes tickets, and nothing else, until unblocked", async () => {
    const { id, email, serverId } = await clientWithServer(api);
    await giveMoney(api, id, 10_000);
    const token = await tokenOf(api, id);
    expect(await clients("block", email, "--reason", "Cards of other people.")).toContain("is blocked");
    await expect(clients("block", id, "--reason", "Again")).rejects.toThrow("is already blocked");
    expect(api.sentEmails.at(-1)).toMatchObject({ to: email, subject: "Your account is blocked" });
    expect(api.sentEmails.at(-1)?.text).toContain("Reason: Cards of other people.");

    const statusAndCode = async (answer: Promise<{ status: number; error: { code?: string } }>) => {
      const { status, error } = await answer;
      return [status, error.code];
    };
    const otherClient = await api.newClient();
    const amountCents = 500;
    for (const change of [
      api.call(vps.rent, order, { token }),
      api.call(vps.renew, { serverId, months: 1 }, { token }),
      api.call(vps.control, { serverId, action: "restart" }, { token }),
      api.call(vps.revealPassword, { serverId }, { token }),
      api.call(transfer, { email: otherClient.email, amountCents }, { token }),
      api.call(changeName, { name: "Somebody Else" }, { token }),
    ])
      expect(await statusAndCode(change)).toEqual([403, "accountBlocked"]);

    expect((await api.call(vps.getServer, { serverId }, { token })).status).toBe(200);
    expect((await api.call(alertMessage, {}, { token })).body.alert).toEqual({
      id: "blocked",
      text: "Your account is blocked: Cards of other people. You can view everything and contact support.",
    });
    const ticket = { departmentId: "payments", title: "Why", text: "Why am I blocked?" };
    expect((await api.call(createTicket, ticket as never, { token })).status).toBe(200);
    expect((await api.call(tickets, {}, { token })).status).toBe(200);

    await clients("unblock", email);
    await expect(clients("unblock", email)).rejects.toThrow("is not blocked");
    expect(api.sentEmails.at(-1)?.subject).toBe("Your account has been unblocked");
    expect((await api.call(vps.rent, order, { token })).status).toBe(200);
  });
});

describe("cabinet clients", () => {
  it("finds a client by a part of the email, and by ids and addresses of theirs", async () => {
    const { id, email, serverId, token } = await clientWithServer(api);
    await api.newClient();
    const { body } = await api.call(vps.credentials, { serverId }, { token });
    for (const query of [id, email.toUpperCase(), email.slice(0, -6), serverId, body.ip]) {
      const found = await clients("find", query, "--json");
      expect([query, (JSON.parse(found) as { id: string }[]).map((row) => row.id)]).toEqual([query, [id]]);
    }
    expect(await clients("find", "%")).toBe("None.");
  });

  it("shows a client, and stores notes of staff", async () => {
    const { email } = await clientWithServer(api);
    const shown = await clients("show", email);
    expect(shown).toMatch(/servers +1/);
    expect(shown).toMatch(/blocked +no/);
    await clients("note", email, "--text", "Asked for an invoice by phone.");
    expect(await clients("notes", email)).toContain("Asked for an invoice by phone.");
    await expect(clients("show", "nobody@example.test")).rejects.toThrow("No client nobody@example.test");
  });
});
