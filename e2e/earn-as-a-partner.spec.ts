import type { Browser, Page } from "@playwright/test";
import { apiClient, signUpByApi } from "./support/api";
import type { Translations } from "./support/test";
import { expect, logIn, newAddress, test } from "./support/test";

const password = "a good password";
const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/** Returns the figure of a cell in a section. */
const figure = (page: Page, section: string, name: string) =>
  page.locator(section).locator(".tile").filter({ hasText: name }).locator(".figure").first();

/** Opens a visitor's page in a separate browser context with the project's settings. */
async function visitor(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    storageState: {
      cookies: (await page.context().cookies()).filter(({ name }) => name === "language"),
      origins: [],
    },
  });
  return context.newPage();
}

async function request(
  page: Page,
  translations: Translations,
  wallet: string,
  amount: string,
): Promise<void> {
  const t = translations("partner", "partnerFigures", "pendingWithdrawal");
  await page
    .getByRole("group", { name: t("method"), exact: true })
    .locator("[value=usdt_trc20]")
    .check();
  await page.getByLabel(t("wallet"), { exact: true }).fill(wallet);
  await page.getByLabel(t("amount"), { exact: true }).fill(amount);
  // within five minutes the password is not required again
  const again = page.locator("#withdrawal").getByLabel(translations("common")("password"), { exact: true });
  if ((await again.count()) > 0) await again.fill(password);
  await page.getByRole("button", { name: t("withdrawButton"), exact: true }).click();
}

