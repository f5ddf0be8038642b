import type { Page } from "@playwright/test";
import type { WaitingKind } from "#contract/admin/waiting";
import { pressAccessKey } from "./support/access-key";
import { buttonLabel } from "./support/button-label";
import { decidedBothWays, insertWaiting, test } from "./support/console-cabinet";
import { logInStaff } from "./support/staff-with";
import { submitOperation } from "./support/submit-operation";
import { expect } from "./support/test";

test("twenty tickets are answered by keyboard, one after the other", async ({
  page,
  browser,
  translations,
  mailbox,
  cabinet,
}) => {
  test.setTimeout(240_000);
  const t = translations("admin");
  await insertWaiting(cabinet, 20);
  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "support");
  const console = staff.page;
  const answered = new Set<string>();
  // from here on, no mouse
  await console.goto("/admin?kind=ticket");
  await pressAccessKey(console, "n");
  for (let ticket = 1; ticket <= 20; ticket++) {
    await expect(console).toHaveURL(
      (url) => /^\/admin\/tickets\/./.test(url.pathname) && !answered.has(url.pathname),
    );
    answered.add(new URL(console.url()).pathname);
    const reply = console.getByLabel(t("replyText"), { exact: true });
    await pressAccessKey(console, "r");
    await expect(reply).toBeFocused();
    await console.keyboard.type(`Answer ${ticket}.`);
    await expect(async () => {
      await console.keyboard.press("Tab");
      await expect(console.getByRole("button", { name: t("replyAndNext"), exact: true })).toBeFocused({
        timeout: 100,
      });
    }).toPass();
    await console.keyboard.press("Enter");
    await expect(console.getByText(t("replied"))).toBeVisible();
  }
  await expect(console).toHaveURL(/\/admin$/);
  expect(answered.size).toBe(20);
  await console.goto("/admin?kind=ticket");
  await expect(console.getByText(t("inboxEmpty"))).toBeVisible();
  await mailbox.emailTo("trader20@mail.test", "Answer ");
  await staff.context.close();
});

type Decision = [kind: WaitingKind, id: string, operation: string, fields?: Record<string, string>];

/** Each kind of item, decided both ways. */
const decisions: Decision[] = [
  ["deposit", "deposit1", "deposits_accept"],
  ["deposit", "deposit2", "deposits_reject", { reason: "No such transfer." }],
  ["withdrawal", "withdrawal1", "withdrawals_send"],
  ["withdrawal", "withdrawal1", "withdrawals_pay", { reference: "TX 1" }],
  ["withdrawal", "withdrawal2", "withdrawals_reject", { reason: "Another wallet." }],
  ["testServer", "request1", "test_servers_approve"],
  ["testServer", "request2", "test_servers_reject", { reason: "Only one each." }],
  ["dispute", "report1", "deposits_refund", { reason: "Paid twice.", byHand: "on" }],
  ["dispute", "report1", "deposits_settle", { note: "Refunded." }],
  ["dispute", "report2", "deposits_settle", { note: "The sum is right." }],
  ["failedOrder", "order1", "servers_retry"],
  ["failedOrder", "order3", "servers_dismiss", { reason: "The client restarted it." }],
  ["failedOrder", "order2", "servers_refund", { reason: "No node has room." }],
  ["drift", "drift1", "drifts_settle", { note: "Removed." }],
  ["drift", "drift2", "servers_revoke", { reason: "Its disk is lost." }],
  ["correction", "proposal1", "balance_confirm"],
  ["correction", "proposal2", "balance_reject"],
];
/** After these the item still waits: the money must be sent, the dispute closed. */
const unfinished = ["withdrawals_send", "deposits_refund"];

test("each kind of waiting item is decided both ways, in the order of the inbox by one key; a wrong role is refused", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  test.setTimeout(240_000);
  const [t, o] = [translations("admin"), translations("operations")];
  await insertWaiting(cabinet, 2, decidedBothWays);
  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "billing", "machines");
  const console = staff.page;

  // through the inbox by one key, from the first that these roles may decide
  expect((await walkByKey(console, 15)).sort()).toHaveLength(15);

  const support = await logInStaff({ browser, page, translations, dataDir, baseURL }, "support");
  // tickets have pages of their own, which lead on to the other kinds
  expect((await walkByKey(support.page, 4)).sort()).toEqual([
    "/admin/inbox/testServer/request1",
    "/admin/inbox/testServer/request2",
    "/admin/tickets/ticket1",
    "/admin/tickets/ticket2",
  ]);
  const others = [
    ...["/admin/inbox/deposit/deposit1", "/admin/operations/deposits-accept?orderId=deposit1"],
    ...["/admin/money/revenue", "/admin/money/deposits", "/admin/texts"],
  ];
  for (const address of others) expect((await support.page.goto(address))?.status(), address).toBe(403);
  await expect(support.page.getByText("trader1@mail.test")).toHaveCount(0);
  await support.context.close();

  for (const [kind, id, operation, fields = {}] of decisions) {
    const address = `/admin/inbox/${kind}/${id}`;
    await console.goto(address);
    const label = buttonLabel(o, operation);
    const button = buttonOf(console, label).first();
    if (Object.keys(fields).length > 0) await button.click();
    for (const [name, value] of Object.entries(fields)) {
      const field = console.locator(`[name="${name}"]`);
      await (value === "on" ? field.check() : field.fill(value));
    }
    await submitOperation(console, button, translations);
    await console.goto(address);
    if (!unfinished.includes(operation)) await expect(console.getByText(t("itemDecided"))).toBeVisible();
  }
  // the tickets are left, which these roles may not answer
  await console.goto("/admin");
  await expect(console.getByText(t("inboxEmpty"))).toBeVisible();
  await staff.context.close();
});

