import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { apiClient, signUpByApi } from "./support/api";
import { post } from "./support/monitoring";
import type { Mailbox } from "./support/test";
import { expect, newAddress, test } from "./support/test";

const password = "a good password";
const day = 86_400;

type AccountOptions = {
  name: string;
  visibility: "private" | "link" | "public";
  days: number;
  results: readonly number[];
};

/** Creates a client with an account whose terminal has sent its trades, spread over its days. */
async function account(
  request: APIRequestContext,
  mailbox: Mailbox,
  options: AccountOptions,
): Promise<string> {
  const email = newAddress("public");
  await signUpByApi(request, mailbox.emailTo, { email, password, name: "Ada" });
  const { call } = await apiClient(request, email, password);
  const key = `key-${randomUUID()}`;
  const input = { number: "250997", name: options.name, activationKey: key };
  const { monitoringId: id = "" }: { monitoringId?: string } = await call(
    "POST",
    "/monitoring/accounts",
    input,
  );
  const begun = Math.floor(Date.now() / 1000 / day) * day - options.days * day;
  const deals = options.results.map((profit, index) => ({
    ticket: String(index + 2),
    position: String(index + 2),
    time: begun + Math.floor(((index + 1) * options.days * day) / (options.results.length + 1)),
    type: "sell",
    entry: "out",
    symbol: "EURUSD",
    volume: "0.1",
    price: "1.1",
    profit: String(profit),
  }));
  const deposit = { ticket: "1", time: begun, type: "balance", profit: "1000" };
  const state = { balance: "1000", equity: "1000", server: "Broker-Live" };
  await post(request, { key, number: "250997" }, { ...state, deals: [deposit, ...deals] });
  await call("POST", `/monitoring/accounts/${id}/sharing`, { visibility: options.visibility });
  await call("GET", `/monitoring/accounts/${id}/statistics`);
  return id;
}

const widthOf = (page: Page) => page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);

test("a visitor finds the public accounts, the best first, and compares two", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const t = translations("public", "statistics");
  const mark = randomUUID().slice(0, 8);
  const calm = await account(request, mailbox, {
    name: `Calm ${mark}`,
    visibility: "public",
    days: 40,
    results: [10, 20, -5],
  });
  const wild = await account(request, mailbox, {
    name: `Wild ${mark}`,
    visibility: "public",
    days: 20,
    results: [300, -400, 500],
  });
  const linked = await account(request, mailbox, {
    name: `Linked ${mark}`,
    visibility: "link",
    days: 20,
    results: [10],
  });

  const list = await page.goto("/online-monitoring/public");
  const html = (await list?.text()) ?? "";
  expect(html).not.toContain("<script");
  await page.getByLabel(t("search"), { exact: true }).fill(mark);
  await page.getByRole("button", { name: t("show"), exact: true }).click();
  const rows = page.locator("tbody tr");
  await expect(rows.getByRole("rowheader")).toHaveText([`Wild ${mark}`, `Calm ${mark}`]);
  expect(await widthOf(page)).toBe(0);

  await page.getByLabel(t("order"), { exact: true }).selectOption("drawdown");
  await page.getByRole("button", { name: t("show"), exact: true }).click();
  await expect(rows.getByRole("rowheader")).toHaveText([`Calm ${mark}`, `Wild ${mark}`]);
  await page.getByLabel(t("drawdownMost"), { exact: true }).selectOption("5");
  await page.getByRole("button", { name: t("show"), exact: true }).click();
  await expect(rows.getByRole("rowheader")).toHaveText([`Calm ${mark}`]);
  // the search is still in the form and in the URL
  await expect(page.getByLabel(t("search"), { exact: true })).toHaveValue(mark);
  await expect(page).toHaveURL(/drawdown=5/);

  await page.goto(`/online-monitoring/public?search=${mark}`);
  for (const name of ["Wild", "Calm"])
    await page.getByRole("checkbox", { name: t("compareNamed", { name: `${name} ${mark}` }) }).check();
  await page.getByRole("button", { name: t("compareTwo"), exact: true }).click();
  await expect(page).toHaveURL(`/online-monitoring/compare?a=${wild}&b=${calm}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`Calm ${mark}`);
  await expect(page.locator(".page-head p")).toContainText(t("cut"));
  // two lines in one chart, distinguished not only by colour
  await expect(page.locator("figure svg g")).toHaveCount(2);
  await expect(page.locator("figure .end")).toHaveCount(2);
  const fall = page.getByRole("row").filter({ hasText: t("figure_relative_drawdown") });
  await expect(fall.getByRole("cell").nth(1)).toContainText(t("better"));
  await expect(fall.getByRole("cell").nth(0)).not.toContainText(t("better"));
  expect(await widthOf(page)).toBe(0);
  const side = await (await request.get(`/online-monitoring/compare?a=${wild}&b=${calm}`)).text();
  expect(side).not.toContain("<script");

  // A page's URL is accepted as well as its last part. An account shared by link only is treated as unknown.
  await page.goto("/online-monitoring/compare");
  const fill = async (a: string, b: string) => {
    await page.getByLabel(t("first"), { exact: true }).fill(a);
    await page.getByLabel(t("second"), { exact: true }).fill(b);
    await page.getByRole("button", { name: t("compare"), exact: true }).click();
  };
  for (const [unknown, message] of [
    [linked, "notPublic"],
    ["no-such-account", "notPublic"],
    [calm, "same"],
  ] as const) {
    await fill(calm, unknown);
    await expect(page.getByText(t(message), { exact: true })).toBeVisible();
    await expect(page.getByLabel(t("first"), { exact: true })).toHaveValue(calm);
    await expect(page.getByLabel(t("second"), { exact: true })).toHaveValue(unknown);
  }
  await fill(new URL(`/online-monitoring/${calm}?period=week`, page.url()).href, wild);
  await expect(page).toHaveURL(`/online-monitoring/compare?a=${calm}&b=${wild}`);
});

test("a shared page links to the list, and one or three accounts can't be compared", async ({
  page,
  request,
  translations,
  mailbox,
}) => {
  const t = translations("public", "statistics");
  const mark = randomUUID().slice(0, 8);
  const options = { visibility: "public", results: [10, -5, 20] } as const;
  const past = await account(request, mailbox, { ...options, name: `Past ${mark}`, days: 30 });
  await page.goto(`/online-monitoring/${past}`);
  await page.getByRole("link", { name: t("otherAccounts"), exact: true }).click();
  await expect(page).toHaveURL("/online-monitoring/public");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("title"));
  // one account of two is not enough
  await page.goto(`/online-monitoring/compare?a=${past}`);
  await expect(page.getByText(t("missing"), { exact: true })).toBeVisible();
  await page.goto(`/online-monitoring/compare?a=${past}&a=demo-trend-following&a=x`);
  await expect(page.getByText(t("tooMany"), { exact: true })).toBeVisible();
});
