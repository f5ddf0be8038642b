import type { Page } from "@playwright/test";
import { fillField } from "./support/fill-field";
import { newClientWith } from "./support/new-client";
import { rentServer } from "./support/renter";
import { staffWith } from "./support/staff-with";
import { submitOperation } from "./support/submit-operation";
import type { Translations } from "./support/test";
import { expect, logIn, test } from "./support/test";

/** Fills the form that a button of the client's page opens, and submits it with its confirmation. */
const submitterOf = (console: Page, translations: Translations) => {
  const main = console.getByRole("main");
  return async (opens: string, operation: string, fields: Record<string, string | true>) => {
    await main.getByRole("button", { name: opens }).click();
    for (const [name, value] of Object.entries(fields))
      await fillField(main.locator(`[name="${name}"]`), value);
    const title = translations("operations")(operation);
    await submitOperation(console, main.getByRole("button", { name: title, exact: true }), translations);
  };
};

test("billing changes a plan and refunds a deposit, support ends the sessions; the client sees each on the next page", async ({
  page,
  browser,
  translations,
  mailbox,
}) => {
  test.slow();
  const [t, o, posting] = [translations("admin"), translations("operations"), translations("postings")];
  const client = await newClientWith(50_00, page, mailbox);
  const serverId = await rentServer(client.api, "trader-1");
  const options: { rates?: { id: string; differenceCents: number }[] } = await client.api.call(
    "GET",
    `/vps/servers/${serverId}/upgrade`,
  );
  const { differenceCents = 0 } = options.rates?.find(({ id }) => id === "trader-2") ?? {};
  expect(differenceCents).toBeGreaterThan(0);

  const billing = await staffWith(browser, page, translations, "billing");
  await billing.page.goto(`/admin/clients?q=${client.email}`);
  await expect(billing.page).toHaveURL(/\/admin\/clients\/./);
  const clientPage = billing.page.url();
  await expect(billing.page.getByRole("button", { name: o("do_sessions_end") })).toHaveCount(0);
  const submit = submitterOf(billing.page, translations);
  await submit(o("do_servers_upgrade"), "do_servers_upgrade", {
    plan: "trader-2",
    price: (differenceCents / 100).toFixed(2),
    reason: "You asked for it by phone.",
  });
  // a plan is chosen from a list, with its name
  await billing.page.goto(`/admin/operations/servers-upgrade?id=${serverId}&plan=gone`);
  const plans = billing.page.getByRole("combobox", { name: o("field_plan"), exact: true });
  await expect(plans).toHaveValue("gone");
  await expect(plans.getByRole("option", { name: "Trader 2, trader-2", exact: true })).toHaveCount(1);
  await billing.page.goto(clientPage);
  await submit(t("refundSum", { sum: "" }).trim(), "do_deposits_refund", {
    amount: "10",
    reason: "Sent twice.",
    byHand: true,
  });
  const refused = await billing.page.goto(`/admin/operations/sessions-end?email=${client.email}`);
  expect(refused?.status()).toBe(403);
  await billing.context.close();

  const dollars = (cents: number) =>
    new RegExp(`${Math.floor(cents / 100)}[.,]${String(cents % 100).padStart(2, "0")}`);
  await page.goto("/balance-operations");
  await expect(page.getByRole("row").filter({ hasText: posting("kind_deposit_refund") })).toContainText(
    dollars(10_00),
  );
  const upgrade = page
    .getByRole("row")
    .filter({ hasText: posting("kind_server_upgrade", { tariff: "Trader 2", serverId }) });
  await expect(upgrade).toContainText(dollars(differenceCents));
  await expect(page.locator(".hero-figure")).toContainText(dollars(50_00 - 9_00 - differenceCents - 10_00));

  const support = await staffWith(browser, page, translations, "support");
  await support.page.goto(clientPage);
  for (const name of [o("do_servers_upgrade"), t("refundSum", { sum: "" }).trim()])
    await expect(support.page.getByRole("button", { name })).toHaveCount(0);
  const end = support.page.getByRole("button", { name: o("do_sessions_end"), exact: true });
  await submitOperation(support.page, end, translations);
  for (const operation of ["deposits-refund", "servers-upgrade"])
    expect((await support.page.goto(`/admin/operations/${operation}`))?.status()).toBe(403);
  await support.context.close();
  await page.goto(`/vps/servers/${serverId}`);
  await expect(page).toHaveURL(/\/login/);

  // the upgrade begins within a minute
  await logIn(page, client.email, client.password);
  await expect(async () => {
    await page.goto(`/vps/servers/${serverId}`);
    await expect(page.getByRole("definition").filter({ hasText: /^Trader 2$/ })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass({ timeout: 100_000, intervals: [3_000] });
});
