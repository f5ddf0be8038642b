import { Readable } from "node:stream";
import type { Browser, Page } from "@playwright/test";
import { monitoredAccount, post } from "./support/monitoring";
import { newClient } from "./support/new-client";
import { expect, logIn, test } from "./support/test";

/** One demo client per project, so that parallel runs don't take each other's free account. */
const emailByProject: Record<string, string> = {
  "desktop-main": "boris@demo.test",
  "phone-ru-no-script": "clara@demo.test",
  "nightly-touch": "denis@demo.test",
};

/** The published history of mql5.com's article 1492: 500.00 grow to 627.71. */
const results =
  "-17.08 -41.00 147.80 -159.96 216.97 98.30 -87.74 -27.84 12.34 48.14 -60.91 10.63 -125.42 -27.81 88.03 32.93 54.82 -160.10 -83.37 118.40 145.65 48.44 77.39 57.48 67.75 -127.10 -70.18 -127.61 31.31 -12.55".split(
    " ",
  );

function terminalPost(key: string, account: string): string {
  const start = Math.floor(Date.now() / 1000) - 40 * 3600;
  const deals = results.map((profit, index) => ({
    ticket: String(index + 2),
    position: String(index + 2),
    time: start + (index + 1) * 3600,
    type: "sell",
    entry: "out",
    symbol: "EURUSD",
    volume: "0.1",
    price: "1.1",
    profit,
  }));
  const state = {
    balance: "627.71",
    equity: "627.71",
    margin: "0",
    free_margin: "627.71",
    currency: "USD",
    server: "Broker-Demo",
  };
  const deposit = { ticket: "1", time: start, type: "balance", profit: "500.00" };
  return `${JSON.stringify({ v: 1, key, account, ...state, positions: [], deals: [deposit, ...deals] })}\0`;
}

/** Opens the page as a visitor without a session. */
async function asVisitor<T>(browser: Browser, page: Page, action: (visitor: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: false });
  const language = (await page.context().cookies()).filter(({ name }) => name === "language");
  await context.addCookies(language);
  const found = await action(await context.newPage());
  await context.close();
  return found;
}

test(
  "a terminal's trades become figures, and others see what the owner shares",
  { tag: "@phone" },
  async ({ page, translations, browser, language }, info) => {
    const t = translations("monitoring", "accounts", "subscription");
    const sharing = translations("sharing");
    const figure = translations("statistics");
    const number = String(Date.now()).slice(-9);
    await logIn(page, emailByProject[info.project.name] ?? "boris@demo.test", "demo-password");

    await page.goto("/online-monitoring/accounts/new");
    await page.getByRole("button", { name: t("addAccount"), exact: true }).click();
    await expect(page.getByText(translations("errors")("specifyAccountNumber"))).toBeVisible();
    await page.getByLabel(t("accountNumber"), { exact: true }).fill(number);
    await page.getByLabel(t("name"), { exact: true }).fill("Published trades");
    await page.getByRole("button", { name: t("addAccount"), exact: true }).click();
    // then a page with the remaining steps, which detects the first post of the terminal
    await expect(page).toHaveURL(/\/online-monitoring\/accounts\/[\w-]+\/connect$/);
    const connecting = page.url();
    const key = await page.getByLabel(t("activationKey"), { exact: true }).inputValue();
    expect(key).toMatch(/^[\w-]{16,80}$/);
    await page.goto("/online-monitoring/accounts");
    const row = page.getByRole("row", { name: number });
    await expect(row).toContainText(t("state_waiting"));
    const address = (await row.getByRole("link", { name: number, exact: true }).getAttribute("href")) ?? "";

    const answer = await page.request.post("/api/monitoring/ingest", {
      data: Buffer.from(terminalPost(key, number)),
    });
    expect(await answer.json()).toMatchObject({ ok: true, deals_from: "31" });
    await page.goto(connecting);
    await expect(page.getByText(t("connectDone"), { exact: true })).toBeVisible();
    await expect(page.getByLabel(t("activationKey"), { exact: true })).toHaveCount(0);
    const other = await page.request.post("/api/monitoring/ingest", {
      data: Buffer.from(terminalPost(key, "1")),
    });
    expect(other.status()).toBe(409);

    const percent = language === "ru" ? /\+25,54\s%/ : "+25.54%";
    const balance = language === "ru" ? /627,71/ : "$627.71";
    await page.goto(address);
    await expect(page.locator("#main-figures")).toContainText(percent);
    await expect(page.locator("#main-figures")).toContainText(balance);
    await expect(page.getByRole("img", { name: new RegExp(figure("growthChart")) }).first()).toBeVisible();
    const hidden = await asVisitor(browser, page, async (visitor) => (await visitor.goto(address))?.status());
    expect(hidden).toBe(404);

    await page.goto(`${address}/settings/common`);
    await page.getByRole("radio", { name: sharing("visibility_link") }).check();
    await page
      .locator("#sharing")
      .getByRole("button", { name: sharing("saveSharing"), exact: true })
      .click();
    await expect(page.getByText(t("saved"), { exact: true }).first()).toBeVisible();
    await asVisitor(browser, page, async (visitor) => {
      await visitor.goto(address);
      await expect(visitor.locator("#main-figures")).toContainText(percent);
      const html = await visitor.content();
      expect(html).not.toMatch(/627[.,]71|216[.,]97/);
      expect(html).not.toContain(number);
      expect(html.match(/<script/g)).toHaveLength(1);
    });

    await page.getByRole("checkbox", { name: sharing("showMoney") }).check();
    await page
      .locator("#sharing")
      .getByRole("button", { name: sharing("saveSharing"), exact: true })
      .click();
    await expect(page.getByText(t("saved"), { exact: true }).first()).toBeVisible();
    await asVisitor(browser, page, async (visitor) => {
      await visitor.goto(`${address}?sort=result&direction=desc#trades`);
      await expect(visitor.locator("#trades tbody tr").first()).toContainText(
        language === "ru" ? "216,97" : "216.97",
      );
    });

    await page.goto("/online-monitoring/accounts");
    await row.locator("[popovertarget]").click();
    await row.getByRole("link", { name: new RegExp(`^${t("delete")}`) }).click();
    await page.getByRole("button", { name: t("deleteButton"), exact: true }).click();
    await expect(page.getByRole("row", { name: number })).toHaveCount(0);
  },
);

