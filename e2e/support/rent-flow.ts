import type { APIRequestContext, Page } from "@playwright/test";
import { apiClient, signUpByApi } from "./api";
import type { Carried, Line } from "./network-conditions";
import { emulateLine } from "./network-conditions";
import { newAddress } from "./test";

export type Renter = { email: string; password: string };

/** Number of servers that the client has before the flow. */
export const serversBefore = 2;
const setupTimeoutMs = 30_000;

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
  for (const until = Date.now() + setupTimeoutMs; !(await areSetUp()); ) {
    if (Date.now() > until) throw new Error("The servers were not set up");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return renter;
}

/**
 * A client logs in, sees the servers, takes the first plan and pays, as fast as the page lets them, on a line.
 *
 * @returns what went over the line until it was paid.
 */
export async function rentOnLine(page: Page, origin: string, line: Line, renter: Renter): Promise<Carried> {
  const network = await emulateLine(page, line);
  await page.goto(`${origin}/login`, { waitUntil: "commit" });
  await page.locator("input[name=email]").fill(renter.email);
  await page.locator("input[name=password]").fill(renter.password);
  await page.locator("button[name=intent][value=login]").click({ noWaitAfter: true });
  await page.locator(".plans button[type=submit]").first().click({ noWaitAfter: true });
  await page.locator("dialog button[name=intent][value=pay]").click({ noWaitAfter: true });
  await page.locator("table.servers tbody tr").nth(serversBefore).waitFor();
  return network.carried();
}
