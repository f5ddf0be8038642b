import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allCalls } from "#contract/index";
import apiTexts from "#locales/en/api.json" with { type: "json" };
import errorTexts from "#locales/en/errors.json" with { type: "json" };
import { verbs } from "./app";
import type { TestApi } from "./testing";
import { testApi } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const served = new Set(verbs.map(({ call }) => call));

test("every call of the contract is served, and nothing else", () => {
  expect(allCalls.filter(({ call }) => !served.has(call)).map(({ name }) => name)).toEqual([]);
  expect(
    [...served].filter((call) => !allCalls.some((known) => known.call === call)).map(({ path }) => path),
  ).toEqual([]);
});

test("no two calls share a method and a path", () => {
  const addresses = allCalls.map(({ call }) => `${call.method} ${call.path.replace(/:\w+/g, ":")}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

describe("without a session", () => {
  test.each(
    verbs.filter(({ call }) => call.access === "client").map(({ call }) => [call.method, call.path] as const),
  )("%s %s refuses", async (method, path) => {
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

test.each(allCalls.map(({ name, call }) => [name, call] as const))(
  "%s refuses bad input in words that both languages have",
  (_name, call) => {
    const shape = ((call.input as { def?: { shape?: object } }).def?.shape ?? {}) as object;
    for (const input of badInputs(Object.keys(shape))) {
      const parsed = call.input.safeParse(input);
      if (parsed.success) continue;
      for (const { message } of parsed.error.issues) {
        // zod's own words tell a program's mistake, which no form can make
        const isOurs =
          message in errorTexts || message in apiTexts || /^(Invalid|Unrecognized|Too)/.test(message);
        expect(isOurs, message).toBe(true);
      }
    }
  },
);

test("the OpenAPI document describes every call", async () => {
  const document = (await (await api.fetch("/openapi.json")).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  expect(document.openapi).toBe("3.1.0");
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(described.sort()).toEqual(allCalls.map(({ name }) => name).sort());
});

describe("a body", () => {
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
  ])("%s is refused in words", async (_, send, status, code) => {
    const answer = await send();
    const body = (await answer.json()) as { code: string; message: string };
    expect([answer.status, body.code]).toEqual([status, code]);
    expect(body.message).not.toBe(code);
  });
});
