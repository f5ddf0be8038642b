import type { Page } from "@playwright/test";
import { demoUser } from "./support/every-page";
import { expect, logIn, test } from "./support/test";

const phone = { width: 360, height: 740 };
const tablet = { width: 768, height: 900 };
const desktop = { width: 1440, height: 900 };

/** Returns how often each control stands in the accessible tree: theme, language, balance, profile, end of session. */
const controlsOf = (page: Page, names: Record<"profile" | "logOut", string>) => {
  const header = page.getByRole("banner");
  const visible = (selector: string) => header.locator(selector).filter({ visible: true }).count();
  return Promise.all([
    visible("button[name=theme]"),
    visible("button[name=language]"),
    visible("a.balance"),
    header.getByRole("link", { name: names.profile, exact: true }).count(),
    header.getByRole("button", { name: names.logOut, exact: true }).count(),
  ]);
};

test.beforeEach(async ({ page }) => {
  await logIn(page, demoUser.email, demoUser.password);
});

test("the HTML of a page has each control of the header once, so that a text browser shows it once", async ({
  page,
}) => {
  await page.goto("/support");
  for (const control of [
    "button[name=theme][value=dark]",
    "button[name=theme][value=light]",
    "button[name=language]",
    "form[action='/logout']",
    "a[href='/profile']",
    "a[href='/balance-operations'].balance",
    "button[popovertargetaction=hide]",
    ".menu-button",
  ])
    expect(await page.locator(`header ${control}`).count(), control).toBe(1);
});

test("each control of the header is in the accessible tree once, with the menu closed and open", async ({
  page,
  translations,
}) => {
  const t = translations("common");
  const names = { profile: t("profile"), logOut: t("logOut") };
  const menu = page.getByRole("button", { name: t("menu"), exact: true });
  const close = page.getByRole("button", { name: t("closeMenu"), exact: true });
  const sections = page.getByRole("navigation", { name: t("navigation"), exact: true });

  await page.setViewportSize(desktop);
  await page.goto("/support");
  expect(await controlsOf(page, names)).toEqual([1, 1, 1, 1, 1]);
  await expect(sections).toBeVisible();
  await expect(menu).toBeHidden();

  for (const [size, closed, open] of [
    [tablet, [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]],
    [phone, [0, 0, 1, 0, 0], [1, 1, 0, 1, 1]],
  ] as const) {
    await page.setViewportSize(size);
    await expect(sections).toBeHidden();
    await expect.poll(() => controlsOf(page, names)).toEqual(closed);
    await menu.click();
    await expect(sections).toBeVisible();
    await expect.poll(() => controlsOf(page, names)).toEqual(open);
    await close.click();
    await expect(sections).toBeHidden();
    await expect.poll(() => controlsOf(page, names)).toEqual(closed);
  }
});

test("Tab goes through the header in the order that is seen", async ({ page }) => {
  await page.setViewportSize(tablet);
  await page.goto("/support");
  const lefts: number[] = [];
  await page.locator(".logo").focus();
  for (let index = 0; index < 6; index++) {
    await page.keyboard.press("Tab");
    lefts.push(
      await page.evaluate(
        () => document.activeElement?.closest("header *")?.getBoundingClientRect().left ?? -1,
      ),
    );
  }
  // theme, language, balance, profile, end of session, menu
  expect(lefts).toEqual([...lefts].sort((one, other) => one - other));
  await expect(page.locator(".menu-button")).toBeFocused();
});
