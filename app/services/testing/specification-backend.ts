import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Body = Record<string, unknown>;
type Answer = { status?: number; body?: unknown; cookies?: string[] };
type BackendRequest = { body: Body; request: IncomingMessage };

const user = { email: "ann@example.test", password: "a good password" };

/**
 * A service written from the specification's sections 3, 7 and 8 alone: it knows neither our contract nor our names,
 * stores its refresh token in its own cookie, and returns 404 for unknown endpoints.
 */
export async function specificationBackend() {
  const state = {
    /** Lifetime of an access token in seconds. */
    lasts: 900,
    refreshes: 0,
    language: "none told",
    isOver: false,
    withdrawals: [] as Body[],
    unknown: [] as string[],
  };
  let [access, refresh] = ["", ""];

  function session(): Answer {
    [access, refresh] = [randomUUID(), randomUUID()];
    const expires = new Date(Date.now() + state.lasts * 1000).toISOString();
    return {
      body: { token: access, expires },
      cookies: [`refresh=${refresh}; Path=/api/user/auth; HttpOnly; Max-Age=2592000`],
    };
  }

  const open: Record<string, (request: BackendRequest) => Answer> = {
    "POST /user/auth/login": ({ body }) =>
      body.email === user.email && body.password === user.password
        ? session()
        : { status: 401, body: { message: "Login or password not found" } },
    "POST /user/auth/refresh-token": ({ request }) => {
      const refreshCookie = /(?:^|; )refresh=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
      if (state.isOver || !refreshCookie || refreshCookie !== refresh)
        return { status: 401, body: { message: "Unauthorised" } };
      state.refreshes++;
      return session();
    },
  };

  const bearer: Record<string, (request: BackendRequest) => Answer> = {
    "POST /user/auth/logout": () => ({ status: 204 }),
    "GET /user/auth": () => ({
      body: {
        id: 7,
        created_at: "2026-01-01T00:00:00Z",
        ...user,
        password: undefined,
        name: "Ann Lee",
        photo_path: null,
        telegram_link: null,
        telegram_mon_link: null,
        balance: "12.50",
        balance_partner: 40.1,
      },
    }),
    "GET /user/alert": () => ({ body: { alert: "Works on Sunday" } }),
    "POST /user/change_language": ({ body }) => {
      state.language = String(body.language);
      return { body: {} };
    },
    "GET /front/permissions": () => ({ body: { partner: true, monitoring: false } }),
    "GET /user/partner_info": () => ({
      body: {
        referral_code: "ANN",
        level_1_referral_active_count: 3,
        level_2_referral_active_count: 2,
        level_3_referral_active_count: 1,
        partnerMinWithdrawal: 20,
      },
    }),
    "GET /user/partner/payments": () => ({ body: [{ id: "usdt", name: "USDT" }] }),
    "POST /user/partner/createwithdrawal": ({ body }) => {
      state.withdrawals.push(body);
      if (Number(body.amount) > 40) return { status: 409, body: { message: "Low balance" } };
      return { body: {} };
    },
    "POST /user/partner/infodata": () => ({
      body: {
        rewardData: [],
        conversionData: [],
        stats: { clicks: 9, registrations: 4, rented: 2, renewed: 1 },
      },
    }),
    "GET /user/partner/levels": () => ({
      body: [
        { level: 1, rewardForLevel: 10, userCount: 3, rewardCount: 200.5, rewardSum: 20.05 },
        { level: 2, rewardForLevel: 5, userCount: 2, rewardCount: "10.00", rewardSum: "0.50" },
      ],
    }),
    "GET /user/partner_network/": () => ({ body: {} }),
    "GET /user/balance/promocodes": () => ({ body: { data: [{ id: "1", name: "SALE", discount: 5 }] } }),
    "GET /user/balance/available_discount": () => ({ body: { available_discounts: [5, 10] } }),
  };

  function answer(name: string, request: BackendRequest): Answer {
    const known = open[name];
    if (known) return known(request);
    const handler = bearer[name];
    if (!handler) {
      state.unknown.push(name);
      return { status: 404, body: { message: "Not found" } };
    }
    const isAuthorized = access && request.request.headers.authorization === `Bearer ${access}`;
    return isAuthorized ? handler(request) : { status: 401, body: { message: "Unauthorised" } };
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Body;
    const path = (request.url ?? "").replace(/^\/api|\?.*/g, "");
    const {
      status = 200,
      body: responseBody,
      cookies = [],
    } = answer(`${request.method} ${path}`, { body, request });
    response.writeHead(status, { "content-type": "application/json", "set-cookie": cookies });
    response.end(responseBody === undefined ? undefined : JSON.stringify(responseBody));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    person: user,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
