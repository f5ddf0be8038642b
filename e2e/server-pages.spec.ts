import type { Page } from "@playwright/test";
import { newClient, newClientWith } from "./support/new-client";
import { openPage } from "./support/open-page";
import { rentServer } from "./support/renter";
import { expect, logIn, test } from "./support/test";

const anna = { email: "anna@demo.test", password: "demo-password" };

const row = (page: Page, id: string) => page.getByRole("row").filter({ hasText: id });

test("five servers fit on a page of a known height, complete, with every column and nothing cut", {
  tag: "@phone",
}, async ({ page, translations, hasTouch }) => {
  const t = translations("vps");
  await logIn(page, anna.email, anna.password);
  await page.goto("/vps");
  await expect(page.getByRole("rowheader")).toHaveCount(5);
  const names = [
    "id",
    "tariff",
    "comment",
    "loginDetails",
    "issued",
    "paidUntil",
    "renewal",
    "autoRenewal",
    "status",
  ];
  for (const name of names)
    await expect(page.getByRole("columnheader", { name: t(name) }).first()).toBeAttached();
  const limits = [
    { width: 360, height: 3000 },
    { width: 768, height: 1800 },
    { width: 1024, height: 1400 },
    { width: 1440, height: 1100 },
  ];
  // touch targets are 44 px high, while the limits of wide windows are for a mouse
  const forFingers = (width: number) => (hasTouch && width >= 1024 ? 100 : 0);
  for (const { width, height } of limits) {
    await page.setViewportSize({ width, height: 800 });
    const layout = await page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      // text that overflows its cell, or a status outside the window
      cut: [...document.querySelectorAll<HTMLElement>(".servers tbody :is(th, td)")]
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && !cell.querySelector("details"))
        .map((cell) => `${cell.innerText}: ${cell.scrollWidth} px in ${cell.clientWidth}`),
      outside: [...document.querySelectorAll(".servers .badge")].filter((badge) => {
        const rect = badge.getBoundingClientRect();
        return rect.width === 0 || rect.right > window.innerWidth;
      }).length,
    }));
    expect.soft(layout.height, `height at ${width}`).toBeLessThanOrEqual(height + forFingers(width));
    expect.soft(layout, `at ${width}`).toMatchObject({ overflow: 0, cut: [], outside: 0 });
  }
  // at most one banner, about the impending loss
  await expect(page.locator(".strip")).toHaveCount(1);
});

test("the server whose paid time ends first is the first one, and the heading says what sorts the list", async ({
  page,
  translations,
}) => {
  const t = translations("vps");
  await logIn(page, anna.email, anna.password);
  await page.goto("/vps");
  const sorted = page.locator("th[aria-sort]");
  await expect(sorted).toHaveText(`${t("paidUntil")} ↑`);
  await expect(sorted).toHaveAttribute("aria-sort", "ascending");
  // a row has two times: when the server was issued, and until when it is paid
  const rows = await page.locator(".servers tbody tr").evaluateAll((all) =>
    all.map((one) => ({
      paidUntil: one.querySelectorAll("time")[1]?.dateTime ?? "",
      status: one.querySelector(".badge")?.textContent ?? "",
    })),
  );
  const isRevoked = ({ status }: { status: string }) => status === t("statusRevoked");
  const current = rows.filter((one) => !isRevoked(one)).map(({ paidUntil }) => paidUntil);
  expect(current.length).toBeGreaterThan(2);
  expect(current).toEqual([...current].sort());
  expect(rows.slice(current.length).every(isRevoked)).toBe(true);
  // sorted the other way by one press, which the URL then says
  await sorted.getByRole("link").click();
  await expect(page).toHaveURL(/sort=paidUntil&direction=desc/);
  await expect(sorted).toHaveAttribute("aria-sort", "descending");
});

