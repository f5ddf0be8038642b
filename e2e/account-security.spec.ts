import type { BrowserContext, Page } from "@playwright/test";
import { authenticator } from "otplib";
import { newClient } from "./support/new-client";
import type { Translations } from "./support/test";
import { expect, logIn, test } from "./support/test";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const toast = (page: Page, text: string) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

/** A code is single-use: the next one is of the following 30-second step, which the API accepts as clock skew. */
const codeOf = (secret: string, stepsAhead = 0) =>
  authenticator.clone({ epoch: Date.now() + stepsAhead * 30_000 }).generate(secret);

/** Authenticates again if the page asks for it. */
async function confirm(page: Page, translations: Translations, password: string, code?: string) {
  const t = translations("profile", "common");
  const dialog = page.locator(".dialog");
  await expect(page).toHaveURL(/\/profile\/confirm/);
  await dialog.getByLabel(translations("common")("password"), { exact: true }).fill(password);
  if (code) await dialog.getByLabel(t("secondFactorCode"), { exact: true }).fill(code);
  await dialog.getByRole("button", { name: t("confirm"), exact: true }).click();
}

/** Turns on two-step login; returns the key and the recovery codes. */
async function turnOn(page: Page, translations: Translations, password: string) {
  const t = translations("profile", "twoStep", "activity");
  await page.goto("/profile");
  await page.getByRole("link", { name: t("turnOn"), exact: true }).click();
  await confirm(page, translations, password);
  await expect(page.getByRole("img", { name: t("qrAlt") })).toBeVisible();
  const secret = (await page.locator(".dialog code").first().textContent()) ?? "";
  await page.getByLabel(translations("common")("secondFactorCode"), { exact: true }).fill(codeOf(secret));
  await press(page, t("turnOn"));
  await expect(page.getByRole("heading", { name: t("recoveryTitle") })).toBeVisible();
  const recoveryCodes = await page.locator(".codes code").allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole("link", { name: t("recoveryDone"), exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  return { secret, recoveryCodes };
}

async function logOut(context: BrowserContext) {
  await context.clearCookies({ name: "session" });
}

/** Submits the login form without waiting for the result. */
async function givePassword(
  page: Page,
  translations: Translations,
  email: string,
  password: string,
  path = "/login",
) {
  const t = translations("user");
  await page.goto(path);
  await page.getByLabel(t("email"), { exact: true }).fill(email);
  await page.getByLabel(t("password"), { exact: true }).fill(password);
  await press(page, t("loginButton"));
}

test("two-step login: turned on, required at login and for a new password, turned off", async ({
  page,
  translations,
  mailbox,
  context,
}) => {
  const t = translations("profile", "twoStep", "activity");
  const user = translations("user");
  const { email, password } = await newClient(page, mailbox);
  const { secret, recoveryCodes } = await turnOn(page, translations, password);
  await expect(page.getByText(t("twoStepOn"))).toBeVisible();

  await logOut(context);
  await givePassword(page, translations, email, password, "/login?redirectTo=%2Fprofile");
  await expect(page).toHaveURL(/\/login\/second-step$/);
  await page.getByLabel(user("secondStepCode"), { exact: true }).fill("000000");
  await press(page, user("loginButton"));
  await expect(page.getByText(translations("api")("secondFactorWrong"), { exact: true })).toBeVisible();
  await page.getByLabel(user("secondStepCode"), { exact: true }).fill(codeOf(secret, 1));
  await press(page, user("loginButton"));
  await expect(page).toHaveURL(/\/profile$/);

  await page.getByLabel(t("oldPassword"), { exact: true }).fill(password);
  await page.getByLabel(t("newPassword"), { exact: true }).fill("another password");
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill("another password");
  await press(page, t("changePassword"));
  await expect(page.getByText(translations("api")("secondFactorNeeded"), { exact: true })).toBeVisible();
  await page.getByLabel(t("oldPassword"), { exact: true }).fill(password);
  await page.getByLabel(t("newPassword"), { exact: true }).fill("another password");
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill("another password");
  await page
    .getByLabel(translations("common")("secondFactorCode"), { exact: true })
    .fill(recoveryCodes[0] ?? "");
  await press(page, t("changePassword"));
  await toast(page, t("passwordChanged"));

  await page.getByRole("link", { name: t("turnOff"), exact: true }).click();
  await page.getByLabel(translations("common")("password"), { exact: true }).fill("another password");
  await page
    .locator(".dialog")
    .getByLabel(translations("common")("secondFactorCode"), { exact: true })
    .fill(recoveryCodes[1] ?? "");
  await page
    .locator(".dialog")
    .getByRole("button", { name: t("turnOff"), exact: true })
    .click();
  await toast(page, t("turnedOff"));
  await logOut(context);
  await logIn(page, email, "another password");
});

test("a recovery code logs in once, and new codes invalidate the old ones", async ({
  page,
  translations,
  mailbox,
  context,
}) => {
  const t = translations("profile", "twoStep", "activity");
  const user = translations("user");
  const { email, password } = await newClient(page, mailbox);
  const { recoveryCodes } = await turnOn(page, translations, password);
  const [first = "", second = "", third = ""] = recoveryCodes;

  await logOut(context);
  await givePassword(page, translations, email, password);
  await page.getByLabel(user("secondStepCode"), { exact: true }).fill(first);
  await press(page, user("loginButton"));
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await logOut(context);
  await givePassword(page, translations, email, password);
  await page.getByLabel(user("secondStepCode"), { exact: true }).fill(first);
  await press(page, user("loginButton"));
  await expect(page.getByText(translations("api")("secondFactorWrong"), { exact: true })).toBeVisible();
  await page.getByLabel(user("secondStepCode"), { exact: true }).fill(second);
  await press(page, user("loginButton"));
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));

  await page.goto("/profile");
  await page.getByRole("link", { name: t("newRecoveryCodes"), exact: true }).click();
  await page.getByLabel(translations("common")("password"), { exact: true }).fill(password);
  await page
    .locator(".dialog")
    .getByLabel(translations("common")("secondFactorCode"), { exact: true })
    .fill(third);
  await page
    .locator(".dialog")
    .getByRole("button", { name: t("newRecoveryCodes"), exact: true })
    .click();
  await expect(page.locator(".codes code")).toHaveCount(10);
  expect(await page.locator(".codes code").allTextContents()).not.toContain(recoveryCodes[3]);
});

