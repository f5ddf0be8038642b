import { runAdminCommand } from "./support/admin-command";
import { insertWaiting, test } from "./support/console-cabinet";
import { enterCredentials, logInStaff } from "./support/staff-with";
import { expect } from "./support/test";

const document = (sentence: string) => `# Оферта\n\n*Действует с 1 марта.*\n\n${sentence}\n`;
const sentence = "Провайдер хранит данные клиента на своих серверах. ";

test("a long text does not overwrite a colleague's newer one unseen, and an earlier version comes back", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  test.setTimeout(300_000);
  const [t, o] = [translations("admin"), translations("operations")];
  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "owner");
  const console = staff.page;
  const main = console.getByRole("main");
  const publish = main.getByRole("button", { name: o("do_texts_write"), exact: true });
  const question = main.getByRole("alert").filter({ hasText: t("question") });
  const markdown = main.locator('[name="markdown"]');
  const write = (text: string) =>
    runAdminCommand(["texts", "write", "public-offer", "ru", "--markdown", document(text), "--yes"], dataDir);

  await console.goto("/admin/operations/texts-write?name=public-offer&language=ru");
  await expect(markdown).toHaveValue(/^# /);
  const mine = document(sentence.repeat(3_000)).slice(0, 150_000);
  await markdown.fill(mine);
  await write(`Новое от коллеги. ${sentence.repeat(2)}`);
  await publish.click();
  await expect(main.getByText(translations("api")("valuesChanged"), { exact: true })).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(markdown).toHaveValue(mine);
  await main.getByText(t("presentText"), { exact: true }).click();
  await expect(main.getByText("Новое от коллеги.")).toBeVisible();

  // a second press is a decision
  await publish.click();
  await expect(question).toBeVisible();
  await expect(main.getByText(o("value_rightAway"), { exact: true })).toBeVisible();
  await expect(main.getByText(o("value_everyone"), { exact: true })).toBeVisible();
  await expect(main.locator("del").filter({ hasText: "Новое от коллеги." })).toHaveCount(1);

  // also between the question and its answer
  await write("Ещё новее.");
  await publish.click();
  await expect(main.getByText(translations("api")("valuesChanged"), { exact: true })).toBeVisible();
  await expect(markdown).toHaveValue(mine);
  await publish.click();
  await expect(question).toBeVisible();
  await publish.click();
  await expect(console).not.toHaveURL(/\/operations\//);
  const shown = () =>
    runAdminCommand(["texts", "show", "public-offer", "ru"], dataDir).then((text) => text.trim());
  expect(await shown()).toBe(mine.trim());

  // a text that is too long stays, with a message at its field
  await console.goto("/admin/operations/texts-write?name=public-offer&language=ru");
  const tooLong = document(sentence.repeat(4_000));
  await markdown.fill(tooLong);
  await publish.click();
  await expect(main.locator("#markdown-error")).toHaveText(translations("errors")("tooLong"));
  await expect(markdown).toHaveValue(tooLong);

  // an earlier version is published again from the list
  await console.goto("/admin/texts");
  const version = main
    .getByRole("row")
    .filter({ hasText: o("value_public-offer") })
    .filter({ hasText: o("value_ru") })
    .filter({ has: console.locator('input[name="version"][value="3"]') });
  await version.getByRole("button", { name: o("row_texts_restore") }).click();
  await expect(question).toBeVisible();
  await expect(main.locator("ins").filter({ hasText: "Ещё новее." })).toHaveCount(1);
  await main.getByRole("button", { name: o("button_texts_restore"), exact: true }).click();
  await expect(console).not.toHaveURL(/\/operations\//);
  expect(await shown()).toContain("Ещё новее.");
  await staff.context.close();
});

test("what was typed when the session ended is there after the login, for the same person only", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  test.setTimeout(300_000);
  const [t, o] = [translations("admin"), translations("operations")];
  await insertWaiting(cabinet, 1);
  const { dataDir, origin: baseURL } = cabinet;
  const place = { browser, page, translations, dataDir, baseURL };
  const [staff, other] = [
    await logInStaff(place, "support", "owner"),
    await logInStaff(place, "support", "owner"),
  ];
  const console = staff.page;
  const main = console.getByRole("main");
  const endSession = async () => {
    await runAdminCommand(["staff", "disable", staff.email, "--yes"], dataDir);
    await runAdminCommand(["staff", "enable", staff.email, "--yes"], dataDir);
  };
  const reply = console.getByLabel(t("replyText"), { exact: true });
  const login = console.getByLabel(t("password"), { exact: true });

  // a reply
  await console.goto("/admin/tickets/ticket1");
  await reply.fill("Restarted at 10:00.");
  await endSession();
  await main.getByRole("button", { name: t("reply"), exact: true }).click();
  await expect(login).toBeVisible();
  await enterCredentials(console, translations, other.credentials, 1);
  await expect(console).toHaveURL(/\/admin\/tickets\/ticket1/);
  await expect(reply).toHaveValue("");
  await console.getByRole("button", { name: t("logOut"), exact: true }).click();
  await expect(login).toBeVisible();
  await console.goto("/admin/tickets/ticket1");
  await enterCredentials(console, translations, staff.credentials, 1);
  await expect(console).toHaveURL(/\/admin\/tickets\/ticket1/);
  await expect(reply).toHaveValue("Restarted at 10:00.");
  await main.getByRole("button", { name: t("reply"), exact: true }).click();
  await expect(console.getByText(t("replied"))).toBeVisible();
  await expect(reply).toHaveValue("");
  await other.context.close();

  // the form of an operation, with a text that no cookie holds
  const long = document(sentence.repeat(2_000));
  const owner = await logInStaff(place, "owner");
  const form = owner.page.getByRole("main");
  await owner.page.goto("/admin/operations/texts-write?name=public-offer&language=ru");
  await form.locator('[name="markdown"]').fill(long);
  await runAdminCommand(["staff", "disable", owner.email, "--yes"], dataDir);
  await runAdminCommand(["staff", "enable", owner.email, "--yes"], dataDir);
  const publish = form.getByRole("button", { name: o("do_texts_write"), exact: true });
  await publish.click();
  await enterCredentials(owner.page, translations, owner.credentials, 1);
  await expect(owner.page).toHaveURL(/\/admin\/operations\/texts-write/);
  await expect(form.locator('[name="markdown"]')).toHaveValue(long);
  await publish.click();
  await expect(form.getByRole("alert").filter({ hasText: t("question") })).toBeVisible();
  for (const { context } of [staff, owner]) await context.close();
});

