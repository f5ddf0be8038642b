import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runAdminCommand } from "./support/admin-command";
import { decidedBothWays, insertWaiting, test } from "./support/console-cabinet";
import { amountsOf } from "./support/ledger-csv";
import { newClientWith, password } from "./support/new-client";
import { expect, inDays } from "./support/test";

test("a provider's week on the command line: the client sees each step, and the books add up", async ({
  page,
  browser,
  translations,
  mailbox,
  cabinet,
}) => {
  test.setTimeout(240_000);
  const cabinetCommand = (...args: string[]) => runAdminCommand(args, cabinet.dataDir);
  const { api, email } = await newClientWith(50_00, page, mailbox);
  const { serverId } = await api.rent("trader-1");

  // Monday, at night: a ticket
  const { ticketId = "" }: { ticketId?: string } = await api.upload("/support/tickets", {
    departmentId: "technical",
    title: "Terminal stops",
    text: "It stops at night.",
  });
  expect(await cabinetCommand("staff", "waiting")).toContain(ticketId);
  await cabinetCommand("tickets", "reply", ticketId, "--text", "Restarted; it runs again.", "--yes");
  expect(await cabinetCommand("staff", "waiting")).not.toContain(ticketId);
  await page.goto(`/support/${ticketId}`);
  await expect(page.getByText("Restarted; it runs again.")).toBeVisible();

  // Tuesday: a fraudster
  const fraudsterContext = await browser.newContext({ baseURL: cabinet.origin });
  const fraudsterPage = await fraudsterContext.newPage();
  const fraudster = await newClientWith(20_00, fraudsterPage, mailbox);
  expect(await cabinetCommand("clients", "find", fraudster.email)).toContain(fraudster.email);
  const reason = "The card is not yours.";
  await cabinetCommand("clients", "block", fraudster.email, "--reason", reason, "--yes");
  await mailbox.emailTo(fraudster.email, reason);
  await expect(fraudster.api.rent("trader-1")).rejects.toThrow("accountBlocked");
  await fraudsterPage.goto("/support");
  await expect(fraudsterPage.getByRole("heading", { level: 1 })).toHaveText(translations("support")("title"));

  // Wednesday: a price increase, announced ten days ahead
  await cabinetCommand("tariffs", "price", "trader-1", "1", "12", "--from", inDays(12), "--yes");
  expect(await cabinetCommand("tariffs", "changes")).toContain("12.00");
  await mailbox.emailTo(email, "$12.00");

  // Thursday: a chargeback
  const received = await cabinetCommand("deposits", "list", "--status", "received");
  const orderId =
    received
      .split("\n")
      .find((line) => line.includes(email))
      ?.split(/\s+/)[0] ?? "";
  await cabinetCommand(
    "deposits",
    "refund",
    orderId,
    "--reason",
    "Taken back by the bank",
    "--reversed",
    "--yes",
  );
  expect(await cabinetCommand("servers", "list")).toMatch(new RegExp(`${serverId}.*blocked`));
  await page.goto(`/vps/servers/${serverId}`);
  await expect(page.getByText(translations("vps")("statusBlocked"), { exact: true }).first()).toBeVisible();

  // Friday: a client leaves, and an email to all who stay
  await cabinetCommand("clients", "unblock", fraudster.email, "--yes");
  await fraudsterPage.goto("/profile");
  await fraudsterPage
    .getByRole("link", { name: translations("profile")("deleteAccount"), exact: true })
    .click();
  await fraudsterPage.getByLabel(translations("common")("password"), { exact: true }).fill(password);
  await fraudsterPage
    .getByRole("button", { name: translations("accountDeletion")("button"), exact: true })
    .click();
  await expect(fraudsterPage).toHaveURL(/\/login/);
  await fraudsterContext.close();
  const notice = [
    "--subject-en",
    "Works on Sunday",
    "--text-en",
    "We restart at 03:00 UTC.",
    "--subject-ru",
    "Работы",
    "--text-ru",
    "Перезапуск в 03:00 UTC.",
  ];
  expect(await cabinetCommand("announcements", "preview", ...notice)).toMatch(/\b1 client/);
  await cabinetCommand("announcements", "send", ...notice, "--count", "1", "--yes");
  await mailbox.emailTo(email, "We restart at 03:00 UTC.");

  // end of the month
  expect(await cabinetCommand("books", "revenue")).toMatch(/Trader 1 .*9\.00/);
  const file = join(cabinet.dataDir, "books.csv");
  await cabinetCommand("books", "export", "--file", file);
  const cents = amountsOf(await readFile(file, "utf8"));
  expect(cents.length).toBeGreaterThan(5);
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0);
  await cabinetCommand("ledger", "check");
  expect(await cabinetCommand("invoices", "list", "--client", email)).toMatch(/INV-\d+-000001 .*9\.00/);
  const audit = await cabinetCommand("audit", "list");
  for (const step of [
    "tickets reply",
    "clients block",
    "tariffs price",
    "deposits refund",
    "announcements send",
  ])
    expect(audit).toContain(step);
});

