import type { StaffRole } from "#contract/admin/roles";
import type { WaitingKind } from "#contract/admin/waiting";
import { decidableItems, waitingKinds } from "#contract/admin/waiting";
import { buttonLabel } from "./support/button-label";
import { insertWaiting, test } from "./support/console-cabinet";
import { logInStaff } from "./support/staff-with";
import { expect } from "./support/test";

/** The waiting item of each kind that `insertWaiting` inserts for its first client. */
const itemIds: Record<WaitingKind, string> = {
  ticket: "ticket1",
  testServer: "request1",
  withdrawal: "withdrawal1",
  deposit: "deposit1",
  dispute: "report1",
  failedOrder: "order1",
  drift: "drift1",
  correction: "proposal1",
};
/** A job that failed, and an address that gets no e-mails. */
const failures = [
  `insert into pgboss.job (name, data) values ('dead', '{"job": "vps.apply-price-changes", "payload": {}}')`,
  "insert into mail_returns (address, counted_from, stopped_at, reason) values ('gone@mail.test', now(), now(), '550 unknown')",
];

test("items are refused to a wrong role, one of two people sends a withdrawal, failed jobs and e-mails go on", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  test.setTimeout(240_000);
  const [t, o] = [translations("admin"), translations("operations")];
  await insertWaiting(cabinet, 1, failures);
  const { dataDir, origin: baseURL } = cabinet;
  const logIn = (...roles: StaffRole[]) =>
    logInStaff({ browser, page, translations, dataDir, baseURL }, ...roles);

  for (const role of ["support", "billing", "machines"] as const) {
    const staff = await logIn(role);
    const main = staff.page.getByRole("main");
    const { kinds } = decidableItems([role]);
    for (const kind of waitingKinds.filter((one) => !kinds.includes(one))) {
      const answer = await staff.page.goto(`/admin/inbox/${kind}/${itemIds[kind]}`);
      expect(answer?.status(), `${role} ${kind}`).toBe(403);
      await expect(main.getByText(translations("api")("roleMissing"))).toBeVisible();
      await expect(staff.page.getByRole("link", { name: t("inbox"), exact: true }).first()).toBeVisible();
    }
    await staff.context.close();
  }

  const people = [await logIn("billing"), await logIn("billing")];
  const send = buttonLabel(o, "withdrawals_send");
  for (const person of people) {
    await person.page.goto("/admin/inbox/withdrawal/withdrawal1");
    await person.page.getByRole("button", { name: send }).first().click();
    await expect(person.page.getByRole("alert").filter({ hasText: t("question") })).toBeVisible();
  }
  await Promise.all(
    people.map(async (person) => {
      await person.page.getByRole("button", { name: send }).first().click();
      await person.page.waitForLoadState();
    }),
  );
  const message = translations("answers")("noWithdrawalUnderReview");
  const isRefused = (person: (typeof people)[number]) =>
    person.page.getByText(message, { exact: true }).isVisible();
  await expect
    .poll(async () => (await Promise.all(people.map(isRefused))).filter(Boolean), { timeout: 20_000 })
    .toHaveLength(1);
  for (const person of people) await person.context.close();

  const machines = await logIn("machines", "support");
  const main = machines.page.getByRole("main");
  for (const [operation, row] of [
    ["jobs_retry", "vps.apply-price-changes"],
    ["emails_resume", "gone@mail.test"],
  ] as const) {
    await machines.page.goto("/admin/health");
    const failed = main.getByRole("row").filter({ hasText: row });
    const button = failed.getByRole("button", { name: buttonLabel(o, operation) });
    await button.click();
    await expect(machines.page).toHaveURL(/\/admin\/health$/);
    await expect(button).toHaveCount(0);
  }
  await machines.context.close();
});
