import { newClientWith } from "./support/new-client";
import { rentServer } from "./support/renter";
import { expect, test } from "./support/test";

test("a client creates a snapshot, restores it after a confirmation, and deletes it", async ({
  page,
  translations,
  mailbox,
}) => {
  test.setTimeout(120_000);
  const [t, server, errors] = [translations("snapshots"), translations("server"), translations("errors")];
  const { api: client } = await newClientWith(9_00, page, mailbox);
  const id = await rentServer(client, "trader-1");
  await page.goto(`/vps/servers/${id}`);
  await page.getByRole("link", { name: server("snapshots"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });
  await expect(dialog.getByText(t("none"), { exact: true })).toBeVisible();

  await dialog.getByLabel(t("name"), { exact: true }).fill("1st try");
  await button(t("make")).click();
  await expect(dialog.getByText(errors("snapshotNameInvalid"), { exact: true })).toBeVisible();
  await expect(dialog.getByLabel(t("name"), { exact: true })).toHaveValue("1st try");
  await dialog.getByLabel(t("name"), { exact: true }).fill("before-update");
  await button(t("make")).click();
  await expect(dialog.getByText(t("processing"))).toBeVisible();
  const row = dialog.getByRole("row").filter({ hasText: "before-update" });
  await expect(row.getByRole("button", { name: t("rollBack"), exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(dialog.getByText(t("count", { have: "1", limit: "3" }), { exact: true })).toBeVisible();

  // a confirmation says first what will be lost
  await row.getByRole("button", { name: t("rollBack"), exact: true }).click();
  await expect(button(t("yesRollBack"))).toBeVisible();
  await dialog.getByRole("link", { name: t("cancel"), exact: true }).click();
  await expect(button(t("yesRollBack"))).toBeHidden();
  await row.getByRole("button", { name: t("rollBack"), exact: true }).click();
  await button(t("yesRollBack")).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: t("rollBack") })).toContainText(t("done"), {
    timeout: 30_000,
  });

  await row.getByRole("button", { name: t("dropSnapshot"), exact: true }).click();
  await button(t("yesDropSnapshot")).click();
  await expect(dialog.getByText(t("none"), { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: translations("common")("close"), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/vps/servers/${id}$`));
  await expect(page.getByText(server("dropSnapshot"))).toBeVisible();
});
