import { monitoredAccount, post, uploadStatement } from "./support/monitoring";
import { expect, test } from "./support/test";

const columns = [
  "Ticket",
  "Open Time",
  "Type",
  "Size",
  "Item",
  "Price",
  "S / L",
  "T / P",
  "Close Time",
  "Price",
  "Commission",
  "Taxes",
  "Swap",
  "Profit",
];
const cells = (list: string[]) => `<tr>${list.map((text) => `<td>${text}</td>`).join("")}</tr>`;

/** A hand-made MetaTrader 4 statement with invented data: a deposit of 1,000, two trades and a cancelled order. */
const statement = (
  balance: string,
) => `<html><head><title>Statement: 250997 - Ada Example</title></head><body><table>
<tr><td colspan=2><b>Account: 250997</b></td><td colspan=5><b>Name: Ada Example</b></td><td colspan=2><b>Currency: USD</b></td></tr>
<tr><td colspan=14><b>Closed Transactions:</b></td></tr>
${cells(columns)}
<tr><td>501</td><td>2026.01.05 08:00:00</td><td>balance</td><td colspan=10>Deposit</td><td>1 000.00</td></tr>
${cells(["502", "2026.01.05 09:00:00", "buy", "0.10", "eurusd", "1.08000", "0", "0", "2026.01.05 12:00:00", "1.08150", "-0.50", "0.00", "-0.10", "15.00"])}
${cells(["503", "2026.01.06 09:00:00", "sell", "0.20", "xauusd", "2650.10", "0", "0", "2026.01.06 12:00:00", "2655.10", "-1.00", "0.00", "0.00", "-100.00"])}
<tr><td>504</td><td>2026.01.07 09:00:00</td><td>buy limit</td><td>0.20</td><td>xauusd</td><td>2600</td><td>0</td><td>0</td><td>2026.01.07 12:00:00</td><td>2655.10</td><td colspan=4>cancelled</td></tr>
<tr><td colspan=14><b>Summary:</b></td></tr>
<tr><td colspan=2><b>Deposit/Withdrawal:</b></td><td><b>1 000.00</b></td><td><b>Closed Trade P/L:</b></td><td><b>-86.60</b></td></tr>
<tr><td colspan=2><b>Balance:</b></td><td><b>${balance}</b></td></tr>
</table></body></html>`;

/** A worker thread parses and imports the file while the page polls, which is slow on a busy machine. */
const followed = { timeout: 30_000 };

const upload = (text: string, name = "Statement.htm") => ({
  name,
  mimeType: "text/html",
  buffer: Buffer.from(text),
});

test("a client uploads a statement, sees its reconciliation, and imports it once", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const t = translations("import");
  const { id } = await monitoredAccount(page, request, mailbox);
  await page.goto(`/online-monitoring/accounts/${id}/import`);
  await uploadStatement(page, translations, upload(statement("913.41")));

  await expect(page).toHaveURL(/\/import\/[\w-]+$/);
  await expect(page.getByText(t("format_mt4-statement"), { exact: true })).toBeVisible(followed);
  // 1,000 - 86.60 is 913.40: the file's balance is off by one cent, and the page shows it
  await expect(page.getByRole("row").filter({ hasText: t("figure_balance") })).toContainText(/−.?0[.,]01/);
  await expect(page.getByText(t("somethingDiffers"))).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: t("import"), exact: true }).click();
  await expect(page.getByText(t("importedText", { trades: 2, operations: 1 }))).toBeVisible(followed);

  await page.goto(`/online-monitoring/accounts/${id}/import`);
  await uploadStatement(page, translations, upload(statement("913.40")));
  await expect(page.getByText(t("allMatches"))).toBeVisible(followed);
  await expect(page.getByText(t("nothingNew"))).toBeVisible();
  await page.getByRole("button", { name: t("discard"), exact: true }).click();
  await expect(page.getByText(t("discarded"))).toBeVisible();
});

