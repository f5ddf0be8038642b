import type { Page } from "@playwright/test";
import { chromiumPath } from "./support/chromium";
import { logInAsDemo } from "./support/every-page";
import {
  complaintsOf,
  delayResponses,
  openPage,
  triggerHydration,
  waitForHydration,
} from "./support/open-page";
import { expect, test } from "./support/test";

// the headless shell does not report the connection's speed to the page
test.use({
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: chromiumPath() }),
});

/** A phone with bad reception: 400 ms round trip, 400 kbit/s. */
async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
    connectionType: "cellular3g",
  });
  expect(await page.evaluate(() => Reflect.get(navigator, "connection").effectiveType)).toBe("3g");
}

/** Returns the script files that the page requests from now on. */
function requestedScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.push(pathname);
  });
  return scripts;
}

const isOver = (page: Page) => page.evaluate(() => window.history.scrollRestoration === "manual");

test("on a slow connection a page requests no script until it is touched", async ({ page, translations }) => {
  const t = translations("user");
  const scripts = requestedScripts(page);
  await page.goto("/public-offer");
  await slowLine(page);
  await page.goto("/signup", { waitUntil: "networkidle" });
  await page.locator("main h1").click();
  await page.keyboard.press("PageDown");
  expect(scripts).toEqual([]);
  await expect(page.locator("link[rel=modulepreload]")).toHaveCount(0);

  await page.getByLabel(t("email"), { exact: true }).fill("anna");
  await waitForHydration(page);
  await expect(page.getByLabel(t("email"), { exact: true })).toHaveValue("anna");
  await page.waitForLoadState("networkidle");
  expect(new Set(scripts).size).toBe(scripts.length);
});

for (const submitMethod of ["its button", "Enter"])
  test(`on a slow line a form that is filled in and sent at once brings no script (sent by ${submitMethod})`, async ({
    page,
    translations,
  }) => {
    const t = translations("user", "api");
    await page.goto("/public-offer");
    await slowLine(page);
    const scripts = requestedScripts(page);
    await page.goto("/forgot-password", { waitUntil: "networkidle" });
    const email = page.getByLabel(t("email"), { exact: true });
    // all in one go, as autofill does, so that the speed of the test machine does not matter
    await email.evaluate((field, isByKey) => {
      if (!(field instanceof HTMLInputElement)) throw new Error("no field");
      field.focus();
      field.value = "nobody@example.test";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      const key = (type: string) =>
        isByKey && field.dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true }));
      key("keydown");
      field.form?.querySelector<HTMLButtonElement>("button[name=intent]")?.click();
      key("keyup");
    }, submitMethod === "Enter");
    // two round trips of 400 ms, longer than deferred hydration waits while the user types
    await expect(page.getByText(t("emailNotFound"), { exact: true })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(scripts).toEqual([]);
  });

