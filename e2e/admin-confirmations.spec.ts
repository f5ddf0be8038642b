import type { BrowserContext, Page } from "@playwright/test";
import type { StaffRole } from "#contract/admin/roles";
import { runAdminCommand } from "./support/admin-command";
import { buttonLabel } from "./support/button-label";
import { test as base, insertWaiting } from "./support/console-cabinet";
import { logInStaff } from "./support/staff-with";
import { submitOperation } from "./support/submit-operation";
import { expect } from "./support/test";

/** A cabinet with a client who has an item of each kind, and the console of staff in it. */
const test = base.extend<{ statements: readonly string[]; logIn: (...roles: StaffRole[]) => Promise<Page> }>({
  statements: [[], { option: true }],
  logIn: async ({ page, browser, translations, cabinet, statements }, use) => {
    await insertWaiting(cabinet, 1, statements);
    const { dataDir, origin: baseURL } = cabinet;
    const contexts: BrowserContext[] = [];
    await use(async (...roles) => {
      const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, ...roles);
      contexts.push(staff.context);
      return staff.page;
    });
    for (const context of contexts) await context.close();
  },
});
test.describe.configure({ timeout: 300_000 });

/** A button of an item may have the item's id behind its label. */
const buttonOf = (page: Page, label: string) => page.getByRole("button", { name: label }).first();

test("Back leads from a confirmation, and from the form before it, to the item it came from", async ({
  translations,
  logIn,
}) => {
  const [t, o] = [translations("admin"), translations("operations")];
  const console = await logIn("billing", "support");
  const question = console.getByRole("alert").filter({ hasText: t("question") });
  const back = console.getByRole("link", { name: t("back"), exact: true });
  for (const [kind, id, operation, hasReason] of [
    ["withdrawal", "withdrawal1", "withdrawals_send", false],
    ["withdrawal", "withdrawal1", "withdrawals_reject", true],
    ["deposit", "deposit1", "deposits_accept", false],
    ["testServer", "request1", "test_servers_approve", false],
    ["correction", "proposal1", "balance_confirm", false],
  ] as const) {
    const item = `/admin/inbox/${kind}/${id}`;
    const label = buttonLabel(o, operation);
    const isItem = (url: URL) => url.pathname === item;
    await console.goto(item);
    await buttonOf(console, label).click();
    if (hasReason) {
      await back.click();
      await expect(console).toHaveURL(isItem);
      await buttonOf(console, label).click();
      await console.locator('[name="reason"]').fill("Another wallet.");
      await buttonOf(console, label).click();
    }
    await expect(question, operation).toBeVisible();
    await back.click();
    await expect(console, operation).toHaveURL(isItem);
    await expect(console.getByText(t("itemDecided"))).toHaveCount(0);
    await expect(buttonOf(console, label)).toBeVisible();
  }
});

