import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { runAdminCommand } from "./support/admin-command";
import { insertWaiting, test } from "./support/console-cabinet";
import { fillField } from "./support/fill-field";
import { amountsOf, balanceOf } from "./support/ledger-csv";
import { newClientWith } from "./support/new-client";
import { rentServer } from "./support/renter";
import { logInStaff } from "./support/staff-with";
import { expect, inDays } from "./support/test";

const bytesOf = async (download: Download) => readFile(await download.path());

/** Presses what starts a download; returns the file. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return bytesOf(file);
}

test("an owner sees what a new text changes and whom a price concerns before confirming; the month's books add up", async ({
  page,
  browser,
  translations,
  mailbox,
  cabinet,
  language,
}) => {
  test.setTimeout(300_000);
  const [t, o] = [translations("admin"), translations("operations")];
  const { api, email } = await newClientWith(50_00, page, mailbox);
  const serverId = await rentServer(api, "trader-1");
  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "owner");
  const console = staff.page;
  const main = console.getByRole("main");
  const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
  const question = main.getByRole("alert").filter({ hasText: t("question") });

  // a new version starts with the present text, and shows what it changes
  const sentences = { en: "We answer within a day.", ru: "Мы отвечаем в течение дня." };
  for (const [code, sentence] of Object.entries(sentences)) {
    await console.goto("/admin/operations/texts-write");
    await main.getByLabel(o("field_texts_name"), { exact: true }).selectOption("public-offer");
    await main.getByLabel(o("field_language"), { exact: true }).selectOption(code);
    await press(t("continue"));
    const text = main.locator('[name="markdown"]');
    await expect(text).toHaveValue(/^# /);
    await text.fill(`${await text.inputValue()}\n${sentence}\n`);
    await press(o("do_texts_write"));
    await expect(question).toBeVisible();
    await expect(main.locator("ins").filter({ hasText: /\w|[а-я]/ }), code).toHaveText([`+ ${sentence}`]);
    await expect(main.locator("del"), code).toHaveCount(0);
    await expect(main.getByText("@@"), code).toHaveCount(0);
    await press(o("do_texts_write"));
    await expect(console).not.toHaveURL(/\/operations\//);
  }
  await page.goto("/public-offer");
  await expect(page.getByText(sentences[language])).toBeVisible();

  // a price shows whom it concerns
  await console.goto("/admin/operations/tariffs-price?id=trader-1");
  for (const [name, value] of Object.entries({ months: "1", dollars: "12", from: inDays(12) }))
    await fillField(main.locator(`[name="${name}"]`), value);
  await press(o("do_tariffs_price"));
  await expect(question).toBeVisible();
  await expect(main.locator(".said")).toContainText(/12[.,]00.*1\D+1\./);
  await expect(main.getByRole("row").filter({ hasText: email })).toContainText(serverId);
  await expect(main.getByRole("link", { name: email, exact: true })).toHaveAttribute(
    "href",
    `/admin/clients?q=${encodeURIComponent(email)}`,
  );
  await press(o("do_tariffs_price"));
  await expect(console).not.toHaveURL(/\/operations\//);
  await mailbox.emailTo(email, /12[.,]00/);

  // the client's page leads to the whole lists
  await console.goto(`/admin/clients?q=${email}`);
  await expect(console).toHaveURL(/\/admin\/clients\/./);
  const clientPage = new URL(console.url()).pathname;
  for (const [operation, text] of [
    ["do_clients_lines", /50[.,]00/],
    ["do_clients_deposits", /50[.,]00/],
    ["do_clients_orders", serverId],
  ] as const) {
    await console.goto(clientPage);
    await main.getByRole("link", { name: o(operation), exact: true }).click();
    await expect(main.getByRole("table", { name: o(operation) })).toContainText(text);
  }

  // an announcement is previewed, sent, and its progress is seen
  await console.goto("/admin/announcements");
  const words = {
    subjectEn: "New prices",
    textEn: "Read them.",
    subjectRu: "Новые цены",
    textRu: "Читайте.",
  };
  for (const [name, value] of Object.entries(words)) await main.locator(`[name="${name}"]`).fill(value);
  await press(t("preview"));
  await expect(main.locator(".said").filter({ hasText: words.textRu })).toBeVisible();
  await main.locator('button[value="send"]').click();
  await expect(console.getByText(t("announcementStarted"))).toBeVisible();
  await mailbox.emailTo(email, { en: words.textEn, ru: words.textRu }[language]);
  const sent = main.getByRole("row").filter({ hasText: words.subjectEn });
  await expect(async () => {
    await console.reload();
    await expect(sent).toContainText(o("value_sent"), { timeout: 1_000 });
  }).toPass();

  // the month's books: every entry, and with opening balances each account's balance
  await console.goto("/admin/money/revenue");
  await expect(main.getByLabel(t("fromDay"), { exact: true }).first()).toHaveValue(/-01$/);
  await main.getByLabel(t("withOpening"), { exact: true }).check();
  const csv = (await downloaded(console, () => press(t("ledgerExport")))).toString("utf8");
  const cents = amountsOf(csv);
  expect(cents).toHaveLength(4);
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0);
  const { balanceCents } = await api.call("GET", "/balance/transfers/limits");
  expect(balanceOf(csv, clientPage.split("/").at(-1) ?? "")).toBe(balanceCents);

  // each step is in the audit by its title, and is found by it
  await console.goto("/admin/audit");
  await expect(main.getByRole("table")).toContainText(o("do_texts_write"));
  await main.getByLabel(o("field_action"), { exact: true }).selectOption({ label: o("do_tariffs_price") });
  await press(t("find"));
  await expect(main.getByRole("table")).toContainText(o("do_tariffs_price"));
  await expect(main.getByRole("table")).not.toContainText(o("do_texts_write"));
  await staff.context.close();
});

test("a reply brings a file to the client, a saved reply speaks the client's language, closing leads to the next ticket", async ({
  page,
  browser,
  translations,
  mailbox,
  cabinet,
}) => {
  test.setTimeout(240_000);
  const [t, o, s] = [translations("admin"), translations("operations"), translations("support")];
  await insertWaiting(cabinet, 2, ["update users set language = 'ru' where id = 'client2'"]);
  const { api } = await newClientWith(50_00, page, mailbox);
  const serverId = await rentServer(api, "trader-1");
  await page.goto("/support/new");
  await page.getByLabel(s("department"), { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(s("ticketTitle"), { exact: true }).fill("Terminal stops");
  await page.getByLabel(s("text"), { exact: true }).fill("It stops at night.");
  await page.getByRole("button", { name: s("createTicket"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terminal stops" })).toBeVisible();
  const ticket = new URL(page.url()).pathname;

  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "support");
  const console = staff.page;
  const main = console.getByRole("main");
  const file = { name: "settings.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nhello") };
  await console.goto(`/admin/tickets/${ticket.split("/").at(-1)}`);
  // the client's servers are beside the ticket
  await expect(main.getByRole("table", { name: t("servers") })).toContainText(serverId);
  await console.getByLabel(t("replyText"), { exact: true }).fill("Use these settings.");
  await console.getByLabel(t("files"), { exact: true }).setInputFiles([file]);
  await console.getByRole("button", { name: t("reply"), exact: true }).click();
  await expect(console.getByText(t("replied"))).toBeVisible();
  await page.goto(ticket);
  for (const reader of [console, page]) {
    const link = reader.getByRole("link", { name: file.name });
    expect(await downloaded(reader, () => link.click())).toEqual(file.buffer);
  }

  // a saved reply in the language of each client
  await runAdminCommand(
    ["replies", "set", "Night", "--en", "Hello {{name}}.", "--ru", "Доброй ночи."],
    dataDir,
  );
  for (const [id, text] of [
    ["ticket1", /^Hello Client /],
    ["ticket2", "Доброй ночи."],
  ] as const) {
    await console.goto(`/admin/tickets/${id}`);
    await console.getByLabel(t("savedReply"), { exact: true }).selectOption("Night");
    await console.getByRole("button", { name: t("insert"), exact: true }).click();
    await expect(console.getByLabel(t("replyText"), { exact: true })).toHaveValue(text);
  }

  // closing leads to the next ticket, and after the last one out of the tickets
  const close = main.getByRole("button", { name: o("do_tickets_close") });
  await console.goto("/admin/tickets/ticket2");
  await close.click();
  await expect(console).toHaveURL(/\/admin\/tickets\/ticket1$/);
  await close.click();
  await expect(console).toHaveURL(/\/admin$/);
  await staff.context.close();
});