test("a typed reply stays beside a saved note and assignment, and a typed note beside a sent reply", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  test.setTimeout(300_000);
  const t = translations("admin");
  await insertWaiting(cabinet, 2);
  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "support");
  const console = staff.page;
  const main = console.getByRole("main");
  const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
  const [reply, note, priority] = ["replyText", "note", "priority"].map((name) =>
    main.getByLabel(t(name as "note"), { exact: true }),
  ) as [typeof main, typeof main, typeof main];

  await console.goto("/admin/tickets/ticket1");
  await reply.fill("Restarted at 10:00.\nIt runs.");
  await note.fill("Asked twice before.");
  await press(t("saveNote"));
  await expect(main.getByRole("listitem").filter({ hasText: "Asked twice before." })).toBeVisible();
  await expect(reply).toHaveValue("Restarted at 10:00.\nIt runs.");
  await expect(note).toHaveValue("");

  await priority.selectOption("high");
  await press(t("save"));
  await expect(reply).toHaveValue("Restarted at 10:00.\nIt runs.");
  await console.reload();
  await expect(priority).toHaveValue("high");

  // a colleague assigns it at the same time
  await priority.selectOption("low");
  await runAdminCommand(["tickets", "assign", "ticket1", "--to", staff.email], dataDir);
  await press(t("save"));
  await expect(main.getByText(translations("api")("valuesChanged"), { exact: true })).toBeVisible();
  await expect(main.getByText(`Sam Fischer, ${t("priority_high")}`)).toBeVisible();
  await expect(priority).toHaveValue("low");
  await expect(reply).toHaveValue("Restarted at 10:00.\nIt runs.");

  // the note is not saved yet, so the reply does not lead on
  await note.fill("Call them.");
  await press(t("replyAndNext"));
  await expect(console.getByText(t("replied"))).toBeVisible();
  await expect(console).toHaveURL(/\/tickets\/ticket1/);
  await expect(reply).toHaveValue("");
  await expect(note).toHaveValue("Call them.");
  await press(t("saveNote"));
  await expect(main.getByRole("listitem").filter({ hasText: "Call them." })).toBeVisible();
  await expect(note).toHaveValue("");
  await staff.context.close();
});
