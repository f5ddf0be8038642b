import type { Page } from "@playwright/test";
import { waitingKinds } from "#contract/admin/waiting";
import { violations } from "./support/axe";
import { clippedTexts } from "./support/clipped-texts";
import { fillConsole, test } from "./support/console-cabinet";
import { firstVisit, weigh } from "./support/page-weight";
import { logInStaff } from "./support/staff-with";
import { expect } from "./support/test";

/** HTML and CSS of a page, as transferred. */
const maxBytes = 16 * 1024;

const itemIds = {
  ticket: "ticket1",
  testServer: "request1",
  withdrawal: "withdrawal1",
  deposit: "deposit1",
  dispute: "report1",
  failedOrder: "order1",
  drift: "drift1",
  correction: "proposal1",
};

/** Pages with lists, each of them full. */
const lists = [
  "",
  ...waitingKinds.map((kind) => `?kind=${kind}`),
  "/clients",
  "/clients?q=trader",
  "/clients/client1",
  "/tickets",
  "/tickets?status=open",
  "/tickets?status=closed",
  "/tickets/ticket1",
  "/money/deposits",
  "/money/withdrawals",
  "/money/invoices?from=2020-01-01&to=2020-12-31",
  "/money/revenue",
  "/machines",
  "/catalogue",
  "/settings",
  "/health",
  "/announcements",
  "/texts",
  "/audit",
];
const items = waitingKinds
  .filter((kind) => kind !== "ticket")
  .map((kind) => `/inbox/${kind}/${itemIds[kind]}`);

/** Input of operations that return a list only if something is given. */
const inputs: Record<string, string> = {
  "clients-notes": "client=client1",
  "clients-find": "words=trader",
  "emails-list": "client=client1",
  "settings-history": "key=graceDays",
  "invoices-list": "from=2020-01-01&to=2020-12-31",
  "tickets-read": "id=ticket1",
  "requests-show": "requestId=c4ca4238a0b923820dcc509a6f75849b",
};

/** Returns what is wrong with a page: its status, its size, script. */
async function faultsOf({ request }: Page, path: string): Promise<string[]> {
  const answer = await request.get(path);
  const html = await firstVisit(request, path);
  const { htmlAndStyles } = weigh(html, maxBytes);
  return [
    ...(answer.status() === 200 ? [] : [`${path}: ${answer.status()}`]),
    ...(htmlAndStyles > maxBytes ? [`${path}: ${htmlAndStyles} bytes`] : []),
    ...(/<script[^>]+src=|page-script/.test(html) ? [`${path}: script`] : []),
  ];
}

/** Returns words of up to 24 characters that stand alone in a cell, such as ids and sums, and are broken. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const range = document.createRange();
    for (const cell of document.querySelectorAll("tbody :is(th, td)")) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const word = node.textContent ?? "";
        range.selectNodeContents(node);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (/^[^ \n@]{1,24}$/.test(word) && lines.size > 1) broken.push(`broken: ${word}`);
      }
    }
    return broken;
  });

test("every page of a console with full lists is small, and those with lists are accessible and fit their screen", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  test.setTimeout(15 * 60_000);
  await fillConsole(cabinet);
  const { dataDir, origin: baseURL } = cabinet;
  const faults = await faultsOf(page, `${baseURL}/admin/login`);
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "owner");
  const console = staff.page;
  await console.goto("/admin/operations");
  const operations = await console
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(operations.length).toBeGreaterThan(80);
  for (const path of operations) {
    const input = inputs[path.split("/").at(-1) ?? ""];
    faults.push(...(await faultsOf(console, input ? `${path}?${input}` : path)));
  }
  for (const path of ["/login/code", "/operations", ...lists, ...items].map((path) => `/admin${path}`)) {
    faults.push(...(await faultsOf(console, path)));
    await console.goto(path);
    for (const found of await violations(console)) faults.push(`${path}: ${found}`);
    for (const [width, height] of [
      [360, 740],
      [1440, 900],
    ] as const) {
      await console.setViewportSize({ width, height });
      for (const text of [...(await clippedTexts(console)), ...(await brokenWords(console))])
        faults.push(`${path}, ${width} px: ${text}`);
    }
  }
  expect(faults).toEqual([]);
  await staff.context.close();
});