test("an unreadable file is rejected with line and column, and nothing is imported", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const t = translations("import");
  const api = translations("api");
  const { id } = await monitoredAccount(page, request, mailbox);
  await page.goto(`/online-monitoring/accounts/${id}/import`);
  await page.getByRole("button", { name: t("upload"), exact: true }).click();
  await expect(
    page.getByText(translations("errors")("specifyStatement"), { exact: true }).first(),
  ).toBeVisible();

  await page
    .getByLabel(t("file"), { exact: true })
    .setInputFiles(upload(statement("913.40").replace("15.00", "fifteen")));
  await page.getByLabel(t("zone"), { exact: true }).selectOption("UTC+05:00");
  await page.getByRole("button", { name: t("upload"), exact: true }).click();
  const problem = api("importNotANumber", { value: "fifteen" });
  await expect(
    page.getByText(api("importAtHeading", { line: 6, column: 14, heading: "Profit", problem })),
  ).toBeVisible();
  await expect(page.getByLabel(t("zone"), { exact: true })).toHaveValue("UTC+05:00");

  await uploadStatement(page, translations, upload("just some words", "notes.txt"));
  await expect(page.getByText(api("importUnknownFormat"))).toBeVisible();
});

test("a file that begins in the middle shows its opening balance; a strategy tester report is rejected by name", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const t = translations("import");
  const { id } = await monitoredAccount(page, request, mailbox);
  await page.goto(`/online-monitoring/accounts/${id}/import`);
  const tested = statement("913.40")
    .replace(/<tr><td colspan=2><b>Account.*<\/tr>/, "")
    .replace("<table>", "<table><tr><td>Period</td><td>H1 (2026.01.01 - 2026.02.01)</td></tr>")
    .replace("Closed Transactions:", "Results");
  await uploadStatement(page, translations, upload(tested));
  await expect(page.getByText(translations("api")("importTesterReport")).first()).toBeVisible(followed);

  // shown by the form, or on a separate page if parsing takes longer than the form waits
  await page.goto(`/online-monitoring/accounts/${id}/import`);
  await uploadStatement(page, translations, upload(statement("5 913.40")));
  const [before = "", after = ""] = t("opening", { amount: "|" }).split("|");
  const opening = page.getByText(before).filter({ hasText: after });
  await expect(opening).toContainText(/5.000[.,]00/, followed);
  await expect(page.getByText(t("allMatches"))).toBeVisible(followed);
  await page.getByRole("button", { name: t("import"), exact: true }).click();
  await expect(page.getByText(t("importedText", { trades: 2, operations: 1 }))).toBeVisible(followed);
});

test("the guide gives the adapter with the address in it and shows the terminal's first post automatically", async ({
  page,
  request,
  translations,
  mailbox,
  baseURL,
}) => {
  const t = translations("guide");
  const account = await monitoredAccount(page, request, mailbox);
  await page.goto("/online-monitoring/guide");
  for (const [terminal, file] of [
    ["mt5", "monitoring.mq5"],
    ["mt4", "monitoring.mq4"],
  ] as const) {
    await page
      .getByRole("navigation")
      .getByRole("link", { name: t(terminal), exact: true })
      .click();
    await expect(page.getByRole("heading", { name: t(terminal), exact: true })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: t("download"), exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(file);
    const stream = await download.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toContain(`input string CabinetAddress = "${baseURL}";`);
  }
  await page.getByRole("link", { name: t("checkStart"), exact: true }).click();
  await expect(page.getByText(t("checking"), { exact: true })).toBeVisible();
  await expect(page.getByText(t("state_waiting"), { exact: true })).toBeVisible();
  expect((await post(request, account, { balance: "1000", equity: "1000" })).status()).toBe(200);
  await expect(page.getByText(t("state_connected"), { exact: true })).toBeVisible({ timeout: 20_000 });
});
