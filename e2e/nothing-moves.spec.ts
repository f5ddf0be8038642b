import type { Page } from "@playwright/test";
import { demoPerson, everyPage } from "./support/every-page";
import { takenOver } from "./support/open-page";
import { speaking } from "./support/speaking";
import { expect, logIn, test } from "./support/test";

const controls = "a, button, input, select, textarea, summary, label";

/** Remembers where everything stands that can be pressed. */
const remember = (page: Page) =>
  page.evaluate((selector) => {
    const places = new Map<Element, string>();
    for (const one of document.querySelectorAll(selector)) {
      const { left, top, width } = one.getBoundingClientRect();
      if (width > 0) places.set(one, `${Math.round(left)}, ${Math.round(top + scrollY)}`);
    }
    Object.assign(window, { places });
    return places.size;
  }, controls);

/** What stands elsewhere since, or is gone. */
const moved = (page: Page) =>
  page.evaluate(() =>
    [...(window as unknown as { places: Map<Element, string> }).places].flatMap(([one, place]) => {
      const { left, top } = one.getBoundingClientRect();
      const now = `${Math.round(left)}, ${Math.round(top + scrollY)}`;
      const name = (one.textContent || one.getAttribute("name") || one.tagName).trim().slice(0, 40);
      return one.isConnected && now === place ? [] : `${name}: ${place} to ${now}`;
    }),
  );

/** A button that moves between press and release is not pressed: a login was lost by it. */
for (const width of [360, 1440])
  test(`nothing that can be pressed moves when the script comes, ${width} px`, async ({
    page,
    words,
    playwright,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const [visitor, client] = await Promise.all(
      [0, 1].map(() => playwright.request.newContext({ baseURL, storageState: speaking("en", baseURL) })),
    );
    if (!visitor || !client) throw new Error("no one to ask");
    const pages = await everyPage(visitor, client);
    await page.setViewportSize({ width, height: 900 });
    let letScriptCome = () => {};
    let came = Promise.resolve();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await came;
      await route.continue().catch(() => undefined);
    });
    let looked = 0;
    const look = async (path: string) => {
      came = new Promise((resolve) => {
        letScriptCome = resolve;
      });
      await page.goto(path);
      const count = await remember(page);
      letScriptCome();
      await takenOver(page);
      if (count > 0) looked++;
      expect.soft(await moved(page), path).toEqual([]);
    };
    for (const { path } of pages.visitor) await look(path);
    letScriptCome();
    came = Promise.resolve();
    await logIn(page, words, demoPerson.email, demoPerson.password);
    for (const { path } of pages.client) await look(path);
    expect(looked).toBeGreaterThan(40);
  });

/** What is typed, what it brings, and the button that takes it. */
const answered = [
  {
    path: "/balance-operations/deposit",
    field: ["balance", "amount"],
    typed: "100",
    brings: "$2.50",
    takes: "Continue to payment",
  },
  {
    path: "/online-monitoring",
    field: ["subscription", "accounts"],
    typed: "48",
    brings: "$96.00",
    takes: /^Pay/,
  },
  {
    path: "/online-monitoring?accounts=1&months=12",
    field: ["subscription", "accounts"],
    typed: "50",
    brings: "Top up the balance",
    takes: /^Pay/,
  },
  {
    path: "/online-monitoring/add-accounts",
    field: ["subscription", "accounts"],
    typed: "40",
    brings: "Top up the balance",
    takes: "Add accounts",
  },
] as const;

for (const width of [360, 768, 1440])
  for (const { path, field, typed, brings, takes } of answered)
    test(`a button does not move by what is typed above it, ${path}, ${width} px`, async ({
      page,
      words,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await logIn(page, words, demoPerson.email, demoPerson.password);
      await page.goto(path);
      await takenOver(page);
      const [namespace, key] = field;
      const typedIn = page.getByLabel(words(namespace)(key), { exact: true });
      const answer = page.locator("main").getByText(brings, { exact: true });
      const button = page.locator("main").getByRole("button", { name: takes, exact: true });
      await expect(answer).toBeHidden();
      await typedIn.focus();
      const placeOf = () => button.evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY));
      const before = await placeOf();
      await typedIn.fill(typed);
      await expect(answer).toBeVisible();
      expect(await placeOf()).toBe(before);
    });
