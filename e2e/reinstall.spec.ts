import { apiClient } from "./support/api";
import { newClientWith } from "./support/new-client";
import { rentServer } from "./support/renter";
import { expect, test } from "./support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a client reinstalls a server with another system after a confirmation, and resets its password", async ({
      page,
      translations,
      mailbox,
    }) => {
      test.setTimeout(120_000);
      const [t, server, control] = [
        translations("reinstall"),
        translations("server"),
        translations("control"),
      ];
      const client = await newClientWith(9_00, page, mailbox);
      const id = await rentServer(client.api, "trader-1");
      const passwordOf = async () => {
        const { call } = await apiClient(page.request, client.email, client.password);
        return String((await call("POST", `/vps/servers/${id}/credentials`)).password);
      };
      const first = await passwordOf();
      await page.goto(`/vps/servers/${id}`);
      const dialog = page.getByRole("dialog").or(page.locator("main"));
      const button = (name: string) => page.getByRole("button", { name, exact: true });

      // the page names what will be lost before the first confirmation
      await page.getByRole("link", { name: server("toReinstall"), exact: true }).click();
      await expect(page.getByText(t("loss"))).toBeVisible();
      await expect(page.getByText(t("lossSnapshots"))).toBeVisible();
      await page.getByLabel(t("operatingSystem"), { exact: true }).selectOption("Windows Server 2025");
      await button(t("choose")).click();
      const question = t("askReinstall", { id, system: "Windows Server 2025" });
      await expect(page.getByText(question)).toBeVisible();
      await page.getByRole("link", { name: t("cancel"), exact: true }).click();
      await expect(page.getByText(question)).toHaveCount(0);
      await page.getByLabel(t("operatingSystem"), { exact: true }).selectOption("Windows Server 2025");
      await button(t("choose")).click();
      await button(t("yesReinstall")).click();

      // it is queued and polled like power requests, one at a time
      await expect(page).toHaveURL(new RegExp(`/vps/servers/${id}/control`));
      await expect(dialog.getByText(control("processing")).first()).toBeVisible();
      await page.goto(`/vps/servers/${id}/password?from=server`);
      await expect(page.getByText(translations("serverPassword")("processing")).first()).toBeVisible();
      await mailbox.emailTo(client.email, "Windows Server 2025");
      await page.goto(`/vps/servers/${id}`);
      await expect(page.locator(".page-head")).toContainText("Windows Server 2025");
      const second = await passwordOf();
      expect(second).not.toBe(first);

      const password = translations("serverPassword");
      await page.getByRole("link", { name: server("toPassword"), exact: true }).click();
      await button(password("choose")).click();
      await expect(page.getByText(password("askReset", { id }))).toBeVisible();
      await button(password("yesReset")).click();
      await expect(page.getByText(control("resetPassword")).first()).toBeVisible();
      const [firstLine = ""] = translations("mail")("serverPasswordResetText").split("\n");
      await mailbox.emailTo(client.email, firstLine);
      expect(await passwordOf()).not.toBe(second);
      await page.goto("/profile/activity");
      await expect(page.getByText(translations("activity")("eventServerReinstalled"))).toBeVisible();
    });
  });
}
