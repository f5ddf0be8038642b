import { localeState } from "./support/locale-state";
import { expect, test } from "./support/test";

const page360 = { width: 360, height: 740 };
const address = "/online-monitoring/demo-trend-following";

test("a shared page is short on a phone, and begins with its growth", async ({
  browser,
  baseURL,
  language,
}) => {
  const storageState = localeState(language, baseURL);
  const phone = { viewport: page360, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ baseURL, storageState, ...phone });
  const page = await context.newPage();
  const html = await (await page.goto(address))?.text();
  expect(html?.match(/<script/g)).toHaveLength(1);
  // the build adds it for iPhones, which otherwise enlarge text
  expect(html).toContain("-webkit-text-size-adjust:100%");
  await expect(page.locator("#trades tbody tr")).toHaveCount(20);
  const layout = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
    growth: document.querySelector("#main-figures h1 + p")?.getBoundingClientRect().top ?? Number.NaN,
  }));
  expect(layout.height).toBeLessThanOrEqual(4500);
  expect(layout.width).toBe(page360.width);
  expect(layout.growth).toBeLessThanOrEqual(260);
  await context.close();
});

test("its preview text shows the figures as the page does", async ({ page }) => {
  await page.goto(address);
  const description = (await page.locator('meta[name="description"]').getAttribute("content")) ?? "";
  const percents = description.match(/[\d.,\u00a0]+%/g) ?? [];
  expect(percents).toHaveLength(2);
  for (const percent of percents) await expect(page.locator("#main-figures")).toContainText(percent.trim());
});

test("its charts show every fall of 588 trades, name values and dates, and have every day as a table", async ({
  page,
  translations,
}) => {
  const t = translations("statistics");
  await page.goto(address);
  // class names are shortened on a first visit (docs/adr/0003)
  const chart = page
    .locator("figure")
    .filter({ has: page.getByRole("heading", { name: t("growthChart"), exact: true }) });
  // points of the line: two numbers each
  const path = (await chart.locator("g path").last().getAttribute("d")) ?? "";
  expect(path.replaceAll("-", " -").split(/[ml ]+/).length / 2).toBeGreaterThan(150);
  expect(await chart.locator('[aria-hidden] > span[style^="left"]').count()).toBeGreaterThanOrEqual(3);
  await expect(chart.locator("svg + i")).toBeVisible();
  const last = chart.locator("svg ~ div a").last();
  await last.focus();
  await expect(last.locator("span")).toHaveCSS("opacity", "1");

  await chart.getByRole("link", { name: t("showAsTable"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("tableDays"));
  expect(await page.locator("tbody tr").count()).toBeGreaterThanOrEqual(420);
});

test("each of its figures links to its definition, and that links back", { tag: "@phone" }, async ({
  page,
  translations,
}) => {
  const t = translations("statistics");
  await page.goto(address);
  const figures = page.locator("#figures");
  const group = figures.locator("details").filter({ hasText: t("group_risk") });
  const name = group.getByRole("link", { name: t("figure_sharpe_annual"), exact: true });
  // collapsed on phones
  if (!(await name.isVisible())) await group.locator("summary").click();
  const names = await figures
    .locator("li a")
    .evaluateAll((links) =>
      links.map((link) => [link.textContent, new URL((link as HTMLAnchorElement).href).hash]),
    );
  expect(names.length).toBeGreaterThan(25);
  await name.click();
  await expect(page.locator("li:target")).toContainText(t("figure_sharpe_annual"));
  await expect(page.locator("li:target p")).toHaveText(t("define_sharpe_annual"));
  await expect(page.locator("li:target")).toBeInViewport();
  for (const [text, anchor] of names) await expect(page.locator(`li${anchor} span`)).toHaveText(text ?? "");
  await page.getByRole("link", { name: t("backToPage", { name: "Trend following" }), exact: true }).click();
  await expect(page).toHaveURL(address);
});

test("the badge is available light, dark and small, each with its own code", async ({
  page,
  translations,
}) => {
  const t = translations("statistics");
  await page.goto(`${address}/badge`);
  for (const [variant, file] of [
    ["dark", "badge-dark.svg"],
    ["small", "badge-small.svg"],
    ["light", "badge.svg"],
  ] as const) {
    const choice = page.getByRole("link", { name: t(`badge_${variant}`), exact: true });
    await choice.click();
    await expect(choice).toHaveAttribute("aria-current", "page");
    await expect(page.locator("main img")).toHaveAttribute("src", `${address}/${file}`);
    for (const code of await page.locator("main code").all()) await expect(code).toContainText(`/${file}`);
    expect((await page.request.get(`${address}/${file}`)).headers()["content-type"]).toContain("svg");
  }
});

test("custom dates are behind their name, and kept in the address", async ({ page, translations }) => {
  const t = translations("period");
  await page.goto(`${address}?zone=UTC`);
  await expect(page.getByLabel(t("from"), { exact: true })).toBeHidden();
  await page.locator("summary", { hasText: t("period_own") }).click();
  await page.getByLabel(t("from"), { exact: true }).fill("2026-01-05");
  await page.getByRole("button", { name: t("apply"), exact: true }).click();
  await expect(page).toHaveURL(/period=own&zone=UTC&from=2026-01-05&to=/);
  await expect(page.getByLabel(t("from"), { exact: true })).toHaveValue("2026-01-05");
});
