import { parse } from "node-html-parser";
import { test } from "./support/console-cabinet";
import { logInStaff } from "./support/staff-with";
import { expect } from "./support/test";

test("an error of the console keeps its menu, and leads to the inbox", async ({
  page,
  browser,
  translations,
  cabinet,
}) => {
  test.setTimeout(240_000);
  const [t, failure] = [translations("admin"), translations("failure")];
  const { dataDir, origin: baseURL } = cabinet;
  const staff = await logInStaff({ browser, page, translations, dataDir, baseURL }, "support");
  const rejected = failure("refusedTitle");
  for (const [path, status, title] of [
    ["/admin/clients/nosuch", 404, failure("notFoundTitle")],
    ["/admin/nosuch", 404, failure("notFoundTitle")],
    ["/admin/no/such/page", 404, failure("notFoundTitle")],
    ["/admin/tickets/nosuch/files/nosuch", 404, failure("notFoundTitle")],
    ["/admin/money/revenue", 403, rejected],
    ["/admin/money/ledger.csv", 403, rejected],
  ] as const) {
    const answer = await staff.page.request.get(path, { headers: { accept: "text/html" } });
    expect(answer.status(), path).toBe(status);
    const main = parse(await answer.text()).querySelector("main");
    expect(main?.querySelector("h1")?.text, path).toBe(title);
    expect(main?.querySelector('nav a[href="/admin/clients"]')?.text, path).toBe(t("clients"));
    expect(
      main?.querySelectorAll(".narrow a").map(({ text }) => text),
      path,
    ).toEqual([failure("toInbox")]);
  }
  const invalid = await staff.page.request.get("/admin/money/ledger.csv?from=x", { maxRedirects: 0 });
  expect(invalid.headers().location).toBe("/admin/money/revenue?from=x");
  await staff.context.close();
});
