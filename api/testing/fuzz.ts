import type * as z from "zod/mini";
import type { Endpoint } from "#contract/endpoint";
import { allEndpoints } from "#contract/index";

/** Returns a reproducible generator of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
type Random = ReturnType<typeof randomOf>;

const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const deep = (levels: number): unknown => {
  let value: unknown = "bottom";
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Texts that are known to break software. */
export const nastyTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff and after",
  "'; drop table users; --",
  "%",
  "%00",
  "..%2f..%2fetc%2fpasswd",
  "../../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "Infinity",
  "-0",
  "1e400",
  "0x10",
  "9".repeat(40),
  "2026-13-45",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00.001Z",
  "0000-00-00",
  "null",
  "undefined",
  "[object Object]",
  "<script>alert(1)</script>",
  "{{name}}",
  "\u202e\u0000\uffff",
  "a".repeat(70_000),
  "🧨".repeat(3_000),
  "\r\nset-cookie: a=b",
] as const;

const nastyValues: readonly unknown[] = [
  ...nastyTexts,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [null],
  [[[]]],
  { length: 1e9 },
  JSON.parse('{"then":"a promise"}'),
  { toString: null, valueOf: null },
];

/** Valid values for the names of input fields, so that some requests get past the first check. */
const ordinary: Record<string, unknown> = {
  email: "anna@demo.test",
  password: "a good password",
  amountCents: 1_000,
  amount: "10",
  page: 1,
  months: 1,
  name: "A name",
  code: "123456",
  date: "2026-03-02",
  from: "2026-01-01",
  to: "2026-03-01",
  period: "month",
  consent: true,
  language: "EN",
  text: "A text",
  title: "A title",
};

const namesOf = (endpoint: Endpoint): string[] =>
  Object.keys((endpoint.input as z.ZodMiniObject)._zod.def.shape ?? {});

function valueFor(random: Random, name: string): unknown {
  if (random() < 0.45) return ordinary[name] ?? "an-id";
  if (random() < 0.05) return deep(oneOf(random, [5, 50, 900]));
  return oneOf(random, nastyValues);
}

/** Returns an input of an endpoint with mistakes; sometimes with names it does not have, or that objects inherit. */
export function inputFor(random: Random, endpoint: Endpoint): Record<string, unknown> {
  const names = namesOf(endpoint).filter(() => random() > 0.1);
  const strange =
    random() < 0.2 ? [oneOf(random, ["__proto__", "constructor", "prototype", "extra", "a\0b"])] : [];
  const input: Record<string, unknown> = Object.create(null);
  for (const name of [...names, ...strange]) input[name] = valueFor(random, name);
  return input;
}

const textOf = (value: unknown): string => {
  try {
    return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    return "?";
  }
};

const forAddress = (value: unknown) =>
  encodeURIComponent(
    textOf(value)
      .slice(0, 3_000)
      .replace(/\p{Surrogate}/gu, "\ufffd"),
  );

/** Returns a JSON body, intact or broken in a common way. */
function jsonBody(random: Random, input: Record<string, unknown>): string | Uint8Array {
  const body = JSON.stringify(input);
  if (random() < 0.85) return body;
  return oneOf<string | Uint8Array>(random, [
    body.slice(0, body.length / 2),
    `[${body}]`,
    "null",
    "[".repeat(100_000),
    `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
    `{"__proto__":{"isAdmin":true},${body.slice(1)}`,
    new Uint8Array([0xff, 0xfe, 0x7b, 0x7d]),
    new Uint8Array([...new TextEncoder().encode('{"email":"'), 0xc3, 0x28, 0x22, 0x7d]),
    "",
  ]);
}

/** Returns multipart form data of texts and files, intact or broken, with its content type. */
export function multipartBody(
  random: Random,
  input: Record<string, unknown>,
): { body: Uint8Array; type: string } {
  const boundary = "fuzz";
  const parts = Object.entries(input).map(([name, value]) => {
    const fileName = random() < 0.4 ? `; filename="${oneOf(random, ["a.png", "../a", "a\0.pdf", ""])}"` : "";
    const type = fileName ? `\r\ncontent-type: ${oneOf(random, ["image/png", "text/html", "x"])}` : "";
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName}${type}\r\n\r\n${textOf(value)}\r\n`;
  });
  const whole = new TextEncoder().encode(`${parts.join("")}--${boundary}--\r\n`);
  const body = random() < 0.7 ? whole : whole.slice(0, Math.floor(whole.length * random()));
  const type = oneOf(random, [
    ...Array(6).fill(`multipart/form-data; boundary=${boundary}`),
    "multipart/form-data",
    "multipart/form-data; boundary=other",
    `multipart/form-data; boundary=${"x".repeat(300)}`,
    "multipart/mixed; boundary=fuzz",
  ]);
  return { body, type };
}

export type FuzzRequest = {
  name: string;
  path: string;
  init: RequestInit & { headers: Record<string, string> };
};

/** Returns one request to an endpoint of the contract; `tokens` are open sessions to use. */
export function requestFor(random: Random, tokens: readonly string[]): FuzzRequest {
  const { name, endpoint } = oneOf(random, allEndpoints);
  const input = inputFor(random, endpoint);
  const path = endpoint.path.replace(/:(\w+)/g, (_, part: string) => {
    const value = forAddress(input[part] ?? "an-id");
    delete input[part];
    return value || "x";
  });
  const headers: Record<string, string> = {
    "x-client-address": `10.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}.1`,
    "accept-language": oneOf(random, ["en", "ru", "xx;q=9", ",,,", "ru\u00ff"]),
  };
  if (random() < 0.9) headers.authorization = `Bearer ${random() < 0.9 ? oneOf(random, tokens) : "made-up"}`;
  if (endpoint.idempotent && random() < 0.95)
    headers["idempotency-key"] = `fuzz-${Math.floor(random() * 1e9)}`;
  if (random() < 0.1)
    headers["x-browser"] = oneOf(random, ["x".repeat(5_000), "not a browser", "a-browser-of-20-signs"]);
  if (endpoint.method !== "POST") {
    const query = Object.entries(input).map(([key, value]) => `${forAddress(key)}=${forAddress(value)}`);
    return { name, path: `${path}?${query.join("&")}`, init: { method: endpoint.method, headers } };
  }
  if (endpoint.body === "multipart" ? random() < 0.9 : random() < 0.03) {
    const { body, type } = multipartBody(random, input);
    headers["content-type"] = type;
    return { name, path, init: { method: "POST", headers, body: body as BodyInit } };
  }
  headers["content-type"] = random() < 0.95 ? "application/json" : "text/plain";
  return { name, path, init: { method: "POST", headers, body: jsonBody(random, input) as BodyInit } };
}
