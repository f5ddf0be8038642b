import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openSession } from "#api/auth/sessions";
import { demoId, seedClients } from "#api/bootstrap/seed/demo-clients";
import { seedDemoPartners } from "#api/bootstrap/seed/demo-partners";
import { seedDemoServers } from "#api/bootstrap/seed/demo-servers";
import { seedTariffs } from "#api/bootstrap/seed/tariffs";
import { monitoringAccounts } from "#api/db/schema/monitoring";
import { sessions } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import { article, dealsOf, newTerminal, start } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { cabinetSettings } from "#app/services/testing/cabinet-settings";
import type { ServerApi } from "#server/api";

type Handler = (args: object) => Promise<unknown>;
type Route = () => Promise<unknown>;

const root: Route = () => import("#app/root");
const cabinet: Route = () => import("#app/routes/_cabinet/route");
const monitoring: Route = () => import("#app/routes/_cabinet.online-monitoring/route");
const partner: Route = () => import("#app/routes/_cabinet.partner-program/route");
const login: Route = () => import("#app/routes/_visitor.login/route");
/** The routes that Remix loads for a page, in parallel. */
const pages = {
  vps: [root, cabinet, () => import("#app/routes/_cabinet.vps/route")],
  accounts: [
    root,
    cabinet,
    monitoring,
    () => import("#app/routes/_cabinet.online-monitoring.accounts/route"),
  ],
  account: [root, () => import("#app/routes/online-monitoring_.$monitoringId/route")],
  balance: [
    root,
    cabinet,
    () => import("#app/routes/_cabinet.balance-operations/route"),
    () => import("#app/routes/_cabinet.balance-operations._index/route"),
  ],
  partner: [root, cabinet, partner, () => import("#app/routes/_cabinet.partner-program._index/route")],
  statistics: [root, cabinet, partner, () => import("#app/routes/_cabinet.partner-program.statistics/route")],
  network: [root, cabinet, partner, () => import("#app/routes/_cabinet.partner-program.network/route")],
  "promo-codes": [
    root,
    cabinet,
    partner,
    () => import("#app/routes/_cabinet.partner-program.promo-codes/route"),
  ],
  withdrawals: [
    root,
    cabinet,
    partner,
    () => import("#app/routes/_cabinet.partner-program.withdrawals/route"),
  ],
} satisfies Record<string, Route[]>;

const opened = { symbol: "EURUSD", volume: "0.1", price: "1.1" };

const queryLog = new AsyncLocalStorage<string[]>();
let api: TestApi;
let folder: string;
let embedded: ServerApi;
let cookie = "";
let monitoringId = "";

/** Records every statement sent to PostgreSQL. */
function listen(): void {
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    const [first] = parameters as [string | { text?: string }];
    queryLog.getStore()?.push(typeof first === "string" ? first : (first.text ?? ""));
    return Reflect.apply(query, this, parameters);
  } as typeof query);
}

