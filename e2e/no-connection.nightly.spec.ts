import type { Page } from "@playwright/test";
import { newClient } from "./support/new-client";
import { openPage } from "./support/open-page";
import { expect, test } from "./support/test";

/** Fills in a ticket without sending it. */
async function writeTicket(page: Page, t: (key: "department" | "ticketTitle" | "text") => string) {
  await openPage(page, "/support/new");
  await page.getByLabel(t("department"), { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(t("ticketTitle"), { exact: true }).fill("Terminal");
  await page.getByLabel(t("text"), { exact: true }).fill("It does not start.");
}

test("with JavaScript a page survives a lost connection: entered values stay, and are sent once when it is back", async ({
  page,
  context,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(
    !javaScriptEnabled,
    "without script the browser itself says that it is offline, and goes back to the form",
  );
  const [t, common] = [translations("support"), translations("common")];
  const away = page.getByRole("alert").filter({ hasText: common("noConnection") });
  await newClient(page, mailbox);
  await writeTicket(page, t);

  await context.setOffline(true);
  await page.getByRole("button", { name: t("createTicket"), exact: true }).click();
  await expect(away).toBeVisible();
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue("It does not start.");
  await page.getByRole("button", { name: common("tryAgain"), exact: true }).click();
  await expect(away).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Terminal" })).toBeVisible();
  await expect(away).toBeHidden();
  await page.goto("/support");
  await expect(page.getByRole("link", { name: "Terminal" })).toHaveCount(1);
});

test("with JavaScript a link without a connection leaves the page unchanged", async ({
  page,
  context,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script the browser itself says that it is offline");
  const common = translations("common");
  await newClient(page, mailbox);
  await openPage(page, "/profile");
  await context.setOffline(true);
  await page.getByRole("link", { name: translations("profile")("activityLink"), exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: common("noConnection") })).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/profile\/activity$/);
  await expect(page.getByRole("alert").filter({ hasText: common("noConnection") })).toBeHidden();
});

test("with JavaScript a connection that fails while the browser reports online loses nothing, and sends once", async ({
  page,
  translations,
  mailbox,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "without script the browser itself says that the line has failed");
  const [t, common] = [translations("support"), translations("common")];
  const away = page.getByRole("alert").filter({ hasText: common("noConnection") });
  await newClient(page, mailbox);
  await writeTicket(page, t);

  const data = /\.data(\?|$)/;
  await page.route(data, (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: t("createTicket"), exact: true }).click();
  await expect(away).toBeVisible();
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue("It does not start.");
  await page.unroute(data);
  await page.getByRole("button", { name: common("tryAgain"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terminal" })).toBeVisible();
  await expect(away).toBeHidden();
  await page.goto("/support");
  await expect(page.getByRole("link", { name: "Terminal" })).toHaveCount(1);
});