test("the second step can't be opened without the first", async ({ page }) => {
  await page.goto("/login/second-step");
  await expect(page).toHaveURL(/\/login$/);
});

test("sessions are listed, ended one by one and all others at once; the activity shows it", async ({
  page,
  translations,
  mailbox,
  browser,
  baseURL,
  context,
}) => {
  const t = translations("profile", "twoStep", "activity");
  const { email, password } = await newClient(page, mailbox);
  const otherTabs = await Promise.all(
    [1, 2].map(async () => {
      const other = await browser.newContext({ baseURL });
      await other.addCookies((await context.cookies()).filter(({ name }) => name === "language"));
      const tab = await other.newPage();
      await logIn(tab, email, password);
      return tab;
    }),
  );
  await page.goto("/profile");
  await expect(page.getByText(t("thisSession"), { exact: true })).toHaveCount(1);
  await expect(page.getByRole("button", { name: t("endSession"), exact: true })).toHaveCount(2);
  await press(page, t("endSession"));
  await toast(page, t("sessionEnded"));
  await expect(page.getByRole("button", { name: t("endSession"), exact: true })).toHaveCount(1);
  await press(page, t("endOthers"));
  await toast(page, t("othersEnded"));
  await expect(page.getByRole("button", { name: t("endSession"), exact: true })).toHaveCount(0);
  for (const tab of otherTabs) {
    await tab.goto("/profile");
    await expect(tab).toHaveURL(/\/login/);
    await tab.context().close();
  }
  await page.getByRole("link", { name: t("activityLink"), exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: t("eventOtherSessionsEnded") })).toHaveCount(1);
  expect(
    await page
      .getByRole("row")
      .filter({ hasText: t("eventLogin") })
      .count(),
  ).toBeGreaterThanOrEqual(3);
});

test("a login from a new device is reported by email", async ({
  page,
  mailbox,
  browser,
  baseURL,
  context,
}) => {
  const { email, password } = await newClient(page, mailbox);
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";
  const otherContext = await browser.newContext({ baseURL, userAgent });
  await otherContext.addCookies((await context.cookies()).filter(({ name }) => name === "language"));
  const tab = await otherContext.newPage();
  await logIn(tab, email, password);
  await mailbox.emailTo(email, "Firefox 144, Windows 10");
  await otherContext.close();
});

/** Adds a virtual authenticator to this page. */
async function virtualAuthenticator(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { device, authenticatorId };
}

async function addPasskey(page: Page, translations: Translations, password: string) {
  const t = translations("profile", "twoStep", "activity");
  await page.goto("/profile");
  await page.getByRole("link", { name: t("confirmFirst"), exact: true }).click();
  await confirm(page, translations, password);
  await page.getByLabel(t("passkeyName"), { exact: true }).fill("My phone");
  await press(page, t("addPasskey"));
  await toast(page, t("passkeyAdded"));
}

