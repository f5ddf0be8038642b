import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
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
  const files = ["api/modules", "api/http", "api/auth"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.ts$/.test(name) && !/\.test\.|testing/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const byAddress = files.filter((file) => /key: `[^`]*\baddress\}/.test(readFileSync(file, "utf8")));
  expect(byAddress).toEqual([]);
});
