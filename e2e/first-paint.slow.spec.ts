import { expect, test } from "./support/test";

test("a first visit is painted from one response; the next page has its styles from the browser cache", async ({
  page,
  context,
  baseURL,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));

  await page.goto("/public-offer");
  const sheets = page.locator("link[rel=stylesheet]");
  await expect(page.locator("head style")).toHaveCount(1);
  await expect(sheets).toHaveCount(0);
  const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  const styled = await family();
  const [stylesCookie] = (await context.cookies(baseURL)).filter(({ name }) => name === "styles");
  expect(stylesCookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  await page.goto("/login");
  // the base stylesheet and the section's
  await expect(sheets).toHaveCount(2);
  await expect(page.locator("head style")).toHaveCount(0);
  expect(await family()).toBe(styled);

  await context.clearCookies({ name: "styles" });
  await page.goto("/login");
  await expect(page.locator("head style")).toHaveCount(1);
  await expect(page.locator("html")).toBeVisible();
  expect(complaints).toEqual([]);
  expect(requests.filter((path) => path === "/login")).toHaveLength(2);
});

test("a redirect to the login is painted from its one response too", async ({ page }) => {
  for (const path of ["/", "/vps"]) {
    await page.context().clearCookies({ name: "styles" });
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.locator("head style")).toHaveCount(1);
  }
});

test("a stylesheet that has changed is inlined in the page again", async ({ request }) => {
  const html = async (cookie: string) => (await request.get("/login", { headers: { cookie } })).text();
  expect(await html("styles=ImluZGV4LW9sZC5jc3Mi")).toContain("<style data-first");
});

test("an asset is sent as compressed by the build, with an immutable cache header", async ({ request }) => {
  const page = await (await request.get("/login")).text();
  const [path = ""] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  const answer = await request.get(path, { headers: { "accept-encoding": "br" } });
  expect(answer.headers()).toMatchObject({
    vary: "Accept-Encoding",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  const again = await request.get(path, {
    headers: { "accept-encoding": "br", "if-none-match": answer.headers().etag ?? "" },
  });
  expect(again.status()).toBe(304);
});
