import { parse } from "node-html-parser";
import { newClient } from "./support/new-client";
import { expect, test } from "./support/test";

/** Headers of a browser's navigation request. */
const opened = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "sec-fetch-site": "same-origin" };
const options = { headers: opened, maxRedirects: 0 };

/** Missing files and API-like responses; `true` means that visitors get them too. */
const files: [path: string, status: number, isOpen?: true][] = [
  ["/vps/servers/nosuch/rdp", 404],
  ["/balance-operations/history/xyz/csv", 404],
  ["/balance-operations/deposit/nosuch/qr.svg", 404],
  ["/support/nosuch/files/nosuch", 404],
  ["/support/nosuch/version", 404],
  ["/online-monitoring/guide/nosuch", 404],
  ["/online-monitoring/nosuch/trades.csv", 404, true],
  ["/online-monitoring/nosuch/nosuch.csv", 404, true],
];

const pages: [path: string, status: number][] = [
  ["/faq/nosuch", 404],
  ["/vps/servers/nosuch", 404],
  ["/support/nosuch", 404],
  ["/balance-operations/receipt/deposits/nosuch", 404],
  ["/online-monitoring/nosuch", 404],
  ["/online-monitoring/nosuch/badge", 404],
  ["/online-monitoring/nosuch/origin", 404],
];

test("a missing page or file opened in the browser gets a page that says so", async ({
  page,
  translations,
  mailbox,
  request,
  language,
}) => {
  await newClient(page, mailbox);
  await page.goto("/vps");
  const t = translations("failure");
  const name = (await page.title()).split(" · ").at(-1);
  for (const [path, status] of [...files, ...pages]) {
    const answer = await page.request.get(path, options);
    expect(answer.status(), path).toBe(status);
    const html = parse(await answer.text());
    expect(html.querySelector("html")?.getAttribute("lang"), path).toBe(language);
    expect(html.querySelector("title")?.text, path).toBe(`${t("notFoundTitle")} · ${name}`);
    expect(html.querySelector("h1")?.text, path).toBe(t("notFoundTitle"));
    expect(html.querySelector("main")?.text, path).toContain(
      t(path === "/online-monitoring/nosuch" ? "notSharedText" : "notFoundText"),
    );
    expect(html.querySelector("main a")?.text, path).toBe(t("toHome"));
    expect(html.querySelector("header"), path).not.toBeNull();
  }
  for (const [path, status, isOpen] of files) {
    const image = await page.request.get(path, { ...options, headers: { accept: "image/*" } });
    expect([image.status(), image.headers()["content-type"]], path).toEqual([
      status,
      expect.not.stringContaining("text/html"),
    ]);
    const visitors = await request.get(path, options);
    expect(visitors.status(), path).toBe(isOpen ? status : 302);
  }
  for (const path of ["/profile/recovery-codes", "/profile/two-step-off"])
    expect((await page.request.get(path, options)).headers().location, `${path} while it is off`).toBe(
      "/profile",
    );
  const posted = await page.request.post("/vps/servers/nosuch/rdp", { ...options, form: { a: "b" } });
  expect(posted.status()).toBe(405);
  expect(parse(await posted.text()).querySelector("h1")?.text).toBe(t("refusedTitle"));
});

test("an expired email link says so, and what to do", async ({ page, translations }) => {
  const t = translations("oldLink");
  for (const path of [
    ...["/it-was-not-me/nosuchnosuch", "/it-was-not-me/x"],
    ...["/online-monitoring/unsubscribe/abc", "/online-monitoring/unsubscribe/nosuchnosuch"],
    "/online-monitoring/recipients/nosuchnosuch",
    "/confirm-email/nosuchnosuch",
  ]) {
    const answer = await page.request.get(path, options);
    expect(answer.status(), path).toBe(404);
    const html = parse(await answer.text());
    expect(html.querySelector("title")?.text, path).toMatch(new RegExp(`^${t("title")} · `));
    const main = html.querySelector("main")?.text;
    expect(main, path).toContain(t("text"));
    expect(main?.includes(t("newPassword")), path).toBe(path.includes("not-me"));
  }
});

test("an unknown path redirects home, whatever it looks like; missing assets do not", async ({ request }) => {
  for (const path of ["/index.php", "/.env", "/%2F/evil.com", "/nosuch.html", "/%E0%A4%A", "/no/such/page"]) {
    const answer = await request.get(path, options);
    expect([answer.status(), answer.headers().location], path).toEqual([302, "/"]);
  }
  for (const path of ["/assets/nosuch.js", "/nosuch.css"])
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
  for (const [path, type] of [
    ["/robots.txt", "text/plain"],
    ["/favicon.ico", "image/svg+xml"],
  ] as const) {
    const answer = await request.get(path, options);
    expect([answer.status(), answer.headers()["content-type"]], path).toEqual([
      200,
      expect.stringContaining(type),
    ]);
  }
});
