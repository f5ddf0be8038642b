import { apiClient } from "./support/api";
import { newClientWith } from "./support/new-client";
import { rentServer } from "./support/renter";
import { expect, test } from "./support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a client deletes the account: the losses are named first, the address can sign up again", async ({
      page,
      translations,
      mailbox,
    }) => {
      test.setTimeout(120_000);
      const [t, common] = [translations("accountDeletion"), translations("common")];
      const { api, email, password } = await newClientWith(12_00, page, mailbox);
      const id = await rentServer(api, "trader-1");
      await page.goto("/profile");
      await page.getByRole("link", { name: translations("profile")("deleteAccount"), exact: true }).click();
      await expect(page.getByText(id)).toBeVisible();
      await expect(page.getByText(t("servers_one", { count: "1" }))).toBeVisible();
      await expect(page.getByText(t("balanceHint"))).toBeVisible();
      await expect(page.getByText(t("keptText"))).toBeVisible();
      const button = page.getByRole("button", { name: t("button"), exact: true });
      const field = page.getByLabel(common("password"), { exact: true });
      await field.fill("wrong password");
      await button.click();
      await expect(page.getByText(translations("api")("passwordWrong"), { exact: true })).toBeVisible();
      await field.fill(password);
      await button.click();

      await expect(page).toHaveURL(/\/login/);
      await expect(page.getByText(t("done"))).toBeVisible();
      await page.goto("/profile");
      await expect(page).toHaveURL(/\/login/);
      await mailbox.emailTo(email, translations("mail")("accountDeletedText").split("\n")[0]);
      await expect(apiClient(page.request, email, password)).rejects.toThrow();
      const again = { email, password, name: "Ann Lee", consent: true };
      expect((await page.request.post("/api/user/auth/create", { data: again })).ok()).toBe(true);
    });
  });
}
