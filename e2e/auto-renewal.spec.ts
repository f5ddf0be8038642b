import { demoUser } from "./support/every-page";
import { openPage } from "./support/open-page";
import { expect, logIn, test } from "./support/test";

test.describe("the auto-renewal switch", () => {
  test.use({ javaScriptEnabled: true });

  for (const isHydrated of [false, true])
    test(`moves before the service has answered, ${isHydrated ? "with" : "before"} the page's script`, async ({
      page,
      translations,
    }) => {
      // Reported by a request: a page that is navigating away returns no values to the test.
      await page.addInitScript(() => {
        const borderColors = () =>
          [...document.querySelectorAll("form button")].map(
            (button) => getComputedStyle(button, "::before").borderTopColor,
          );
        addEventListener("submit", () => {
          const before = borderColors();
          const poll = () => {
            if (`${borderColors()}` === `${before}`) setTimeout(poll, 20);
            else void fetch("/livez?moved");
          };
          setTimeout(poll);
        });
      });
      await logIn(page, demoUser.email, demoUser.password);
      if (isHydrated) await openPage(page, "/vps");
      else await page.goto("/vps");
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("**/*", async (route) => {
        if (route.request().method() === "POST") await answered;
        await route.continue();
      });
      const row = page.getByRole("row").filter({ hasText: "London EAs" });
      const moved = page.waitForRequest(/\?moved$/);
      await row
        .getByRole("button", { name: translations("vps")("autoRenewal") })
        .click({ noWaitAfter: true });
      await moved;
      answer();
      await expect(page.getByText(/: London EAs .*\d/)).toBeVisible();
    });
});