test("with script a passkey's answer that is sent twice at once opens one session", async ({
  page,
  translations,
  mailbox,
  context,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "only the browser's script can ask for a passkey");
  const { password } = await newClient(page, mailbox);
  await virtualAuthenticator(page);
  await addPasskey(page, translations, password);
  await logOut(context);
  await page.goto("/login?redirectTo=%2Fprofile");
  const opened: boolean[] = [];
  await page.route(/\/login/, async (route) => {
    // the response to the challenge; requests for a challenge continue unchanged
    if (!route.request().postData()?.includes("clientDataJSON")) return route.continue();
    const answers = await Promise.all([1, 2, 3].map(() => route.fetch({ maxRedirects: 0 })));
    const opens = answers.map((answer) =>
      answer
        .headersArray()
        .some(({ name, value }) => /^set-cookie$/i.test(name) && value.startsWith("session=")),
    );
    opened.push(...opens);
    return route.fulfill({ response: answers[opens.indexOf(true)] ?? answers[0] });
  });
  await press(page, translations("user")("passkeyLogin"));
  await expect(page).toHaveURL(/\/profile$/);
  expect(opened.sort()).toEqual([false, false, true]);
});

test("with script two tabs that log in by one passkey at once both end in the cabinet", async ({
  page,
  translations,
  mailbox,
  context,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "only the browser's script can ask for a passkey");
  const { password } = await newClient(page, mailbox);
  const first = await virtualAuthenticator(page);
  await addPasskey(page, translations, password);
  const { credentials } = await first.device.send("WebAuthn.getCredentials", {
    authenticatorId: first.authenticatorId,
  });
  const otherPage = await context.newPage();
  const second = await virtualAuthenticator(otherPage);
  const { device, authenticatorId } = second;
  for (const credential of credentials)
    await device.send("WebAuthn.addCredential", { authenticatorId, credential });
  await logOut(context);
  const tabs = [page, otherPage];
  for (const tab of tabs) await tab.goto("/login?redirectTo=%2Fprofile");
  await Promise.all(tabs.map((tab) => press(tab, translations("user")("passkeyLogin"))));
  // if both signed with the same counter, the later one is rejected as a cloned passkey, but its browser is already
  // signed in
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/(profile|vps)$/);
    await tab.goto("/profile");
    await expect(tab).toHaveURL(/\/profile$/);
  }
});

test("with JavaScript a passkey is created, logs in alone and as a second step, and is removed", async ({
  page,
  translations,
  mailbox,
  context,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "only the browser's script can ask for a passkey");
  const t = translations("profile", "twoStep", "activity");
  const user = translations("user");
  const { email, password } = await newClient(page, mailbox);
  await virtualAuthenticator(page);
  await addPasskey(page, translations, password);
  await expect(page.getByRole("listitem").filter({ hasText: "My phone" })).toBeVisible();

  await logOut(context);
  await page.goto("/login?redirectTo=%2Fprofile");
  await press(page, user("passkeyLogin"));
  await expect(page).toHaveURL(/\/profile$/);

  const { recoveryCodes } = await turnOn(page, translations, password);
  await logOut(context);
  await givePassword(page, translations, email, password);
  await expect(page).toHaveURL(/\/login\/second-step$/);
  await press(page, user("passkeyInstead"));
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));

  await page.goto("/profile");
  await page.getByRole("link", { name: t("confirmFirst"), exact: true }).click();
  await confirm(page, translations, password, recoveryCodes[0] ?? "");
  const removal = page.getByRole("listitem").filter({ hasText: "My phone" });
  await removal.getByRole("button", { name: `${t("removePasskey")} My phone`, exact: true }).click();
  await toast(page, t("passkeyRemoved"));
  await expect(page.getByText("My phone", { exact: true })).toHaveCount(0);
});

test("“It was not me” of an email ends the sessions and invalidates the password", async ({
  page,
  translations,
  mailbox,
}) => {
  const t = translations("notMe");
  const { email, password } = await newClient(page, mailbox);
  await turnOn(page, translations, password);
  const sent = await mailbox.emailTo(email, "/it-was-not-me/");
  const path = /\/it-was-not-me\/[\w-]+/.exec(sent)?.[0] ?? "";
  await page.goto(path);
  await press(page, t("button"));
  await expect(page.getByRole("status").filter({ hasText: t("done") })).toBeVisible();
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login/);
  await givePassword(page, translations, email, password);
  await expect(page.getByText(translations("api")("loginNotFound"), { exact: true })).toBeVisible();
});
