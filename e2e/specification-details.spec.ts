import type { Page } from "@playwright/test";
import { apiClient, signUpByApi } from "./support/api";
import { newClient, password } from "./support/new-client";
import { openPage } from "./support/open-page";
import { expect, newAddress, test } from "./support/test";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a partner's link counts on any page, one click a visit, and fills in the sign-up form", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const email = newAddress("partner");
  await signUpByApi(request, (address) => mailbox.emailTo(address), { email, password, name: "Ann Lee" });
  const partner = await apiClient(request, email, password);
  const code = String((await partner.call("GET", "/user/partner_info")).referral_code);
  for (const path of ["/login", "/", "/public-offer", "/online-monitoring/formulas"])
    await page.goto(`${path}?ref=${code}`);
  await page.goto("/signup");
  await expect(page.getByLabel(translations("user")("partnerCode"), { exact: true })).toHaveValue(code);
  await expect(page.getByLabel(translations("user")("partnerCode"), { exact: true })).toBeVisible();
  const data = await partner.call("POST", "/user/partner/infodata", { period: "all" });
  expect(data.stats).toMatchObject({ clicks: 1 });
});

test("the page does not scroll while the loader is shown", async ({ page, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, "without script the browser shows that it loads");
  await openPage(page, "/login");
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  expect(await overflow()).not.toBe("hidden");
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/signup.data**", async (route) => {
    await released;
    await route.continue();
  });
  await page.locator("main a[href^='/signup']").first().click();
  await expect(page.locator(".overlay")).toBeVisible();
  await expect.poll(overflow).toBe("hidden");
  release();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.locator(".overlay")).toBeHidden();
  await expect.poll(overflow).not.toBe("hidden");
});

test("the method of a withdrawal is chosen, not preselected", async ({ page, translations, mailbox }) => {
  const t = translations("partner");
  await newClient(page, mailbox);
  await page.goto("/partner-program/withdrawals");
  const methods = page.getByRole("group", { name: t("method"), exact: true }).getByRole("radio");
  await expect(methods.first()).toBeVisible();
  await expect(methods.and(page.locator(":checked"))).toHaveCount(0);
  await button(page, t("withdrawButton")).click();
  await expect(page.getByText(translations("errors")("specifyMethod"), { exact: true })).toBeVisible();
  await expect(methods.and(page.locator(":checked"))).toHaveCount(0);
});

test("a payment page without its query says that the signature is missing", async ({
  page,
  translations,
}) => {
  const answer = await page.goto("/sandbox/pay/some-order");
  expect(answer?.status()).toBe(422);
  await expect(page.getByText(translations("api")("signatureMissing"), { exact: true })).toBeVisible();
});

test("the price of monitoring is shown before it is charged, and nothing else is charged", async ({
  page,
  request,
  translations,
  mailbox,
  language,
  javaScriptEnabled,
}) => {
  const t = translations("subscription");
  const { email } = await newClient(page, mailbox);
  const api = await apiClient(request, email, password);
  await api.deposit(50_00);
  const pay = (price: string) => button(page, t("paySum", { price }));
  const money = (cents: number) => {
    const sum = (cents / 100).toFixed(2);
    return language === "ru" ? `${sum.replace(".", ",")}\u00a0$` : `$${sum}`;
  };
  await page.goto("/online-monitoring");
  await expect(pay(money(200))).toBeVisible();
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: money(200) })
      .first(),
  ).toBeVisible();

  await page.getByLabel(t("accounts"), { exact: true }).fill("4");
  if (!javaScriptEnabled) {
    // the button still shows two dollars; the current price of eight is shown, nothing is charged
    await pay(money(200)).click();
    await expect(page.getByText(translations("api")("priceDiffers"), { exact: true })).toBeVisible();
    await expect(page.getByLabel(t("accounts"), { exact: true })).toHaveValue("4");
    expect(await api.call("GET", "/monitoring/subscription")).toMatchObject({ balanceCents: 50_00 });
  }
  await pay(money(800)).click();
  await expect(page).toHaveURL(/\/online-monitoring$/);
  const used = language === "ru" ? "Используется 0 счетов из 5" : "0 of 5 accounts used";
  await expect(page.getByText(used, { exact: true })).toBeVisible();
  expect(await api.call("GET", "/monitoring/subscription")).toMatchObject({
    balanceCents: 42_00,
    paidAccounts: 4,
  });
});

test("without JavaScript replies appear at an address without a form, and no half-typed text is lost", async ({
  page,
  request,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled, "with script replies come by themselves");
  const t = translations("support");
  const { email } = await newClient(page, mailbox);
  const api = await apiClient(request, email, password);
  await page.goto("/support/new");
  await page.getByLabel(t("department"), { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(t("ticketTitle"), { exact: true }).fill("Question");
  await page.getByLabel(t("text"), { exact: true }).fill("Hello");
  await button(page, t("createTicket")).click();
  await expect(page).toHaveURL(/\/support\/(?!new)\w+$/);
  const ticket = new URL(page.url()).pathname;
  // the page with the form does not reload automatically
  await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(0);
  await page.getByRole("link", { name: t("follow"), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${ticket}\\?follow=1`));
  await expect(page.locator("main form")).toHaveCount(0);
  await expect(page.locator("meta[http-equiv=refresh]")).toHaveCount(1);
  const text = "Written elsewhere meanwhile";
  const { origin } = new URL(page.url());
  const form = { intent: "reply", text, idempotencyKey: crypto.randomUUID() };
  const sent = await page.request.post(ticket, { multipart: form, headers: { origin }, maxRedirects: 0 });
  expect(sent.status()).toBe(302);
  // the page reloads automatically
  await expect(page.getByRole("log")).toContainText(text, { timeout: 20_000 });
  await page.getByRole("link", { name: t("stopFollowing"), exact: true }).click();
  await expect(page.getByLabel(t("text"), { exact: true })).toBeVisible();
  expect(await api.call("GET", "/support/tickets")).toBeTruthy();
});

test("a shortage is shown once", async ({ page, translations, mailbox }) => {
  await newClient(page, mailbox);
  await page.goto("/vps/order/trader-1");
  const message = page
    .getByText(translations("api")("insufficientFunds"), { exact: true })
    .filter({ visible: true });
  await expect(message).toHaveCount(1);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: translations("payment")("pay") })
    .click();
  await expect(page.locator("form[aria-busy]")).toHaveCount(0);
  await expect(message).toHaveCount(1);
});

test("an email's link opens in the email's language, including the page that asks for the password", async ({
  page,
  browser,
  language,
  mailbox,
  baseURL,
}) => {
  const { email } = await newClient(page, mailbox);
  const sent = await mailbox.emailTo(email, "/login?code=");
  const links = sent.match(/https?:\S+language=\w+/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(new URL(link).origin).toBe(baseURL);
  const fresh = await browser.newContext({ baseURL });
  const visitor = await fresh.newPage();
  await visitor.goto(`/profile?language=${language}`);
  await expect(visitor).toHaveURL(/\/login/);
  await expect(visitor.locator("html")).toHaveAttribute("lang", language);
  await fresh.close();
});