test("a partner brings a client, earns from their rent and withdraws the money", async ({
  page,
  browser,
  translations,
  mailbox,
  request: api,
}) => {
  test.slow();
  const t = translations("partner", "partnerFigures", "pendingWithdrawal");
  const step = translations("partnerSteps", "walletConfirmation", "withdrawalCancel", "promoDeletion");
  const user = translations("user");
  const [partnerEmail, clientEmail] = [newAddress("partner"), newAddress("referral")];
  await signUpByApi(api, mailbox.emailTo, { email: partnerEmail, password, name: "Paula Partner" });
  await logIn(page, partnerEmail, password);
  await page.goto("/partner-program");
  await expect(page.getByRole("heading", { name: t("title"), level: 1 })).toBeVisible();
  const reflink = (await page.locator("code").first().textContent()) ?? "";
  expect(reflink).toContain("/signup?ref=");

  await test.step("a visitor opens the link twice and signs up by it", async () => {
    const guest = await visitor(browser, page);
    await guest.goto(new URL(reflink).pathname + new URL(reflink).search);
    await guest.goto(new URL(reflink).pathname + new URL(reflink).search);
    // the code is stored, so the page without it in the URL has it too
    await guest.goto("/signup");
    await expect(guest.getByLabel(user("partnerCode"), { exact: true })).toHaveValue(/^\w{8}$/);
    await guest.getByLabel(user("name"), { exact: true }).fill("Rita Referral");
    await guest.getByLabel(user("email"), { exact: true }).fill(clientEmail);
    await guest.getByLabel(user("password"), { exact: true }).fill(password);
    await guest.getByLabel(user("repeatPassword"), { exact: true }).fill(password);
    await guest.getByLabel(user("consent")).check();
    await guest.getByRole("button", { name: user("signupButton"), exact: true }).click();
    await expect(guest.getByText(user("sentText", { email: clientEmail }))).toBeVisible();
    const code = /code=([\w-]+)/.exec(await mailbox.emailTo(clientEmail))?.[1];
    await api.post("/api/user/auth/verify-email", { data: { code } });
    await guest.context().close();
  });

  await test.step("the client rents, and the partner sees all of it", async () => {
    const client = await apiClient(api, clientEmail, password);
    await client.deposit(500_00);
    for (let rents = 0; rents < 5; rents++) await client.rent("trader-8");
    // the former URL redirects
    await page.goto("/partner-program?period=week");
    await expect(page).toHaveURL(/\/partner-program\/statistics\?period=week$/);
    await expect(figure(page, "#statistics", t("clicks"))).toHaveText("1");
    await expect(figure(page, "#statistics", t("registrations"))).toHaveText("1");
    await expect(figure(page, "#statistics", t("rented"))).toHaveText("5");
    await expect(figure(page, "#statistics", t("reward"))).toHaveText(/79[.,]00/);
    await expect(page.getByRole("img", { name: t("rewardChart") })).toBeVisible();
    await page.getByRole("link", { name: t("network"), exact: true }).click();
    await expect(page.locator("#network").getByText("R*** R***")).toBeVisible();
  });

  await test.step("invalid requests are rejected with a message", async () => {
    await page.goto("/partner-program/withdrawals");
    // a reward clears once its payment can no longer be refunded, which is when the machines run
    await expect(async () => {
      await page.reload();
      await expect(page.locator("#withdrawal").getByText(/79[.,]00/)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await request(page, translations, "not a wallet", "30");
    await expect(page.getByText(translations("api")("walletInvalid"), { exact: true })).toBeVisible();
    await expect(page.getByLabel(t("wallet"), { exact: true })).toHaveValue("not a wallet");
    await request(page, translations, tron, "5");
    await expect(page.getByText(/(minimum is|Минимальная сумма) .*20[.,]00/).first()).toBeVisible();
    await request(page, translations, tron, "300");
    await expect(page.getByRole("alert").filter({ hasText: /79[.,]00/ })).toBeVisible();
  });

  await test.step("a withdrawal waits for its wallet, then is under review, and only one is allowed at a time", async () => {
    await request(page, translations, tron, "30");
    await expect(page.getByText(t("pendingConfirm"))).toBeVisible();
    await request(page, translations, tron, "20");
    await expect(page.getByText(translations("api")("withdrawalPending"))).toBeVisible();
    const email = await mailbox.emailTo(partnerEmail, "confirm-wallet");
    await page.goto(/\/partner-program\/confirm-wallet\?code=[\w-]+/.exec(email)?.[0] ?? "");
    // opening the link does not confirm anything, since mail filters open links too
    await page.reload();
    await expect(page.getByText(step("confirmed", { wallet: tron }))).toHaveCount(0);
    await page.getByRole("button", { name: step("confirmButton"), exact: true }).click();
    await expect(page.getByText(step("confirmed", { wallet: tron }))).toBeVisible();
    await expect(
      page.locator("#withdrawal").getByText(t("status_underReview"), { exact: true }),
    ).toBeVisible();
  });

  await test.step("the client cancels it and moves the money to the main balance", async () => {
    await page.getByRole("link", { name: t("cancelWithdrawal"), exact: true }).click();
    await page.getByRole("button", { name: step("cancelButton"), exact: true }).click();
    await expect(page.locator("#withdrawal").getByText(t("status_cancelled"), { exact: true })).toBeVisible();
    await page.getByLabel(t("amount"), { exact: true }).fill("9");
    await page.getByRole("button", { name: t("transferButton"), exact: true }).click();
    await expect(page.getByText(/70[.,]00/).first()).toBeVisible();
    await expect(
      page
        .getByText(/\$9\.0|9,0/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  });
});

test("a partner creates a promo code, sees the error of an invalid name, and deletes it after a confirmation", async ({
  page,
  translations,
  mailbox,
  request: api,
}) => {
  const t = translations("partner", "partnerFigures", "pendingWithdrawal");
  const step = translations("partnerSteps", "walletConfirmation", "withdrawalCancel", "promoDeletion");
  const email = newAddress("promo");
  await signUpByApi(api, mailbox.emailTo, { email, password, name: "Paul Partner" });
  await logIn(page, email, password);
  await page.goto("/partner-program/promo-codes");
  const create = async (name: string) => {
    await page.getByLabel(t("promoName"), { exact: true }).fill(name);
    await page.getByRole("button", { name: t("createPromo"), exact: true }).click();
  };
  await create("a!");
  await expect(page.getByText(translations("errors")("promoNameLength"), { exact: true })).toBeVisible();
  await create("bad-name");
  await expect(page.getByText(translations("errors")("promoNameLetters"), { exact: true })).toBeVisible();
  const name = `P${Date.now().toString(36).slice(-6)}${Math.random().toString(36).slice(2, 6)}`.toUpperCase();
  await create(name.toLowerCase());
  await expect(page.getByText(step("promoCreated", { name }))).toBeVisible();
  await create(name);
  await expect(page.getByText(translations("api")("promoNameTaken"), { exact: true })).toBeVisible();
  const row = page.locator("#promo-codes tr").filter({ hasText: name });
  await row.getByRole("link", { name: t("deletePromo"), exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(step("deletePromoText"));
  await page.getByRole("button", { name: step("deletePromoButton"), exact: true }).click();
  await expect(page.getByText(step("promoDeleted"))).toBeVisible();
  await expect(page.locator("#promo-codes").getByText(name)).toHaveCount(0);
});

test("the demo's partner views a year by presets and custom dates, and opens the network", async ({
  page,
  translations,
}) => {
  const t = translations("partner", "partnerFigures", "pendingWithdrawal", "period");
  await logIn(page, "anna@demo.test", "demo-password");
  await page.goto("/partner-program/statistics");
  const clicks = figure(page, "#statistics", t("clicks"));
  const all = await clicks.textContent();
  for (const period of ["week", "month", "quarter", "year", "all"]) {
    const link = page.getByRole("link", { name: t(`period_${period}`), exact: true });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
  }
  await expect(clicks).toHaveText(all ?? "");
  await page.locator("summary", { hasText: t("period_own") }).click();
  await page.getByLabel(t("from"), { exact: true }).fill("2001-02-03");
  await page.getByLabel(t("to"), { exact: true }).fill("2001-02-05");
  await page.getByRole("button", { name: t("apply"), exact: true }).click();
  await expect(clicks).toHaveText("0");
  await page.goto("/partner-program?page=1");
  await expect(page).toHaveURL(/\/partner-program\/network\?page=1$/);
  const branch = page.locator("#network details").filter({ hasText: "F*** H***" }).first();
  await expect(branch.getByText("S*** R***")).toBeHidden();
  await branch.locator("summary").first().click();
  await expect(branch.getByText("S*** R***")).toBeVisible();
});

test("a form of an earlier page version is redirected to its new page, and an error keeps the entered values", async ({
  page,
  baseURL,
}) => {
  await logIn(page, "anna@demo.test", "demo-password");
  const origin = baseURL ?? "";
  const form = { intent: "createPromoCode", name: "bad-name", discount: "5" };
  const answer = await page.request.post("/partner-program", { form, headers: { origin } });
  expect([answer.status(), new URL(answer.url()).pathname]).toEqual([422, "/partner-program/promo-codes"]);
  expect(await answer.text()).toContain("bad-name");
});
