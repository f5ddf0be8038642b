import type { Page } from "@playwright/test";
import { newClient, newClientWith } from "./support/new-client";
import { rentServer } from "./support/renter";
import { expect, test } from "./support/test";

const row = (page: Page, id: string) => page.getByRole("row").filter({ hasText: id });
/** Returns the item of a server row's menu with this exact name. */
async function offered(page: Page, id: string, name: string) {
  const menu = row(page, id).locator("[popover]");
  if (!(await menu.isVisible())) await row(page, id).locator("[popovertarget]").click();
  return row(page, id).getByRole("link", { name, exact: true });
}
const dialogOf = (page: Page) => page.getByRole("dialog");

test("a client turns a server off and on, comments on it, and turns on auto-renewal", {
  tag: "@phone",
}, async ({ page, translations, mailbox }) => {
  test.setTimeout(120_000);
  const [t, server] = [translations("vps"), translations("control", "comment", "renewal")];
  const { api: client } = await newClientWith(9_00, page, mailbox);
  const id = await rentServer(client, "trader-1");
  await page.goto("/vps");
  const dialog = dialogOf(page);

  // each action needs a confirmation, then proceeds automatically
  await (await offered(page, id, t("control"))).click();
  await expect(dialog.getByText(server("machineOn"), { exact: true })).toBeVisible();
  // only actions that apply to a running machine
  await expect(dialog.getByRole("button", { name: server("turnOn"), exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: server("turnOff"), exact: true }).click();
  await expect(dialog.getByText(server("askTurnOff"))).toBeVisible();
  await dialog.getByRole("link", { name: server("cancel"), exact: true }).click();
  await dialog.getByRole("button", { name: server("turnOff"), exact: true }).click();
  const yes = dialog.getByRole("button", { name: server("yesTurnOff"), exact: true });
  await expect(yes).toHaveClass("button danger primary");
  await yes.click();
  await expect(dialog.getByText(server("processing"))).toBeVisible();
  await expect(dialog.getByText(server("machineOff"), { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText(server("requestDone"), { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: server("turnOff"), exact: true })).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: server("restart"), exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: translations("common")("close"), exact: true }).click();

  await (await offered(page, id, t("editComment"))).click();
  await dialog.getByLabel(t("comment"), { exact: true }).fill("Gold & <b>EA</b>");
  await dialog.getByRole("button", { name: server("save"), exact: true }).click();
  await expect(row(page, id)).toContainText("Gold & <b>EA</b>");

  const toggle = row(page, id).getByRole("button", { name: t("autoRenewal") });
  await expect(toggle).toContainText(t("off"));
  await toggle.click();
  const [switchLabel] = server("autoRenewalOn", { name: "Gold & <b>EA</b>", date: "|", amount: "|" }).split(
    "|",
  );
  const toast = page.getByText(switchLabel ?? "");
  await expect(toast).toBeVisible();
  await expect(toast).toContainText(/9[.,]00/);
  await expect(toggle).toContainText(t("on"));

  // paying once for another period changes the renewal period from then on; the dialog says so first
  await row(page, id)
    .getByRole("link", { name: t("renew") })
    .click();
  const then = dialog
    .getByText(translations("payment")("renewsItself"), { exact: true })
    .filter({ visible: true });
  await dialog.locator("[name=months][value='1']").check();
  await expect(then).toHaveCount(0);
  await dialog.locator("[name=months][value='12']").check();
  await expect(then).toHaveCount(1);
});

test("a client renews a server and upgrades it; a low balance leads to a deposit", async ({
  page,
  translations,
  mailbox,
}) => {
  test.setTimeout(120_000);
  const [t, server, api] = [translations("vps"), translations("payment", "upgrade"), translations("api")];
  const { api: client } = await newClientWith(40_00, page, mailbox);
  const id = await rentServer(client, "trader-1");
  await page.goto("/vps");
  const dialog = dialogOf(page);

  await row(page, id)
    .getByRole("link", { name: t("renew") })
    .click();
  await dialog.locator("[name=months][value='12']").check();
  await expect(dialog.getByText(server("insufficientFunds")).filter({ visible: true })).toBeVisible();
  await dialog.getByRole("button", { name: server("pay") }).click();
  await expect(dialog.getByText(api("insufficientFunds")).filter({ visible: true })).toBeVisible();
  await expect(dialog.locator("[name=months][value='12']")).toBeChecked();
  await dialog.locator("[name=months][value='1']").check();
  await dialog.getByLabel(server("promoCode"), { exact: true }).fill("NOSUCH99");
  await dialog.getByRole("button", { name: server("apply"), exact: true }).click();
  await expect(dialog.getByText(api("promoUnknown"), { exact: true })).toBeVisible();
  await expect(dialog.getByLabel(server("promoCode"), { exact: true })).toHaveValue("NOSUCH99");
  await dialog.getByLabel(server("promoCode"), { exact: true }).fill("");
  await dialog.getByRole("button", { name: server("pay") }).click();
  await expect(page).toHaveURL(/\/vps$/);

  await (await offered(page, id, t("upgrade"))).click();
  await expect(dialog.getByText(server("upgradeDowntime_one", { count: 1 }))).toBeVisible();
  // the balance is too low: the sums are for the chosen day
  const firstDay = (await dialog.getByLabel(server("date"), { exact: true }).getAttribute("min")) ?? "";
  const later = new Date(Date.parse(firstDay) + 3 * 86_400_000).toISOString().slice(0, 10);
  await dialog.locator("[name=rateId]").last().check();
  await dialog.getByLabel(server("date"), { exact: true }).fill(later);
  const upgrade = dialog.getByRole("button", { name: server("upgradeButton"), exact: true });
  await upgrade.click();
  // a confirmation with the sum and the downtime, which also shows the missing amount
  const pay = dialog.getByRole("button", { name: server("payUpgrade", { amount: "" }).trim() });
  await expect(dialog.locator(".strip[role=alert]")).toHaveCount(0);
  await pay.click();
  await expect(dialog.locator(".strip[role=alert]")).toHaveCount(1);
  await dialog.getByRole("link", { name: server("cancel"), exact: true }).click();
  await expect(dialog.locator("[type=radio][name=rateId]").last()).toBeChecked();
  await expect(dialog.getByLabel(server("date"), { exact: true })).toHaveValue(later);
  await dialog.locator("[name=rateId]").first().check();

  const lastDay = (await dialog.getByLabel(server("date"), { exact: true }).getAttribute("max")) ?? "";
  await dialog.getByLabel(server("date"), { exact: true }).fill(lastDay);
  await dialog.getByRole("button", { name: server("showPrice"), exact: true }).click();
  await expect(dialog.getByText(server("difference"), { exact: true })).toBeVisible();
  await upgrade.click();
  await pay.click();
  await expect(page).toHaveURL(/\/vps$/);

  await (await offered(page, id, t("upgradePending"))).click();
  await expect(dialog.getByText(server("upgradeAccepted"), { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: server("cancelUpgrade"), exact: true }).click();
  await expect(page).toHaveURL(/\/vps$/);
  await expect(await offered(page, id, t("upgrade"))).toBeVisible();
});

test("a test server is requested once", async ({ page, translations, mailbox }) => {
  const [t, server] = [translations("vps"), translations("testServer")];
  await newClient(page, mailbox);
  await page.goto("/vps");
  await page.getByRole("link", { name: t("testServerLink"), exact: true }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel(server("testServerComment"), { exact: true }).fill("MetaTrader 5");
  await dialog.getByRole("button", { name: server("testServerButton"), exact: true }).click();
  await expect(page.getByText(server("testServerDone"))).toBeVisible();
  await page.getByRole("link", { name: t("testServerOrdered"), exact: true }).click();
  await expect(dialog.getByText(server("testServerUnderReview"))).toBeVisible();
  await expect(dialog.getByRole("button", { name: server("testServerButton") })).toHaveCount(0);
});

test("a test server is offered until requested, also to a client who skipped the step or has rented a server", async ({
  page,
  translations,
  mailbox,
}) => {
  const [t, steps, server] = [translations("vps"), translations("firstSteps"), translations("testServer")];
  const { api } = await newClientWith(20_00, page, mailbox);
  await page.goto("/vps");
  const list = page.getByRole("list", { name: steps("stepsTitle"), exact: true });
  const offer = page.getByRole("link", { name: t("testServerLink"), exact: true });
  await expect(list.getByRole("heading")).toHaveCount(3);
  await list.getByRole("button", { name: steps("testServer") }).click();
  await expect(list.getByRole("heading")).toHaveCount(2);
  await expect(offer).toHaveCount(1);
  await rentServer(api, "trader-1");
  await page.reload();
  await expect(list.getByText(steps("testServer"), { exact: true })).toHaveCount(0);
  await offer.click();
  await dialogOf(page)
    .getByRole("button", { name: server("testServerButton"), exact: true })
    .click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole("link", { name: t("testServerOrdered"), exact: true })).toBeVisible();
});

test("login details are downloaded as a Remote Desktop file, and never cached", async ({ page, mailbox }) => {
  const { api: client } = await newClientWith(9_00, page, mailbox);
  const id = await rentServer(client, "trader-1");
  const file = await page.request.get(`/vps/servers/${id}/rdp`);
  expect(file.headers()["cache-control"]).toContain("no-store");
  expect(file.headers()["content-disposition"]).toContain(`${id}.rdp`);
  expect(await file.text()).toMatch(/full address:s:198\.1[89]\./);
  const shown = await page.goto(`/vps/servers/${id}/credentials`);
  expect(shown?.headers()["cache-control"]).toContain("no-store");
  expect(await shown?.text()).not.toMatch(/-7aZ/);
});
