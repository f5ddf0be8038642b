import { demoUser } from "./support/every-page";
import { expect, logIn, test } from "./support/test";

const lists = ["/vps", "/online-monitoring/accounts"];

for (const address of lists)
  test(
    `the menus of ${address} leave each other's buttons free, and close when they are left`,
    {
      tag: "@phone",
    },
    async ({ page }, info) => {
      await logIn(page, demoUser.email, demoUser.password);
      await page.goto(address);
      const buttons = page.locator("main [popovertarget]");
      const menus = page.locator("main [popover]");
      const count = await buttons.count();
      expect(count).toBeGreaterThan(1);
      // each button can be clicked while the previous menu is open; only one menu is open at a time
      for (let index = 0; index < count; index += 1) {
        await buttons.nth(index).click();
        await expect(menus.nth(index)).toBeInViewport({ ratio: 1 });
        await expect(page.locator("main :popover-open")).toHaveCount(1);
      }
      const [first, menu] = [buttons.first(), menus.first()];
      await first.click();
      await first.click();
      await expect(menu).toBeHidden();

      await first.press("Enter");
      await expect(menu).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
      await expect(first).toBeFocused();

      await first.press("Enter");
      await page.getByRole("heading", { level: 1 }).click();
      await expect(menu).toBeHidden();

      if (info.project.use.javaScriptEnabled === false) return;
      await first.press("Enter");
      const items = await menu.getByRole("link").count();
      for (let index = 0; index <= items; index += 1) await page.keyboard.press("Tab");
      await expect(menu).toBeHidden();
    },
  );
