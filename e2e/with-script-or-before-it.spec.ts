import { demoPerson } from "./support/every-page";
import { complaintsOf, openPage, takenOver } from "./support/open-page";
import { expect, logIn, test } from "./support/test";

test("a page says the same, whether it was opened or come to by a link, in both languages", async ({
  page,
  words,
}) => {
  test.setTimeout(120_000);
  const t = words("common");
  const complaints = complaintsOf(page);
  await logIn(page, words, demoPerson.email, demoPerson.password);
  const main = page.getByRole("main");
  const said = async () => (await main.innerText()).replace(/\s+/g, " ");
  for (const name of [t("partnerProgram"), t("monitoring"), t("balanceOperations"), t("support"), t("vps")]) {
    await openPage(page, "/profile");
    const link = page.locator("#menu").getByRole("link", { name, exact: true });
    const path = (await link.getAttribute("href")) ?? "";
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(link).toHaveAttribute("aria-current", "page");
    const byLink = await said();
    await openPage(page, path);
    expect(byLink, `${path}, by a link and opened`).toBe(await said());

    const language = page.locator("header button[name=language]").filter({ visible: true });
    await language.click();
    await expect(page.locator("html")).toHaveAttribute("lang", "ru");
    const switched = await said();
    await openPage(page, path);
    expect(switched, `${path}, switched to Russian and opened in it`).toBe(await said());
    await language.click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  }
  expect(complaints).toEqual([]);
});

test("a menu that is opened before the script came stays open", async ({ page, words }) => {
  const common = words("common");
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, words, demoPerson.email, demoPerson.password);
  let letScriptCome = () => {};
  const came = new Promise<void>((resolve) => {
    letScriptCome = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await came;
    await route.continue();
  });
  await page.goto("/support", { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: common("menu"), exact: true }).click();
  // what closes is still to be seen while it slides away
  const isOpen = () => page.locator("#menu").evaluate((menu) => menu.matches(":popover-open"));
  expect(await isOpen()).toBe(true);
  letScriptCome();
  await page.waitForLoadState("networkidle");
  await takenOver(page);
  expect(await isOpen()).toBe(true);
});

test("a key that is pressed in the moment when React begins breaks nothing", async ({ page, words }) => {
  const complaints = complaintsOf(page);
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...args: Parameters<typeof addEventListener>) {
      addEventListener.apply(this, args);
      // what nobody but React listens for, as it begins
      if (this !== document || args[0] !== "gotpointercapture") return;
      const key = new KeyboardEvent("keydown", { key: "a", bubbles: true });
      queueMicrotask(() => Object.assign(window, { isPressed: document.activeElement?.dispatchEvent(key) }));
    };
  });
  await page.goto("/login");
  await page.getByLabel(words("user")("email"), { exact: true }).focus();
  await page.waitForFunction(() => "isPressed" in window);
  await takenOver(page);
  expect(complaints).toEqual([]);
});