test("a server has a page: opened from its row, with connection, paid time, power, and dialogs over it", {
  tag: "@phone",
}, async ({ page, translations, mailbox }) => {
  test.setTimeout(120_000);
  const [t, server, common] = [translations("vps"), translations("server"), translations("common")];
  const { api: client } = await newClientWith(40_00, page, mailbox);
  const id = await rentServer(client, "trader-1");
  await page.goto("/vps");
  await row(page, id)
    .getByRole("link", { name: t("noComment"), exact: true })
    .click();
  await expect(page).toHaveURL(new RegExp(`/vps/servers/${id}$`));
  await expect(page.getByRole("heading", { name: id, exact: true })).toBeVisible();
  await expect(page.getByText(/^198\.1[89]\.\d+\.\d+$/)).toBeVisible();
  const file = page.getByRole("link", { name: server("downloadRdp"), exact: true });
  expect(await file.getAttribute("href")).toBe(`/vps/servers/${id}/rdp`);
  await expect(page.getByText(server("macos1"), { exact: true })).toBeHidden();
  await page.getByRole("radio", { name: server("macos"), exact: true }).check();
  await expect(page.getByText(server("macos1"), { exact: true })).toBeVisible();
  await expect(page.getByText(server("windows1"), { exact: true })).toBeHidden();

  // auto-renewal is switched on this page, without leaving it
  const toggle = page.getByRole("button", { name: t("autoRenewal") });
  await toggle.click();
  const [switchLabel] = translations("renewal")("autoRenewalOn", { name: id, date: "|", amount: "|" }).split(
    "|",
  );
  await expect(page.getByText(switchLabel ?? "")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/vps/servers/${id}$`));

  // dialogs open over the page, and closing returns to it
  const dialog = page.getByRole("dialog");
  await page.getByRole("link", { name: t("editComment"), exact: true }).click();
  await dialog.getByLabel(t("comment"), { exact: true }).fill("Gold scalper");
  await dialog.getByRole("button", { name: translations("comment")("save"), exact: true }).click();
  await expect(page.getByRole("heading", { name: "Gold scalper", exact: true })).toBeVisible();
  await page.getByRole("link", { name: t("renew"), exact: true }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: translations("payment")("pay") }).click();
  await expect(page).toHaveURL(new RegExp(`/vps/servers/${id}$`));
  await expect(page.getByRole("row").filter({ hasText: server("renewal_one", { count: 1 }) })).toBeVisible();

  // power actions need a confirmation in the dialog
  await page.getByRole("link", { name: server("button_restart"), exact: true }).click();
  await expect(dialog.getByText(translations("control")("askRestart"))).toBeVisible();
  await dialog.getByRole("link", { name: common("close"), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/vps/servers/${id}$`));
});

test("the focus moves to a dialog's title and back to its opener, after a confirmation and Escape too", {
  tag: "@phone",
}, async ({ page, translations, mailbox, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "without script a dialog is a page");
  test.setTimeout(120_000);
  const [t, control] = [translations("vps"), translations("control")];
  const { api: client } = await newClientWith(9_00, page, mailbox);
  const id = await rentServer(client, "trader-1");
  const title = page.locator("#dialog-title");

  // without script a dialog is a full page, with focus on its title
  await page.goto(`/vps/servers/${id}/renewal`);
  await expect(title).toBeFocused();
  await openPage(page, "/vps");

  // opened by a link in the row
  const renewal = row(page, id).getByRole("link", { name: t("renew"), exact: true });
  await renewal.focus();
  await page.keyboard.press("Enter");
  await expect(title).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(renewal).toBeFocused();

  // opened from the menu, which has closed by then, with a confirmation in between
  const more = row(page, id).locator("[popovertarget]");
  await more.click();
  await row(page, id)
    .getByRole("link", { name: t("control"), exact: true })
    .click();
  await expect(title).toBeFocused();
  await page.getByRole("button", { name: control("restart"), exact: true }).press("Enter");
  await expect(page.getByText(control("askRestart"))).toBeVisible();
  await expect(title).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();

  // closing a dialog that the page was loaded with moves focus to the link that opens it
  await openPage(page, `/vps/servers/${id}/renewal`);
  await expect(title).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(renewal).toBeFocused();
});

test("a new client's first steps show their state, and a skipped one stays hidden", async ({
  page,
  translations,
  mailbox,
}) => {
  const [t, steps] = [translations("vps"), translations("firstSteps")];
  await newClient(page, mailbox);
  await page.goto("/vps");
  const list = page.getByRole("list", { name: steps("stepsTitle"), exact: true });
  await expect(list.getByRole("heading")).toHaveCount(3);
  await expect(list.getByText(steps("testServerWaits"), { exact: true })).toBeVisible();
  await list.getByRole("link", { name: t("testServerLink"), exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: translations("testServer")("testServerButton"), exact: true })
    .click();
  await expect(list.getByText(steps("testServerAsked"), { exact: true })).toBeVisible();
  await list.getByRole("button", { name: steps("monitoring") }).click();
  await expect(list.getByRole("heading")).toHaveCount(2);
  await page.goto("/vps");
  await expect(list.getByRole("heading", { name: steps("testServer"), exact: true })).toBeVisible();
  await expect(list.getByRole("heading", { name: steps("monitoring"), exact: true })).toHaveCount(0);
});

test("a dialog opened by its address has its list behind it, or its server's page", {
  tag: "@phone",
}, async ({ page }) => {
  await logIn(page, anna.email, anna.password);
  for (const address of ["/vps/order/trader-2", "/vps/test-server", "/vps/servers/annafx2k7m/control"]) {
    await page.goto(address);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.locator("main table tbody tr")).toHaveCount(5);
  }
  await page.goto("/vps/servers/annafx2k7m/control?from=server");
  await expect(page.locator("#power")).toHaveCount(1);
});
