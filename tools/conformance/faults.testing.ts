import type { Fetch } from "./api-client";

type OutgoingRequest = { method: string; path: string; headers: Headers; body: RequestInit["body"] };
type Send = (request: OutgoingRequest) => Promise<Response>;

/** A deviation of a service: it wraps the real one, to which it may send requests. */
export type Fault = (request: OutgoingRequest, send: Send) => Promise<Response>;

/** Returns a `fetch` of a service with a fault. */
export function through(fetch: (path: string, init: RequestInit) => Promise<Response>, fault?: Fault): Fetch {
  const send: Send = ({ method, path, headers, body }) =>
    fetch(path, { method, headers, body: body ?? null });
  return (url, init) => {
    const { pathname, search } = new URL(url);
    const request = {
      method: init.method ?? "GET",
      path: pathname.replace(/^\/api/, "") + search,
      headers: new Headers(init.headers),
      body: init.body,
    };
    return fault ? fault(request, send) : send(request);
  };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever stands in an answer
type Body = any;

const on = (method: string, path: RegExp, fault: Fault): Fault => {
  return (request, send) =>
    request.method === method && path.test(request.path) ? fault(request, send) : send(request);
};
/** Changes a response after the request was processed. */
const answering = (method: string, path: RegExp, change: (body: Body) => Body): Fault =>
  on(method, path, async (request, send) => {
    const answer = await send(request);
    if (answer.status !== 200) return answer;
    return Response.json(change(await answer.json()));
  });
const instead = (method: string, path: RegExp, body: object, status = 200): Fault =>
  on(method, path, async () => Response.json(body, { status }));
const withHeader = (request: OutgoingRequest, name: string, value: string | null): OutgoingRequest => {
  const headers = new Headers(request.headers);
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  return { ...request, headers };
};
const onError = (change: (body: Body, status: number) => Response): Fault => {
  return async (request, send) => {
    const answer = await send(request);
    return answer.status >= 400 ? change(await answer.json(), answer.status) : answer;
  };
};

let fresh = 0;
const freshKey = () => `fault-${++fresh}-${Date.now()}`;
const server = /^\/vps\/servers\/[\w-]+$/;
const deposit = /^\/payments\/deposits\/[\w-]+$/;

/** Faults that each break one rule. */
export const faults: Record<string, Fault> = {
  "a call that is open without a session": on("GET", /^\/vps\/rates$/, (request, send) =>
    request.headers.has("authorization")
      ? send(request)
      : Promise.resolve(Response.json({ rates: [], testServer: "none" })),
  ),
  "a made-up token that opens": (request, send) =>
    request.headers.get("authorization") === "Bearer made-up"
      ? Promise.resolve(Response.json({ ok: true }))
      : send(request),
  "refusals in a form of their own": onError(({ message }, status) =>
    Response.json({ error: message }, { status }),
  ),
  "refusals in English alone": (request, send) => send(withHeader(request, "accept-language", "en")),
  "refusals that name no field": onError(({ fields, ...rest }, status) => Response.json(rest, { status })),
  "an address that is none and answers": instead("GET", /^\/no\/such/, { ok: true }),
  "bad input that is a fault of the server": onError((body, status) =>
    Response.json(body, { status: status === 422 ? 500 : status }),
  ),
  "payment callbacks without a signature": instead("POST", /^\/payments\/callback/, { ok: true }),
  "provisioner callbacks without a signature": instead("POST", /^\/vps\/provisioner\/callback/, { ok: true }),
  "returned letters without a signature": instead("POST", /^\/mail\/returns/, { ok: true }),
  "an order form that is dearer than the list": answering("GET", /^\/vps\/rates\/./, (body) => ({
    ...body,
    periods: body.periods.map((period: Body) => ({ ...period, priceCents: period.priceCents + 100 })),
  })),
  "a quote that is a cent off": answering("POST", /^\/vps\/quote$/, (body) => ({
    ...body,
    priceCents: body.priceCents + 1,
    totalCents: body.totalCents + 1,
  })),
  "a quote that forgets what lacks": answering("POST", /^\/vps\/quote$/, (body) => ({
    ...body,
    missingCents: body.missingCents + 1,
  })),
  "a rental that takes more than was said": answering("POST", /^\/vps\/servers$/, (body) => ({
    ...body,
    totalCents: body.totalCents + 100,
  })),
  "a price that was agreed on and is not looked at": on("POST", /^\/vps\/servers$/, (request, send) =>
    send({
      ...request,
      body: JSON.stringify({ ...JSON.parse(String(request.body)), agreedCents: undefined }),
    }),
  ),
  "keys that are not looked at": (request, send) =>
    send(
      request.headers.has("idempotency-key") ? withHeader(request, "idempotency-key", freshKey()) : request,
    ),
  "a key that may be used again for something else": on(
    "POST",
    /^\/payments\/deposits$/,
    async (request, send) => {
      const answer = await send(request);
      return answer.status === 409 ? send(withHeader(request, "idempotency-key", freshKey())) : answer;
    },
  ),
  "a key that need not be given": on("POST", /^\/payments\/deposits$/, (request, send) =>
    send(
      request.headers.has("idempotency-key") ? request : withHeader(request, "idempotency-key", freshKey()),
    ),
  ),
  "every key the same": on("POST", /^\/payments\/deposits$/, (request, send) =>
    send(
      request.headers.has("idempotency-key")
        ? withHeader(request, "idempotency-key", "one-for-all")
        : request,
    ),
  ),
  "a server without its periods": answering("GET", server, ({ periods, ...rest }) => rest),
  "a time that is none": answering("GET", /^\/support\/tickets\/[\w-]+$/, (body) => ({
    ...body,
    createdAt: "yesterday",
  })),
  "things of nobody that are there": on("GET", /conformance0000/, async () => Response.json({ ok: true })),
  "things of nobody that are forbidden": async (request, send) => {
    const answer = await send(request);
    if (!request.path.includes("conformance0000") || answer.status !== 404) return answer;
    return Response.json({ message: "Forbidden", code: "forbidden" }, { status: 403 });
  },
  "statistics in another form": answering("GET", /^\/monitoring\/accounts\/[\w-]+\/statistics/, () => ({
    profit: "12.50",
  })),
  "an account that can't be deleted": instead("DELETE", /^\/monitoring\/accounts\/[\w-]+$/, { ok: true }),
  "a comment that is not kept": instead("POST", /\/comment$/, { ok: true }),
  "a reply that is lost": instead("POST", /\/messages$/, { ok: true }),
  "a ticket whose version stays": instead("GET", /\/version$/, { version: "1" }),
  "a ticket that can't be closed": instead("POST", /^\/support\/tickets\/[\w-]+\/close$/, { ok: true }),
  "a deposit in dollars": answering("POST", /^\/payments\/deposits$/, ({ payment }) => ({
    payment: { ...payment, sumCents: Math.round(payment.sumCents / 100) },
  })),
  "a deposit that costs something else": answering("POST", /^\/payments\/deposits$/, ({ payment }) => ({
    payment: { ...payment, costCents: payment.costCents + 1 },
  })),
  "a deposit that stays when it is deleted": instead("POST", /\/delete$/, { ok: true }),
  "a deposit of two states": answering("GET", deposit, ({ payment }) => ({
    payment: { ...payment, status: "paid" },
  })),
  "two balances": answering("GET", /^\/balance\/transfers\/limits$/, (body) => ({
    ...body,
    balanceCents: body.balanceCents + 1,
  })),
  "a history that does not add up": answering("GET", /^\/balance\/latest/, (body) => ({
    ...body,
    movements: body.movements.map((ledgerLine: Body) => ({
      ...ledgerLine,
      balanceCents: ledgerLine.balanceCents - 1,
    })),
  })),
  "a list that hides the newest": answering("GET", /^\/vps\/servers(\?|$)/, (body) => ({
    ...body,
    servers: body.servers.slice(1),
  })),
  "a list that counts nothing": answering("GET", /^\/vps\/servers(\?|$)/, (body) => ({ ...body, total: 0 })),
  "a session that goes on after its end": instead("POST", /^\/user\/auth\/logout$/, { ok: true }),
};
