import { expect, test } from "./support/test";

const shared = "/online-monitoring/demo-trend-following";

test("what all visitors see alike is sent from memory: its reader has it already, its styles hold, it asks nothing", async ({
  page,
  request,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  for (const path of [shared, "/public-offer", "/privacy-policy"]) {
    const first = await request.get(path, { headers: { "accept-encoding": "br" } });
    const { etag = "", "content-security-policy": policy } = first.headers();
    expect(etag).toMatch(/-br"$/);
    expect(policy).not.toContain("nonce-");
    const again = await request.get(path, { headers: { "accept-encoding": "br", "if-none-match": etag } });
    // the first visit brought the sheet and a cookie; the second is another page, which is kept too
    expect([200, 304]).toContain(again.status());
    const cookie = { cookie: "", "accept-encoding": "br" };
    const third = await request.get(path, {
      headers: { ...cookie, "if-none-match": again.headers().etag ?? "" },
    });
    expect(third.status()).toBe(304);
    await page.goto(path);
    await expect(page.locator("main")).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe("0px");
  }
  expect(complaints).toEqual([]);
});

test("a reader chooses theme and language on it, in a browser that says nothing about itself too", async ({
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
