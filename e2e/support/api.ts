import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";

type Form = NonNullable<NonNullable<Parameters<APIRequestContext["post"]>[1]>["multipart"]>;

/** A client of the API, for setup steps that are not the subject of a test. */
export type ApiClient = {
  call: (method: "GET" | "POST", path: string, body?: object) => Promise<Record<string, never>>;
  /** Posts a form with files. */
  upload: (path: string, form: Form) => Promise<Record<string, never>>;
  /** Deposits a sum through the sandbox's e-wallet. */
  deposit: (cents: number) => Promise<void>;
  /** Rents the tariff for a month. */
  rent: (rateId: string, promoCode?: string) => Promise<{ serverId: string }>;
};

/** Logs a client in through the API. */
export async function apiClient(
  request: APIRequestContext,
  email: string,
  password: string,
): Promise<ApiClient> {
  const send = async (
    token: string | null,
    method: "GET" | "POST",
    path: string,
    body: object = {},
    multipart?: Form,
  ) => {
    const headers = { "idempotency-key": randomUUID(), ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await request.fetch(`/api${path}`, {
      method,
      headers,
      // Retries once if the server has just closed the connection; the idempotency key prevents a request that did
      // arrive from being processed twice.
      maxRetries: 1,
      ...(method === "POST" && (multipart ? { multipart } : { data: body })),
    });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${text}`);
    return JSON.parse(text);
  };
  const { token } = await send(null, "POST", "/user/auth/login", { email, password });
  const call: ApiClient["call"] = (method, path, body) => send(token, method, path, body);
  return {
    call,
    upload: (path, form) => send(token, "POST", path, {}, form),
    deposit: async (cents) => {
      const { payment } = await send(token, "POST", "/payments/deposits", {
        method: "wallet",
        wallet: "W-1",
        amountCents: cents,
      });
      const { orderId, ...order } = Object.fromEntries(
        new URL(payment.payUrl, "http://localhost").searchParams,
      );
      await send(null, "POST", `/payments/sandbox/${orderId ?? payment.orderId}`, {
        ...order,
        choice: "pay",
      });
    },
    rent: async (rateId, promoCode) => {
      const { operatingSystems } = await send(token, "GET", `/vps/rates/${rateId}`);
      const order = { rateId, months: 1, operatingSystem: operatingSystems[0], comment: "", promoCode };
      return send(token, "POST", "/vps/servers", order);
    },
  };
}

/** Signs up a client and confirms the address. */
export async function signUpByApi(
  request: APIRequestContext,
  emailTo: (address: string) => Promise<string>,
  client: { email: string; password: string; name: string; partnerCode?: string },
): Promise<void> {
  const created = await request.post("/api/user/auth/create", { data: { ...client, consent: true } });
  if (!created.ok()) throw new Error(`The sign-up answered ${created.status()}: ${await created.text()}`);
  const code = /code=([\w-]+)/.exec(await emailTo(client.email))?.[1];
  await request.post("/api/user/auth/verify-email", { data: { code } });
}
