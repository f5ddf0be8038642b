import { monitoredAccount, post } from "./support/monitoring";
import { expect, newAddress, test } from "./support/test";

test("a client chooses reports, gets one at once, and unsubscribes by the email's link without a login", async ({
  page,
  request,
  browser,
  translations,
  mailbox,
  baseURL,
}) => {
  const t = translations("notices");
  const account = await monitoredAccount(page, request, mailbox);
  const now = Math.floor(Date.now() / 1000);
  const deals = [
    { ticket: "1", time: now - 7200, type: "balance", profit: "1000" },
    {
      ticket: "3",
      position: "2",
      time: now - 60,
      type: "sell",
      entry: "out",
      symbol: "EURUSD",
      volume: "0.1",
      price: "1.1",
      profit: "12.50",
    },
  ];
  await post(request, account, { balance: "1012.50", equity: "1012.50", deals });
  await page.goto(`/online-monitoring/${account.id}/settings/reports`);
  await page.getByLabel(t("daily"), { exact: true }).check();
  await page.getByLabel(t("zone"), { exact: true }).selectOption("Europe/Moscow");
  await page.getByRole("button", { name: t("saveReports"), exact: true }).click();
  await expect(page.getByText(t("reportsSaved"), { exact: true })).toBeVisible();
  await expect(page.getByLabel(t("daily"), { exact: true })).toBeChecked();
  await expect(page.getByLabel(t("zone"), { exact: true })).toHaveValue("Europe/Moscow");

  await page.getByLabel(t("period_weekly"), { exact: true }).check();
  await page.getByRole("button", { name: t("sendNow"), exact: true }).click();
  await expect(page.getByText(t("reportSent", { email: account.email }), { exact: true })).toBeVisible();
  const email = await mailbox.emailTo(account.email, translations("mail")("reportNet"));
  expect(email).toMatch(/12[.,]50/);
  const address = /https?:\S+\/api\/monitoring\/unsubscribe\/\S+/.exec(email)?.[0] ?? "";
  expect(address.startsWith(baseURL ?? "-")).toBe(true);

  // the same email as a page, with its picture, and without sending it
  const tab = page.waitForEvent("popup");
  await page.getByRole("link", { name: t("period_weekly"), exact: true }).click();
  const preview = await tab;
  await expect(preview.getByText(/12[.,]50/).first()).toBeVisible();
  const picture = preview.locator(`img[src$="/online-monitoring/${account.id}/picture.png"]`);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
  await preview.close();

  const stranger = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await stranger.newPage();
  await visitor.goto(address);
  await visitor
    .getByRole("button")
    .filter({ hasText: /^Unsubscribe$|^Отписаться$/ })
    .click();
  await expect(visitor.getByText(/You're unsubscribed|Вы отписались/).first()).toBeVisible();
  await stranger.close();
  await page.reload();
  await expect(page.getByLabel(t("daily"), { exact: true })).not.toBeChecked();
});

test("a passed threshold is reported by email and appears in the log", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const t = translations("notices");
  const account = await monitoredAccount(page, request, mailbox);
  const now = Math.floor(Date.now() / 1000);
  await post(request, account, {
    balance: "1000",
    equity: "1000",
    deals: [
      { ticket: "1", time: now - 7200, type: "balance", profit: "1010" },
      {
        ticket: "3",
        position: "2",
        time: now - 60,
        type: "sell",
        entry: "out",
        symbol: "EURUSD",
        volume: "0.1",
        price: "1.1",
        profit: "-10",
      },
    ],
  });
  await page.goto(`/online-monitoring/${account.id}/settings/notifications`);
  const byEmail = page.getByLabel(t("byEmail", { email: account.email }), { exact: true });
  // the first alert that a client sets up is sent by email by default
  await expect(byEmail).toBeChecked();
  await byEmail.uncheck();
  await page.getByLabel(t("equity"), { exact: true }).check();
  await page.getByRole("button", { name: t("saveAlerts"), exact: true }).click();
  await expect(
    page.getByText(translations("errors")("specifyThreshold"), { exact: true }).first(),
  ).toBeVisible();
  await expect(
    page.getByText(translations("errors")("chooseChannel"), { exact: true }).first(),
  ).toBeVisible();
  await expect(page.getByLabel(t("equity"), { exact: true })).toBeChecked();

  await page.getByLabel(t("equityUnder"), { exact: true }).fill("900");
  await page.getByLabel(t("drawdown"), { exact: true }).check();
  await page.getByLabel(t("drawdownOver"), { exact: true }).fill("45");
  await byEmail.check();
  await page.getByRole("button", { name: t("saveAlerts"), exact: true }).click();
  await expect(page.getByText(t("alertsSaved"), { exact: true })).toBeVisible();
  await post(request, account, { balance: "1000", equity: "850.25" });
  expect(await mailbox.emailTo(account.email, /850[.,]25/)).toBeTruthy();
  await page.reload();
  await expect(page.getByRole("cell", { name: /850[.,]25/ })).toBeVisible();
  // the line that an alert watches, with its threshold
  const chart = page.getByRole("img", { name: /45\s?%/ });
  await expect(chart).toBeVisible();
  await expect(chart.locator(".threshold")).toHaveCount(1);
  // without a chat-bot nothing speaks of one
  await expect(page.getByRole("columnheader", { name: t("bot"), exact: true })).toHaveCount(0);
  await expect(page.getByLabel(t("byBot"), { exact: true })).toHaveCount(0);
});

test("Add account opened by its address has the list of accounts behind it", {
  tag: "@phone",
}, async ({ page, request, mailbox }) => {
  await monitoredAccount(page, request, mailbox);
  await page.goto("/online-monitoring/accounts/new");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("main table tbody tr")).toHaveCount(1);
});

