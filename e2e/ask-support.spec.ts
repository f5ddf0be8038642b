import type { Page } from "@playwright/test";
import sharp from "sharp";
import { runAdminCommand } from "./support/admin-command";
import { newClient } from "./support/new-client";
import { openPage } from "./support/open-page";
import type { Translations } from "./support/test";
import { expect, test } from "./support/test";

const picture = () =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: "red" } })
    .png()
    .toBuffer();

async function fillTicket(
  page: Page,
  translations: Translations,
  values: { department?: number; title: string; text: string },
) {
  const t = translations("support");
  await page.getByLabel(t("department"), { exact: true }).selectOption({ index: values.department ?? 1 });
  await page.getByLabel(t("ticketTitle"), { exact: true }).fill(values.title);
  await page.getByLabel(t("text"), { exact: true }).fill(values.text);
}
const send = (page: Page, translations: Translations) =>
  page.getByRole("button", { name: translations("support")("createTicket"), exact: true }).click();

test("a client asks with a picture and a document, writes more, closes the ticket and reopens it", {
  tag: "@phone",
}, async ({ page, translations, mailbox }) => {
  const t = translations("support");
  await newClient(page, mailbox);
  await page.goto("/support");
  await page.getByRole("link", { name: t("createTicket"), exact: true }).click();
  await fillTicket(page, translations, { title: "Terminal", text: "It does not start.\nWhat now?" });
  await page.getByLabel(t("files"), { exact: true }).setInputFiles([
    { name: "screen.png", mimeType: "image/png", buffer: await picture() },
    { name: "log.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nhello") },
  ]);
  await send(page, translations);
  await expect(page).toHaveURL(/\/support\/(?!new)\w+$/);
  await expect(page.getByText(t("created"))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Terminal" })).toBeVisible();
  await expect(page.getByText(t("new"), { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: "screen.png" })).toBeVisible();
  const shown = await page
    .getByRole("img", { name: "screen.png" })
    .evaluate((image: HTMLImageElement) => image.naturalWidth, undefined, { timeout: 5000 });
  expect(shown).toBe(80);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: t("download", { name: "log.pdf" }) }).click();
  expect((await download).suggestedFilename()).toBe("log.pdf");

  await page.getByLabel(t("text"), { exact: true }).fill("One more thing");
  await page.getByRole("button", { name: t("reply"), exact: true }).click();
  await expect(page.getByText("One more thing")).toBeVisible();
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue("");

  await page.getByRole("button", { name: t("closeTicket"), exact: true }).click();
  await expect(page.getByText(t("closed"), { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: t("closeTicket"), exact: true })).toHaveCount(0);
  await page.getByLabel(t("text"), { exact: true }).fill("Not yet solved");
  await page.getByRole("button", { name: t("reply"), exact: true }).click();
  await expect(page.getByText(t("processing"), { exact: true })).toBeVisible();

  await page.goto("/support");
  await expect(page.getByRole("row").filter({ hasText: "Terminal" })).toContainText(t("processing"));
});

test("an unread answer is counted in the header until it is read", async ({
  page,
  translations,
  mailbox,
}) => {
  test.slow();
  const common = translations("common");
  await newClient(page, mailbox);
  const news = page.locator("#news");
  await page.goto("/support/new");
  await fillTicket(page, translations, { title: "Waiting", text: "Hello?" });
  await send(page, translations);
  await expect(page).toHaveURL(/\/support\/(?!new)\w+$/);
  const ticketId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  // an open ticket loads its answers automatically, which marks them as read; so leave it
  await page.goto("/vps");
  await expect(news).toHaveCount(0);
  await runAdminCommand(["tickets", "reply", ticketId, "--text", "Here we are", "--yes"]);
  await page.reload();
  const link = page.locator("#menu a", { hasText: common("support") });
  await expect(link).toHaveAccessibleDescription(common("unreadAnswers_one", { count: 1 }));
  await expect(news).toHaveText(common("unreadAnswers_one", { count: 1 }));
  await page.goto((await link.getAttribute("href")) ?? "");
  await expect(news).toHaveCount(1);
  await page.getByRole("link", { name: "Waiting" }).first().click();
  await expect(page.getByText("Here we are")).toBeVisible();
  await expect(news).toHaveCount(0);
  await page.goto("/vps");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(news).toHaveCount(0);
});

