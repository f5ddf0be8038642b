import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ticketFiles, ticketMessages, tickets } from "#api/db/schema/support";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { ticketQuotaBytes } from "#contract/rules";
import * as contract from "#contract/support/index";
import { currentUser } from "#contract/users/index";

let api: TestApi;
let client: { id: string; token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const create = async (departmentId: string) => {
  const input = { departmentId, title: "Terminal", text: "It does not start" };
  return (await api.call(contract.createTicket, input, client)).body.ticketId;
};
const reply = (ticketId: string, files: File[] = []) =>
  api.call(contract.replyTicket, { ticketId, text: "More", files }, client);
const blocked = async () => {
  const locks =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await api.db.$client.query(locks)).rowCount;
};

it("two concurrent messages respect the client's limit over all tickets", async () => {
  const ids = [await create("technical"), await create("payments")];
  const bytes = 1000;
  const [message] = await api.db
    .select()
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ids[0] ?? ""));
  await api.db.insert(ticketFiles).values({
    id: "full",
    messageId: message?.id ?? "",
    ticketId: ids[0] ?? "",
    storeId: "x",
    position: 0,
    name: "a.pdf",
    kind: "application/pdf",
    bytes: ticketQuotaBytes - 1.5 * bytes,
  });
  const file = () => new File(["%PDF-1.7".padEnd(bytes, " ")], "b.pdf", { type: "application/pdf" });
  // both requests run until they block, before either has written
  const otherConnection = await api.db.$client.connect();
  await otherConnection.query("begin");
  await otherConnection.query("lock table ticket_messages in exclusive mode");
  const replies = ids.map((id) => reply(id, [file()]));
  await expect.poll(blocked).toBe(2);
  await otherConnection.query("commit");
  otherConnection.release();
  const answers = await Promise.all(replies);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

it("a message to a closed ticket names the one that was opened at the same moment", async () => {
  const ticketId = await create("technical");
  await api.call(contract.closeTicket, { ticketId }, client);
  const otherConnection = await api.db.$client.connect();
  await otherConnection.query("begin");
  const copy = `insert into tickets select (jsonb_populate_record(of, '{"id": "the-other", "status": "new"}')).*
    from tickets of where id = $1`;
  await otherConnection.query(copy, [ticketId]);
  const replying = reply(ticketId);
  await expect.poll(blocked).toBe(1);
  await otherConnection.query("commit");
  otherConnection.release();
  const { status, error } = await replying;
  expect([status, error.code, error.details]).toEqual([409, "ticketAlreadyOpen", { ticketId: "the-other" }]);
});

it("an answer committed after the client read the previous one is unread", async () => {
  const ticketId = await create("technical");
  const answered = async (lastMessageAt: Date) => {
    await api.db
      .update(tickets)
      .set({ lastAuthor: "support", lastMessageAt })
      .where(eq(tickets.id, ticketId));
  };
  const unread = async () => (await api.call(currentUser, {}, client)).body.unreadTickets;
  const begun = api.deps.clock.now().getTime();
  await answered(new Date(begun + 1_000));
  api.pass({ minutes: 1 });
  await api.call(contract.ticket, { ticketId }, client);
  expect(await unread()).toEqual([]);
  await answered(new Date(begun + 2_000));
  expect(await unread()).toEqual([ticketId]);
});