/** Each kind of waiting item decided both ways: the same operations as in the browser (admin-inbox.spec.ts). */
const decisions = [
  ["tickets", "reply", "ticket1", "--text", "Restarted."],
  ["tickets", "close", "ticket2"],
  ["deposits", "reject", "deposit2", "--reason", "No such transfer."],
  ["withdrawals", "send", "withdrawal1"],
  ["withdrawals", "pay", "withdrawal1", "--reference", "TX 1"],
  ["withdrawals", "reject", "withdrawal2", "--reason", "Another wallet."],
  ["test-servers", "approve", "request1"],
  ["test-servers", "reject", "request2", "--reason", "Only one each."],
  ["deposits", "refund", "deposit1", "--reason", "Paid twice.", "--by-hand"],
  ["deposits", "settle", "report1", "--note", "Refunded."],
  ["deposits", "settle", "report2", "--note", "The sum is right."],
  ["servers", "retry", "order1"],
  ["servers", "dismiss", "order3", "--reason", "The client restarted it."],
  ["servers", "refund", "server2", "--reason", "No node has room."],
  ["drifts", "settle", "drift1", "--note", "Removed."],
  ["servers", "revoke", "server1", "--reason", "Its disk is lost."],
  ["balance", "confirm", "proposal1"],
  ["balance", "reject", "proposal2"],
];

test("each kind of waiting item is decided both ways on the command line; of two people one decides", async ({
  cabinet,
}) => {
  test.setTimeout(240_000);
  await insertWaiting(cabinet, 2, decidedBothWays);
  const cabinetCommand = (...args: string[]) => runAdminCommand(args, cabinet.dataDir);
  const two = await Promise.allSettled(
    ["olga", "ivan"].map((OPERATOR) =>
      runAdminCommand(["deposits", "accept", "deposit1", "--yes"], cabinet.dataDir, { OPERATOR }),
    ),
  );
  expect(two.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  for (const words of decisions) await cabinetCommand(...words, "--yes");
  expect((await cabinetCommand("staff", "waiting")).trim()).toBe("None.");
  await cabinetCommand("ledger", "check");
});

test("changed business settings are what pages name, offer and charge", async ({
  page,
  browser,
  language,
  translations,
  mailbox,
  cabinet,
}) => {
  test.setTimeout(360_000);
  const set = (key: string, value: unknown) =>
    runAdminCommand(
      ["settings", "set", key, JSON.stringify(value), "--reason", "Autumn", "--yes"],
      cabinet.dataDir,
    );
  await newClientWith(10_00, page, mailbox);
  const t = translations("subscription");
  await page.goto("/online-monitoring");
  const pay = (sum: string) =>
    page.getByRole("button", { name: new RegExp(`\\b${sum.replace(".", "[.,]")}`) });
  await expect(pay("2.00")).toBeVisible();

  // a page that is open keeps its price, and charges nothing at another one
  await set("accountMonthCents", 250);
  await pay("2.00").click();
  await expect(page.getByText(translations("api")("priceDiffers"))).toBeVisible();
  await expect(page.getByText(/2[.,]50/).first()).toBeVisible();
  await pay("2.50").click();
  await expect(page.getByRole("heading", { name: t("continueTitle"), exact: true })).toBeVisible();
  await page.goto("/balance-operations");
  await expect(page.getByText(/7[.,]50/).first()).toBeVisible();

  await set("graceDays", 1);
  await set("testServerDays", 1);
  await set("freeAccounts", 2);
  const oneDay = translations("terms")("days_one", { count: 1 });
  for (const address of ["/faq/blocked", "/faq/test-server", "/public-offer"]) {
    await page.goto(address);
    await expect(page.getByText(oneDay).first()).toBeVisible();
    await expect(page.locator("main")).not.toContainText("{{");
  }
  await page.goto("/faq/subscription");
  await expect(page.locator("main")).toContainText(
    translations("terms")(language === "ru" ? "accountsFree_few" : "accountsFree_other", { count: 2 }),
  );
  await page.goto("/vps/test-server");
  await expect(page.getByRole("dialog")).toContainText(oneDay);

  await set("rentalMonths", [1, 12]);
  await page.goto("/vps/order/trader-1");
  await expect(page.getByRole("dialog").locator("input[name=months]")).toHaveCount(2);

  await set("departments", [{ id: "general", en: "Anything", ru: "Любой вопрос" }]);
  await page.goto("/support/new");
  await expect(page.getByText(/Anything|Любой вопрос/).first()).toBeAttached();

  await set("promoDiscounts", [{ discount: 7, activeReferrals: 0 }]);
  await page.goto("/partner-program/promo-codes");
  await expect(page.locator("main")).toContainText("7");
  await expect(page.locator("main")).not.toContainText("15");

  const visitor = await browser.newContext({ baseURL: cabinet.origin });
  const login = await visitor.newPage();
  await login.goto("/login");
  await expect(login.getByText("Monitor 2 accounts free", { exact: true })).toBeVisible();
  await visitor.close();
  expect(await runAdminCommand(["settings", "history", "graceDays"], cabinet.dataDir)).toContain("Autumn");
});
