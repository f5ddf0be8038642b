import type { APIRequestContext, Page } from "@playwright/test";
import { apiClient, signUpByApi } from "./api";
import type { Carried, Line } from "./network-conditions";
import { emulateLine } from "./network-conditions";
import { newAddress } from "./test";

/** What a visit took: milliseconds from the first request on, and what went over the line until it was paid. */
export type Flow = {
  firstPaint: number;
  usable: number;
  servers: number;
  paid: number;
  carried: Carried;
};

export type Renter = { email: string; password: string };

/** How many servers a visitor of the flow has before it. */
const serversBefore = 2;
const settledMilliseconds = 30_000;

/** Somebody new, with money for one server more than they have; all of theirs are set up. */
export async function newRenter(
  request: APIRequestContext,
  emailTo: (address: string) => Promise<string>,
): Promise<Renter> {
  const renter = { email: newAddress("renter"), password: "a good password" };
  await signUpByApi(request, emailTo, { ...renter, name: "Ann Lee" });
  const client = await apiClient(request, renter.email, renter.password);
  await client.deposit(200_00);
  for (let count = 0; count < serversBefore; count++) await client.rent("trader-1");
  const areSetUp = async () => {
    const { servers } = await client.call("GET", "/vps/servers");
    return (servers as unknown as { status: string }[]).every(({ status }) => status === "active");
  };
  for (const until = Date.now() + settledMilliseconds; !(await areSetUp()); ) {
    if (Date.now() > until) throw new Error("The servers were not set up");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return renter;
}

/** When the page that is open was first painted; asked at once, since what waits within a page needs script. */
const paintOf = () => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return paint ? performance.timeOrigin + paint.startTime : null;
};

async function untilPainted(page: Page): Promise<number> {
  for (;;) {
    const paintedAt = await page.evaluate(paintOf);
    if (paintedAt !== null) return paintedAt;
    await page.waitForTimeout(50);
  }
}

/**
 * A client logs in, sees the servers, takes the first plan and pays, as fast as the page lets them, on a line.
 * The page is one of a context that has been nowhere yet; whose program it is does not matter: it is found by what it shows.
 *
 * @param typed what passes while they type who they are; by default they have typed it before it is painted.
 */
export async function rentOnLine(
  page: Page,
  origin: string,
  line: Line,
  renter: Renter,
  typed: Promise<unknown> = Promise.resolve(),
): Promise<Flow> {
  const wire = await emulateLine(page, line);
  const startedAt = Date.now();
  const since = () => Date.now() - startedAt;
  await page.goto(`${origin}/login`, { waitUntil: "commit" });
  const logIn = page.locator("button[name=intent][value=login]");
  await logIn.waitFor();
  const usable = since();
  const paintedAt = await untilPainted(page);
  await typed;
  await page.locator("input[name=email]").fill(renter.email);
  await page.locator("input[name=password]").fill(renter.password);
  await logIn.click({ noWaitAfter: true });
  const rows = page.locator("table.servers tbody tr");
  await rows.nth(serversBefore - 1).waitFor();
  const servers = since();
  await page.locator(".plans button[type=submit]").first().click({ noWaitAfter: true });
  await page.locator("dialog button[name=intent][value=pay]").click({ noWaitAfter: true });
  await rows.nth(serversBefore).waitFor();
  const paid = since();
  return {
    firstPaint: paintedAt - startedAt,
    usable,
    servers,
    paid,
    carried: wire.carried(),
  };
}