test("a second recipient confirms by email, gets reports, and unsubscribes by one click", async ({
  page,
  request,
  browser,
  translations,
  mailbox,
  language,
  baseURL,
}) => {
  const t = translations("notices");
  const account = await monitoredAccount(page, request, mailbox);
  const investor = newAddress("investor");
  await page.goto(`/online-monitoring/${account.id}/settings/reports`);
  const field = page.getByLabel(t("recipientEmail"), { exact: true });
  const requestButton = page.getByRole("button", { name: t("recipientAsk"), exact: true });
  await field.fill("nobody");
  await requestButton.click();
  await expect(page.getByText(translations("errors")("emailInvalid"), { exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue("nobody");
  await field.fill(investor);
  await requestButton.click();
  await expect(page.getByText(t("recipientAsked", { email: investor }), { exact: true })).toBeVisible();
  await expect(page.getByText(t("recipient_waiting"), { exact: true })).toBeVisible();

  const email = await mailbox.emailTo(investor, "/online-monitoring/recipients/");
  const link = /https?:\S+\/online-monitoring\/recipients\/\S+/.exec(email)?.[0] ?? "";
  expect(link.startsWith(baseURL ?? "-")).toBe(true);
  const stranger = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await stranger.newPage();
  // if the browser has no language chosen, the page opens in the email's language
  await visitor.goto(link);
  await expect(visitor.locator("html")).toHaveAttribute("lang", language);
  await expect(visitor.getByText(account.email, { exact: false }).first()).toBeVisible();
  await visitor.getByRole("button", { name: t("invitationAccept"), exact: true }).click();
  await expect(visitor.getByText(t("invitationDone"), { exact: true })).toBeVisible();
  await stranger.close();

  await page.goto(`/online-monitoring/${account.id}/settings/reports`);
  await expect(page.getByText(t("recipient_confirmed"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: t("sendNow"), exact: true }).click();
  await expect(
    page.getByText(t("reportSent", { email: `${account.email}, ${investor}` }), { exact: true }),
  ).toBeVisible();
  const report = await mailbox.emailTo(investor, translations("mail")("reportNet"));
  const stop = /https?:\S+\/api\/monitoring\/unsubscribe\/\S+/.exec(report)?.[0] ?? "";
  const stopped = await request.post(stop, { form: { "List-Unsubscribe": "One-Click" } });
  expect(stopped.ok()).toBe(true);
  await page.reload();
  await expect(page.getByText(t("recipient_stopped"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: t("recipientRemove"), exact: true }).click();
  await expect(page.getByText(t("recipientRemoved"), { exact: true })).toBeVisible();
  await expect(page.getByText(t("recipient_stopped"), { exact: true })).toHaveCount(0);
});
