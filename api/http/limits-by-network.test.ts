import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { sourceFiles } from "#api/testing/source-files";
import * as admin from "#contract/admin/index";
import type { Endpoint } from "#contract/endpoint";
import { allEndpoints } from "#contract/index";
import { login } from "#contract/users/index";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

it("wrong logins from one /64 are counted together", async () => {
  const codes = [];
  for (let n = 1; n <= 14; n += 1) {
    const email = `nobody-${n}@example.com`;
    const credentials = { email, password: "a guess of mine" };
    codes.push((await api.call(login, credentials, { address: `2001:db8:7:7::${n}` })).status);
  }
  expect(codes.slice(0, 10)).not.toContain(429);
  expect(codes.at(-1)).toBe(429);
  const elsewhere = { email: "nobody@example.com", password: "a guess of mine" };
  expect((await api.call(login, elsewhere, { address: "2001:db8:7:8::1" })).status).not.toBe(429);
});

it("no rate limit is keyed by a single address", () => {
  const files = sourceFiles("api/modules", "api/http", "api/auth");
  const byAddress = files.filter(({ text }) => /key: `[^`]*\baddress\}/.test(text)).map(({ file }) => file);
  expect(byAddress).toEqual([]);
});

/** Public endpoints that change something without a rate limit, and why none is needed. */
const unlimited: Readonly<Record<string, string>> = {
  refreshToken: "needs a secret of 256 bits; a used one ends the session",
  receiveReturns: "signed by the mail provider",
  paymentCallback: "signed by the payment system",
  sandboxPay: "only of an installation without payment systems; needs a signed order",
  notMe: "needs a secret of 256 bits; works once",
  unsubscribe: "signed; a repeat changes nothing",
  countView: "counts at most five a day for one network",
  provisionerCallback: "signed by the provisioner",
  openView: "needs a secret of 256 bits; works once",
};

it("every public endpoint that changes something has a rate limit, or a reason to have none", () => {
  const handlers = sourceFiles("api/modules", "api/admin");
  const isLimited = (name: string) =>
    handlers.some(({ text }) => text.includes(`const ${name} = handle(`) && text.includes("consume("));
  const names = [...allEndpoints, ...Object.entries(admin).map(([name, endpoint]) => ({ name, endpoint }))]
    .filter(({ endpoint }) => isPublicWrite(endpoint))
    .map(({ name }) => name.slice(name.indexOf(".") + 1));
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !isLimited(name)).sort()).toEqual(Object.keys(unlimited).sort());
});

const isPublicWrite = (value: unknown) => {
  const { method = "GET", access } = value as Partial<Endpoint>;
  return method !== "GET" && (access === "public" || access === "signed");
};
