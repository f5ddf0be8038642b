import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { specificationBackend } from "./testing/specification-backend";

type Handler = (args: object) => Promise<unknown>;
type Loaded = { data?: unknown; init?: ResponseInit | null };

const routes = {
  root: () => import("#app/root"),
  login: () => import("#app/routes/_visitor.login/route"),
  logout: () => import("#app/routes/logout/route"),
  partner: () => import("#app/routes/_cabinet.partner-program._index/route"),
  promoCodes: () => import("#app/routes/_cabinet.partner-program.promo-codes/route"),
  withdrawals: () => import("#app/routes/_cabinet.partner-program.withdrawals/route"),
  language: () => import("#app/routes/actions.language/route"),
  vps: () => import("#app/routes/_cabinet.vps/route"),
  support: () => import("#app/routes/_cabinet.support/route"),
  deposit: () => import("#app/routes/_cabinet.balance-operations.deposit/route"),
};

let backend: Awaited<ReturnType<typeof specificationBackend>>;
let cookies = new Map<string, string>();

beforeAll(async () => {
  backend = await specificationBackend();
  process.env.API_URL = backend.url;
  process.env.SESSION_SECRET = "a secret for tests";
});
afterAll(() => backend.stop());
beforeEach(() => {
  cookies = new Map();
  Object.assign(backend.state, {
    lasts: 900,
    refreshes: 0,
    language: "none told",
    isOver: false,
    withdrawals: [],
  });
});

function storeCookies(headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
    if (value && !/max-age=0|1970/i.test(line)) cookies.set(name, value);
    else cookies.delete(name);
  }
}

/**
 * Sends one browser request to a route of the cabinet, through the guard; returns the route's result and its status.
 */
async function visit(name: keyof typeof routes, path: string, form?: Record<string, string>) {
  const { guardRoutes } = await import("./guard.server");
  const { loadContextWith } = await import("./request-context.server");
  const module = (await routes[name]()) as unknown as Record<"loader" | "action", Handler>;
  const guarded = guardRoutes({ x: { id: "routes/x", module } } as never).x
    ?.module as unknown as typeof module;
  const header = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const request = new Request(`http://localhost:3000${path}`, { ...init, headers: { cookie: header } });
  const args = { request, params: {}, context: loadContextWith() };
  const outcome = await guarded[form ? "action" : "loader"](args).catch((thrown: unknown) => thrown);
  if (outcome instanceof Error) throw outcome;
  if (outcome instanceof Response) {
    storeCookies(outcome.headers);
    return { status: outcome.status, location: outcome.headers.get("location"), data: undefined };
  }
  const { data = outcome, init: answered } = (outcome ?? {}) as Loaded;
  storeCookies(new Headers(answered?.headers));
  return { status: answered?.status ?? 200, location: null, data: data as Record<string, unknown> };
}

const logIn = () => visit("login", "/login", { ...backend.person, intent: "login" });

describe("with a backend that implements only section 7 of the specification", () => {
  test("a client logs in, sees name, balance, alert and sections, and the language is sent to the service", async () => {
    const rejected = await visit("login", "/login", {
      ...backend.person,
      password: "wrong",
      intent: "login",
    });
    expect(JSON.stringify(rejected.data)).toContain("Login or password not found");
    expect(await logIn()).toMatchObject({ status: 302, location: "/vps" });
    expect(backend.state.language).toBe("EN");
    const { data } = await visit("root", "/faq");
    expect(data).toMatchObject({
      isSignedIn: true,
      user: { name: "Ann Lee", balanceCents: 1250 },
      permissions: { partner: true, monitoring: false },
      alert: { text: "Works on Sunday" },
    });
    await visit("language", "/actions/language", { language: "ru", returnTo: "/faq" });
    expect(backend.state.language).toBe("RU");
  });

  test("the refresh token in the service's own cookie is stored encrypted, and is sent with each refresh", async () => {
    backend.state.lasts = 2;
    await logIn();
    const sessionCookie = Buffer.from(decodeURIComponent(cookies.get("session") ?? ""), "base64").toString();
    expect(sessionCookie).toContain("backendCookies");
    expect(sessionCookie).not.toContain("refresh=");
    for (let visits = 1; visits <= 3; visits++) {
      expect((await visit("root", "/faq")).data).toMatchObject({ user: { name: "Ann Lee" } });
      expect(backend.state.refreshes).toBe(visits);
    }
  });

  test("a 401 on refresh resets the session", async () => {
    backend.state.lasts = 2;
    await logIn();
    backend.state.isOver = true;
    expect((await visit("root", "/faq")).data).toMatchObject({ isSignedIn: false, user: null });
    expect(cookies.has("session")).toBe(false);
  });

  test("the partner pages work: sums, levels, withdrawal methods, and a withdrawal with its rejection", async () => {
    await logIn();
    const { status, data } = await visit("partner", "/partner-program");
    expect(status).toBe(200);
    expect(data?.invite).toMatchObject({ code: "ANN" });
    const codes = await visit("promoCodes", "/partner-program/promo-codes");
    expect(codes.data).toMatchObject({ codes: [{ name: "SALE", discount: 5 }], available: [5, 10] });
    const ways = await visit("withdrawals", "/partner-program/withdrawals");
    expect(ways.data).toMatchObject({ availableCents: 4010, options: [{ value: "usdt" }] });
    const withdraw = (amount: string) =>
      visit("withdrawals", "/partner-program/withdrawals", {
        intent: "withdraw",
        method: "usdt",
        wallet: "TR7",
        amount,
        idempotencyKey: "a-key-of-the-page",
      });
    expect((await withdraw("30,5")).status).toBe(302);
    expect(backend.state.withdrawals).toEqual([{ method: "usdt", wallet: "TR7", amount: "30.50" }]);
    expect(JSON.stringify((await withdraw("41")).data)).toContain("Low balance");
  });

  test.each(["vps", "support", "deposit"] as const)(
    "%s says that this service does not offer it",
    async (name) => {
      await logIn();
      expect(await visit(name, "/x")).toMatchObject({ status: 501, data: { message: "notOffered" } });
    },
  );

  test("a client logs out", async () => {
    await logIn();
    expect(await visit("logout", "/logout", {})).toMatchObject({ status: 302, location: "/login" });
    expect(cookies.has("session")).toBe(false);
  });
});
