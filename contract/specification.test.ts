import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Endpoint } from "./endpoint";
import { allEndpoints } from "./index";

type Row = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  access: "public" | "client";
  /** Fields of the request, as far as the specification names them. */
  takes?: string[];
  /** Fields of the response; those of a list's rows are written `list[].name`. */
  answers?: string[];
};

/** Section 7 of the specification, row by row, with the fields of section 3 for "user fields" and "partner info". */
const table: Row[] = [
  { method: "POST", path: "/user/auth/create", access: "public" },
  { method: "POST", path: "/user/auth/verify-email", access: "public", takes: ["code"] },
  { method: "POST", path: "/user/auth/login", access: "public", answers: ["token", "expires"] },
  { method: "POST", path: "/user/auth/forgot-password-code", access: "public", takes: ["email"] },
  { method: "POST", path: "/user/auth/check-forgot-otp", access: "public" },
  { method: "POST", path: "/user/auth/reset-password-with-code", access: "public" },
  { method: "POST", path: "/user/auth/refresh-token", access: "public", answers: ["token", "expires"] },
  { method: "POST", path: "/clicks/create", access: "public", takes: ["referral_code"] },
  { method: "POST", path: "/user/auth/logout", access: "client" },
  {
    method: "GET",
    path: "/user/auth",
    access: "client",
    answers: [
      ...["id", "created_at", "email", "name", "photo_path", "telegram_link", "telegram_mon_link"],
      ...["balance", "balance_partner"],
    ],
  },
  { method: "GET", path: "/user/alert", access: "client", answers: ["alert"] },
  { method: "POST", path: "/user/change_language", access: "client", takes: ["language"] },
  { method: "GET", path: "/front/permissions", access: "client", answers: ["partner", "monitoring"] },
  {
    method: "GET",
    path: "/user/partner_info",
    access: "client",
    answers: [
      "referral_code",
      "level_1_referral_active_count",
      "level_2_referral_active_count",
      "level_3_referral_active_count",
      "partnerMinWithdrawal",
    ],
  },
  { method: "GET", path: "/user/partner/payments", access: "client" },
  {
    method: "POST",
    path: "/user/partner/createwithdrawal",
    access: "client",
    takes: ["method", "wallet", "amount"],
  },
  {
    method: "POST",
    path: "/user/partner/infodata",
    access: "client",
    takes: ["period"],
    answers: [
      "rewardData",
      "conversionData",
      ...["clicks", "registrations", "rented", "renewed"].map((name) => `stats.${name}`),
    ],
  },
  {
    method: "GET",
    path: "/user/partner/levels",
    access: "client",
    answers: ["level", "rewardForLevel", "userCount", "rewardCount", "rewardSum"].map(
      (name) => `levels[].${name}`,
    ),
  },
  { method: "GET", path: "/user/partner_network/", access: "client" },
  {
    method: "GET",
    path: "/user/balance/promocodes",
    access: "client",
    answers: ["data[].name", "data[].discount"],
  },
  {
    method: "GET",
    path: "/user/balance/available_discount",
    access: "client",
    answers: ["available_discounts"],
  },
  { method: "POST", path: "/user/balance/promocode", access: "client", takes: ["name", "discount"] },
  { method: "DELETE", path: "/user/balance/promocode/:id", access: "client" },
];

/** Fields that our service adds to the specification's; they must not be required in a response. */
const extensionFields: Record<string, string[]> = {
  "/user/auth/login": ["refreshToken"],
  "/user/auth/refresh-token": ["refreshToken"],
  "/user/auth": ["language"],
  "/user/partner/createwithdrawal": ["secondFactorCode"],
};

type Json = { properties?: Record<string, Json>; items?: Json; required?: string[]; anyOf?: Json[] };

/** Returns the names of a schema's properties as paths in JSON: `a`, `a.b`, `a[].b`. */
function namesOf(schema: Json, prefix = ""): string[] {
  const whole = [schema, ...(schema.anyOf ?? [])];
  return whole.flatMap((part) =>
    Object.entries(part.properties ?? {}).flatMap(([name, inner]) => [
      prefix + name,
      ...namesOf(inner, `${prefix}${name}.`),
      ...(inner.items ? namesOf(inner.items, `${prefix}${name}[].`) : []),
    ]),
  );
}

const jsonOf = (schema: Endpoint["input"]) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;

const endpointOf = ({ method, path }: Row) =>
  allEndpoints.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)?.endpoint;

test.each(table)("$method $path keeps the specification's names", (row) => {
  const endpoint = endpointOf(row);
  expect(endpoint, "there is such a call").toBeDefined();
  if (!endpoint) return;
  expect(endpoint.access).toBe(row.access);
  expect(namesOf(jsonOf(endpoint.input))).toEqual(expect.arrayContaining(row.takes ?? []));
  expect(namesOf(jsonOf(endpoint.output))).toEqual(expect.arrayContaining(row.answers ?? []));
});

test("the endpoints marked as specified are exactly those of this table", () => {
  const named = allEndpoints
    .filter(({ endpoint }) => endpoint.isNamed)
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(named.sort()).toEqual(table.map(({ method, path }) => `${method} ${path}`).sort());
});

test.each(table.filter(({ takes }) => takes))("$method $path requires no other input", (row) => {
  const { required = [] } = jsonOf((endpointOf(row) as Endpoint).input);
  expect(row.takes).toEqual(expect.arrayContaining(required));
});

test.each(table.filter(({ answers }) => answers?.every((name) => !name.includes("["))))(
  "$method $path: the response requires only the specified fields",
  (row) => {
    const { required = [] } = jsonOf((endpointOf(row) as Endpoint).output);
    const known = (row.answers ?? []).map((name) => name.replace(/\..*/, ""));
    expect(known).toEqual(expect.arrayContaining(required));
    expect(required).not.toEqual(expect.arrayContaining(extensionFields[row.path] ?? ["nothing"]));
  },
);

test("sums of the specified endpoints are in dollars", () => {
  const user = endpointOf({ method: "GET", path: "/user/auth", access: "client" }) as Endpoint;
  const sent = {
    id: "1",
    created_at: "2026-01-01T00:00:00Z",
    email: "a@b.test",
    name: "Ann",
    photo_path: null,
    telegram_link: null,
    telegram_mon_link: null,
  };
  const read = (balance: unknown) =>
    (z.safeParse(user.output, { ...sent, balance, balance_partner: "0" }).data as { balanceCents: number })
      ?.balanceCents;
  for (const [written, cents] of [
    [12.5, 1250],
    ["12.50", 1250],
    [0.29, 29],
    ["1000000.01", 100_000_001],
    [-0.05, -5],
    ["12.505", undefined],
    [0.1 + 0.2, undefined],
    ["1e3", undefined],
    ["", undefined],
  ])
    expect([written, read(written)]).toEqual([written, cents]);
  const written = z.encode(
    user.output,
    z.decode(user.output, { ...sent, balance: "8.20", balance_partner: 0.29 } as never),
  );
  expect(written).toMatchObject({ ...sent, balance: 8.2, balance_partner: 0.29 });
});
