import type { APIRequestContext } from "@playwright/test";
import { apiClient, signUpByApi } from "./support/api";
import { newClient, newClientWith } from "./support/new-client";
import { expect, logIn, newAddress, test } from "./support/test";
import { chooseMethod, playPayer } from "./support/top-up";

/** Returns the promo code of a new client: renting with one of the demo's codes would join the demo's network. */
async function newPromoCode(
  request: APIRequestContext,
  emailTo: (address: string) => Promise<string>,
): Promise<string> {
  const partner = { email: newAddress("partner"), password: "a good password" };
  await signUpByApi(request, emailTo, { ...partner, name: "Ann Lee" });
  const { call } = await apiClient(request, partner.email, partner.password);
  const name = `KEEP${String(Date.now()).slice(-8)}${Math.floor(Math.random() * 100)}`;
  await call("POST", "/user/balance/promocode", { name, discount: 5 });
  return name;
}

test("a promo code is restored after a rejected payment and the deposit for it", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const promoCode = await newPromoCode(request, mailbox.emailTo);
  const [t, deposit] = [translations("payment"), translations("deposit")];
  await newClientWith(5_00, page, mailbox);
  await page.goto("/vps/order/trader-1");
  const dialog = page.getByRole("dialog");
  const total = dialog.locator(".dialog-foot [data-months='1']");
  const before = await total.innerText();
  await dialog.getByLabel(translations("vps")("comment"), { exact: true }).fill("London");
  await dialog.getByLabel(t("promoCode"), { exact: true }).fill(promoCode);
  await dialog.getByRole("button", { name: t("apply"), exact: true }).click();
  await expect(total).not.toHaveText(before);
  const reduced = await total.innerText();
  await dialog.getByRole("button", { name: t("pay"), exact: true }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: t("insufficientFunds") })).toBeVisible();
  await expect(total).toHaveText(reduced);

  await dialog.getByRole("alert").getByRole("button").click();
  await chooseMethod(page, translations, "wallet");
  await page.getByLabel(deposit("wallet"), { exact: true }).fill("W-100200300");
  await page.getByRole("button", { name: deposit("payButton"), exact: true }).click();
  await playPayer(page, "pay");
  await expect(page).toHaveURL(/\/vps\/order\/trader-1\?/);
  await expect(total).toHaveText(reduced);
  await expect(dialog.getByLabel(translations("vps")("comment"), { exact: true })).toHaveValue("London");
  await dialog.getByRole("button", { name: t("pay"), exact: true }).click();
  await expect(page).toHaveURL(/\/vps$/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});

test("a revoked server has its page, with its history and without controls", async ({
  page,
  translations,
}) => {
  const t = translations("server");
  await logIn(page, "anna@demo.test", "demo-password");
  await page.goto("/vps?status=revoked");
  const id = (await page.getByRole("rowheader").first().innerText()).trim().split(/\s/)[0];
  await page.goto(`/vps/servers/${id}`);
  await expect(page.getByText(t("revokedText"), { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("history"), exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("connection"), exact: true })).toHaveCount(0);
});

test("a preset sum leaves the other choices unchanged, and Enter pays the typed sum", async ({
  page,
  translations,
}) => {
  const [balance, deposit] = [translations("balance"), translations("deposit")];
  await logIn(page, "anna@demo.test", "demo-password");
  await page.goto("/balance-operations/deposit");
  await chooseMethod(page, translations, "wallet");
  await page.getByLabel(deposit("wallet"), { exact: true }).fill("W-100200300");
  await page
    .getByRole("group", { name: deposit("sums"), exact: true })
    .getByRole("button")
    .nth(1)
    .click();
  await expect(page.getByLabel(balance("amount"), { exact: true })).toHaveValue("50.00");
  await expect(page.getByLabel(deposit("wallet"), { exact: true })).toHaveValue("W-100200300");
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
  await page.getByLabel(balance("amount"), { exact: true }).fill("17.00");
  await page.getByLabel(balance("amount"), { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await page.locator("button[name=choice][value=pay]").click();
  await expect(page.getByText(/17[.,]00/).first()).toBeVisible();
});

test("the accounts and months of a subscription are restored after the deposit for it", async ({
  page,
  translations,
  mailbox,
}) => {
  const [t, deposit] = [translations("subscription"), translations("deposit")];
  await newClient(page, mailbox);
  await page.goto("/online-monitoring");
  const accounts = page.getByLabel(t("accounts"), { exact: true });
  const months = page.getByLabel(t("months"), { exact: true });
  await accounts.fill("7");
  await months.fill("3");
  await page.getByRole("button", { name: t("showPrice"), exact: true }).click();
  await expect(
    page
      .getByRole("status")
      .getByText(/42[.,]00/)
      .first(),
  ).toBeVisible();
  await page.getByRole("link", { name: t("topUp"), exact: true }).click();
  await expect(page).toHaveURL(/\/balance-operations\/deposit\?amount=42\.00/);
  await chooseMethod(page, translations, "wallet");
  await page.getByLabel(deposit("wallet"), { exact: true }).fill("W-100200300");
  await page.getByRole("button", { name: deposit("payButton"), exact: true }).click();
  await playPayer(page, "pay");
  await expect(page).toHaveURL(/\/online-monitoring\?/);
  await expect(accounts).toHaveValue("7");
  await expect(months).toHaveValue("3");
  await page.getByRole("button", { name: /42[.,]00/ }).click();
  await expect(page).toHaveURL(/\/online-monitoring$/);

  await page.goto("/online-monitoring/add-accounts");
  await accounts.fill("5");
  await page.getByRole("button", { name: t("showPrice"), exact: true }).click();
  await page.getByRole("link", { name: t("topUp"), exact: true }).click();
  await expect(page).toHaveURL(/returnTo=[^&]*accounts%3D5/);
  await page.getByRole("link", { name: deposit("backTo"), exact: true }).click();
  await expect(accounts).toHaveValue("5");
});

test("a deposit is offered for the current values, not for earlier ones", async ({
  page,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "the price follows what is typed by script");
  const t = translations("subscription");
  await newClient(page, mailbox);
  await page.goto("/online-monitoring");
  const topUp = page.getByRole("link", { name: t("topUp"), exact: true });
  const accounts = page.getByLabel(t("accounts"), { exact: true });
  await accounts.fill("7");
  await expect(topUp).toHaveAttribute("href", /amount=14\.00&returnTo=.*accounts%3D7/);
  let release = () => {};
  const received = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/online-monitoring/price?*", async (route) => {
    await received;
    await route.continue();
  });
  await accounts.fill("8");
  await expect(topUp).toBeHidden();
  release();
  await expect(topUp).toHaveAttribute("href", /amount=16\.00&returnTo=.*accounts%3D8/);
});

test("a transfer to the main balance leaves no filled form behind", async ({ page, translations }) => {
  const t = translations("partner");
  await logIn(page, "anna@demo.test", "demo-password");
  await page.goto("/partner-program/withdrawals");
  const amount = page.getByLabel(t("amount"), { exact: true });
  await amount.fill("1.00");
  await page.getByRole("button", { name: t("transferButton"), exact: true }).click();
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /1[.,]00/ })
      .first(),
  ).toBeVisible();
  await expect(amount).toHaveValue("");
});
