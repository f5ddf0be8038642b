import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { monitoringTrades } from "#api/db/schema/monitoring-history";
import { dataExports } from "#api/db/schema/privacy";
import { transaction } from "#api/db/transaction";
import { clientWithServer, vpsApi } from "#api/modules/vps/testing";
import { enqueue } from "#api/queue/enqueue";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/privacy/index";
import * as security from "#contract/security/index";
import * as support from "#contract/support/index";
import { one } from "#statements/decimal";
import { expireExports } from "./export";
import { exportQueries } from "./export-queries";

let api: TestApi;
let client: Awaited<ReturnType<typeof clientWithServer>>;
beforeAll(async () => {
  api = await vpsApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await clientWithServer(api);
});

const requestExport = (who: { token: string } = client) => api.call(contract.requestExport, {}, who);
const stateOf = async (who: { token: string } = client) =>
  (await api.call(contract.exportState, {}, who)).body.export;
const fetchFile = (who: { token: string } = client) => api.call(contract.fetchExport, {}, who);
async function filesOf(who: { token: string } = client) {
  const { response } = await fetchFile(who);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
const prepared = async (who: { token: string } = client) => {
  await requestExport(who);
  await runDueJobs(api.deps);
};

async function writeTicket() {
  const picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const files = [new File([new Uint8Array(picture)], "proof.png", { type: "image/png" })];
  const ticket = {
    departmentId: "technical",
    title: "=cmd",
    text: "Line one\nline two, with a comma",
    files,
  };
  expect((await api.call(support.createTicket, ticket, client)).ok).toBe(true);
}

describe("export of the client's data", () => {
  it("has every part as JSON and as CSV, with the trades, the messages and their files, and no secret", async () => {
    await writeTicket();
    const account = { id: `acc-${client.id}`, monitoringId: client.id, number: "250997", name: "Trend" };
    await api.db
      .insert(monitoringAccounts)
      .values({ ...account, userId: client.id, createdAt: api.deps.clock.now(), keyHash: client.id });
    const money = { profit: one, swap: 0n, commission: -one / 4n, fee: 0n, taxes: 0n, result: one };
    await api.db.insert(monitoringTrades).values(
      Array.from({ length: 4_500 }, (_, index) => ({
        ...money,
        accountId: account.id,
        ticket: String(index),
        position: String(index),
        symbol: "EURUSD",
        side: "long" as const,
        volume: one,
        closedAt: api.deps.clock.now(),
        isFinal: true,
      })),
    );
    await prepared();
    expect(await stateOf()).toMatchObject({ status: "ready" });
    expect(api.sentEmails.at(-1)).toMatchObject({ template: "dataReady", to: client.email });

    const files = await filesOf();
    const names = Object.keys(exportQueries).flatMap((name) => [`${name}.json`, `${name}.csv`]);
    expect(Object.keys(files)).toEqual([...names, expect.stringMatching(/^ticket-files\/\w+-proof\.png$/)]);
    const read = (name: string) => JSON.parse(files[`${name}.json`] ?? "null");
    expect(read("profile")).toMatchObject([{ id: client.id, email: client.email }]);
    expect(read("servers")).toMatchObject([{ id: client.serverId, tariff: expect.any(String) }]);
    expect(read("balance")).toHaveLength(2);
    expect(read("monitoring-trades")).toHaveLength(4_500);
    expect(new Set(read("monitoring-trades").map(({ ticket }: { ticket: string }) => ticket)).size).toBe(
      4_500,
    );
    expect(read("monitoring-trades")[0]).toMatchObject({
      account: "250997",
      profit: "1",
      commission: "-0.25",
    });
    expect(read("ticket-messages")).toMatchObject([{ text: "Line one\nline two, with a comma" }]);
    expect(files["tickets.csv"]).toContain("'=cmd");
    expect(files["monitoring-trades.csv"]?.trim().split("\r\n")).toHaveLength(4_501);
    expect(Object.values(files).join()).not.toMatch(/argon2|sealed|hash/i);
  });

  it("can be downloaded once, by its owner only, and the file is deleted an hour later", async () => {
    const stranger = await api.newClient();
    await prepared();
    expect((await fetchFile(stranger)).error.code).toBe("exportGone");
    const answers = await Promise.all([fetchFile(), fetchFile()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await stateOf()).toMatchObject({ status: "fetched" });
    const [row] = await api.db.select().from(dataExports);
    api.pass({ minutes: 61 });
    await transaction(api.db, (tx) => enqueue(tx, expireExports, {}));
    await runDueJobs(api.deps);
    expect(await api.deps.files.open(row?.fileId ?? "")).toBeNull();
    expect(await api.db.$count(dataExports)).toBe(0);
  });

  it("is prepared once however often it is requested, and expires after three days", async () => {
    await Promise.all([requestExport(), requestExport(), requestExport()]);
    expect(await stateOf()).toMatchObject({ status: "preparing" });
    await runDueJobs(api.deps);
    const readyEmails = api.sentEmails.filter(
      ({ to, template }) => to === client.email && template === "dataReady",
    );
    expect(readyEmails).toHaveLength(1);
    const { body } = await api.call(security.activity, {}, client);
    expect(body.events.filter(({ kind }) => kind === "dataExportRequested")).toHaveLength(1);
    await api.db.update(dataExports).set({ endsAt: api.deps.clock.now() });
    expect(await stateOf()).toBeNull();
    expect((await fetchFile()).status).toBe(404);
  });
});
