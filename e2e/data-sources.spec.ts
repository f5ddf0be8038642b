import { formulasVersion } from "#contract/monitoring/figures";
import { monitoredAccount, post } from "./support/monitoring";
import { expect, test } from "./support/test";

const minute = 60;

/**
 * A deposit of 50 into an account of 5,000, and a profit of 100: the history of a terminal whose history period hides
 * the rest.
 */
function listedHistory(start: number) {
  const commonFields = { symbol: "EURUSD", volume: "0.1", price: "1.1" };
  return [
    { ticket: "1", time: start, type: "balance", profit: "50" },
    { ...commonFields, ticket: "2", position: "2", time: start + minute, type: "buy", entry: "in" },
    {
      ...commonFields,
      ticket: "3",
      position: "2",
      time: start + 2 * minute,
      type: "sell",
      entry: "out",
      profit: "100",
    },
  ];
}

test("an account shows its opening balance, the provenance of its trades, and their time zone", async ({
  page,
  request,
  translations,
  mailbox,
  language,
}) => {
  const account = await monitoredAccount(page, request, mailbox);
  // the broker's zone is not known yet, so its page is in UTC
  await page.goto(`/online-monitoring/${account.id}/origin`);
  await expect(page.getByLabel(translations("origin")("zone"), { exact: true })).toHaveValue("UTC");
  const start = Math.floor(Date.now() / 1000) - 3600;
  const state = { balance: "5150", equity: "5150", positions: [], gmt_offset: 0 };
  const deals = listedHistory(start);
  expect((await post(request, account, { ...state, time: start + 3600, deals })).ok()).toBe(true);
  const [statistics, origin, sharing] = [
    translations("statistics"),
    translations("origin"),
    translations("sharing"),
  ];
  const ru = language === "ru";

  await page.goto(`/online-monitoring/${account.id}`);
  // not +200 %
  await expect(page.locator("#main-figures")).toContainText(ru ? /\+1,98\s%/ : "+1.98%");
  // the opening balance is shown before the first trade and at the start of the lines
  const opened = page.locator("#trades tbody tr").last();
  await expect(opened).toContainText(statistics("figure_opening"));
  await expect(opened).toContainText(ru ? /5\s000,00/ : "$5,000.00");
  const money = ru ? /Начальный баланс 5\s000,00/ : "Opening balance $5,000.00";
  for (const title of ["growthChart", "balanceChart"]) {
    const chart = page
      .locator("figure")
      .filter({ has: page.getByRole("heading", { name: statistics(title), exact: true }) });
    // shown once, at the chart whose growth starts from it
    if (title === "growthChart") await expect(chart.locator("figcaption + p")).toHaveText(money);
    // the table has a separate URL; the opening balance is its first event
    await chart.getByRole("link", { name: statistics("showAsTable"), exact: true }).click();
    const first = page.getByRole("row", { name: statistics("figure_opening") });
    await expect(first).toContainText(ru ? /5\s000,00/ : "$5,000.00");
    await page.goBack();
  }
  const line = page.locator("#origin a").first();
  await expect(line).toContainText(ru ? /1 сделка из терминала/ : "1 trade from the terminal");
  await expect(line).toContainText(ru ? /5\s000,00/ : "$5,000.00");
  const lineText = await line.textContent();
  const read = async (name: string) => {
    const headers = { "accept-language": language };
    return (await page.request.get(`/online-monitoring/${account.id}/${name}`, { headers })).text();
  };
  expect(JSON.parse(await read("statistics.json")).origin.text).toBe(lineText);
  expect(await read("trades.csv")).toContain(`,opening,5000.00,,,"${lineText}"`);
  expect(await read("badge.svg")).toContain(ru ? "1 сделка из терминала" : "1 trade from the terminal");
  await line.click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(origin("title"));
  await expect(page.getByText(origin("notVerified"))).toBeVisible();
  await expect(page.getByText(origin("explain_key"))).toBeVisible();
  await expect(page.locator("dl.facts")).toContainText(ru ? /5\s000,00/ : "$5,000.00");
  await page.getByLabel(origin("zone"), { exact: true }).selectOption("Asia/Kolkata");
  await page.getByRole("button", { name: origin("showTimes"), exact: true }).click();

  await expect(page.locator("#about")).toContainText("Asia/Kolkata");
  const closed = new Date((start + 2 * minute) * 1000 + 5.5 * 3_600_000).toISOString().slice(11, 16);
  await expect(page.locator("#trades tbody tr").first()).toContainText(closed);
  await page
    .getByRole("link", { name: statistics("formulas", { version: formulasVersion }), exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ru ? "Формулы показателей" : "Formulas");
  await expect(
    page
      .getByRole("cell", { name: "Z-score" })
      .or(page.getByRole("cell", { name: "Z-счёт" }))
      .first(),
  ).toBeVisible();

  await page.goto(`/online-monitoring/${account.id}/settings/common`);
  await page.getByLabel(sharing("clock"), { exact: true }).selectOption("UTC+01:00");
  await page.getByRole("button", { name: sharing("saveClock"), exact: true }).click();
  await expect(page.getByText(sharing("saved"), { exact: true }).first()).toBeVisible();
  // in the broker's time the trade is shown as before; in UTC it is now an hour earlier
  await page.goto(`/online-monitoring/${account.id}`);
  const shown = new Date((start + 2 * minute) * 1000).toISOString().slice(11, 16);
  await expect(page.locator("#about")).toContainText(statistics("brokerTimes"));
  await expect(page.locator("#trades tbody tr").first()).toContainText(shown);
  await page.goto(`/online-monitoring/${account.id}?zone=UTC`);
  const earlier = new Date((start + 2 * minute - 3600) * 1000).toISOString().slice(11, 16);
  await expect(page.locator("#trades tbody tr").first()).toContainText(earlier);
});
