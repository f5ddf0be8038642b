import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#api/cli/free-port";
import { runAdminCommand } from "./support/admin-command";
import { untilItAnswers } from "./support/global-setup";
import { newClient, newClientWith } from "./support/new-client";
import { ownCabinet } from "./support/own-cabinet";
import type { Staff } from "./support/staff-with";
import { logInStaff, staffWith } from "./support/staff-with";
import { expect, test } from "./support/test";

test("a ticket is answered with a saved reply, annotated, assigned, and closed; its client reads the answer", async ({
  page,
  browser,
  translations,
  mailbox,
}) => {
  test.slow();
  const [t, o] = [translations("admin"), translations("operations")];
  const client = await newClient(page, mailbox);
  const s = translations("support");
  await page.goto("/support/new");
  await page.getByLabel(s("department"), { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(s("ticketTitle"), { exact: true }).fill("Terminal stops");
  await page.getByLabel(s("text"), { exact: true }).fill("It stops at night.");
  await page.getByRole("button", { name: s("createTicket"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terminal stops" })).toBeVisible();

  const staff = await staffWith(browser, page, translations, "support", "billing");
  const console = staff.page;
  await runAdminCommand([
    "replies",
    "set",
    "Night",
    "--en",
    "Hello {{name}}, look now.",
    "--ru",
    "{{name}}, проверьте.",
  ]);
  await console.goto("/admin?kind=ticket");
  await console.getByRole("row").filter({ hasText: client.email }).getByRole("link").first().click();
  await expect(console.getByText("It stops at night.")).toBeVisible();

  // a second staff member opens the same ticket
  const other = await staffWith(browser, page, translations, "support");
  await other.page.goto(console.url());
  await expect(other.page.getByText(t("openedBy", { who: "Sam Fischer" }))).toBeVisible();
  await other.context.close();

  const reply = console.getByLabel(t("replyText"), { exact: true });
  await reply.fill("Restarted at 10:00.");
  for (const saved of ["Solved", "Night"]) {
    await console.getByLabel(t("savedReply"), { exact: true }).selectOption(saved);
    await console.getByRole("button", { name: t("insert"), exact: true }).click();
    await expect(reply).toHaveValue(/^Restarted at 10:00\.\n\n.*Ann Lee/s);
  }
  await expect(reply).toHaveValue(/Ann Lee.*\n\n(Hello )?Ann Lee, (look now|проверьте)\.$/s);
  await console.getByRole("button", { name: t("reply"), exact: true }).click();
  await expect(console.getByText(t("replied"))).toBeVisible();

  await console.getByLabel(t("assignee"), { exact: true }).selectOption(staff.email);
  await console.getByRole("button", { name: t("save"), exact: true }).click();
  await console.getByLabel(t("note"), { exact: true }).fill("Asked twice before.");
  await console.getByRole("button", { name: t("saveNote"), exact: true }).click();
  await expect(console.getByText("Asked twice before.")).toBeVisible();
  await expect(console.getByLabel(t("assignee"), { exact: true })).toHaveValue(staff.email);

  await page.reload();
  await expect(page.getByText(/Ann Lee/).last()).toBeVisible();
  await expect(page.getByText("Asked twice before.")).toHaveCount(0);

  await console.getByRole("button", { name: o("do_tickets_close") }).click();
  await page.reload();
  await expect(page.getByText(s("closed"), { exact: true })).toBeVisible();

  // this role has no access to machines
  const response = await console.goto("/admin/health");
  expect(response?.status()).toBe(403);
  await expect(console.getByText(translations("api")("roleMissing"))).toBeVisible();
  await staff.context.close();
});

test("a client is found, credited, blocked with a reason and unblocked; the client sees each at once", async ({
  page,
  browser,
  translations,
  mailbox,
}) => {
  test.slow();
  const [t, o] = [translations("admin"), translations("operations")];
  const client = await newClientWith(2_000, page, mailbox);
  const staff = await staffWith(browser, page, translations, "support", "billing");
  const console = staff.page;
  const press = (name: string) => console.getByRole("button", { name, exact: true }).click();
  await console.goto("/admin/clients");
  await console.getByLabel(t("search"), { exact: true }).fill(client.email);
  await press(t("find"));
  // the exact address opens the client
  await expect(console).toHaveURL(/\/admin\/clients\/[^?/]+$/);

  await press(o("do_balance_credit"));
  await console.getByLabel(o("field_amount"), { exact: true }).fill("5,50");
  await console.getByLabel(o("field_reason"), { exact: true }).fill("Sorry for the night.");
  await press(o("do_balance_credit"));
  await expect(console.getByRole("alert")).toContainText(t("question"));
  await press(o("do_balance_credit"));
  await expect(console).toHaveURL(/\/admin\/clients\//);
  await expect(console.getByText(/\+?(\$5\.50|5,50\s\$)/).first()).toBeVisible();
  await mailbox.emailTo(client.email, "Sorry for the night.");

  // the e-mail is sent again from the client's page
  const sent = console
    .getByRole("listitem")
    .filter({ has: console.getByRole("button", { name: o("do_emails_resend") }) })
    .filter({ hasText: /(\$5\.50|5,50\s\$)/ });
  const reloadUntil = (count: number) =>
    expect(async () => {
      await console.reload();
      await expect(sent).toHaveCount(count, { timeout: 1_000 });
    }).toPass();
  await reloadUntil(1);
  await sent.getByRole("button").click();
  await expect(console.getByRole("alert")).toContainText(t("question"));
  await press(o("do_emails_resend"));
  await expect(console).toHaveURL(/\/admin\/clients\//);
  await reloadUntil(2);

  await console.getByLabel(t("note"), { exact: true }).fill("Kind person.");
  await press(t("saveNote"));
  await expect(console.getByText("Kind person.")).toBeVisible();

  await press(o("do_clients_block"));
  await console.getByLabel(o("field_reason"), { exact: true }).fill("A stolen card.");
  await press(o("do_clients_block"));
  await press(o("do_clients_block"));
  await expect(console.getByText("A stolen card.").first()).toBeVisible();
  await page.goto("/vps");
  await expect(page.getByText("A stolen card.")).toBeVisible();
  await press(o("do_clients_unblock"));
  await expect(console.getByRole("alert")).toContainText(t("question"));
  await press(o("do_clients_unblock"));
  await expect(console).toHaveURL(/\/admin\/clients\//);
  await page.reload();
  await expect(page.getByText("A stolen card.")).toHaveCount(0);

  await console.goto("/admin/clients");
  await press(t("logOut"));
  await console.goto("/admin/clients");
  await expect(console).toHaveURL(/\/admin\/login\?redirectTo=/);
  await staff.context.close();
});

test("a large correction moves nothing until a second person confirms it from the inbox", async ({
  page,
  browser,
  translations,
  mailbox,
}) => {
  test.slow();
  const [t, o] = [translations("admin"), translations("operations")];
  const client = await newClient(page, mailbox);
  const [first, second] = [
    await staffWith(browser, page, translations, "billing"),
    await staffWith(browser, page, translations, "billing"),
  ];
  const press = (staff: Staff, name: string) =>
    staff.page.getByRole("button", { name, exact: true }).first().click();
  await first.page.goto(`/admin/clients?q=${client.email}`);
  await press(first, o("do_balance_credit"));
  await first.page.getByLabel(o("field_amount"), { exact: true }).fill("500");
  await first.page.getByLabel(o("field_reason"), { exact: true }).fill("Lost transfer.");
  await press(first, o("do_balance_credit"));
  await press(first, o("do_balance_credit"));
  await expect(first.page).toHaveURL(/\/admin\/clients\//);
  const amount = /\$500\.00|500,00\s\$/;
  await page.goto("/balance-operations");
  await expect(page.getByText(amount)).toHaveCount(0);

  await second.page.goto("/admin?kind=correction");
  const waiting = second.page.getByRole("row").filter({ hasText: client.email });
  await waiting.getByRole("link").first().click();
  await expect(second.page.getByRole("main")).toContainText(client.email);
  const itemPage = second.page.url();
  // the name of the button ends with the item's id
  await second.page.getByRole("button", { name: o("do_balance_confirm") }).click();
  await expect(second.page.getByRole("alert")).toContainText(t("question"));
  await press(second, o("do_balance_confirm"));
  await expect(second.page).not.toHaveURL(/\/operations\//);
  await second.page.goto(itemPage);
  await expect(second.page.getByText(t("itemDecided"))).toBeVisible();
  await page.reload();
  await expect(page.getByText(amount).first()).toBeVisible();
  await first.context.close();
  await second.context.close();
});

test("support sees a client's pages read-only, with a banner that leads back, and the client reads of it", async ({
  page,
  browser,
  translations,
  mailbox,
}) => {
  test.slow();
  const [t, o, c] = [translations("admin"), translations("operations"), translations("common")];
  const client = await newClient(page, mailbox);
  const staff = await staffWith(browser, page, translations, "support");
  const console = staff.page;
  await staff.context.clearCookies({ name: "session" });
  await console.goto(`/admin/clients?q=${client.email}`);
  const clientPage = console.url();
  await console.getByRole("button", { name: o("do_clients_view"), exact: true }).click();
  await expect(console.getByRole("alert")).toContainText(t("question"));
  await console.getByRole("button", { name: o("do_clients_view"), exact: true }).click();
  await expect(console).toHaveURL(/\/vps$/);
  await expect(console.getByText(client.email).first()).toBeVisible();
  await console.goto("/profile/activity");
  await expect(console.getByText(translations("activity")("staffAccountViewed"))).toBeVisible();

  await console.goto("/support/new");
  const s = translations("support");
  await console.getByLabel(s("department"), { exact: true }).selectOption({ index: 1 });
  await console.getByLabel(s("ticketTitle"), { exact: true }).fill("Not mine");
  await console.getByLabel(s("text"), { exact: true }).fill("Nothing.");
  await console.getByRole("button", { name: s("createTicket"), exact: true }).click();
  await expect(console.getByText(translations("api")("viewIsReadOnly"))).toBeVisible();

  await console.goto("/vps");
  await console.getByRole("button", { name: c("endView"), exact: true }).click();
  await expect(console).toHaveURL(clientPage);

  // once more, from where the first one ended
  for (const _ of ["press", "question"])
    await console.getByRole("button", { name: o("do_clients_view"), exact: true }).click();
  await expect(console).toHaveURL(/\/vps$/);
  await expect(console.getByText(client.email).first()).toBeVisible();
  await console.getByRole("button", { name: c("endView"), exact: true }).click();
  await expect(console).toHaveURL(clientPage);
  await console.goto("/view-as-client?code=used");
  await expect(console.getByText(translations("oldLink")("view"))).toBeVisible();
  await console.goto("/vps");
  await expect(console).toHaveURL(/\/login/);
  await page.goto("/profile/activity");
  await expect(page.getByText(translations("activity")("staffAccountViewed"))).toHaveCount(2);
  await page.goto("/support");
  await expect(page.getByText("Not mine")).toHaveCount(0);
  await staff.context.close();
});

test("a search for what nobody can type finds nothing", async ({ page, browser, translations }) => {
  const staff = await staffWith(browser, page, translations, "owner");
  const t = translations("admin");
  for (const [path, text] of [
    ["/clients?q=%00", t("noClients")],
    ["/clients?q=%ff", t("noClients")],
    ["/audit?about=%00", t("nothingFound")],
    ["/audit?by=%00", t("nothingFound")],
    ["/audit?since=yesterday", t("nothingFound")],
  ] as const) {
    const answer = await staff.page.goto(`/admin${path}`);
    expect(answer?.status(), path).toBe(200);
    await expect(staff.page.getByText(text, { exact: true })).toBeVisible();
  }
  const answer = await staff.page.goto("/admin/operations/requests-show?requestId=%00");
  expect(answer?.status()).toBe(200);
  await expect(staff.page.getByRole("heading", { level: 1 })).toHaveText(
    translations("operations")("do_requests_show"),
  );
  await staff.context.close();
});

test("the console is served only if switched on, at its own origin only", async () => {
  const lead = async (address: string) => {
    const answer = await fetch(address, { redirect: "manual" });
    return [answer.status, answer.headers.get("location")];
  };
  const without = await ownCabinet();
  expect(await lead(`${without.origin}/admin`)).toEqual([302, "/"]);
  expect(await lead(`${without.origin}/admin/login`)).toEqual([302, "/"]);
  await without.stop();

  const port = await freePort();
  const ADMIN_ORIGIN = `http://localhost:${port}`;
  const apart = await ownCabinet({
    env: { ADMIN: "on", ADMIN_ORIGIN, ADMIN_PORT: String(port), API_URL: "", LOG_LEVEL: "warn" },
  });
  await untilItAnswers(`${apart.origin}/readyz`, apart.process);
  expect(await lead(`${apart.origin}/admin/login`)).toEqual([302, "/"]);
  expect(await lead(`${ADMIN_ORIGIN}/vps`)).toEqual([302, "/admin"]);
  expect(await lead(`${ADMIN_ORIGIN}/admin/login`)).toEqual([200, null]);
  // browsers request it with every page; a redirect to the console would end a login that waits for its code
  expect(await lead(`${ADMIN_ORIGIN}/speculation-rules.json`)).toEqual([200, null]);
  expect(await lead(`${ADMIN_ORIGIN}/api/admin/me`)).toEqual([401, null]);
  expect(await lead(`${ADMIN_ORIGIN}/api/user/auth`)).toEqual([302, "/admin"]);
  for (const path of ["/api/admin/me", "/api/%61dmin/me", "/api/x/../admin/me"])
    expect(await lead(`${apart.origin}${path}`), path).toEqual([404, null]);
  await apart.stop();
});

test("a session of one origin is not taken at another, although both have its cookie", async ({
  page,
  browser,
  translations,
}) => {
  // cookies do not depend on the port
  const together = await ownCabinet({ env: { ADMIN: "on", API_URL: "", LOG_LEVEL: "warn" } });
  const { dataDir, origin } = together;
  await untilItAnswers(`${origin}/readyz`, together.process);
  const port = await freePort();
  const ADMIN_ORIGIN = `http://localhost:${port}`;
  const SESSION_SECRET = await readFile(join(dataDir, "session-secret"), "utf8");
  const apart = await ownCabinet({
    env: { ADMIN: "on", SESSION_SECRET, API_URL: origin, ADMIN_ORIGIN, ADMIN_PORT: String(port) },
  });
  const statusWith = async (cookie: string, address: string) => {
    const answer = await fetch(`${address}/admin/clients`, { redirect: "manual", headers: { cookie } });
    return [answer.status, answer.headers.get("location")];
  };
  const login = [302, "/admin/login?redirectTo=%2Fadmin%2Fclients"];
  for (const [own, other] of [
    [origin, ADMIN_ORIGIN],
    [ADMIN_ORIGIN, origin],
  ] as const) {
    const staff = await logInStaff({ browser, page, translations, dataDir, baseURL: own }, "support");
    const cookies = await staff.context.cookies(own);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(await statusWith(cookie, own)).toEqual([200, null]);
    expect(await statusWith(cookie, other)).toEqual(login);
    await staff.context.close();
  }
  await apart.stop();
  await together.stop();
});
