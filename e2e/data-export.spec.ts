import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { newClient } from "./support/new-client";
import { expect, test } from "./support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a client gets a copy of the data: prepared by a job, announced by email, downloaded once", async ({
      page,
      translations,
      mailbox,
    }) => {
      test.setTimeout(90_000);
      const t = translations("dataExport");
      const { email } = await newClient(page, mailbox);
      await page.goto("/profile");
      await page.getByRole("link", { name: translations("profile")("downloadData"), exact: true }).click();
      await page.getByRole("button", { name: t("ask"), exact: true }).click();
      // the page updates automatically from "is being prepared"
      await expect(page.getByText(t("ready"), { exact: true })).toBeVisible({ timeout: 30_000 });
      const sent = await mailbox.emailTo(email, "/profile/export");
      await page.goto(/\/profile\/export\S*/.exec(sent)?.[0] ?? "");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: t("download"), exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^data-\d{4}-\d{2}-\d{2}\.zip$/);
      const files = unzipSync(readFileSync(await download.path()));
      const profile = JSON.parse(strFromU8(files["profile.json"] ?? new Uint8Array()));
      expect(profile).toMatchObject([{ email, name: "Ann Lee" }]);
      await page.goto("/profile/export");
      await expect(page.getByText(t("fetched"), { exact: true })).toBeVisible();
      const again = await page.request.get("/profile/export/file", { maxRedirects: 0 });
      expect(again.headers().location).toBe("/profile/export");
    });
  });
}