test("errors are shown at their fields, and the entered text stays", async ({
  page,
  translations,
  mailbox,
}) => {
  const t = translations("support");
  const errors = translations("errors");
  await newClient(page, mailbox);
  await page.goto("/support/new");
  await send(page, translations);
  for (const key of ["specifyDepartment", "specifyTitle", "specifyText"]) {
    await expect(page.locator(".error", { hasText: errors(key) })).toBeVisible();
  }
  await fillTicket(page, translations, { title: "Big picture", text: "A long story" });
  const files = page.getByLabel(t("files"), { exact: true });
  await files.setInputFiles([
    { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
  ]);
  await send(page, translations);
  await expect(page.getByText(errors("fileOver5Mb"), { exact: true })).toBeVisible();
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue("A long story");
  await files.setInputFiles([
    { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<script>alert(1)</script>") },
  ]);
  await send(page, translations);
  await expect(page.getByText(errors("fileTypeUnknown"), { exact: true })).toBeVisible();
  await expect(page.getByLabel(t("ticketTitle"), { exact: true })).toHaveValue("Big picture");
});

test("the second open ticket of a department is rejected with a link to the first", async ({
  page,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  const t = translations("support");
  await newClient(page, mailbox);
  await page.goto("/support/new");
  await fillTicket(page, translations, { title: "First", text: "Hello" });
  await send(page, translations);
  await expect(page).toHaveURL(/\/support\/(?!new)\w+$/);
  const first = page.url();
  await page.goto("/support/new");
  await fillTicket(page, translations, { title: "Second", text: "Hello again" });
  await send(page, translations);
  await expect(page.getByText(translations("api")("ticketAlreadyOpen"))).toBeVisible();
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue("Hello again");
  const link = page.getByRole("link", { name: t("openTicket"), exact: true });
  await expect(link).toBeVisible();
  const department = page.getByLabel(t("department"), { exact: true });
  const blockedDepartment = await department.inputValue();
  if (javaScriptEnabled !== false) {
    // the open ticket blocks only its own department
    await department.selectOption({ index: 2 });
    expect(await department.inputValue()).not.toBe(blockedDepartment);
    await expect(link).toHaveCount(0);
    await department.selectOption(blockedDepartment);
  }
  await link.click();
  await expect(page).toHaveURL(first);
});

test("a text written in an expired session is restored after the login", async ({
  page,
  translations,
  mailbox,
  context,
}) => {
  const t = translations("support");
  const { email, password } = await newClient(page, mailbox);
  // a click during hydration may be delayed, so wait for hydration
  await openPage(page, "/support/new");
  const text = "Долгий рассказ о том, что случилось. 👩‍💻 ".repeat(20).trim();
  await fillTicket(page, translations, { title: "Unsent", text });
  await context.clearCookies({ name: "session" });
  await send(page, translations);
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fsupport%2Fnew/);
  const user = translations("user");
  await page.getByLabel(user("email"), { exact: true }).fill(email);
  await page.getByLabel(user("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: user("loginButton"), exact: true }).click();
  await expect(page.getByText(t("draftBack"))).toBeVisible();
  await expect(page.getByLabel(t("ticketTitle"), { exact: true })).toHaveValue("Unsent");
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue(text);
  await send(page, translations);
  await expect(page).toHaveURL(/\/support\/(?!new)\w+$/);
  await expect(page.getByRole("log")).toContainText("Долгий рассказ");
  await page.goto("/support/new");
  await expect(page.getByText(t("draftBack"))).toHaveCount(0);
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue("");
});

test("with JavaScript a text survives a reload of the page", async ({
  page,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script the browser itself keeps what was typed");
  const t = translations("support");
  await newClient(page, mailbox);
  await page.goto("/support/new");
  await fillTicket(page, translations, { title: "Half", text: "Half a story" });
  // the draft is saved a second after typing
  await page.waitForFunction(() =>
    Object.keys(sessionStorage).some(
      (key) => key.startsWith("draft") && sessionStorage[key].includes("Half a story"),
    ),
  );
  await page.reload();
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue("Half a story");
  await expect(page.getByLabel(t("ticketTitle"), { exact: true })).toHaveValue("Half");
});

test("another client's ticket is not found", async ({
  page,
  translations,
  mailbox,
  browser,
  baseURL,
  context,
}) => {
  await newClient(page, mailbox);
  await page.goto("/support/new");
  await fillTicket(page, translations, { title: "Private", text: "My secret" });
  await send(page, translations);
  await expect(page).toHaveURL(/\/support\/(?!new)\w+$/);
  const address = page.url();
  const stranger = await browser.newContext({ baseURL });
  await stranger.addCookies((await context.cookies()).filter(({ name }) => name === "language"));
  const strangerPage = await stranger.newPage();
  await newClient(strangerPage, mailbox);
  const answer = await strangerPage.goto(address);
  expect(answer?.status()).toBe(404);
  expect(await strangerPage.content()).not.toContain("My secret");
  await stranger.close();
});