test("a document contains its texts in the HTML only; scripts get them from a cacheable file", async ({
  page,
  translations,
}) => {
  const scripts = requestedScripts(page);
  const answer = await page.goto("/login");
  await triggerHydration(page);
  await waitForHydration(page);
  const html = (await answer?.text()) ?? "";
  const password = translations("user")("password");
  expect(html).toContain(password);
  expect(html).not.toContain(`|${password}`);
  const [file = ""] = scripts.filter((path) => path.startsWith("/texts/"));
  const texts = await page.request.get(file);
  expect(await texts.text()).toContain(`|${password}`);
  expect(texts.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("on a fast connection, too, logging in and following links requests no script", async ({
  page,
  translations,
}) => {
  const t = translations("user");
  const scripts = requestedScripts(page);
  await page.goto("/login", { waitUntil: "networkidle" });
  await page.getByLabel(t("email"), { exact: true }).pressSequentially("anna@demo.test");
  // longer than deferred hydration waits while the user types
  const isLongAgo = (since: number) => performance.now() - since > 600;
  await page.waitForFunction(isLongAgo, await page.evaluate(() => performance.now()));
  await page.getByLabel(t("password"), { exact: true }).fill("demo-password");
  await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
  await page.waitForURL(/\/vps$/);
  await page.waitForLoadState("networkidle");
  await page.locator(".plans button[type=submit]").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
});

test("a press on a text field shows its cursor before script is loaded; a select loads it at once", async ({
  page,
}) => {
  await logInAsDemo(page.request);
  await page.goto("/vps/order/trader-2", { waitUntil: "networkidle" });
  /** Presses a field; returns the number of script elements that the press itself has added. */
  const addedByPress = (field: string) =>
    page.evaluate((selector) => {
      const count = () => document.querySelectorAll("body script").length;
      const before = count();
      const pressed = document.querySelector(selector);
      if (!pressed) throw new Error(`no ${selector}`);
      pressed.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      return count() - before;
    }, field);
  expect(await addedByPress("dialog input[name=comment]")).toBe(0);
  expect(await addedByPress("dialog select")).toBeGreaterThan(0);
});

test("a control that needs JavaScript works at the first press", async ({ page, translations }) => {
  const [user, fields] = [translations("user"), translations("fields")];
  await page.goto("/login", { waitUntil: "networkidle" });
  const password = page.getByLabel(user("password"), { exact: true });
  await password.fill("a secret");
  await page.getByRole("button", { name: `${fields("show")} ${fields("password")}` }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("a secret");
});

test("Escape closes a dialog before hydration", async ({ page }) => {
  await logInAsDemo(page.request);
  const scripts = requestedScripts(page);
  await page.goto("/vps/order/trader-2", { waitUntil: "networkidle" });
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/vps$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(scripts).toEqual([]);
});

test("on a slow connection a page that waits for updates loads its script", async ({ page }) => {
  await logInAsDemo(page.request);
  await page.goto("/faq");
  await slowLine(page);
  const scripts = requestedScripts(page);
  await page.goto("/support", { waitUntil: "networkidle" });
  expect(scripts).toEqual([]);
  const ticket = page.getByRole("main").locator("a.go").first();
  await page.goto((await ticket.getAttribute("href")) ?? "");
  await waitForHydration(page);
  expect(scripts.length).toBeGreaterThan(0);
});

const late = {
  "all of it": /\/assets\/.*\.js$/,
  "what names the routes and has the words": /\/texts\/.*\.js$/,
  "the area": /\/assets\/(?!entry).*\.js$/,
};
for (const [part, files] of Object.entries(late))
  test(`what was typed and chosen before the script stays (${part} is late)`, async ({
    page,
    translations,
  }) => {
    const t = translations("support", "fields", "common");
    const complaints = complaintsOf(page);
    await logInAsDemo(page.request);
    const script = await delayResponses(page, files);
    await page.goto("/support/new", { waitUntil: "domcontentloaded" });
    const title = page.getByLabel(t("ticketTitle"), { exact: true });
    const text = page.getByLabel(t("text"), { exact: true });
    await page.getByLabel(t("department"), { exact: true }).selectOption({ index: 1 });
    await title.fill("Terminal");
    await text.pressSequentially("It does not");
    expect(await isOver(page)).toBe(false);
    script.release();
    await waitForHydration(page);
    await text.pressSequentially(" start.");
    await expect(page.getByLabel(t("department"), { exact: true })).not.toHaveValue("");
    await expect(title).toHaveValue("Terminal");
    await expect(text).toHaveValue("It does not start.");
    await expect(text).toBeFocused();
    expect(complaints).toEqual([]);
  });

test("a text returned with an error is not reset on hydration; the focus stays where it was moved", async ({
  page,
  translations,
}) => {
  const t = translations("support", "fields");
  await logInAsDemo(page.request);
  const script = await delayResponses(page, /\/assets\/.*\.js$/);
  await page.goto("/support/new", { waitUntil: "domcontentloaded" });
  const text = page.getByLabel(t("text"), { exact: true });
  await text.fill("It does not start.");
  await page.getByRole("button", { name: t("createTicket"), exact: true }).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await expect(text).toHaveValue("It does not start.");
  await text.fill("It does not start since Monday.");
  script.release();
  await waitForHydration(page);
  await expect(text).toHaveValue("It does not start since Monday.");
  await expect(text).toBeFocused();
  // the component's state has the value too
  await expect(page.getByText(/\d[\s,]?\d+ characters left/)).toBeVisible();
});

test("calculated values on a page follow a choice made before hydration", async ({ page, translations }) => {
  const t = translations("deposit", "balance");
  await logInAsDemo(page.request);
  const script = await delayResponses(page, /\/assets\/.*\.js$/);
  await page.goto("/balance-operations/deposit?amount=50", { waitUntil: "domcontentloaded" });
  const total = page.locator(".total").filter({ visible: true });
  const before = await total.innerText();
  await page
    .getByRole("group", { name: t("method"), exact: true })
    .getByRole("radio")
    .last()
    .check({ force: true });
  script.release();
  await waitForHydration(page);
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(1);
  await expect(
    page
      .getByRole("group", { name: t("method"), exact: true })
      .getByRole("radio")
      .last(),
  ).toBeChecked();
  await expect.poll(() => total.innerText()).not.toBe(before);
});

test("a dialog keeps its field, text and cursor position through hydration", async ({
  page,
  translations,
}) => {
  const t = translations("payment");
  await page.setViewportSize({ width: 360, height: 420 });
  await logInAsDemo(page.request);
  const script = await delayResponses(page, /\/assets\/.*\.js$/);
  await page.goto("/vps/order/trader-2", { waitUntil: "domcontentloaded" });
  const dialog = page.getByRole("dialog");
  const promo = dialog.getByLabel(t("promoCode"), { exact: true });
  await promo.fill("WELCOME");
  const places = () =>
    dialog.evaluate((element) =>
      [element, ...element.querySelectorAll(".dialog-body")].map((one) => one.scrollTop),
    );
  const before = await places();
  script.release();
  await waitForHydration(page);
  await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  await expect(promo).toHaveValue("WELCOME");
  await expect(promo).toBeFocused();
  expect(await places()).toEqual(before);
});

test("what is opened before hydration stays open", async ({ page }) => {
  await logInAsDemo(page.request);
  const script = await delayResponses(page, /\/assets\/.*\.js$/);
  await page.goto("/vps", { waitUntil: "domcontentloaded" });
  const more = page.locator("main [popover]").first();
  await page.locator("main [popovertarget]").first().click();
  await expect(more).toBeVisible();
  await triggerHydration(page);
  script.release();
  await waitForHydration(page);
  await expect(more).toBeVisible();
});

/**
 * Reports the page's state by requests, since a page that is navigating away returns no values to the test. `seen` takes `loader` while
 * the loader is visible, `script` once the page is hydrated, or both.
 */
async function watch(page: Page): Promise<{ seen: (what: string) => Promise<unknown> }> {
  await page.addInitScript(() => {
    setInterval(() => {
      const isShown = document.querySelector(".overlay")?.checkVisibility() && "loader";
      const isOver = window.history.scrollRestoration === "manual" && "script";
      fetch(`/livez?seen=${[isShown, isOver].filter(Boolean).join("-")}`).catch(() => undefined);
    }, 100);
  });
  return { seen: (what) => page.waitForRequest((request) => request.url().endsWith(`?seen=${what}`)) };
}

for (const firstToArrive of ["script", "answer"])
  test(`a form that was sent before the script arrives once (the ${firstToArrive} comes first)`, async ({
    page,
    translations,
  }) => {
    const t = translations("user");
    const complaints = complaintsOf(page);
    const { seen } = await watch(page);
    const script = await delayResponses(page, /\/assets\/.*\.js$/);
    let sent = 0;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/login", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      sent += 1;
      await answered;
      await route.continue();
    });
    await page.goto("/login", { waitUntil: "domcontentloaded" });
    await triggerHydration(page);
    await page.getByLabel(t("email"), { exact: true }).fill("anna@demo.test");
    await page.getByLabel(t("password"), { exact: true }).fill("demo-password");
    const shown = seen("loader");
    await page.getByRole("button", { name: t("loginButton"), exact: true }).click({ noWaitAfter: true });
    await shown;
    if (firstToArrive === "script") {
      const isOver = seen("loader-script");
      script.release();
      await isOver;
    }
    answer();
    await page.waitForURL(/\/vps$/);
    script.release();
    await triggerHydration(page);
    await waitForHydration(page);
    expect(sent).toBe(1);
    await expect(page.locator(".overlay")).toBeHidden();
    expect(complaints).toEqual([]);
  });

test("a theme chosen with JavaScript shows before the server responds, in other tabs too, and stays", async ({
  page,
  context,
  translations,
}) => {
  const t = translations("common");
  const complaints = complaintsOf(page);
  await openPage(page, "/login");
  const tab = await context.newPage();
  await openPage(tab, "/signup");
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/actions/theme", async (route) => {
    await released;
    await route.continue();
  });
  await page.evaluate(() => Reflect.set(window, "isMarked", true));
  await page
    .getByRole("button", { name: t("darkTheme"), exact: true })
    .first()
    .click();
  for (const one of [page, tab]) await expect(one.locator("html")).toHaveAttribute("data-theme", "dark");
  const themeSaved = page.waitForResponse(/actions\/theme$/);
  release();
  expect((await themeSaved).status()).toBe(204);
  expect(await page.evaluate(() => Reflect.has(window, "isMarked"))).toBe(true);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const wrong = { headers: { "content-type": "text/plain" }, data: "{" };
  expect((await page.request.post("/actions/theme", wrong)).status()).toBe(400);
  expect(complaints).toEqual([]);
});

test("a link followed before hydration shows the loader", async ({ page }) => {
  const { seen } = await watch(page);
  const script = await delayResponses(page, /\/assets\/.*\.js$/);
  const next = await delayResponses(page, /\/signup$/);
  await page.goto("/login", { waitUntil: "domcontentloaded" });
  await expect(page.locator(".overlay")).toBeHidden();
  const shown = seen("loader");
  await page.locator("main a[href^='/signup']").first().click({ noWaitAfter: true });
  await shown;
  next.release();
  await page.waitForURL(/\/signup$/);
  await expect(page.locator(".overlay")).toBeHidden();
  script.release();
});
