import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chooseFiles } from "#api/integrations/storage/index";
import type { FileStore } from "#api/integrations/storage/store";
import { startS3 } from "#api/integrations/storage/testing/s3-server";
import { allEndpoints } from "#contract/index";
import type { Language } from "#contract/languages";
import { languages } from "#contract/languages";
import * as support from "#contract/support/index";
import apiTexts from "#locales/en/api.json" with { type: "json" };
import errorTexts from "#locales/en/errors.json" with { type: "json" };
import errorTextsRu from "#locales/ru/errors.json" with { type: "json" };
import { handlers } from "./app";
import type { TestApi } from "./testing";
import { testApi } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const served = new Set(handlers.map(({ endpoint }) => endpoint));

test("every endpoint of the contract is served, and nothing else", () => {
  expect(allEndpoints.filter(({ endpoint }) => !served.has(endpoint)).map(({ name }) => name)).toEqual([]);
  expect(
    [...served]
      .filter((endpoint) => !allEndpoints.some((known) => known.endpoint === endpoint))
      .map(({ path }) => path),
  ).toEqual([]);
});

test("no two endpoints share a method and a path", () => {
  const addresses = allEndpoints.map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ":")}`,
  );
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test("OPTIONS names the methods of a path, DELETE as well", async () => {
  const allowed = async (path: string) => {
    const { status, headers } = await api.fetch(path.replace(/:\w+/g, "x"), { method: "OPTIONS" });
    return [status, headers.get("allow")?.split(", ").sort().join()];
  };
  expect(await allowed("/user/avatar")).toEqual([204, "DELETE,POST"]);
  expect(await allowed("/nothing")).toEqual([404, undefined]);
  for (const { endpoint } of handlers)
    expect(await allowed(endpoint.path), endpoint.path).toEqual([
      204,
      expect.stringMatching(new RegExp(`\\b${endpoint.method}\\b`)),
    ]);
});

describe("requests without a session", () => {
  test.each(
    handlers
      .filter(({ endpoint }) => endpoint.access === "client")
      .map(({ endpoint }) => [endpoint.method, endpoint.path] as const),
  )("%s %s is rejected", async (method, path) => {
    const answer = await api.fetch(path.replace(/:\w+/g, "x"), {
      method,
      headers: { authorization: "Bearer nobody" },
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, "sessionOver"]);
  });
});

const badInputs = (keys: string[]): unknown[] => {
  const all = (value: unknown) => Object.fromEntries(keys.map((key) => [key, value]));
  return [
    {},
    all(""),
    all(" "),
    all("x"),
    all("x".repeat(3000)),
    all(-1),
    all(0),
    all(1e9),
    all("а@б"),
    all(null),
    all([]),
    all(1.5),
  ];
};

test.each(allEndpoints.map(({ name, endpoint }) => [name, endpoint] as const))(
  "%s rejects invalid input with messages that exist in both languages",
  (_name, endpoint) => {
    const shape = ((endpoint.input as { def?: { shape?: object } }).def?.shape ?? {}) as object;
    for (const input of badInputs(Object.keys(shape))) {
      const parsed = endpoint.input.safeParse(input);
      if (parsed.success) continue;
      for (const { message } of parsed.error.issues) {
        // zod's own messages report a program's mistake, which no form can make
        const isAllowed =
          message in errorTexts || message in apiTexts || /^(Invalid|Unrecognized|Too)/.test(message);
        expect(isAllowed, message).toBe(true);
      }
    }
  },
);

test("the OpenAPI document describes every endpoint", async () => {
  const document = (await (await api.fetch("/openapi.json")).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  expect(document.openapi).toBe("3.1.0");
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(described.sort()).toEqual(allEndpoints.map(({ name }) => name).sort());
});

test("the HTML reference describes every endpoint without JavaScript", async () => {
  const answer = await api.fetch("/docs");
  const page = await answer.text();
  expect(answer.headers.get("content-type")).toContain("text/html");
  for (const { name } of allEndpoints) expect(page).toContain(`<article id="${name}">`);
  expect(page).not.toContain("<script");
  for (const guide of ["signing-in", "idempotency", "limits", "errors"])
    expect(page).toContain(`<section id="${guide}">`);
  // one example for each, with what it needs
  expect(page).toMatch(/curl -X POST \S+\/vps\/servers [^<]+Bearer \$TOKEN[^<]+Idempotency-Key[^<]+rateId/);
});

test("the HTML reference is searchable without JavaScript and escapes the search query", async () => {
  const found = await (await api.fetch("/docs?q=activation+key")).text();
  expect(found).toContain('<article id="monitoring.newActivationKey">');
  expect(found).not.toContain('<article id="vps.rent">');
  expect(await (await api.fetch(`/docs?q=${encodeURIComponent('"><script>')}`)).text()).not.toContain(
    "<script",
  );
});

describe("text with invalid characters", () => {
  const signs = { "U+0000": "x\u0000y", "a lost letter": "x\uFFFDy", "half a pair": "x\uD800y" };
  const endpoints = allEndpoints.flatMap(({ name, endpoint }) => {
    const names = Object.keys((endpoint.input as { def?: { shape?: object } }).def?.shape ?? {});
    return names.length === 0 || endpoint.body === "multipart" ? [] : [[name, endpoint, names] as const];
  });

  test.each(endpoints)("is rejected by %s before it reaches the database", async (_name, endpoint, names) => {
    const { token } = await api.newClient();
    for (const [kind, text] of Object.entries(signs)) {
      // a URL can't contain half a surrogate pair
      if (kind === "half a pair" && endpoint.path.includes(":")) continue;
      const input = Object.fromEntries(names.map((field) => [field, text]));
      const { status } = await api.call(endpoint as never, input as never, { token });
      expect([400, 401, 403, 404, 422], kind).toContain(status);
    }
  });

  test("is rejected with an error at its field, in every language; tabs and line breaks are allowed in multi-line fields", async () => {
    const { token } = await api.newClient();
    const ticket = (text: string, title: string) => ({ departmentId: "general", title, text, files: [] });
    const texts: Record<Language, typeof errorTexts> = { en: errorTexts, ru: errorTextsRu };
    for (const language of languages) {
      const options = { token, language };
      const { status, error } = await api.call(support.createTicket, ticket("a\u0007b", "a\tb"), options);
      const message = texts[language].textBroken;
      expect([status, error.fields]).toEqual([422, { text: message, title: message }]);
    }
    const { departments } = (await api.call(support.departments, {}, { token })).body;
    const input = { ...ticket("a\tb\r\nc", "A title"), departmentId: departments[0]?.id ?? "" };
    expect((await api.call(support.createTicket, input, { token })).status).toBe(200);
  });
});

describe("unavailable storage", () => {
  test("answers 503 instead of an internal error if the database has no room", async () => {
    const { token } = await api.newClient();
    await api.db.execute(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    await api.db.execute("create trigger no_room before insert on tickets execute function no_room()");
    const { status, error } = await api.call(support.createTicket, await ticket(api, token), { token });
    await api.db.execute("drop trigger no_room on tickets");
    expect([status, error.code]).toEqual([503, "unavailable"]);
  });

  test("answers 503 instead of an internal error if the file store has no room", async () => {
    const put: FileStore["put"] = (stream) => pipeline(stream, createWriteStream("/dev/full")) as never;
    const full = await testApi({
      files: { ...api.deps.files, put },
    });
    const { token } = await full.newClient();
    const files = [new File(["%PDF-1.4\n%%EOF"], "a.pdf", { type: "application/pdf" })];
    const input = { ...(await ticket(full, token)), files };
    const { status, error } = await full.call(support.createTicket, input, { token });
    await full.close();
    expect([status, error.code]).toEqual([503, "unavailable"]);
  });

  test("files in a bucket are served back, and an unreachable bucket loses nothing", async () => {
    const server = await startS3();
    const { dataDir } = api.deps.settings;
    const on = await testApi({ files: chooseFiles({ dataDir, bucket: server.bucket }) });
    const { token } = await on.newClient();
    const files = [new File(["%PDF-1.4\n%%EOF"], "a.pdf", { type: "application/pdf" })];
    const input = { ...(await ticket(on, token)), files };
    const created = await on.call(support.createTicket, input, { token });
    const { messages } = (await on.call(support.ticket, { ticketId: created.body.ticketId }, { token })).body;
    const file = { ticketId: created.body.ticketId, fileId: messages[0]?.files[0]?.id ?? "" };
    const read = await on.call(support.ticketFile, file, { token });
    expect([read.status, await read.response.text()]).toEqual([200, "%PDF-1.4\n%%EOF"]);
    await server.close();
    const away = await on.call(support.createTicket, input, { token });
    expect([away.status, away.error.code]).toEqual([503, "unavailable"]);
    expect((await on.call(support.ticketFile, file, { token })).status).toBe(503);
    await on.close();
  });

  async function ticket(on: TestApi, token: string) {
    const { departments } = (await on.call(support.departments, {}, { token })).body;
    return { departmentId: departments[0]?.id ?? "", title: "A title", text: "A text", files: [] };
  }
});

describe("request body", () => {
  const post = (body: BodyInit, type = "application/json") =>
    api.fetch("/user/auth/login", { method: "POST", body, headers: { "content-type": type } });

  test.each([
    ["that is no JSON", () => post("{"), 400, "bodyUnreadable"],
    ["of another type", () => post("a=b", "application/x-www-form-urlencoded"), 415, "bodyTypeUnknown"],
    ["that is too large", () => post(JSON.stringify({ email: "x".repeat(300_000) })), 413, "bodyTooLarge"],
    ["that is a list", () => post("[1]"), 400, "bodyUnreadable"],
    [
      "with broken UTF-8",
      () => post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      400,
      "bodyUnreadable",
    ],
  ])("%s is rejected with a message", async (_, send, status, code) => {
    const answer = await send();
    const body = (await answer.json()) as { code: string; message: string };
    expect([answer.status, body.code]).toEqual([status, code]);
    expect(body.message).not.toBe(code);
  });
});
