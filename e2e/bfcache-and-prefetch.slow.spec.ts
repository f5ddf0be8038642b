import type { Page } from "@playwright/test";
import { chromium, test as plain } from "@playwright/test";
import { chromiumPath } from "./support/chromium";
import { demoUser } from "./support/every-page";
import { newClientWith } from "./support/new-client";
import { openPage } from "./support/open-page";
import { expect, logIn, test } from "./support/test";

/** A page in a browser with the back/forward cache, as users have it; Playwright turns it off. */
const keeping = test.extend<{ cachedPage: Page }>({
  cachedPage: async ({ launchOptions, baseURL, viewport }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      executablePath: chromiumPath(),
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    const page = await browser.newPage({ baseURL: baseURL ?? "", viewport });
    await use(page);
    await browser.close();
  },
});

/** Marks the page's `window`; a reloaded page has no mark. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, "isMarked", true));
const isMarked = (page: Page) => page.evaluate(() => Reflect.has(window, "isMarked"));

keeping("a page that is returned to is as it was left, without the loader", async ({ cachedPage }) => {
  await logIn(cachedPage, demoUser.email, demoUser.password);
  for (const path of ["/support", "/balance-operations/statement"]) {
    await cachedPage.goto(path);
    await mark(cachedPage);
    // a native navigation, as before hydration
    await cachedPage.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>("footer a[href='/public-offer']");
      link?.addEventListener("click", (event) => event.stopPropagation());
      link?.click();
    });
    await cachedPage.waitForURL(/\/public-offer$/);
    await cachedPage.goBack({ waitUntil: "commit" });
    await expect(cachedPage).toHaveURL(new RegExp(`${path}$`));
    expect(await isMarked(cachedPage), path).toBe(true);
    for (const sign of await cachedPage.locator(".overlay, .on-the-way").all())
      await expect(sign).toBeHidden();
  }
});

test("logging out of a page with JavaScript leaves nothing of the client in the tab", async ({
  page,
  translations,
}) => {
  const t = translations("common");
  await logIn(page, demoUser.email, demoUser.password);
  await openPage(page, "/profile");
  await page
    .locator("header")
    .getByRole("button", { name: t("logOut"), exact: true })
    .first()
    .click();
  await page.waitForURL(/\/login/);
  const left = await page.evaluate(() => JSON.stringify(Reflect.get(window, "__remixContext") ?? {}));
  expect(left).not.toContain(demoUser.email);
});

keeping("after logging out Back shows nothing of the client", async ({ cachedPage, translations }) => {
  const t = translations("common");
  await logIn(cachedPage, demoUser.email, demoUser.password);
  await cachedPage.goto("/balance-operations/statement");
  await mark(cachedPage);
  await cachedPage.goto("/profile/activity");
  await cachedPage
    .locator("header")
    .getByRole("button", { name: t("logOut"), exact: true })
    .first()
    .click();
  await cachedPage.waitForURL(/\/login/, { waitUntil: "networkidle" });
  for (const back of [1, 2]) {
    await cachedPage.goBack({ waitUntil: "commit" });
    await expect(cachedPage, `${back} back`).toHaveURL(/\/login/);
    expect(await isMarked(cachedPage)).toBe(false);
    await expect(cachedPage.getByText(demoUser.email)).toHaveCount(0);
  }
});

keeping(
  "an order paid without JavaScript is the same order after Back",
  async ({ cachedPage, translations, mailbox }) => {
    const order = "/vps/order/trader-1";
    await newClientWith(60_00, cachedPage, mailbox);
    // with `Save-Data`, pages come without script
    await cachedPage.setExtraHTTPHeaders({ "save-data": "on" });
    await cachedPage.goto(order);
    const pay = cachedPage
      .getByRole("dialog")
      .getByRole("button", { name: translations("payment")("pay"), exact: true });
    await pay.click();
    await cachedPage.waitForURL(/\/vps$/);
    await cachedPage.goBack({ waitUntil: "commit" });
    await expect(cachedPage).toHaveURL(new RegExp(`${order}$`));
    await pay.click();
    await cachedPage.waitForURL(/\/vps$/);
    await expect(cachedPage.getByRole("rowheader")).toHaveCount(1);
  },
);

plain(
  "a page says that links may be fetched ahead, none that changes something, and not to who saves data",
  async ({ request }) => {
    const page = await request.get("/public-offer");
    const address = /^"(.*)"$/.exec(page.headers()["speculation-rules"] ?? "")?.[1] ?? "";
    const rules = await request.get(address);
    expect(rules.headers()["content-type"]).toContain("application/speculationrules+json");
    const [{ where, eagerness }] = (await rules.json()).prefetch;
    expect(eagerness).toBe("moderate");
    for (const path of ["/logout", "/admin/*", "/view-as-client", "/support/*"])
      expect(JSON.stringify(where)).toContain(path);
    const saving = await request.get("/public-offer", { headers: { "save-data": "on" } });
    expect(saving.headers()["speculation-rules"]).toBeUndefined();
  },
);

test("a link is prefetched on hover and opened from the prefetch", async ({ page, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "what a browser has fetched ahead it tells scripts");
  const session = await page.context().newCDPSession(page);
  const prefetched = new Promise<string>((resolve) => {
    session.on(
      "Preload.prefetchStatusUpdated",
      ({ prefetchUrl, status }) => status === "Ready" && resolve(prefetchUrl),
    );
  });
  await session.send("Preload.enable");
  await page.goto("/public-offer");
  const link = page.locator("footer a[href='/privacy-policy']");
  await link.hover();
  expect(new URL(await prefetched).pathname).toBe("/privacy-policy");
  await link.click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
});
