import fc from "fast-check";
import { finishOrders, giveMoney } from "#api/modules/vps/testing";
import type { TestApi } from "#api/testing";
import { randomOf } from "./fuzz";
import type { Document, DocumentedEndpoint, Link } from "./openapi-document";
import { readDocument, valueAt } from "./openapi-document";
import { brokenOf, valuesOf } from "./openapi-values";

/** Values that links provide for an operation: path parameters and body fields. */
type Way = { path: Record<string, unknown>; body: Record<string, unknown> };
type Sent = { path: Record<string, unknown>; body: unknown };

const maxWays = 4;
/** Errors that the document's schemas rule out completely. */
const unreadable = /^(bodyUnreadable|idempotencyKey(Missing|Malformed))$/;
const startingCents = 500_000;

/**
 * Signs up, logs in, and from there follows the document alone: it calls the operations a response links to, with
 * bodies generated from the schemas, one in five of them broken. Each response is validated against the document.
 */
export async function walk(api: TestApi, seed: number, steps: number) {
  const document = readDocument((await (await api.fetch("/openapi.json")).json()) as Document);
  const random = randomOf(seed);
  const visits = new Map<string, number>();
  const accepted = new Set<string>();
  const ways = new Map<string, Way[]>();
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  // data a person knows, which is in no document
  const email = `walker-${seed}@example.test`;
  let password = "a good password";
  let token = "";
  let keys = 0;
  const friend = await api.newClient();
  const accountFields = () => ({ email: friend.email, password, oldPassword: password });
  const sample = <T>(values: fc.Arbitrary<T>): T =>
    fc.sample(values, { seed: Math.floor(random() * 2 ** 31), numRuns: 1 })[0] as T;

  const endpointOf = (id: string): DocumentedEndpoint => {
    const endpoint = document.places.get(id);
    if (!endpoint) throw new Error(`The document has no ${id}`);
    return endpoint;
  };

  function follow(links: Record<string, Link>, sent: Sent, answered: unknown): void {
    const read = (expression: string) => {
      const [, where, rest = ""] =
        /^\$(response\.body|request\.body|request\.path)(?:#|\.)(.*)$/.exec(expression) ?? [];
      if (where === "request.path") return sent.path[rest];
      return valueAt(where === "response.body" ? answered : sent.body, rest);
    };
    const valuesIn = (expressions: Record<string, string> = {}) =>
      Object.fromEntries(Object.entries(expressions).map(([name, expression]) => [name, read(expression)]));
    for (const { operationId, parameters, requestBody } of Object.values(links)) {
      const way = { path: valuesIn(parameters), body: valuesIn(requestBody) };
      // an empty list provides no values
      if ([...Object.values(way.path), ...Object.values(way.body)].includes(undefined)) continue;
      const others = (ways.get(operationId) ?? []).filter(
        (one) => JSON.stringify(one) !== JSON.stringify(way),
      );
      ways.set(operationId, [way, ...others].slice(0, maxWays));
    }
  }

  function leave(id: string, way: Way): void {
    const rest = (ways.get(id) ?? []).filter((one) => one !== way);
    if (rest.length > 0) ways.set(id, rest);
    else ways.delete(id);
  }

  function bodyFor({ operation }: DocumentedEndpoint, way: Way, isBroken: boolean) {
    const [type = "", content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    if (!content) return { type, body: undefined };
    const generated = sample(valuesOf(content.schema, document.resolve)) as Record<string, unknown>;
    const own = Object.entries(accountFields()).filter(([name]) => name in generated);
    const valid = { ...generated, ...Object.fromEntries(own), ...way.body };
    return {
      type,
      body: isBroken && type === "application/json" ? sample(brokenOf(content.schema, valid)) : valid,
    };
  }

  async function sendRequest(id: string, way: Way, isBroken = false): Promise<number> {
    const endpoint = endpointOf(id);
    const path: Record<string, unknown> = {};
    const query = new URLSearchParams();
    const headers: Record<string, string> = { "x-client-address": `10.0.${Math.floor(random() * 250)}.1` };
    if (endpoint.operation.security.length > 0) headers.authorization = `Bearer ${token}`;
    for (const { name, in: where, required, schema } of endpoint.operation.parameters ?? []) {
      const value = () => sample(valuesOf(schema, document.resolve));
      if (where === "path") path[name] = way.path[name] ?? value();
      else if (where === "header") headers[name] = `${value()}${++keys}`.slice(-100);
      else if (required || random() < 0.5) query.set(name, String(value()));
    }
    const { type, body } = bodyFor(endpoint, way, isBroken);
    if (type === "application/json") headers["content-type"] = type;
    const address = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
    const response = await api.fetch(query.size > 0 ? `${address}?${query}` : address, {
      method: endpoint.method,
      headers,
      ...(body !== undefined && { body: type === "application/json" ? JSON.stringify(body) : formOf(body) }),
    });
    const { status } = response;
    statuses[status] = (statuses[status] ?? 0) + 1;
    visits.set(id, (visits.get(id) ?? 0) + 1);
    const answerType = response.headers.get("content-type") ?? "";
    const answered = answerType.includes("json") ? await response.json() : await response.arrayBuffer();
    const textOf = (what: string) =>
      faults.push(
        `${id} ${status}: ${what}; ${address}?${query} ${JSON.stringify(body)?.slice(0, 300) ?? ""}`,
      );
    const complaint = document.complaint(endpoint, status, answerType, answered);
    if (complaint) textOf(complaint);
    if (status >= 500) textOf("failed");
    const code = (answered as { code?: string }).code ?? "";
    if (!isBroken && unreadable.test(code)) textOf(`${code}, which its schema allows`);
    // the item is gone: another link has to lead to this operation
    if (status === 404) leave(id, way);
    if (isBroken && status === 200) textOf("took what its schema forbids");
    if (status !== 200) return status;
    accepted.add(id);
    follow(endpoint.operation.responses["200"]?.links ?? {}, { path, body }, answered);
    if (id === "user.login") token = String((answered as { token: string }).token);
    if (id === "profile.changePassword") password = String((body as { newPassword: string }).newPassword);
    if (id === "user.resetPassword") password = String((body as { password: string }).password);
    return status;
  }

  const logIn = () => sendRequest("user.login", { path: {}, body: { email, password } });

  await sendRequest("user.signup", {
    path: {},
    body: { name: "Walker", email, password, partnerCode: undefined },
  });
  await finishOrders(api);
  const sentText = api.sentEmails.findLast(({ to }) => to === email)?.text ?? "";
  const [, code = ""] = /login\?code=([\w-]+)/.exec(sentText) ?? [];
  await sendRequest("user.verifyEmail", { path: {}, body: { code } });
  if ((await logIn()) !== 200) throw new Error(`Nobody can log in: ${sentText}`);
  const me = (await (
    await api.fetch("/user/auth", { headers: { authorization: `Bearer ${token}` } })
  ).json()) as {
    id: string;
  };
  await giveMoney(api, me.id, startingCents);

  for (let step = 0; step < steps; step++) {
    // deleting the account has separate tests
    const open = [...ways.keys()].filter((id) => id !== "privacy.deleteAccount");
    const rarest = Math.min(...open.map((id) => visits.get(id) ?? 0));
    const choice = random() < 0.7 ? open.filter((id) => (visits.get(id) ?? 0) === rarest) : open;
    const id = sample(fc.constantFrom(...choice));
    const way = sample(fc.constantFrom(...(ways.get(id) ?? [])));
    const isBroken =
      random() < 0.2 && endpointOf(id).operation.requestBody?.content["application/json"] !== undefined;
    const hasSession = endpointOf(id).operation.security.length > 0;
    if ((await sendRequest(id, way, isBroken)) === 401 && hasSession && (await logIn()) !== 200)
      throw new Error(`The walker can't log in any more, after ${id}`);
    if (step % 10 === 9) await finishOrders(api);
    else api.pass({ seconds: 20 });
  }
  return { faults, statuses, visited: [...visits.keys()], accepted };
}

function formOf(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields as object))
    if (Array.isArray(value)) for (const item of value) form.append(`${name}[]`, item);
    else form.append(name, value instanceof File ? value : String(value));
  return form;
}
