import { expect, test } from "./support/test";

const shared = "/online-monitoring/demo-trend-following";

test("pages that are the same for all visitors are cached: with a 304 on revalidation, working styles and no console errors", async ({
  page,
  request,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  for (const path of [shared, "/public-offer", "/privacy-policy"]) {
    const get = (headers: Record<string, string> = {}) =>
      request.get(path, { headers: { "accept-encoding": "br", ...headers } });
    // the first visit gets inline styles and a cookie; the second response is the one to be cached
    await get();
    const { etag = "", "content-security-policy": policy } = (await get()).headers();
    expect(etag).toMatch(/-br"$/);
    expect(policy).not.toContain("nonce-");
    // a terminal may have posted in between
    await expect
      .poll(async () => (await get({ "if-none-match": (await get()).headers().etag ?? "" })).status())
      .toBe(304);
    await page.goto(path);
    await expect(page.locator("main")).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe("0px");
  }
  expect(complaints).toEqual([]);
});

test("a viewer chooses theme and language on it, also in a browser without origin headers", async ({
  request,
}) => {
  const post = (path: string, form: Record<string, string>) =>
    request.post(path, { form: { ...form, returnTo: shared }, maxRedirects: 0 });
  expect((await post("/actions/theme", { theme: "dark" })).status()).toBe(302);
  expect(await (await request.get(shared)).text()).toContain('data-theme="dark"');
  expect((await post("/actions/language", { language: "ru" })).status()).toBe(302);
  expect(await (await request.get(shared)).text()).toContain('lang="ru"');
  const foreign = await request.post("/actions/theme", {
    form: { theme: "light" },
    headers: { origin: "https://elsewhere.example" },
    maxRedirects: 0,
  });
  expect(foreign.status()).toBe(403);
});
