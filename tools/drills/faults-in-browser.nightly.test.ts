import type { Browser, BrowserContext, Page } from "@playwright/test";
import { chromium } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "#e2e/support/chromium";
import { faultsOf, limitOf, lostIn } from "./check-page.testing";
import type { Fault } from "./fault-kinds.testing";
import { faults } from "./fault-kinds.testing";
import type { FaultyEnvironment } from "./faulty-environment.testing";
import { startFaultyEnvironment } from "./faulty-environment.testing";
import { pageKinds } from "./page-kinds.testing";
import type { Tab } from "./tab.testing";
import { openTab } from "./tab.testing";

const language = "en";
const twoHours = 2 * 3_600_000;
/**
 * Rendering time in a browser, in addition to the service's response time, which `faults.nightly.test.ts` checks to
 * the second.
 */
const drawingMilliseconds = 6_000;
/** More parallel tabs would wait for the machine, not for the service. */
const parallelTabs = 4;

let world: FaultyEnvironment;
let browser: Browser;
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;
beforeAll(async () => {
  world = await startFaultyEnvironment();
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await world?.end();
}, 60_000);

/**
 * Logs in and returns the storage state of a visitor and of a client; each tab gets a separate browser context with
 * it, because one context allows only six parallel requests.
 */
async function openSessions(): Promise<Record<"visitor" | "client", StorageState>> {
  const [visitor, client] = [await browser.newContext(), await browser.newContext()];
  const form = { email: "anna@demo.test", password: "demo-password", intent: "login" };
  const answer = await client.request.post(`${world.origin}/login`, {
    form,
    headers: { origin: world.origin },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  const states = { visitor: await visitor.storageState(), client: await client.storageState() };
  await Promise.all([visitor.close(), client.close()]);
  return states;
}

describe("with JavaScript, sixteen kinds of pages each have a layout, texts and a timely response, and keep entered values", () => {
  test.each(faults.map((fault) => [fault.name, fault] as const))("%s", async (_name, fault) => {
    if (fault.needsMount && !world.canMount) return console.warn("only root of Linux may fill a disk");
    const storageStates = await openSessions();
    const wrong: string[] = [];
    const tabs: Tab[] = [];
    try {
      for (const kind of pageKinds) {
        const context = await browser.newContext({ storageState: storageStates[kind.who] });
        if (fault.isOfClock) await context.clock.setSystemTime(Date.now() + twoHours);
        tabs.push(await openTab(context, world.origin, kind));
      }
      fault.begin(world);
      for (let at = 0; at < tabs.length; at += parallelTabs)
        for (const found of await Promise.all(
          tabs.slice(at, at + parallelTabs).map((tab) => meet(tab, fault)),
        ))
          wrong.push(...found);
    } finally {
      fault.end(world);
      await Promise.all(browser.contexts().map((context) => context.close()));
      await world.untilSound();
    }
    expect(wrong).toEqual([]);
  });
});

/** Performs the tab's action and returns the faults of the resulting page; empty once there are none. */
async function meet(tab: Tab, fault: Fault): Promise<string[]> {
  const { kind, page, typed, act } = tab;
  const step = kind.form ? "form" : "page";
  const outcome = fault.outcome(kind, step);
  const limit = limitOf(kind.form) + drawingMilliseconds;
  const endsAt = performance.now() + limit;
  const remainingMs = () => Math.max(1, endsAt - performance.now());
  const pageFaults = (html: string, status: number): string[] => {
    // a payment page belongs to a third party
    if (!page.url().startsWith(world.origin)) return [];
    const known = kind.form ? status : outcome === "away" ? 503 : 200;
    const found = faultsOf(html, known, outcome, step, language);
    return outcome === "away" && !kind.form?.file ? [...found, ...lostIn(html, typed)] : found;
  };
  let lastFaults: string[] = [];
  try {
    const status = await act(limit);
    for (let html = ""; performance.now() < endsAt; await untilOther(page, html, remainingMs())) {
      // a page that is navigating has no content to read
      html = await page.content().catch(() => "");
      lastFaults = pageFaults(html, status);
      if (lastFaults.length === 0) return [];
    }
  } catch (error) {
    lastFaults.push(String(error).slice(0, 200));
  }
  return lastFaults.map((what) => `${kind.name}: ${what}`);
}

/** Waits until the page changes, or the time is over. */
const untilOther = (page: Page, html: string, timeout: number) =>
  page
    .waitForFunction((was) => document.documentElement.outerHTML !== was, html, { timeout, polling: 100 })
    .catch(() => undefined);
