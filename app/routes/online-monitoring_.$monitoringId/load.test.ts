import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "#api/auth/sessions";
import { transaction } from "#api/db/transaction";
import { dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { cabinetSettings } from "#app/services/testing/cabinet-settings";
import * as contract from "#contract/monitoring/index";
import type { ServerApi } from "#server/api";
import { readQuery } from "./query.server";

let api: TestApi;
let folder: string;
let embedded: ServerApi;
/** `token` is for the test's API, which has its own clock; `signedIn` is for the cabinet, which uses today's date. */
let token = "";
let signedIn = "";
let terminal: Awaited<ReturnType<typeof newTerminal>>;

beforeAll(async () => {
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "cabinet-kept-figures-"));
  Object.assign(process.env, cabinetSettings(api, folder));
  const { createServerApi } = await import("#server/api");
  embedded = createServerApi();
  await embedded.start();
  const client = await api.newClient();
  token = client.token;
  signedIn = await today(client.id);
  terminal = await newTerminal(api, token);
  await terminal.post({ time: start, deals: dealsOf("500", ["5"]), balance: "505", equity: "505" });
});
afterAll(async () => {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
  await api.close();
});

async function today(userId: string): Promise<string> {
  const deps = { ...api.deps, clock: { now: () => new Date() } };
  const device = { userAgent: "a test", address: "127.0.0.1" };
  return (await transaction(api.db, (tx) => openSession(deps, tx, { userId, ...device }))).token;
}

async function visit(by: string | null = signedIn, search = "") {
  const { withRequestContext } = await import("#app/services/request-context.server");
  const { loadPage } = await import("./load.server");
  const request = new Request(`http://localhost:3000/online-monitoring/${terminal.id}${search}`);
  const caller = { token: by, language: "en", userAgent: "a test", browser: null } as const;
  const load = () => loadPage(request, caller, terminal.id, readQuery(request));
  return withRequestContext(load, { api: embedded, isLoading: true });
}

test("the owner's page is cached until something is written; a post is visible at once", async () => {
  await visit(); // the first to look sums it up
  const first = await visit();
  const again = await visit();
  expect(again.charts).toBe(first.charts);
  expect(again.now).toBe(first.now);
  await terminal.post({
    time: start + 600,
    deals: dealsOf("500", ["5", "7"]),
    balance: "512",
    equity: "512",
  });
  expect((await visit()).figures.trades).toBe(2);
});

test("every query and every viewer has a separate cache entry", async () => {
  await visit();
  const whole = await visit();
  expect((await visit(signedIn, "?direction=asc")).trades).not.toBe(whole.trades);
  expect((await visit(signedIn, "?from=2030-01-01")).figures.trades).toBe(0);
  await expect(visit(null)).rejects.toMatchObject({ status: 404 });

  const sharing = { visibility: "link", showMoney: false, showPositions: false, showNumber: false } as const;
  await api.call(contract.setSharing, { monitoringId: terminal.id, ...sharing }, { token });
  const stranger = await today((await api.newClient()).id);
  for (const by of [null, stranger]) {
    await visit(by);
    const { account, figures } = await visit(by);
    expect(account.isOwner).toBe(false);
    expect(figures.net_profit).toBeUndefined();
  }
  expect((await visit()).figures.net_profit).toBeDefined();
  await api.call(
    contract.setSharing,
    { monitoringId: terminal.id, ...sharing, visibility: "private" },
    { token },
  );
  await expect(visit(stranger)).rejects.toMatchObject({ status: 404 });
});
