import type { Page } from "@playwright/test";
import sharp from "sharp";
import { newClient } from "./support/new-client";
import type { Translations } from "./support/test";
import { expect, logIn, test } from "./support/test";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const toast = (page: Page, text: string) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

async function fillPasswords(
  page: Page,
  translations: Translations,
  old: string,
  fresh: string,
  repeat = fresh,
) {
  const t = translations("profile");
  await page.getByLabel(t("oldPassword"), { exact: true }).fill(old);
  await page.getByLabel(t("newPassword"), { exact: true }).fill(fresh);
  await page.getByLabel(t("repeatPassword"), { exact: true }).fill(repeat);
  await press(page, t("changePassword"));
}

test("a client changes the name and the avatar, and removes the avatar again", async ({
  page,
  translations,
  mailbox,
}) => {
  const t = translations("profile");
  await newClient(page, mailbox);
  await page.goto("/profile");
  await page.getByLabel(t("name"), { exact: true }).fill("  ");
  await press(page, t("saveName"));
  await expect(page.getByText(translations("errors")("specifyName"), { exact: true })).toBeVisible();
  await page.getByLabel(t("name"), { exact: true }).fill("Zoe Ann");
  await press(page, t("saveName"));
  await toast(page, t("nameSaved"));
  await expect(page.getByLabel(t("name"), { exact: true })).toHaveValue("Zoe Ann");

  const avatar = page.getByLabel(t("avatar"), { exact: true });
  await avatar.setInputFiles({
    name: "big.png",
    mimeType: "image/png",
    buffer: Buffer.alloc(1024 * 1024 + 1),
  });
  await press(page, t("uploadAvatar"));
  await expect(page.getByText(translations("errors")("fileOver1Mb"), { exact: true })).toBeVisible();
  const wide = await sharp({ create: { width: 300, height: 100, channels: 3, background: "green" } })
    .png()
    .toBuffer();
  await avatar.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: wide });
  await press(page, t("uploadAvatar"));
  await toast(page, t("avatarSaved"));
  const image = page.locator("main img.avatar");
  await expect(image).toBeVisible();
  // the element is present before its image has loaded
  const sides = () =>
    image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight]);
  await expect.poll(sides).toEqual([128, 128]);

  await press(page, t("removeAvatar"));
  await toast(page, t("avatarRemoved"));
  await expect(image).toHaveCount(0);
});

test("with JavaScript the area of the picture is selected", async ({
  page,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script the middle is cut out");
  const t = translations("profile");
  await newClient(page, mailbox);
  await page.goto("/profile");
  const half = { create: { width: 100, height: 100, channels: 3 as const, background: "blue" } };
  const halves = await sharp({ create: { width: 200, height: 100, channels: 3, background: "red" } })
    .composite([{ input: half, left: 100, top: 0 }])
    .png()
    .toBuffer();
  await page
    .getByLabel(t("avatar"), { exact: true })
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: halves });
  await expect(page.getByRole("img", { name: t("avatarPreview") })).toBeVisible();
  await page.getByRole("slider", { name: t("cropX"), exact: true }).press("End");
  await press(page, t("uploadAvatar"));
  await toast(page, t("avatarSaved"));
  const address = await page.locator("main img.avatar").getAttribute("src");
  const bytes = await (await page.request.get(address ?? "")).body();
  const { channels } = await sharp(bytes).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([0, 0, 1]);
});

test("a new password ends the other sessions and is reported by email", async ({
  page,
  translations,
  mailbox,
  browser,
  baseURL,
  context,
}) => {
  const t = translations("profile");
  const { email, password } = await newClient(page, mailbox);
  const second = await browser.newContext({ baseURL });
  await second.addCookies((await context.cookies()).filter(({ name }) => name === "language"));
  const elsewhere = await second.newPage();
  await logIn(elsewhere, email, password);

  await page.goto("/profile");
  await fillPasswords(page, translations, "wrong", "another password");
  await expect(page.getByText(translations("api")("oldPasswordWrong"), { exact: true })).toBeVisible();
  await fillPasswords(page, translations, password, "short");
  await expect(page.getByText(translations("errors")("passwordMin"), { exact: true })).toBeVisible();
  await fillPasswords(page, translations, password, "another password", "yet another one");
  await expect(page.getByText(translations("errors")("passwordMismatch"), { exact: true })).toBeVisible();
  await fillPasswords(page, translations, password, "another password");
  await toast(page, t("passwordChanged"));

  await elsewhere.goto("/profile");
  await expect(elsewhere).toHaveURL(/\/login/);
  await second.close();
  await mailbox.emailTo(email, /password|пароль/i);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("language and theme are chosen in the profile too", async ({
  page,
  translations,
  mailbox,
  language,
}) => {
  const t = translations("profile");
  await newClient(page, mailbox);
  await page.goto("/profile");
  await page
    .locator("main")
    .getByRole("button", { name: t("dark"), exact: true })
    .click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page
    .locator("main")
    .getByRole("button", { name: t("system"), exact: true })
    .click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
  const otherLanguage = language === "en" ? "ru" : "en";
  await page
    .locator("main")
    .getByRole("button", { name: otherLanguage === "ru" ? "Русский" : "English", exact: true })
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", otherLanguage);
});

test("times are shown in the client's time zone", async ({ page, translations, mailbox }) => {
  const t = translations("timeZone");
  const profile = translations("profile");
  await newClient(page, mailbox);
  await page.goto("/profile");
  const sessions = page.getByRole("row").filter({ hasText: profile("thisSession") });
  await expect(sessions.locator("time")).toHaveText(/\sUTC$/);
  await page.getByRole("link", { name: profile("chooseTimeZone"), exact: true }).click();
  const list = page.getByLabel(t("zone"), { exact: true });
  await expect(list).toHaveValue("UTC");
  await list.selectOption("Asia/Kolkata");
  await press(page, t("save"));
  await toast(page, t("saved"));
  await expect(page.getByText("UTC+5:30 Asia/Kolkata", { exact: true })).toBeVisible();
  const time = sessions.locator("time");
  await expect(time).toHaveText(/\sUTC\+5:30$/);
  const [datetime, text] = [await time.getAttribute("datetime"), await time.textContent()];
  const there = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Asia/Kolkata",
    hour: "2-digit",
    minute: "2-digit",
  });
  expect(text).toContain(there.format(new Date(datetime ?? "")));
});

test("the FAQ is searchable, and each answer has an anchor", async ({ page, translations, mailbox }) => {
  const t = translations("faq");
  await newClient(page, mailbox);
  await page.goto("/faq");
  expect(await page.locator("script[src]").count()).toBe(0);
  await page.getByLabel(t("search"), { exact: true }).fill("TXID");
  await page.getByRole("button", { name: t("searchButton"), exact: true }).click();
  await expect(page).toHaveURL(/\/faq\?q=TXID$/);
  await page.locator('main a[href="/faq/txid"]').click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("TXID");
  await page.goto("/faq?q=zzzzzz");
  await expect(page.getByText(t("nothingTitle", { query: "zzzzzz" }))).toBeVisible();
  expect((await page.goto("/faq/no-such-question"))?.status()).toBe(404);
});

test("the offer and the policy are complete without JavaScript", async ({ page }) => {
  for (const path of ["/public-offer", "/privacy-policy"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(7);
    expect(await page.locator("script").count()).toBe(0);
  }
});
