import { signUpByApi } from "./support/api";
import { newClient } from "./support/new-client";
import { openPage } from "./support/open-page";
import { expect, logInByForm, newAddress, test } from "./support/test";

const password = "a good password";

test("a visitor signs up by the email, logs in and logs out", { tag: "@phone" }, async ({
  page,
  translations,
  mailbox,
}) => {
  const t = translations("user");
  const common = translations("common");
  const email = newAddress();
  await page.goto("/signup");
  await page.getByLabel(t("name"), { exact: true }).fill("Ann Lee");
  await page.getByLabel(t("email"), { exact: true }).fill(email);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill(password);
  await page.getByLabel(t("consent")).check();
  await page.getByRole("button", { name: t("signupButton"), exact: true }).click();
  await expect(page.getByText(t("sentText", { email }))).toBeVisible();
  // if it does not arrive: another email after a pause, or another address, with the other fields still filled in
  await page.getByRole("button", { name: t("resendButton"), exact: true }).click();
  const pause = translations("api")("linkPause_other", { count: 0 }).split("0")[0] ?? "";
  await expect(page.getByRole("alert").filter({ hasText: pause })).toBeVisible();
  await page.getByRole("link", { name: t("wrongAddress"), exact: true }).click();
  await expect(page.getByLabel(t("email"), { exact: true })).toHaveValue(email);
  await expect(page.getByLabel(t("name"), { exact: true })).toHaveValue("Ann Lee");

  await page.goto("/login");
  await page.getByLabel(t("email"), { exact: true }).fill(email);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
  await expect(page.getByText(translations("api")("emailNotVerified"))).toBeVisible();
  await expect(page.getByRole("button", { name: t("resendButton") })).toBeVisible();

  await page.getByRole("button", { name: t("resendButton") }).click();
  await expect(page.getByRole("alert").filter({ hasText: pause })).toBeVisible();
  await expect(page.getByRole("button", { name: t("resendButton") })).toBeVisible();

  const link = /https?:\S+\/login\?code=\S+/.exec(await mailbox.emailTo(email))?.[0] ?? "";
  await page.goto(link.replace(/code=[\w-]{4}/, "code=none"));
  await page.getByRole("button", { name: t("confirmButton"), exact: true }).click();
  await expect(page.getByText(t("confirmEnded"))).toBeVisible();
  await expect(page.getByRole("button", { name: t("confirmButton"), exact: true })).toHaveCount(0);
  await expect(
    page.getByRole("main").getByRole("link", { name: t("loginButton"), exact: true }),
  ).toBeVisible();
  await page.goto(link);
  await page.getByRole("button", { name: t("confirmButton"), exact: true }).click();
  await expect(page.getByText(t("confirmed"))).toBeVisible();
  await expect(page.getByLabel(t("email"), { exact: true })).toHaveValue(email);

  await logInByForm(page, translations, email, password);
  await expect(page).toHaveURL(/\/vps$/);
  const welcome = translations("firstSteps")("welcome", { name: "Ann Lee" });
  await expect(page.getByRole("heading", { name: welcome, exact: true })).toBeVisible();
  // on a phone the button is in the slide-out menu
  const menu = page.getByRole("button", { name: common("menu"), exact: true });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole("button", { name: common("logOut"), exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/vps");
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fvps$/);
});

test("an empty sign-up form says what is missing, in the specification's words, and keeps the entered values", async ({
  page,
  translations,
  language,
}) => {
  const t = translations("user");
  await page.goto("/signup");
  await page.getByRole("button", { name: t("signupButton"), exact: true }).click();
  for (const key of ["specifyName", "specifyEmail", "specifyPassword", "acceptPolicy"]) {
    await expect(page.getByText(translations("errors")(key), { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByLabel(t("name"), { exact: true })).toBeFocused();
  await page.getByLabel(t("name"), { exact: true }).fill("Ann");
  await page.getByLabel(t("email"), { exact: true }).fill("not an address");
  await page.getByLabel(t("password"), { exact: true }).fill("short");
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill("other");
  await page.getByRole("button", { name: t("signupButton"), exact: true }).click();
  for (const key of ["emailInvalid", "passwordMin", "passwordMismatch"]) {
    await expect(page.getByText(translations("errors")(key), { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByLabel(t("name"), { exact: true })).toHaveValue("Ann");
  await expect(page.getByLabel(t("email"), { exact: true })).toHaveValue("not an address");
  if (language === "en") await expect(page.getByText("Password minimum 8 symbols")).toBeVisible();
  await page.getByLabel(t("email"), { exact: true }).fill("ann@example.test");
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill("another one");
  await page.getByRole("button", { name: t("signupButton"), exact: true }).click();
  await expect(page.getByLabel(t("repeatPassword"), { exact: true })).toBeFocused();
});

test("a forgotten password is changed by the code of the email", async ({ page, translations, mailbox }) => {
  const t = translations("user");
  const email = newAddress();
  await signUpByApi(page.request, mailbox.emailTo, { email, password, name: "Ann Lee" });
  await page.goto("/forgot-password");
  await page.getByLabel(t("email"), { exact: true }).fill("nobody@example.test");
  await page.getByRole("button", { name: t("sendCodeButton"), exact: true }).click();
  await expect(page.getByText(translations("api")("emailNotFound"))).toBeVisible();
  await page.getByLabel(t("email"), { exact: true }).fill(email);
  await page.getByRole("button", { name: t("sendCodeButton"), exact: true }).click();
  await page.getByLabel(t("code"), { exact: true }).fill("000000");
  await page.getByRole("button", { name: t("continueButton"), exact: true }).click();
  await expect(page.getByText(translations("api")("codeInvalid"))).toBeVisible();
  const code = /\b\d{6}\b/.exec(await mailbox.emailTo(email, /\b\d{6}\b/))?.[0] ?? "";
  await page.getByLabel(t("code"), { exact: true }).fill(code);
  await page.getByRole("button", { name: t("continueButton"), exact: true }).click();
  await page.getByLabel(t("newPassword"), { exact: true }).fill("another password");
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill("another password");
  await page.getByRole("button", { name: t("changePasswordButton"), exact: true }).click();
  await expect(page.getByText(t("passwordChanged"))).toBeVisible();
  await logInByForm(page, translations, email, "another password");
});

test("opening a protected page returns to it after logging in, and never to another site", async ({
  page,
  translations,
}) => {
  const t = translations("user");
  await page.goto("/faq");
  await expect(page).toHaveURL(/redirectTo=%2Ffaq/);
  for (const [target, landed] of [
    ["/faq", /\/faq$/],
    ["//evil.example/x", /\/vps$/],
    ["/\\evil.example", /\/vps$/],
    ["https://evil.example", /\/vps$/],
  ] as const) {
    await page.context().clearCookies({ name: "session" });
    await page.goto(`/login?redirectTo=${encodeURIComponent(target)}`);
    await page.getByLabel(t("email"), { exact: true }).fill("anna@demo.test");
    await page.getByLabel(t("password"), { exact: true }).fill("demo-password");
    await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
    await expect(page).toHaveURL(landed);
  }
});

test("after a login the cabinet and its document are in the account's language", async ({
  page,
  mailbox,
  language,
  javaScriptEnabled,
}) => {
  const { email, password } = await newClient(page, mailbox);
  if (language === "en") {
    await page.goto("/profile");
    await page.locator("main").getByRole("button", { name: "Русский", exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  }
  // another browser, in which no language is chosen
  await page.context().clearCookies();
  await openPage(page, "/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(/\/vps/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/[а-яё]{3}/);
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  // with script it is a client-side navigation
  await expect(page.locator("html[data-same-document]")).toHaveCount(javaScriptEnabled ? 1 : 0);
});

test("a session planted after the page was opened is not reused by a login", async ({
  page,
  browser,
  baseURL,
  translations,
  mailbox,
}) => {
  const t = translations("user");
  const planter = await browser.newContext({ baseURL });
  const attackerPage = await planter.newPage();
  const attacker = await newClient(attackerPage, mailbox);
  const email = newAddress();
  await signUpByApi(page.request, mailbox.emailTo, { email, password, name: "Ann Lee" });

  await page.goto("/login");
  await page.getByLabel(t("email"), { exact: true }).fill(email);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await page.context().addCookies(await planter.cookies());
  await page.getByRole("button", { name: t("loginButton"), exact: true }).click();
  await expect(page).toHaveURL(/\/vps$/);
  await page.goto("/profile");
  await expect(page.getByRole("definition").filter({ hasText: email })).toBeVisible();
  await expect(page.getByText(attacker.email)).toHaveCount(0);
  await planter.close();
});