test("who proposed a correction can withdraw it, but not confirm it", async ({ translations, logIn }) => {
  const [t, o] = [translations("admin"), translations("operations")];
  const [console, other] = [await logIn("billing"), await logIn("billing")];
  const confirm = (of: Page) => of.getByRole("button", { name: o("do_balance_confirm") });
  await console.goto("/admin/operations/balance-credit?email=trader1@mail.test");
  await console.locator('[name="amount"]').fill("500");
  await console.locator('[name="reason"]').fill("Lost transfer.");
  await submitOperation(
    console,
    console.getByRole("button", { name: o("do_balance_credit"), exact: true }),
    translations,
  );

  // of the two corrections that wait, the list offers to confirm the other one
  await console.goto("/admin/money/deposits");
  await expect(confirm(console)).toHaveCount(1);
  await expect(console.getByRole("row").filter({ has: confirm(console) })).toContainText("Goodwill");

  const proposal = console.getByRole("row").filter({ hasText: "Lost transfer." });
  const proposalId = ((await proposal.getByRole("rowheader").textContent()) ?? "").trim();
  const item = `/admin/inbox/correction/${proposalId}`;
  await console.goto(item);
  await expect(console.getByText(t("ownProposal"))).toBeVisible();
  await expect(confirm(console)).toHaveCount(0);
  await other.goto(item);
  await expect(other.getByText(t("ownProposal"))).toHaveCount(0);
  await expect(confirm(other)).toHaveCount(1);

  // nor by its form, which says so before a question
  await console.goto(`/admin/operations/balance-confirm?id=${proposalId}`);
  await confirm(console).click();
  await expect(console.getByText(translations("api")("secondPersonNeeded"))).toBeVisible();
  await expect(console.getByText(t("question"))).toHaveCount(0);

  await console.goto(item);
  await console.getByRole("button", { name: t("withdrawProposal") }).click();
  await expect(console.getByRole("alert")).toContainText(t("question"));
  await buttonOf(console, buttonLabel(o, "balance_reject")).click();
  await expect(console).not.toHaveURL(/\/operations\//);
  await other.goto(item);
  await expect(other.getByText(t("itemDecided"))).toBeVisible();
  await expect(confirm(other)).toHaveCount(0);
});

test.describe("with a named client and one plan on sale", () => {
  test.use({
    statements: [
      "update users set name = 'Anna Weber' where id = 'client1'",
      "update rates set is_offered = false where id <> 'trader-1'",
    ],
  });

  test("a form and its confirmation show what was typed and what is left, and nothing to choose as such", async ({
    translations,
    cabinet,
    logIn,
  }) => {
    const [t, o] = [translations("admin"), translations("operations")];
    const console = await logIn("owner");
    await runAdminCommand(["deposits", "accept", "deposit1", "--yes"], cabinet.dataDir);
    const main = console.getByRole("main");
    const question = main.getByRole("alert").filter({ hasText: t("question") });
    const shownAs = (label: string) =>
      main
        .locator("dl > div")
        .filter({ has: console.getByText(label, { exact: true }) })
        .locator("dd");

    // a refund is by hand or reversed, and says what is left
    await console.goto("/admin/operations/deposits-refund?orderId=deposit1");
    await main.locator('[name="amount"]').fill("4");
    await main.locator('[name="reason"]').fill("Anna Weber");
    for (const name of ["byHand", "reversed"]) await main.locator(`[name="${name}"]`).check();
    const refund = main.getByRole("button", { name: o("do_deposits_refund"), exact: true });
    await refund.click();
    await expect(main.getByText(translations("errors")("refundTwoWays"), { exact: true })).toBeVisible();
    await expect(question).toHaveCount(0);
    await main.locator('[name="reversed"]').uncheck();
    await refund.click();
    await expect(question).toBeVisible();
    await expect(shownAs(o("column_left"))).toHaveText(/6[.,]00/);
    // a reason that equals the client's name is shown beside it
    await expect(shownAs(o("column_clientName"))).toHaveText("Anna Weber");
    await expect(shownAs(o("field_reason"))).toHaveText("Anna Weber");
    await refund.click();
    await expect(console.getByText(/6[.,]00/).first()).toBeVisible();

    // a text that looks like a day is a text
    await console.goto("/admin/operations/servers-block?id=server1");
    await main.locator('[name="reason"]').fill("2026-01-05");
    await main.getByRole("button", { name: o("do_servers_block"), exact: true }).click();
    await expect(question).toBeVisible();
    await expect(shownAs(o("field_reason"))).toHaveText("2026-01-05");

    // a server that has the largest plan
    await console.goto("/admin/operations/servers-upgrade?id=server1");
    await expect(main.getByText(o("noChoice_servers_upgrade_plan"), { exact: true })).toBeVisible();
    await expect(main.locator("input:not([type=hidden]), textarea, select")).toHaveCount(0);
    await expect(main.getByRole("button", { name: o("do_servers_upgrade"), exact: true })).toHaveCount(0);
    await expect(main.getByRole("link", { name: t("back"), exact: true })).toBeVisible();

    // the form begins where its title does
    await console.goto("/admin/operations/balance-credit");
    for (const width of [360, 768, 1440]) {
      await console.setViewportSize({ width, height: 900 });
      const [title, field, button] = await Promise.all(
        [
          main.getByRole("heading", { level: 1 }),
          main.locator('[name="email"]'),
          main.locator("form.operation .row"),
        ].map((part) => part.boundingBox()),
      );
      expect([field?.x, button?.x], `${width} px`).toEqual([title?.x, title?.x]);
    }
  });
});

test("a typed reply stays if the saved reply to insert is gone meanwhile", async ({
  translations,
  cabinet,
  logIn,
}) => {
  const t = translations("admin");
  const console = await logIn("support");
  await runAdminCommand(
    ["replies", "set", "Night", "--en", "Good night.", "--ru", "Доброй ночи."],
    cabinet.dataDir,
  );
  await console.goto("/admin/tickets/ticket1");
  const reply = console.getByLabel(t("replyText"), { exact: true });
  await reply.fill("Restarted at 10:00.");
  await console.getByLabel(t("savedReply"), { exact: true }).selectOption("Night");
  await runAdminCommand(["replies", "remove", "Night", "--yes"], cabinet.dataDir);
  await console.getByRole("button", { name: t("insert"), exact: true }).click();
  await expect(console.getByRole("alert").filter({ hasText: "Night" })).toBeVisible();
  await expect(reply).toHaveValue("Restarted at 10:00.");
});
