import type { APIRequestContext } from "@playwright/test";
import { languages } from "#contract/languages";
import { everySharedPage, logInAsDemo } from "./support/every-page";
import { localeState } from "./support/locale-state";
import { emulateLine, quickLine, slowLine } from "./support/network-conditions";
import { triggerHydration, waitForHydration } from "./support/open-page";
import {
  compressedSize,
  firstVisit,
  laterVisit,
  lazyChunks,
  scriptTagsOf,
  weigh,
  weighChunk,
} from "./support/page-weight";
import { newRenter, rentOnLine } from "./support/rent-flow";
import { expect, test } from "./support/test";

/**
 * The budgets of the design's performance page, each with some margin. Bytes are compressed with brotli, or as
 * transferred. No other test asserts the size of anything that the product sends.
 */
const KB = 1024;
const budgets = {
  /** Script before the first interaction, on a slow connection or with `Save-Data`. */
  untouchedScript: 1 * KB,
  /** HTML and CSS of a first visit. */
  firstVisit: 17 * KB,
  /** HTML of later visits, when the browser has the CSS cached. */
  laterVisit: 8 * KB,
  /** From the login to a paid server, on a slow connection, without script. */
  untilPaid: 50 * KB,
  hydratedScript: 130 * KB,
  /** Each React Aria chunk that is loaded at the first interaction. */
  piece: 65 * KB,
  requestsBeforePaint: 2,
  /**
   * The design says 6: a dialog of five nested routes requests two more files of about 130 bytes each (Rollup's
   * facades).
   */
  scriptRequests: 8,
};

const inKilobytes = (bytes: number) => Number((bytes / KB).toFixed(1));

for (const language of languages)
  test(`no page is heavier than its budget (${language})`, async ({ playwright, baseURL }) => {
    test.setTimeout(180_000);
    const options = { baseURL, storageState: localeState(language, baseURL) };
    const [visitor, client] = [
      await playwright.request.newContext(options),
      await playwright.request.newContext(options),
    ];
    const pages = await everySharedPage(language, visitor, client);
    const report: Record<string, object> = {};
    // all pages of a section load the same files
    const files = new Map<string, number>();
    const sizeAt = async (who: APIRequestContext, address: string) => {
      const size =
        files.get(address) ?? compressedSize(await (await who.get(address)).body(), budgets.untouchedScript);
      files.set(address, size);
      return size;
    };
    const all = [
      ...pages.visitor.map(({ path }) => ({ path, who: visitor })),
      ...pages.client.map(({ path }) => ({ path, who: client })),
    ];
    for (const { path, who } of all) {
      const weight = weigh(await firstVisit(who, path), budgets.firstVisit);
      const texts = weight.texts ? await sizeAt(who, weight.texts) : 0;
      const saving = await who.get(path, { headers: { "save-data": "on" } });
      const measured = {
        untouchedScript: await scriptOf(await saving.text(), (address) => sizeAt(who, address)),
        firstVisit: weight.htmlAndStyles,
        laterVisit: compressedSize(await laterVisit(who, path), budgets.laterVisit),
        hydratedScript: weight.script + texts,
        requestsBeforePaint: weight.blockingRequests,
        scriptRequests: weight.scriptFiles.length + (weight.texts ? 1 : 0),
      };
      report[path] = measured;
      for (const [name, value] of Object.entries(measured))
        expect.soft(value, `${name} of ${path}`).toBeLessThanOrEqual(budgets[name as keyof typeof budgets]);
      // React Aria's chunks and form schemas are loaded only at the first interaction
      const early = weight.scriptFiles.filter((name) =>
        ["checks", ...lazyChunks].some((chunk) => name.startsWith(`${chunk}-`)),
      );
      expect.soft(early, `${path}, before anything is touched`).toEqual([]);
    }
    await test.info().attach("sizes.json", { body: JSON.stringify(report, null, 2) });
    if (process.env.REPORT) console.table(report);
    await Promise.all([visitor.dispose(), client.dispose()]);
  });

/** Returns the bytes of a page's script tags; for tags with a `src`, the size of the file. */
async function scriptOf(html: string, sizeAt: (address: string) => Promise<number>): Promise<number> {
  let bytes = 0;
  for (const { address, code } of scriptTagsOf(html))
    bytes += address ? await sizeAt(address) : compressedSize(code, budgets.untouchedScript);
  return bytes;
}

test("what React Aria loads at the first touch is within its budget", async ({ playwright, baseURL }) => {
  const client = await playwright.request.newContext({ baseURL });
  await logInAsDemo(client);
  const { scriptFiles } = weigh(await firstVisit(client, "/profile"), budgets.firstVisit);
  for (const chunk of lazyChunks)
    expect.soft(weighChunk(chunk, scriptFiles), chunk).toBeLessThanOrEqual(budgets.piece);
  await client.dispose();
});

test("no script is requested before anything is touched, and then in few requests", async ({ page }) => {
  await logInAsDemo(page.request);
  const slow = await emulateLine(page, { ...slowLine, slowdown: 1 });
  for (const path of ["/public-offer", "/vps", "/vps/order/trader-2", "/support/new"])
    await page.goto(path, { waitUntil: "networkidle" });
  expect(slow.carried().scriptBytes).toBeLessThanOrEqual(budgets.untouchedScript);
  const quick = await emulateLine(page, quickLine);
  await page.goto("/vps", { waitUntil: "networkidle" });
  expect(quick.carried().scriptBytes).toBeLessThanOrEqual(budgets.untouchedScript);
  await triggerHydration(page);
  await waitForHydration(page);
  const { scriptRequests } = quick.carried();
  expect(scriptRequests).toBeGreaterThan(0);
  expect(scriptRequests).toBeLessThanOrEqual(budgets.scriptRequests);
});

/**
 * Counts pages and redirects with their headers. Script is not counted: it is loaded when the user pauses while
 * typing, as a busy machine does.
 */
test("from the login to a paid server the traffic on a slow connection stays within its budget", async ({
  page,
  request,
  mailbox,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const renter = await newRenter(request, mailbox.emailTo);
  // nothing is timed here, so the CPU is not slowed down
  const carried = await rentOnLine(page, baseURL ?? "", { ...slowLine, slowdown: 1 }, renter);
  await test.info().attach("carried.json", { body: JSON.stringify(carried, null, 2) });
  if (process.env.REPORT) console.log(carried, inKilobytes(carried.bytes));
  expect(carried.bytes - carried.scriptBytes).toBeLessThanOrEqual(budgets.untilPaid);
});
