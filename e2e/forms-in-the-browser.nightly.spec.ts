import type { Page } from "@playwright/test";
import { logInAsDemo } from "./support/every-page";
import { complaintsOf, openPage } from "./support/open-page";
import { expect, test } from "./support/test";

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "without script the server checks");

/** Collects the URLs of the page's POST requests. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  return sent;
}

/** Focuses a field: from the first interaction on a form is validated in the browser. */
async function touched(page: Page, name: string): Promise<void> {
  await page.getByLabel(name, { exact: true }).focus();
  await page.waitForLoadState("networkidle");
}

test("errors are shown before submission, and disappear one by one when corrected, also offline", async ({
  page,
  context,
  translations,
}) => {
  const [t, errors, common] = [translations("user"), translations("errors"), translations("common")];
  const complaints = complaintsOf(page);
  const sent = sentBy(page);
  await openPage(page, "/login");
  const email = page.getByLabel(t("email"), { exact: true });
  const password = page.getByLabel(t("password"), { exact: true });
  await touched(page, t("password"));
  await password.press("Enter");

  await expect(email).toBeFocused();
  for (const field of [email, password]) {
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/\S/);
  }

  await context.setOffline(true);
  await email.fill("anna@demo.test");
  await expect(email).not.toHaveAttribute("aria-invalid");
  await expect(email).toHaveAccessibleDescription("");
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("alert").filter({ hasText: common("noConnection") })).toBeHidden();
  await email.fill("anna@");
  await expect(email).toHaveAccessibleDescription(errors("emailInvalid"));
  await context.setOffline(false);

  await email.fill("anna@demo.test");
  await password.fill("demo-password");
  expect(sent).toEqual([]);
  await password.press("Enter");
  await page.waitForURL(/\/vps$/);
  expect(sent).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("a server error stays at its field until that is changed; the password has to be entered again", async ({
  page,
  translations,
}) => {
  const t = translations("user");
  await openPage(page, "/login");
  const sent = sentBy(page);
  const email = page.getByLabel(t("email"), { exact: true });
  await email.fill("anna@demo.test");
  await page.getByLabel(t("password"), { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
  await expect(page.locator(".error, .notice").first()).toBeVisible();
  await expect(email).toHaveValue("anna@demo.test");
  expect(sent).toHaveLength(1);
  await page.waitForLoadState("networkidle");
  await page.getByLabel(t("password"), { exact: true }).fill("demo-passwor");
  await expect(page.locator(".error, .notice")).toHaveCount(0);
  expect(sent).toHaveLength(1);
});

test("a button that needs no fields submits its form as it is", async ({ page, translations }) => {
  const t = translations("partner");
  await logInAsDemo(page.request);
  await openPage(page, "/partner-program/withdrawals");
  await touched(page, t("wallet"));
  const sent = sentBy(page);
  await page.getByRole("button", { name: t("transferButton"), exact: true }).click();
  await expect.poll(() => sent.length).toBe(1);
});

test("a form reused for another record keeps nothing of the first", async ({ page, translations }) => {
  const t = translations("accounts");
  await logInAsDemo(page.request);
  await openPage(page, "/online-monitoring/accounts");
  const links = await page
    .locator("a[href$='/edit']")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  const [first = "", second = ""] = new Set(links);
  const name = page.getByLabel(t("name"), { exact: true });
  await openPage(page, second);
  const secondName = await name.inputValue();
  await openPage(page, first);
  await expect(name).not.toHaveValue(secondName);
  await name.fill("Half a name");
  await page.evaluate((path) => Reflect.get(window, "__remixRouter").navigate(path), second);
  await expect(page).toHaveURL(second);
  await expect(name).toHaveValue(secondName);
});
