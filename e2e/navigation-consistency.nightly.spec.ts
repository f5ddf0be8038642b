import type { Page } from "@playwright/test";
import { languages } from "#contract/languages";
import { demoUser } from "./support/every-page";
import {
  complaintsOf,
  delayResponses,
  openPage,
  triggerHydration,
  waitForHydration,
} from "./support/open-page";
import { expect, logIn, test } from "./support/test";

test("a page shows the same after a document load and after a link, in both languages", async ({
  page,
  translations,
}) => {
  test.setTimeout(120_000);
  const t = translations("common");
  const complaints = complaintsOf(page);
  await logIn(page, demoUser.email, demoUser.password);
  const main = page.getByRole("main");
  const mainText = async () => (await main.innerText()).replace(/\s+/g, " ");
  for (const name of [t("partnerProgram"), t("monitoring"), t("balanceOperations"), t("support"), t("vps")]) {
    await openPage(page, "/profile");
    const link = page.locator("#menu").getByRole("link", { name, exact: true });
    const path = (await link.getAttribute("href")) ?? "";
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(link).toHaveAttribute("aria-current", "page");
    const byLink = await mainText();
    await openPage(page, path);
    expect(byLink, `${path}, by a link and opened`).toBe(await mainText());

    const language = page.locator("header button[name=language]").filter({ visible: true });
    for (const next of languages.slice(1)) {
      await language.click();
      await expect(page.locator("html")).toHaveAttribute("lang", next);
      const switched = await mainText();
      await openPage(page, path);
      expect(switched, `${path}, switched to ${next} and opened in it`).toBe(await mainText());
    }
    await language.click();
    await expect(page.locator("html")).toHaveAttribute("lang", languages[0]);
  }
  expect(complaints).toEqual([]);
});

test("a menu opened before hydration stays open", async ({ page, translations }) => {
  const common = translations("common");
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, demoUser.email, demoUser.password);
  const script = await delayResponses(page, /\/assets\/.*\.js$/);
  await page.goto("/support", { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: common("menu"), exact: true }).click();
  // a closing menu is still visible during its animation, so visibility does not tell
  const isOpen = () => page.locator("#menu").evaluate((menu) => menu.matches(":popover-open"));
  expect(await isOpen()).toBe(true);
  await triggerHydration(page);
  script.release();
  await waitForHydration(page);
  expect(await isOpen()).toBe(true);
});

/** Runs `act` once, between React's start and the render that hydrates the page. */
async function asReactBegins(page: Page, act: () => void): Promise<{ acted: Promise<unknown> }> {
  await page.addInitScript(`(${momentOfReact})(${act})`);
  return { acted: page.waitForFunction(() => "hasActed" in window) };
}

function momentOfReact(act: () => void): void {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...args: Parameters<typeof addEventListener>) {
    addEventListener.apply(this, args);
    // only React listens for this event, and it adds the listener at start
    if (this !== document || args[0] !== "gotpointercapture") return;
    EventTarget.prototype.addEventListener = addEventListener;
    queueMicrotask(() => {
      act();
      Object.assign(window, { hasActed: true });
    });
  };
}

test("a key pressed at the moment of hydration breaks nothing", async ({ page, translations }) => {
  const complaints = complaintsOf(page);
  const { acted } = await asReactBegins(page, () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  });
  await page.goto("/login");
  await page.getByLabel(translations("user")("email"), { exact: true }).focus();
  await triggerHydration(page);
  await acted;
  await waitForHydration(page);
  expect(complaints).toEqual([]);
});

test("moving to the next field at the moment of hydration keeps the focus there", async ({
  page,
  translations,
}) => {
  const t = translations("support");
  await logIn(page, demoUser.email, demoUser.password);
  const script = await delayResponses(page, /\/assets\/.*\.js$/);
  // a changed field fires `change` on blur, which makes React hydrate at once
  const { acted } = await asReactBegins(page, () =>
    document.querySelector<HTMLElement>("textarea[name=text]")?.focus(),
  );
  await page.goto("/support/new", { waitUntil: "domcontentloaded" });
  await page.getByLabel(t("ticketTitle"), { exact: true }).pressSequentially("Waiting");
  script.release();
  await acted;
  await page.keyboard.insertText("Hello?");
  await waitForHydration(page);
  await page.keyboard.insertText(" Anybody?");
  await expect(page.getByLabel(t("text"), { exact: true })).toHaveValue("Hello? Anybody?");
  await expect(page.getByLabel(t("ticketTitle"), { exact: true })).toHaveValue("Waiting");
});
