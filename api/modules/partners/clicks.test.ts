import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partnerClicks } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let partners = 0;
/** Creates a new partner, whose clicks are counted separately. */
async function newPartner() {
  const code = `CLICKED${partners++}`;
  const { id } = await api.newClient({ referralCode: code });
  const click = (headers: Record<string, string> = {}, referral_code = code) =>
    api.fetch("/clicks/create", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": browser,
        "x-client-address": `192.0.2.${partners}`,
        ...headers,
      },
      body: JSON.stringify({ referral_code }),
    });
  const rows = () => api.db.select().from(partnerClicks).where(eq(partnerClicks.partnerId, id));
  return { id, click, rows };
}

describe("a click on a partner's link", () => {
  it("counts once per visitor and day, whatever the case of the code", async () => {
    const { click, rows } = await newPartner();
    expect(await (await click()).json()).toEqual({ ok: true });
    await click({}, ` clicked${partners - 1} `);
    expect(await rows()).toHaveLength(1);
    await click({ "x-client-address": "192.0.2.201" });
    await click({ "user-agent": browser.replaceAll("140", "141") });
    expect(await rows()).toHaveLength(3);
  });

  it("does not reveal whether a visitor returned another day", async () => {
    const { click, rows } = await newPartner();
    const start = api.deps.clock.now().toISOString().slice(0, 10);
    await click();
    api.pass({ days: 1 });
    await click();
    const next = api.deps.clock.now().toISOString().slice(0, 10);
    const [first, second] = (await rows()).sort((a, b) => a.day.localeCompare(b.day));
    expect([first?.day, second?.day]).toEqual([start, next]);
    expect(first?.visitor).not.toBe(second?.visitor);
    // a 256-bit hash, as text
    expect(first?.visitor).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ["fetched ahead by Chrome", { "sec-purpose": "prefetch;prerender" }],
    ["fetched ahead by Safari", { purpose: "preview" }],
    ["fetched ahead by an older Firefox", { "x-moz": "Prefetch" }],
    ["drawn ahead", { "sec-purpose": "prerender" }],
    [
      "of a robot",
      { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    ],
    ["of a program without a name", { "user-agent": "" }],
  ])("%s is answered and does not count", async (_name, headers) => {
    const { click, rows } = await newPartner();
    expect((await click(headers)).status).toBe(200);
    expect(await rows()).toEqual([]);
    await click();
    expect(await rows()).toHaveLength(1);
  });

  it("of a headless browser counts, since people use it for testing", async () => {
    const { click, rows } = await newPartner();
    const headless =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36";
    await click({ "user-agent": headless });
    expect(await rows()).toHaveLength(1);
  });

  it("on an unknown code, or one whose partner has no access to the program, is rejected under its field", async () => {
    const { id, click, rows } = await newPartner();
    const expectedError = {
      code: "partnerCodeInvalid",
      message: "Invalid partner code",
      fields: { referral_code: "Invalid partner code" },
    };
    const unknown = await click({}, "NOBODYS");
    expect([unknown.status, await unknown.json()]).toMatchObject([422, expectedError]);
    await api.db.update(users).set({ partnerAllowed: false }).where(eq(users.id, id));
    const closed = await click();
    expect([closed.status, await closed.json()]).toMatchObject([422, expectedError]);
    expect(await rows()).toEqual([]);
  });

  it("is limited to sixty a minute per address, independently of other addresses", async () => {
    const { click } = await newPartner();
    const from = { "x-client-address": "192.0.2.210" };
    const answers = await Promise.all(Array.from({ length: 61 }, () => click(from)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await click({ "x-client-address": "192.0.2.211" })).status).toBe(200);
    api.pass({ minutes: 1 });
    expect((await click(from)).status).toBe(200);
  });
});
