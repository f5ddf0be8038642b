import { test } from "./support/console-cabinet";
import { fillField } from "./support/fill-field";
import { newClientWith } from "./support/new-client";
import { logInStaff } from "./support/staff-with";
import { expect } from "./support/test";

const timeIn = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16).replace("T", " ");

test("staff plans and cancels maintenance, makes a promo code and looks up a failed request in the browser", async ({
  page,
  browser,
  translations,
  mailbox,
  cabinet,
  language,
}) => {
  test.setTimeout(240_000);
  const [t, o] = [translations("admin"), translations("operations")];
  const { api, email } = await newClientWith(50_00, page, mailbox);
  const { serverId } = await api.rent("trader-1");
  const status = async () => (await api.call("GET", `/vps/servers/${serverId}`)).status;
  await expect.poll(status, { timeout: 30_000 }).toBe("active");

  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "owner");
  const console = staff.page;
  const press = async (name: string) => console.getByRole("button", { name, exact: true }).first().click();
  const fill = async (key: string, value: string) => fillField(console.locator(`[name="${key}"]`), value);

  // maintenance: planned, seen and cancelled
  await console.goto("/admin/machines");
  await expect(console.getByRole("heading", { name: o("do_capacity_show"), exact: true })).toBeVisible();
  await expect(console.getByRole("rowheader", { name: "node-1" })).toBeVisible();
  await press(o("do_maintenance_plan"));
  await fill("starts", "tomorrow");
  for (const [key, value] of Object.entries({ ends: timeIn(26), en: "New disks.", ru: "Новые диски." }))
    await fill(key, value);
  await press(o("do_maintenance_plan"));
  await expect(console.getByText(translations("errors")("timeFormat"), { exact: true })).toBeVisible();
  await fill("starts", timeIn(24));
  await fill("node", "node-1");
  await press(o("do_maintenance_plan"));
  await expect(console.getByRole("alert")).toContainText(t("question"));
  await press(o("do_maintenance_plan"));
  await expect(console).toHaveURL(/\/admin\/machines/);
  const text = { en: "New disks.", ru: "Новые диски." }[language];
  await mailbox.emailTo(email, text);
  for (const path of ["/vps", `/vps/servers/${serverId}`]) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await console.getByRole("button", { name: new RegExp(`^${o("do_maintenance_cancel")}`) }).click();
  await press(o("do_maintenance_cancel"));
  await expect(console).toHaveURL(/\/admin\/machines/);
  await mailbox.emailTo(
    email,
    translations("announcements")("cancelledText", { from: "", to: "" }).slice(-30),
  );
  await page.goto("/vps");
  await expect(page.getByText(text)).toHaveCount(0);

  // a promo code: made, used and counted
  await console.goto("/admin/catalogue");
  await press(o("do_promo_codes_create"));
  await fill("name", "spring50");
  await fill("percent", "50");
  await press(o("do_promo_codes_create"));
  await expect(console.getByRole("alert")).toContainText(t("question"));
  await press(o("do_promo_codes_create"));
  await expect(console).toHaveURL(/\/admin\/catalogue/);
  const order = { rateId: "trader-1", months: 1, promoCode: "SPRING50" };
  const { totalCents, discountCents } = await api.call("POST", "/vps/quote", order);
  expect([totalCents, discountCents]).toEqual([450, 450]);
  await api.rent("trader-1", "SPRING50");
  await console.reload();
  const row = console.getByRole("row").filter({ hasText: "SPRING50" });
  const discount = { en: "$4.50", ru: "4,50\u00a0$" }[language];
  await expect(row).toContainText(discount);
  await console.goto("/admin/money/revenue");
  await expect(console.getByRole("row").filter({ hasText: "SPRING50" })).toContainText(discount);

  // a request id that nobody knows
  await console.goto("/admin/health");
  await fill("requestId", "nosuchrequest");
  await press(t("find"));
  await expect(console.getByText("nosuchrequest")).toHaveCount(0);
  await expect(console.locator(".notice")).toBeVisible();
  await staff.context.close();
});
