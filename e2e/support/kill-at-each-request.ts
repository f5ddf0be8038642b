import type { Page } from "@playwright/test";
import type { CrashHarness } from "./crash-harness";
import { crashHarness } from "./crash-harness";
import { openPage } from "./open-page";
import { signUp } from "./renter";
import { test as base, expect, mailboxIn } from "./test";

const test = base.extend<{ killsAt: "before" | "after"; harness: CrashHarness }>({
  killsAt: ["after", { option: true }],
  harness: async ({ killsAt }, use) => {
    const cabinet = await crashHarness(killsAt);
    await use(cabinet);
    await cabinet.stop();
  },
  baseURL: async ({ harness: cabinet }, use) => use(cabinet.origin),
  mailbox: async ({ harness: cabinet }, use) => use(mailboxIn(cabinet.dataDir)),
});

/** Reloads the page until it shows the expected content, as a person would. */
async function until(cabinet: CrashHarness, page: Page, path: string, isThere: () => Promise<unknown>) {
  await expect(async () => {
    await cabinet.whenUp();
    // the load event may never come if the server dies while the page loads
    await page.goto(path, { timeout: 15_000 });
    await isThere();
  }).toPass({ timeout: 8 * 60_000, intervals: [1_000] });
}

/** The cabinet calls a vendor in turn, which is slow on a busy machine. */
const followed = { timeout: 30_000 };

/**
 * Tests the flow from a deposit to a machine with a cabinet that is killed at each request to Stripe and Proxmox:
 * before the request is processed, or after it is processed and before the response.
 */
export function testKilledAtEachRequest({
  killsAt,
  javaScriptEnabled,
}: {
  killsAt: "before" | "after";
  javaScriptEnabled: boolean;
}): void {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled, killsAt });

    test(`from the sign-up over Stripe to a machine of Proxmox, killed ${killsAt} each question: paid once, made once`, async ({
      page,
      harness: cabinet,
      translations,
      mailbox,
    }) => {
      test.setTimeout(12 * 60_000);
      const [deposit, balance, vps] = [translations("deposit"), translations("balance"), translations("vps")];
      const [payment, credentials] = [translations("payment"), translations("credentials")];
      await signUp(page, translations, mailbox);
      await cabinet.kill();

      // wait for hydration, which could otherwise happen while the form is filled in
      await openPage(page, "/balance-operations/deposit");
      await page.getByLabel(balance("amount"), { exact: true }).fill("100");
      const pay = page.getByRole("button", { name: deposit("payButton"), exact: true });
      // the server dies during this click
      await pay.click({ noWaitAfter: true });
      await expect.poll(() => [...cabinet.killedAt].join(), followed).toContain("POST /v1/checkout/sessions");
      await until(cabinet, page, "/balance-operations/history/deposits", async () => {
        await page.getByRole("row").getByRole("link").first().click({ timeout: 3_000 });
        await expect(page).toHaveURL(/\/deposit\/\w+/, { timeout: 3_000 });
      });
      const order = page.url();
      const onwards = page.getByRole("link", { name: deposit("notPaidAction"), exact: true });
      await until(cabinet, page, order, () => expect(onwards).toBeVisible({ timeout: 3_000 }));
      await onwards.click();
      await expect(page).toHaveURL(/\/c\/pay\//);
      await page.getByRole("button", { name: "Pay", exact: true }).click({ noWaitAfter: true });
      await expect.poll(() => cabinet.stripe.count(), followed).toEqual({ paid: [1] });
      const received = page.getByText(deposit("receivedText"), { exact: true });
      await until(cabinet, page, order, () => expect(received).toBeVisible({ timeout: 3_000 }));

      await openPage(page, "/vps/order/trader-1");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: payment("pay") })
        .click({ noWaitAfter: true });
      await expect
        .poll(() => [...cabinet.killedAt].join(), followed)
        .toContain("GET /api2/json/cluster/resources");
      const ready = page.getByRole("row").getByRole("link", { name: vps("credentials") });
      await until(cabinet, page, "/vps", () => expect(ready).toBeVisible({ timeout: 3_000 }));
      await expect(page.getByRole("rowheader")).toHaveCount(1);
      await ready.click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText("203.0.113.10", { exact: true })).toBeVisible();
      await dialog.getByRole("button", { name: credentials("show"), exact: true }).click();
      const password = await dialog.getByText(/-7aZ$/).innerText();

      expect(await cabinet.stripe.count()).toEqual({ paid: [1] });
      expect(await cabinet.proxmox.count()).toMatchObject({
        clones: 1,
        machines: [
          { status: "running", lock: false, config: { cipassword: password, ciuser: "Administrator" } },
        ],
      });
      await page.goto("/balance-operations/history/deposits");
      await expect(page.getByRole("row")).toHaveCount(2);
      expect(await cabinet.books()).toEqual([]);
      // the vendor requests from an order to a machine; the server was killed at each
      expect([...cabinet.killedAt]).toEqual(
        expect.arrayContaining([
          "POST /v1/checkout/sessions",
          "GET /v1/checkout/sessions/…",
          "GET /api2/json/cluster/resources",
          "POST /api2/json/nodes/one/qemu/9000/clone",
          "GET /api2/json/nodes/…/tasks/…/status",
          "POST /api2/json/nodes/two/qemu/10001/config",
          "GET /api2/json/nodes/two/qemu/10001/config",
          "PUT /api2/json/nodes/two/qemu/10001/resize",
          "POST /api2/json/nodes/two/qemu/10001/status/start",
        ]),
      );
    });
  });
}
