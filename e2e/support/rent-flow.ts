import type { APIRequestContext, Page } from "@playwright/test";
import { apiClient, signUpByApi } from "./api";
import type { Carried, Line } from "./network-conditions";
import { emulateLine } from "./network-conditions";
import { newAddress } from "./test";

/** Timings of a flow in milliseconds from the first request, and the data transferred until payment. */
export type Flow = {
  firstPaint: number;
  usable: number;
  servers: number;
  paid: number;
  carried: Carried;
};

export type Renter = { email: string; password: string };

/** Number of servers that the client has before the flow. */
const serversBefore = 2;
const settledMilliseconds = 30_000;

/** Creates a client with money for one more server; the existing servers are set up. */
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

/**
 * Returns the time of the first contentful paint of the open page. Read by polling, because waiting inside the page
 * needs script.
 */
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
 * A client logs in, sees the servers, takes the first plan and pays, as fast as the page allows, on an emulated
 * connection. The page's context must be fresh. Elements are found by content, so the page may come from another
 * build.
 *
 * @param typed resolves when the credentials are typed; by default at once, before the first paint.
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
