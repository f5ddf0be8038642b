import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { simulatedMachines } from "#api/db/schema/hypervisor";
import { maintenanceWindows } from "#api/db/schema/maintenance";
import { servers } from "#api/db/schema/vps";
import { checkDrift } from "#api/modules/vps/drift/check-drift";
import { clientWithServer, serverOf, tokenOf, vpsApi } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/vps/index";
import { runAdmin } from "./testing";

type Client = Awaited<ReturnType<typeof clientWithServer>>;

let api: TestApi;
let first: Client;
let second: Client;
beforeAll(async () => {
  api = await vpsApi();
  first = await clientWithServer(api, { comment: "London EAs" });
  second = await clientWithServer(api);
  await api.newClient();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.delete(maintenanceWindows);
  api.sentEmails.length = 0;
});

const hour = 3_600_000;
const timeIn = (hours: number) =>
  new Date(api.deps.clock.now().getTime() + hours * hour).toISOString().slice(0, 16).replace("T", " ");
const run = (...args: string[]) => runAdmin(api, "maintenance", ...args);
const list = async () => JSON.parse(await run("list", "--json")) as Record<string, string>[];
/** Plans a window of two hours that starts in some hours, and returns the id. */
async function plan(hours: number, ...more: string[]): Promise<string> {
  const times = ["--starts", timeIn(hours), "--ends", timeIn(hours + 2)];
  const printed = await run("plan", ...times, "--en", "New disks.", "--ru", "Новые диски.", ...more);
  return /Planned as (\S+);/.exec(printed)?.[1] ?? printed;
}
const nodeOf = async ({ serverId }: Client) => (await serverOf(api, serverId)).node ?? "";
const receivers = () => api.sentEmails.map(({ to }) => to).sort();
const shownTo = async ({ id, serverId }: Client) => {
  const token = await tokenOf(api, id);
  const [list, server] = await Promise.all([
    api.call(contract.attention, {}, { token }),
    api.call(contract.getServer, { serverId }, { token }),
  ]);
  return { list: list.body.maintenance, server: server.body.maintenance };
};

describe("maintenance", () => {
  it("e-mails every client with a server at planning and at cancelling, with the times and the text", async () => {
    const id = await plan(24);
    expect(receivers()).toEqual([first.email, second.email].sort());
    const [planned] = api.sentEmails;
    expect(planned?.text).toContain("New disks.");
    expect(planned?.text).toContain(`${timeIn(24).slice(11)}\u00a0UTC`);
    expect((await list())[0]).toMatchObject({ id, node: "all", state: "planned", by: "olga" });
    api.sentEmails.length = 0;
    expect(await run("cancel", id)).toBe("Cancelled; 2 clients get an e-mail.");
    expect(receivers()).toEqual([first.email, second.email].sort());
    expect(api.sentEmails[0]?.subject).toMatch(/^Maintenance canceled: /);
    expect((await list())[0]).toMatchObject({ id, state: "cancelled" });
    await expect(run("cancel", id)).rejects.toThrow("notFound");
  });

  it("of one node concerns only the clients with a server there", async () => {
    const [node, other] = [await nodeOf(first), await nodeOf(second)];
    expect([node, other].sort()).toEqual(["node-1", "node-2"]);
    await plan(24, "--node", node);
    expect(receivers()).toEqual([first.email]);
    expect((await shownTo(first)).list?.servers).toEqual([{ id: first.serverId, comment: "London EAs" }]);
    expect((await shownTo(first)).server).toMatchObject({ text: "New disks." });
    expect(await shownTo(second)).toEqual({ list: null, server: null });
  });

  it("is refused for a node without servers, and names those that have some", async () => {
    await expect(plan(24, "--node", "node-9")).rejects.toThrow(
      "No server is on node node-9. Nodes: node-1, node-2.",
    );
    expect(receivers()).toEqual([]);
  });

  it("follows a machine that was moved to another node", async () => {
    const moved = await clientWithServer(api);
    const before = await nodeOf(moved);
    await api.db.update(servers).set({ node: "node-9" }).where(eq(servers.id, moved.serverId));
    await checkDrift.run({}, api.deps);
    expect(await nodeOf(moved)).toBe(before);
    await api.db
      .update(simulatedMachines)
      .set({ removedAt: api.deps.clock.now() })
      .where(eq(simulatedMachines.id, moved.serverId));
    await api.db.update(servers).set({ status: "revoked" }).where(eq(servers.id, moved.serverId));
  });

  it("is shown from seven days before until its end, in the client's language", async () => {
    await plan(7 * 24 + 1);
    expect(await shownTo(first)).toEqual({ list: null, server: null });
    api.pass({ minutes: 61 });
    const ahead = await shownTo(first);
    expect(ahead.server).toMatchObject({ text: "New disks." });
    expect(ahead.list).toMatchObject({ text: "New disks.", hasMore: false });
    const token = await tokenOf(api, first.id);
    const russian = await api.call(contract.attention, {}, { token, language: "ru" });
    expect(russian.body.maintenance?.text).toBe("Новые диски.");
    api.pass({ minutes: 7 * 24 * 60 + 30 });
    expect((await list())[0]?.state).toBe("running");
    expect((await shownTo(first)).server).toMatchObject({ text: "New disks." });
    api.pass({ minutes: 120 });
    expect((await list())[0]?.state).toBe("over");
    expect(await shownTo(first)).toEqual({ list: null, server: null });
  });

  it("that is cancelled while its e-mails are sent tells only those who had one", async () => {
    const id = await plan(24, "--per-minute", "1");
    expect(receivers()).toHaveLength(1);
    const notified = receivers();
    api.sentEmails.length = 0;
    await run("cancel", id);
    api.pass({ minutes: 10 });
    await runDueJobs(api.deps);
    expect(receivers()).toEqual(notified);
  });

  it("that runs is said to have finished early when it is cancelled", async () => {
    const id = await plan(-1);
    api.sentEmails.length = 0;
    await run("cancel", id);
    expect(api.sentEmails[0]?.subject).toMatch(/^Maintenance finished: /);
  });

  it.each([
    ["--starts", "2026-02-31 02:00", "Enter a UTC time"],
    ["--starts", "tomorrow", "Enter a UTC time"],
    ["--ends", "2020-01-01 00:00", "It ends before it starts."],
  ])("rejects %s %s", async (option, value, message) => {
    const times = { "--starts": timeIn(24), "--ends": timeIn(26), [option]: value };
    await expect(run("plan", ...Object.entries(times).flat(), "--en", "a", "--ru", "б")).rejects.toThrow(
      message,
    );
  });
});
