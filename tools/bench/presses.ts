import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { chromium, expect } from "@playwright/test";
import { chromiumPath } from "#e2e/support/chromium";
import { emulateLine, quickLine } from "#e2e/support/network-conditions";
import { triggerHydration } from "#e2e/support/open-page";
import { logIn } from "./pages";
import type { PressesResult } from "./results";
import { serveCabinet } from "./serve";
import { withFolder } from "./with-temp-folder";

/** The elements pressed in turn on a phone page. */
type Case = { path: string; presses: [what: string, selector: string][] };
const cases: Case[] = [
  {
    path: "/vps",
    presses: [
      ["menu", ".menu-button"],
      ["menu, second press: closes", "#menu .menu-head button"],
    ],
  },
  {
    path: "/vps",
    presses: [
      ["menu, before the theme", ".menu-button"],
      ["theme", "#menu .to-dark"],
    ],
  },
  { path: "/balance-operations", presses: [["period", ".segments a:not([aria-current])"]] },
  { path: "/partner-program", presses: [["tab", ".tabs a:not([aria-current])"]] },
  {
    path: "/login",
    presses: [
      ["password: show", ".with-end .needs-script"],
      ["password, second press: hide", ".with-end .needs-script"],
    ],
  },
  { path: "/vps/order/trader-1", presses: [["a field of a form", "dialog input[name=comment]"]] },
];
const hydrated = new Set(cases.map(({ path }) => path));
/** The browser reports no interaction shorter than this. */
const leastMilliseconds = 16;
/** Wait after a press or hydration until the browser has reported it. */
const reportWaitMs = 500;

/**
 * Measures on a phone (CPU four times slower) how soon presses show a result and how long hydration blocks the page.
 */
export const measurePresses = (rounds: number, log: (what: string) => void): Promise<PressesResult> =>
  withFolder(async (folder) => {
    const cabinet = await serveCabinet(folder, ["--demo"]);
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const cookie = await logIn(cabinet.origin);
      const visitor = { browser, origin: cabinet.origin, cookie };
      const presses = new Map<string, { unhydrated: number[]; hydrated: number[] }>();
      const hydration = new Map<string, number[]>();
      for (let round = 0; round < rounds; round++) {
        for (const one of cases)
          for (const state of ["unhydrated", "hydrated"] as const)
            for (const [what, delay] of await pressAll(visitor, one, state === "hydrated")) {
              const found = presses.get(what) ?? { unhydrated: [], hydrated: [] };
              presses.set(what, found);
              found[state].push(delay);
            }
        for (const path of hydrated)
          hydration.set(path, [...(hydration.get(path) ?? []), await longestTask(visitor, path)]);
      }
      const measured = {
        presses: [...presses].map(([what, delays]) => ({ what, ...delays })),
        hydration: [...hydration].map(([path, longest]) => ({ path, longest })),
      };
      log(JSON.stringify(measured));
      return measured;
    } finally {
      await browser.close();
      await cabinet.stop();
    }
  });

type Visitor = { browser: Browser; origin: string; cookie: string };
type PressEvents = { type: "ready" | "event" | "longtask"; duration: number };

/** A phone page and the interactions and long tasks that its browser reports. */
async function openPhone(
  { browser, origin, cookie }: Visitor,
  path: string,
): Promise<{ page: Page; pressEvents: PressEvents[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  if (path !== "/login") {
    const cookies = cookie.split("; ").map((pair) => pair.split("="));
    await context.addCookies(
      cookies.map(([name = "", ...value]) => ({ name, value: value.join("="), url: origin })),
    );
  }
  const page = await context.newPage();
  const pressEvents: PressEvents[] = [];
  await page.exposeBinding("tell", (_, one: PressEvents) => void pressEvents.push(one));
  await page.addInitScript({ path: "tools/bench/report-delays.mjs" });
  await emulateLine(page, { ...quickLine, slowdown: 4 });
  await page.goto(origin + path);
  if (pressEvents.length === 0) throw new Error(`${path} tells of nothing`);
  return { page, pressEvents };
}

/** Requests script and waits for hydration, which takes long on a slow CPU. */
async function hydrate(page: Page): Promise<void> {
  await triggerHydration(page);
  await expect
    .poll(() => page.evaluate(() => window.history.scrollRestoration), { intervals: [200], timeout: 60_000 })
    .toBe("manual");
}

async function pressAll(
  visitor: Visitor,
  { path, presses }: Case,
  isHydrated: boolean,
): Promise<[string, number][]> {
  const { page, pressEvents } = await openPhone(visitor, path);
  if (isHydrated) {
    await hydrate(page);
  }
  const pressDelays: [string, number][] = [];
  for (const [name, selector] of presses) {
    const target = page.locator(selector).first();
    await target.scrollIntoViewIfNeeded();
    await setTimeout(reportWaitMs);
    pressEvents.length = 0;
    await target.tap({ noWaitAfter: true });
    await setTimeout(reportWaitMs);
    const delays = pressEvents.filter(({ type }) => type === "event").map(({ duration }) => duration);
    pressDelays.push([name, Math.max(leastMilliseconds, ...delays)]);
  }
  await page.context().close();
  return pressDelays;
}

/** Returns the longest task from the request for script to hydration; 0 if none exceeds 50 ms. */
async function longestTask(visitor: Visitor, path: string): Promise<number> {
  const { page, pressEvents } = await openPhone(visitor, path);
  pressEvents.length = 0;
  await hydrate(page);
  await setTimeout(reportWaitMs);
  await page.context().close();
  return Math.max(
    0,
    ...pressEvents.filter(({ type }) => type === "longtask").map(({ duration }) => duration),
  );
}
