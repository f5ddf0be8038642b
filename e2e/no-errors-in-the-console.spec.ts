import type { Page } from "@playwright/test";
import { everyPage } from "./support/every-page";
import { expect, test } from "./support/test";

/** Opens a page and waits until React has taken it over, where it comes with script: from then on the app keeps places. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "load" });
  await page.waitForFunction(
    () => document.scripts.length === 0 || window.history.scrollRestoration === "manual",
  );
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  return complaints;
}

test("no page has anything to complain about", async ({ browser }) => {
  test.setTimeout(240_000);
  const [visitor, client] = [await browser.newPage(), await browser.newPage()];
  const pages = await everyPage(visitor.request, client.request);
  for (const { page, list } of [
    { page: visitor, list: pages.visitor },
    { page: client, list: pages.client },
  ]) {
    const complaints = complaintsOf(page);
    for (const { path } of list) await open(page, path);
    expect(complaints).toEqual([]);
  }
});

test("a page says the same, whether it was opened or come to by a link, in both languages", async ({
  page,
  words,
}) => {
  test.setTimeout(120_000);
  const t = words("common");
  const complaints = complaintsOf(page);
  await everyPage(page.request, page.request);
  const main = page.getByRole("main");
  const said = async () => (await main.innerText()).replace(/\s+/g, " ");
  for (const name of [t("partnerProgram"), t("monitoring"), t("balanceOperations"), t("support"), t("vps")]) {
    await open(page, "/profile");
    const link = page.locator("#menu").getByRole("link", { name, exact: true });
    const path = (await link.getAttribute("href")) ?? "";
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(link).toHaveAttribute("aria-current", "page");
    const byLink = await said();
    await open(page, path);
    expect(byLink, `${path}, by a link and opened`).toBe(await said());

    const language = page.locator("header").locator("button[name=language]").first();
    await language.click();
    await expect(page.locator("html")).toHaveAttribute("lang", "ru");
    const switched = await said();
    await open(page, path);
    expect(switched, `${path}, switched to Russian and opened in it`).toBe(await said());
    await language.click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  }
  expect(complaints).toEqual([]);
});
