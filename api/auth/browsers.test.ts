import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signedInBrowsers } from "#api/db/schema/security";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { browserOf, countedAs, forgetBrowsers, isKnownBrowser, rememberBrowser } from "./browsers";

let api: TestApi;
let client: { id: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const browserBy = (header?: string) =>
  browserOf(
    new Request("http://api.invalid/", { headers: header === undefined ? {} : { "x-browser": header } }),
  );
const remember = (browser: string | null, userId = client.id) =>
  transaction(api.db, (tx) => rememberBrowser(api.deps, tx, userId, browser));
const isKnown = (browser: string | null, userId = client.id) => isKnownBrowser(api.db, userId, browser);
const rows = () => api.db.select().from(signedInBrowsers).where(eq(signedInBrowsers.userId, client.id));

test("a browser secret is 20 to 100 letters, digits, underscores and hyphens; anything else is ignored", async () => {
  for (const secret of ["a".repeat(20), "Z9_-".repeat(25), api.deps.ids.secret()])
    expect(browserBy(secret)).toBe(secret);
  const none = ["", "a", "a".repeat(19), "a".repeat(101), ` ${"a".repeat(20)}b;`, `${"a".repeat(20)}!`];
  for (const header of [...none, `!${"a".repeat(20)}`, "!".repeat(20), `${"a".repeat(10)} ${"a".repeat(10)}`])
    expect([header, browserBy(header)]).toEqual([header, null]);
  expect(browserBy()).toBeNull();
});

test("a browser is known to the account that it logged in to, and to no other", async () => {
  const other = await api.newClient();
  const browser = await remember(null);
  expect(await isKnown(browser)).toBe(true);
  expect(await isKnown(browser, other.id)).toBe(false);
  expect(await isKnown(api.deps.ids.secret())).toBe(false);
  expect(await isKnown(null)).toBe(false);
});

test("a browser with a secret keeps it; another gets a new one that fits in a cookie header", async () => {
  const [browser, another] = [await remember(null), await remember(null)];
  expect(browser).not.toBe(another);
  expect(browserBy(browser)).toBe(browser);
  const other = await api.newClient();
  expect(await remember(browser, other.id)).toBe(browser);
  expect([await isKnown(browser), await isKnown(browser, other.id)]).toEqual([true, true]);
});

test("a browser has one row: the first visit stays, the last visit is updated", async () => {
  const firstSeenAt = api.deps.clock.now();
  const browser = await remember(null);
  api.pass({ days: 3 });
  expect(await remember(browser)).toBe(browser);
  expect(await rows()).toMatchObject([{ firstSeenAt, lastSeenAt: api.deps.clock.now() }]);
  expect(JSON.stringify(await rows())).not.toContain(browser);
});

test("attempts of a known browser are counted separately, those of all other browsers together", async () => {
  const [browser, another] = [await remember(null), await remember(null)];
  const counted = (userId: string | undefined, secret: string | null) => countedAs(api.db, userId, secret);
  const stranger = { isKnown: false, who: "new" };
  expect(await counted(client.id, null)).toEqual(stranger);
  expect(await counted(client.id, api.deps.ids.secret())).toEqual(stranger);
  expect(await counted((await api.newClient()).id, browser)).toEqual(stranger);
  // an address without an account
  expect(await counted(undefined, browser)).toEqual(stranger);
  const knownCounts = [await counted(client.id, browser), await counted(client.id, another)];
  expect(knownCounts.map((one) => one.isKnown)).toEqual([true, true]);
  expect(new Set(["new", ...knownCounts.map(({ who }) => who)]).size).toBe(3);
  expect(await counted(client.id, browser)).toEqual(knownCounts[0]);
  // it is a rate-limit key, which may be readable to others
  expect(knownCounts[0]?.who).not.toContain(browser);
});

test("all browsers of an account are forgotten together; those of other accounts stay", async () => {
  const otherClient = await api.newClient();
  const browsers = [await remember(null), await remember(null)];
  const otherBrowser = await remember(null, otherClient.id);
  await transaction(api.db, (tx) => forgetBrowsers(tx, client.id));
  for (const browser of browsers) expect(await isKnown(browser)).toBe(false);
  expect(await isKnown(otherBrowser, otherClient.id)).toBe(true);
});