test("a client without free account slots is told so before filling in anything, with a link to buy more", async ({
  page,
  translations,
  mailbox,
}) => {
  const t = translations("accounts");
  await newClient(page, mailbox);
  const add = page.getByRole("button", { name: t("addAccount"), exact: true });
  const dialog = page.getByRole("dialog");
  await page.goto("/online-monitoring/accounts/new");
  // the button that completes the task comes last
  await expect(dialog.getByRole("button").last()).toHaveText(t("addAccount"));
  await page.getByLabel(t("accountNumber"), { exact: true }).fill(String(Date.now()).slice(-9));
  await page.getByLabel(t("name"), { exact: true }).fill("The free one");
  await add.click();
  await expect(page).toHaveURL(/\/connect$/);
  await page.goto("/online-monitoring/accounts/new");
  await expect(dialog.getByText(translations("api")("subscriptionFull"), { exact: true })).toBeVisible();
  await expect(add).toHaveCount(0);
  await dialog.getByRole("link", { name: t("addPlaces"), exact: true }).click();
  await expect(page).toHaveURL(/\/online-monitoring(\/add-accounts)?$/);
});

test("its owner sees figures change without a reload", async ({
  page,
  request,
  translations,
  mailbox,
  language,
}, info) => {
  const t = translations("statistics");
  const account = await monitoredAccount(page, request, mailbox);
  const postBalance = (balance: string) =>
    post(request, account, { balance, equity: balance, free_margin: balance });
  const balanceText = (balance: string) => (language === "ru" ? balance.replace(".", ",") : balance);
  await postBalance("731.19");
  await page.goto(`/online-monitoring/${account.id}`);
  const main = page.locator("#main-figures");
  await expect(main).toContainText(balanceText("731.19"));
  const reloads = page.getByRole("link", { name: t("refreshStart"), exact: true });
  if (info.project.use.javaScriptEnabled === false) {
    // without script the figures are updated by a page reload, which the viewer can start and stop
    await postBalance("748.26");
    await reloads.click();
    await expect(main).toContainText(balanceText("748.26"));
    await expect(page.locator('meta[http-equiv="refresh"]')).toHaveAttribute("content", "60");
    await expect(page.getByRole("link", { name: t("refreshStop"), exact: true })).toBeVisible();
    return;
  }
  await expect(reloads).toHaveCount(0);
  const copying = page.locator("details").filter({ hasText: t("copyLink") });
  // opens if copying fails
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await copying.locator("summary").click();
  await postBalance("748.26");
  await expect(main).toContainText(balanceText("748.26"), { timeout: 40_000 });
  await expect(copying).toHaveAttribute("open", "");
  await expect(copying.locator("summary")).toBeFocused();
});

test("an account's new key is built into the adapter before the old one is replaced", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const t = translations("accounts");
  const account = await monitoredAccount(page, request, mailbox);
  const dialog = page.getByRole("dialog");
  // the button that completes the task comes last
  await page.goto(`/online-monitoring/accounts/${account.id}/key`);
  await expect(dialog.getByRole("button").last()).toHaveText(t("replaceKey"));
  const key = await dialog.getByLabel(t("activationKey"), { exact: true }).inputValue();
  const saved = page.waitForEvent("download");
  await dialog
    .getByRole("button", { name: t("adapterDownload", { terminal: "MetaTrader 5" }), exact: true })
    .click();
  const file = await (await saved).createReadStream();
  const source = await new Response(Readable.toWeb(file) as ReadableStream).text();
  expect(source).toContain(`"${key}"`);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: t("replaceKey"), exact: true }).click();
  await expect(page).toHaveURL(/\/online-monitoring\/accounts$/);
  expect((await post(request, account, { balance: "1" })).status()).toBe(401);
  expect((await post(request, { ...account, key }, { balance: "1" })).status()).toBe(200);
});
