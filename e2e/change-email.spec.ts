import { newClient } from "./support/new-client";
import { expect, logInByForm, newAddress, test } from "./support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a client changes the email: both addresses confirm it, then the new one logs in", async ({
      page,
      translations,
      mailbox,
    }) => {
      const [t, profile, common] = [
        translations("emailChange"),
        translations("profile"),
        translations("common"),
      ];
      const { email, password } = await newClient(page, mailbox);
      const fresh = newAddress("fresh");
      const linkTo = async (address: string) => {
        const sent = await mailbox.emailTo(address, "/confirm-email/");
        return /\/confirm-email\/[\w-]+/.exec(sent)?.[0] ?? "";
      };
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      const requestChange = async (address: string, password: string) => {
        await page.getByLabel(t("newEmail"), { exact: true }).fill(address);
        await page.getByLabel(common("password"), { exact: true }).fill(password);
        await button(t("send")).click();
      };
      await page.goto("/profile");
      await page.getByRole("link", { name: profile("changeEmail"), exact: true }).click();
      await requestChange(fresh, "wrong password");
      await expect(page.getByText(translations("api")("passwordWrong"), { exact: true })).toBeVisible();
      await expect(page.getByLabel(t("newEmail"), { exact: true })).toHaveValue(fresh);
      await requestChange("anna@demo.test", password);
      await expect(page.getByText(translations("api")("emailTaken"), { exact: true })).toBeVisible();
      await requestChange(fresh, password);
      await expect(page.getByText(t("waiting"), { exact: true })).toBeVisible();

      const first = [await linkTo(email), await linkTo(fresh)];
      await button(t("cancelChange")).click();
      await expect(page.getByText(t("cancelled"))).toBeVisible();
      await page.goto("/profile/email");
      await requestChange(fresh, password);
      await expect(page.getByText(t("waiting"), { exact: true })).toBeVisible();

      for (const [index, address] of [email, fresh].entries())
        await expect.poll(() => linkTo(address)).not.toBe(first[index]);
      await page.goto(await linkTo(email));
      await expect(page.getByText(fresh)).toBeVisible();
      await button(t("confirmButton")).click();
      await expect(page.getByText(t("confirmedText"))).toBeVisible();
      await page.goto("/profile/email");
      await expect(page.getByText(t("confirmed"), { exact: true })).toHaveCount(1);

      await page.goto(await linkTo(fresh));
      await button(t("confirmButton")).click();
      await expect(page.getByText(t("doneText", { newEmail: fresh }))).toBeVisible();
      await mailbox.emailTo(
        email,
        translations("mail")("emailChangedText", { newEmail: fresh }).split("\n")[0],
      );

      // the session that requested the change stays valid
      await page.goto("/profile");
      await expect(page.getByText(fresh).first()).toBeVisible();
      await page.context().clearCookies({ name: /session/ });
      await logInByForm(page, translations, fresh, password);
      await expect(page).toHaveURL(/\/vps/);
    });
  });
}
