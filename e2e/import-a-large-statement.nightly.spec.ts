import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Locator } from "@playwright/test";
import { monitoredAccount, uploadStatement } from "./support/monitoring";
import { expect, test } from "./support/test";

test.describe.configure({ mode: "serial" });

const folder = mkdtempSync(join(tmpdir(), "large-statement-"));
const file = join(folder, "Statement.htm");
const row = (cells: string[]) =>
  `<tr align=right>${cells.map((text) => `<td${text}</td>`).join("")}</tr>\r\n`;
const date = (minutes: number) =>
  new Date(Date.UTC(2020, 0, 6) + minutes * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ")
    .replaceAll("-", ".");
const headings =
  "Ticket,Open Time,Type,Size,Item,Price,S / L,T / P,Close Time,Price,Commission,Taxes,Swap,Profit";

/** A closed order with the attributes that MetaTrader 4 writes; each earns two cents. */
const trade = (number: number) =>
  row([
    ` title="placed by a very patient expert of ours, number ${number}">${10_000_000 + number}`,
    ` class=msdate nowrap>${date(number * 15)}`,
    ">buy",
    " class=mspt>0.10",
    ">eurusd",
    ' style="mso-number-format:0\\.00000;">1.08000',
    ' style="mso-number-format:0\\.00000;">0.00000',
    ' style="mso-number-format:0\\.00000;">1.08100',
    ` class=msdate nowrap>${date(number * 15 + 10)}`,
    ' style="mso-number-format:0\\.00000;">1.08000',
    " class=mspt>-0.01",
    " class=mspt>0.00",
    " class=mspt>0.00",
    " class=mspt>0.03",
  ]);

const deposit = 1000;
const head = `<html><head><title>Statement: 250997 - Ada Example</title></head><body><table>
<tr><td colspan=2><b>Account: 250997</b></td><td colspan=5><b>Name: Ada Example</b></td><td colspan=2><b>Currency: USD</b></td></tr>
<tr><td colspan=14><b>Closed Transactions:</b></td></tr>
<tr>${headings
  .split(",")
  .map((text) => `<td>${text}</td>`)
  .join("")}</tr>
<tr><td>501</td><td>2020.01.05 08:00:00</td><td>balance</td><td colspan=10>Deposit</td><td>${deposit}.00</td></tr>
`;
const foot = (trades: number) => `<tr><td colspan=14><b>Summary:</b></td></tr>
<tr><td colspan=2><b>Deposit/Withdrawal:</b></td><td><b>${deposit}.00</b></td><td><b>Closed Trade P/L:</b></td><td><b>${(trades * 0.02).toFixed(2)}</b></td></tr>
<tr><td colspan=2><b>Balance:</b></td><td><b>${(deposit + trades * 0.02).toFixed(2)}</b></td></tr>
</table></body></html>`;

/** The maximum file size. */
const fileBytes = 50 * 1024 * 1024;
/** As many rows as fit into the file; no row is longer than this one. */
const trades = Math.floor((fileBytes - 10_000) / trade(100_000).length);

function* chunks() {
  yield head;
  for (let number = 0; number < trades; number++) yield trade(number);
  yield foot(trades);
}

test.beforeAll(() => pipeline(Readable.from(chunks()), createWriteStream(file)));
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the values that a progress bar showed, one for each change, until `after` is visible. */
async function watch(bar: Locator, after: Locator): Promise<number[]> {
  await expect(bar).toBeVisible();
  const values: number[] = [];
  await expect
    .poll(
      async () => {
        const value = await bar.getAttribute("value", { timeout: 500 }).catch(() => null);
        if (value !== null && Number(value) !== values.at(-1)) values.push(Number(value));
        return after.isVisible();
      },
      { timeout: 4 * 60_000, intervals: [200] },
    )
    .toBe(true);
  return values;
}

const rising = (values: number[]) => values.toSorted((one, other) => one - other);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a client sees the progress of reading and of importing a file of 50 MB", async ({
      page,
      request,
      translations,
      mailbox,
    }) => {
      const t = translations("import");
      const { id } = await monitoredAccount(page, request, mailbox);
      await page.goto(`/online-monitoring/accounts/${id}/import`);
      await uploadStatement(page, translations, file);

      const importButton = page.getByRole("button", { name: t("import"), exact: true });
      const reading = await watch(
        page.getByRole("progressbar", { name: t("readingTitle"), exact: true }),
        importButton,
      );
      expect(reading).toEqual(rising(reading));
      expect(reading.length).toBeGreaterThan(2);
      await expect(page.getByText(t("allMatches"))).toBeVisible();

      await importButton.click();
      const imported = page.getByText(t("importedText", { trades, operations: 1 }));
      const importing = await watch(
        page.getByRole("progressbar", { name: t("importingTitle"), exact: true }),
        page.getByText(t("importedTitle")),
      );
      expect(importing).toEqual(rising(importing));
      expect(importing.length).toBeGreaterThan(2);
      expect(Math.max(...reading, ...importing)).toBeLessThan(100);
      await expect(imported).toBeVisible();
    });
  });
}
