import { newClient } from "./support/new-client";
import { openPage } from "./support/open-page";
import { expect, test } from "./support/test";

test.describe("the browser's time zone", () => {
  test.use({ javaScriptEnabled: true, timezoneId: "Asia/Tokyo" });

  test("is offered after hydration, and stored if accepted", async ({ page, translations, mailbox }) => {
    const t = translations("common");
    await newClient(page, mailbox);
    await page.goto("/vps");
    const offer = page.getByRole("region", { name: t("zoneTitle") });
    await expect(offer).toHaveCount(0);
    await openPage(page, "/balance-operations");
    await offer.getByRole("button", { name: t("zoneUse", { clock: "UTC+9" }), exact: true }).click();
    await expect(page).toHaveURL(/\/balance-operations$/);
    await expect(offer).toHaveCount(0);
    await openPage(page, "/profile");
    await expect(page.getByText("UTC+9 Asia/Tokyo", { exact: true })).toBeVisible();
    await expect(offer).toHaveCount(0);
  });

  test("is not offered again to a client who keeps UTC", async ({ page, translations, mailbox }) => {
    const t = translations("common");
    await newClient(page, mailbox);
    await openPage(page, "/balance-operations");
    const offer = page.getByRole("region", { name: t("zoneTitle") });
    await offer.getByRole("button", { name: t("zoneKeep"), exact: true }).click();
    await expect(offer).toHaveCount(0);
    await openPage(page, "/balance-operations");
    await expect(offer).toHaveCount(0);
  });
});
