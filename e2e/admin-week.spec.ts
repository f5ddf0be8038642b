import type { Page } from "@playwright/test";
import { test } from "./support/console-cabinet";
import { fillField } from "./support/fill-field";
import { amountsOf } from "./support/ledger-csv";
import { newClientWith } from "./support/new-client";
import { logInStaff } from "./support/staff-with";
import { submitOperation } from "./support/submit-operation";
import type { Translations } from "./support/test";
import { expect, inDays } from "./support/test";

/** Runs operations of the console by their forms, each with its confirmation if it asks for one. */
const operationsOf =
  (console: Page, translations: Translations) =>
  async (name: string, fields: Record<string, string | true>): Promise<void> => {
    const label = translations("operations")(`do_${name.replace(/[ -]/g, "_")}` as "do_tariffs_price");
    await console.goto(`/admin/operations/${name.replace(" ", "-")}`);
    for (const [field, value] of Object.entries(fields))
      await fillField(console.locator(`main [name="${field}"]`), value);
    const button = console.getByRole("main").getByRole("button", { name: label, exact: true });
    await submitOperation(console, button, translations);
  };

test("a provider's week in the browser: a price rises with notice, money goes back, the month's books add up", async ({
  page,
  browser,
  translations,
  mailbox,
  cabinet,
  language,
}) => {
  test.setTimeout(240_000);
  const t = translations("admin");
  const { api, email } = await newClientWith(50_00, page, mailbox);
  const { serverId } = await api.rent("trader-1");
  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "owner");
  const console = staff.page;
  const run = operationsOf(console, translations);

  // a price increase, announced ten days ahead; until then the old price holds
  await run("tariffs price", { id: "trader-1", months: "1", dollars: "12", from: inDays(12) });
  await mailbox.emailTo(email, /12[.,]00/);
  await console.goto("/admin/catalogue");
  await expect(console.getByRole("main")).toContainText(/12[.,]00/);
  await page.goto("/vps/order/trader-1");
  await expect(page.getByRole("dialog")).toContainText(/\b9[.,]00/);

  // clients whom it concerns see it
  const announced = {
    en: /from \d+ \w+( \d{4})?\s?\$12\.00/i,
    ru: /с \d+ [а-я]+\.?( \d{4})?.{0,3}12,00\s\$/i,
  }[language];
  const server = `/vps/servers/${serverId}`;
  for (const path of ["/vps", "/vps/order/trader-1", `${server}/renewal`, server]) {
    await page.goto(path);
    await expect(page.locator("body"), path).toContainText(announced);
  }
  await page.goto("/vps/order/trader-2");
  await expect(page.getByRole("dialog")).not.toContainText(announced);

  // a client without right is blocked, and unblocked
  const stranger = await browser.newContext({ baseURL });
  const strangerPage = await stranger.newPage();
  const fraudster = await newClientWith(20_00, strangerPage, mailbox);
  await run("clients block", { client: fraudster.email, reason: "The card is not yours." });
  await mailbox.emailTo(fraudster.email, "The card is not yours.");
  await expect(fraudster.api.rent("trader-1")).rejects.toThrow("accountBlocked");
  await run("clients unblock", { client: fraudster.email });
  await fraudster.api.rent("trader-1");
  await stranger.close();

  // a chargeback holds the server that the money paid
  await console.goto("/admin/operations/deposits-list?status=received");
  const deposit = console.getByRole("row").filter({ hasText: email });
  const orderId = (await deposit.getByRole("rowheader").textContent())?.trim() ?? "";
  await run("deposits refund", { orderId, reason: "Taken back by the bank", reversed: true });
  await page.goto(`/vps/servers/${serverId}`);
  await expect(page.getByText(translations("vps")("statusBlocked"), { exact: true }).first()).toBeVisible();

  // the month's books: revenue, and a file that adds up like the ledger
  await console.goto("/admin/money/revenue");
  await expect(console.getByRole("main")).toContainText(/Trader 1/);
  const [file] = await Promise.all([
    console.waitForEvent("download"),
    console.getByRole("button", { name: t("ledgerExport"), exact: true }).click(),
  ]);
  const stream = await file.createReadStream();
  const csv = Buffer.concat(await stream.toArray()).toString("utf8");
  const cents = amountsOf(csv);
  expect(cents.length).toBeGreaterThan(10);
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0);
  await console.goto("/admin/money/invoices");
  await expect(console.getByRole("main")).toContainText(email);
  // the list is of this month, says so, and shows another period
  const day = (key: "fromDay" | "toDay") => console.getByLabel(t(key), { exact: true });
  await expect(day("fromDay")).toHaveValue(/-01$/);
  await expect(day("toDay")).toHaveValue(new Date().toISOString().slice(0, 10));
  await day("fromDay").fill("2020-02-01");
  await day("toDay").fill("2020-02-29");
  await console.getByRole("button", { name: t("showDays"), exact: true }).click();
  await expect(day("toDay")).toHaveValue("2020-02-29");
  const shown = { en: "1 Feb 2020 to 29 Feb 2020 (UTC)", ru: "С 1 февр. 2020 по 29 февр. 2020 (UTC)" };
  await expect(console.getByText(shown[language], { exact: true })).toBeVisible();
  await expect(console.getByRole("main")).not.toContainText(email);

  // each step is in the audit
  await console.goto("/admin/audit");
  for (const step of ["tariffs_price", "clients_block", "clients_unblock", "deposits_refund"] as const)
    await expect(console.getByRole("main"), step).toContainText(
      new RegExp(`${step.replace("_", " ")}|${translations("operations")(`do_${step}`)}`),
    );
  await staff.context.close();
});