test("the page of a deleted client says so and offers nothing; a failed upgrade offers its own refund", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  const [t, o] = [translations("admin"), translations("operations")];
  await insertWaiting(cabinet, 2, [
    "update users set name = '', deleted_at = now() where id = 'client1'",
    "update machine_orders set kind = 'resize' where id = 'order2'",
  ]);
  const { dataDir, origin: baseURL } = cabinet;
  const roles = ["billing", "support", "machines"] as const;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, ...roles);
  const main = staff.page.getByRole("main");
  await staff.page.goto("/admin/clients/client2");
  const badge = main.locator(".badge");
  await expect(badge).toHaveText([t("active")]);
  expect(await main.getByRole("button").count()).toBeGreaterThan(4);
  await staff.page.goto("/admin/clients/client1");
  await expect(badge).toHaveText([t("deletedAccount")]);
  await expect(main.getByRole("button")).toHaveText([t("logOut")]);

  await staff.page.goto("/admin/inbox/failedOrder/order2");
  await expect(buttonOf(staff.page, o("do_servers_refund_upgrade"))).toHaveCount(1);
  await expect(buttonOf(staff.page, o("do_servers_refund"))).toHaveCount(0);
  await staff.context.close();
});

test("an item that two people have open is seen by both and decided by one", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  test.setTimeout(120_000);
  const [t, o] = [translations("admin"), translations("operations")];
  await insertWaiting(cabinet, 1);
  const { dataDir, origin: baseURL } = cabinet;
  const [first, second] = [
    await logInStaff({ browser, page, translations, dataDir, baseURL }, "billing", "support"),
    await logInStaff({ browser, page, translations, dataDir, baseURL }, "billing", "support"),
  ];
  await first.page.goto("/admin/inbox/deposit/deposit1");
  await second.page.goto("/admin/inbox/deposit/deposit1");
  await first.page.reload();
  for (const { page: theirs } of [first, second])
    await expect(theirs.getByText(t("openedBy", { who: "Sam Fischer" }))).toBeVisible();
  for (const { page: theirs } of [first, second]) {
    await buttonOf(theirs, buttonLabel(o, "deposits_accept")).click();
    await expect(theirs.getByRole("alert").filter({ hasText: t("question") })).toBeVisible();
  }
  await buttonOf(first.page, buttonLabel(o, "deposits_accept")).click();
  await expect(first.page).not.toHaveURL(/operations/);
  await buttonOf(second.page, buttonLabel(o, "deposits_accept")).click();
  await expect(second.page.getByRole("alert")).toBeVisible();
  await second.page.goto("/admin/clients/client1");
  await expect(second.page.getByText(/^(\$10\.00|10,00\s\$)$/).first()).toBeVisible();

  // a reply to a ticket that the other has answered meanwhile
  for (const { page: theirs } of [first, second]) await theirs.goto("/admin/tickets/ticket1");
  for (const { page: theirs } of [first, second]) {
    await theirs.getByLabel(t("replyText"), { exact: true }).fill("Restarted.");
    await buttonOf(theirs, t("reply")).click();
    if (theirs === first.page) await expect(theirs.getByText(t("replied"))).toBeVisible();
  }
  await expect(second.page.getByText(translations("api")("ticketAnswered"))).toBeVisible();
  await expect(second.page.getByLabel(t("replyText"), { exact: true })).toHaveValue("Restarted.");
  await buttonOf(second.page, t("reply")).click();
  await expect(second.page.getByText(t("replied"))).toBeVisible();
  for (const { context } of [first, second]) await context.close();
});

/** A button of an item may have the item's id behind its label. */
const buttonOf = (page: Page, label: string) =>
  page.getByRole("button", { name: new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(,|$)`) });

/** Opens items of the inbox one after the other by the access key; returns the paths of their pages, each once. */
async function walkByKey(console: Page, items: number): Promise<string[]> {
  const seen = new Set<string>();
  await console.goto("/admin");
  for (let item = 1; item <= items; item++) {
    const before = console.url();
    await pressAccessKey(console, "n");
    await expect(console).not.toHaveURL(before);
    seen.add(new URL(console.url()).pathname);
  }
  return [...seen];
}