beforeAll(async () => {
  listen();
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "cabinet-queries-"));
  Object.assign(process.env, cabinetSettings(api, folder));
  await seedTariffs(api.deps);
  await seedClients(api.deps);
  await seedDemoPartners(api.deps);
  await seedDemoServers(api.deps);
  const { createServerApi } = await import("#server/api");
  embedded = createServerApi();
  await embedded.start();
  cookie = await logIn("anna@demo.test");
  monitoringId = await newAccount();
});
afterAll(async () => {
  await embedded.stop();
  vi.restoreAllMocks();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function handlersOf(route: Route): Promise<Record<"loader" | "action", Handler>> {
  const { guardRoutes } = await import("./guard.server");
  const module = await route();
  return guardRoutes({ x: { id: "routes/x", module } } as never).x?.module as never;
}

async function logIn(email: string): Promise<string> {
  const { loadContextWith } = await import("./request-context.server");
  const { action } = await handlersOf(login);
  const body = new URLSearchParams({ email, password: "demo-password", intent: "login" });
  const request = new Request("http://localhost:3000/login", { method: "POST", body });
  const answer = (await action({
    request,
    params: {},
    context: loadContextWith({ api: embedded }),
  })) as Response;
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/** Creates a shared account for Anna, with a trade history and an open position. */
async function newAccount(): Promise<string> {
  const { token } = await transaction(api.db, (tx) =>
    openSession(api.deps, tx, { userId: demoId("anna"), userAgent: "test", address: "127.0.0.1" }),
  );
  const { id, post } = await newTerminal(api, token);
  const deals = dealsOf("500", article);
  const until = start + 40 * 3600;
  deals.push({ ticket: "900", position: "900", time: until, type: "buy", entry: "in", ...opened });
  const position = { ticket: "900", side: "long", openTime: until, openPrice: "1.1", swap: "0", profit: "3" };
  const state = { balance: "487", equity: "490", margin: "10", freeMargin: "480" };
  await post({ time: until + 60, ...state, positions: [{ ...position, ...opened }], deals });
  await api.db.update(monitoringAccounts).set({ visibility: "link", showMoney: true });
  return id;
}

type Visit = { cookie?: string; params?: Record<string, string> };

/** Runs the loaders of a page as one browser request; returns the statements sent to the database meanwhile. */
async function visit(routes: Route[], path: string, { cookie: sent = cookie, params = {} }: Visit = {}) {
  const { loadContextWith } = await import("./request-context.server");
  const loaders = await Promise.all(routes.map(handlersOf));
  const headers = { cookie: sent };
  const statements: string[] = [];
  const context = loadContextWith({ api: embedded });
  await queryLog.run(statements, () =>
    Promise.all(
      loaders.map(({ loader }) =>
        loader({ request: new Request(`http://localhost:3000${path}`, { headers }), params, context }),
      ),
    ),
  );
  return statements;
}

const sessionReads = (statements: string[]) => statements.filter((text) => /from "sessions"/.test(text));

describe("database queries per page", () => {
  test("VPS makes at most 5", async () => {
    const statements = await visit(pages.vps, "/vps");
    expect(sessionReads(statements)).toHaveLength(1);
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(5);
  });

  test("the list of accounts makes at most 6, however many accounts there are", async () => {
    // the first read of a new history computes its running totals
    await visit(pages.accounts, "/online-monitoring/accounts");
    const few = await visit(pages.accounts, "/online-monitoring/accounts");
    expect(few.length, few.join("\n")).toBeLessThanOrEqual(4);
    const [known] = await api.db.select().from(monitoringAccounts);
    if (!known) throw new Error("No account was made");
    const more = Array.from({ length: 30 }, (_, index) => ({
      ...known,
      id: `copy-${index}`,
      monitoringId: `copy-${index}`,
      number: `77${index}`,
      keyHash: `hash ${index}`,
    }));
    await api.db.insert(monitoringAccounts).values(more);
    const many = await visit(pages.accounts, "/online-monitoring/accounts");
    expect(sessionReads(many)).toHaveLength(1);
    expect(many.length, many.join("\n")).toBeLessThanOrEqual(6);
    const again = await visit(pages.accounts, "/online-monitoring/accounts");
    expect(again.length).toBe(few.length);
  });

  test.each(["", "?from=2026-01-05&to=2026-01-06"])(
    "an account's page%s makes at most 12, its owner's and a visitor's",
    async (search) => {
      const path = `/online-monitoring/${monitoringId}${search}`;
      const account = { params: { monitoringId } };
      const owner = await visit(pages.account, path, account);
      expect(sessionReads(owner)).toHaveLength(1);
      expect(owner.length, owner.join("\n")).toBeLessThanOrEqual(12);
      await visit(pages.account, path, account);
      const again = await visit(pages.account, path, account);
      expect(again.length, again.join("\n")).toBeLessThanOrEqual(4);
      const visitor = await visit(pages.account, path, { ...account, cookie: "" });
      expect(sessionReads(visitor)).toHaveLength(0);
      expect(visitor.length, visitor.join("\n")).toBeLessThanOrEqual(12);
    },
  );

  test.each([
    ["balance", "/balance-operations", 5],
    ["partner", "/partner-program", 9],
    ["statistics", "/partner-program/statistics", 10],
    ["network", "/partner-program/network", 10],
    ["promo-codes", "/partner-program/promo-codes", 9],
    ["withdrawals", "/partner-program/withdrawals", 10],
  ] as const)("%s stays within its limit", async (page, path, most) => {
    const statements = await visit(pages[page], path);
    expect(sessionReads(statements)).toHaveLength(1);
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(most);
  });

  test("an ended session is rejected by the very next page", async () => {
    const ended = await logIn("boris@demo.test");
    await visit(pages.vps, "/vps", { cookie: ended });
    await api.db.delete(sessions);
    await expect(visit(pages.vps, "/vps", { cookie: ended })).rejects.toMatchObject({ status: 302 });
  });
});
