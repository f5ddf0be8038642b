import type { APIRequestContext, Page } from "@playwright/test";
import { apiClient, signUpByApi } from "./support/api";
import { expect, newAddress, test } from "./support/test";

const chromium = { "sec-ch-ua": '"Chromium";v="140", "Not A Brand";v="99"', "accept-encoding": "br" };

/** The login form as a browser without cookies is sent it, and what it is told to fetch. */
async function firstVisit(request: APIRequestContext, headers: Record<string, string>) {
  const answer = await request.get("/login", {
    headers: { "sec-fetch-site": "none", cookie: "", ...headers },
  });
  return { headers: answer.headers(), html: await answer.text(), link: answer.headers().link ?? "" };
}

/** Opens the login form and waits until the dictionary has come. */
async function openLogin(page: Page): Promise<void> {
  const asked = page.waitForResponse(/\/dictionary-/);
  await page.goto("/login");
  const dictionary = await asked;
  expect(await dictionary.headerValue("use-as-dictionary")).toBe('match="/*", match-dest=("document")');
  // by the form itself, byte for byte what everybody else is sent
  expect(await dictionary.headerValue("content-encoding")).toBe("dcz");
  await dictionary.finished();
}

test("after the login pages come by the dictionary, look as ever and work with script", async ({
  page,
  request,
  mailbox,
  words,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const encodings: Record<string, string | undefined> = {};
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "document" && answer.status() === 200)
      encodings[new URL(answer.url()).pathname] = answer.headers()["content-encoding"];
  });
  const person = { email: newAddress("dictionary"), password: "a good password" };
  await signUpByApi(request, mailbox.letterTo, { ...person, name: "Ann Lee" });
  await (await apiClient(request, person.email, person.password)).deposit(50_00);
  await openLogin(page);
  await page.locator("input[name=email]").fill(person.email);
  await page.locator("input[name=password]").fill(person.password);
  await page.locator("button[name=intent][value=login]").click();
  await expect(page).toHaveURL(/\/vps$/);
  // on a quick line script may have shown it already
  await page.goto("/vps");
  await expect(page.locator("head style")).toHaveCount(1);
  expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe("0px");
  await page.goto("/vps/order/trader-1?months=1");
  await expect(page.locator("dialog")).toBeVisible();
  expect(encodings).toEqual({
    "/login": "br",
    "/vps": "dcz",
    "/vps/order/trader-1": "dcz",
  });

  // script takes it over, and what it shows next is no document
  await page.locator("input[name=comment]").fill("By hand");
  await page.waitForFunction(() => document.querySelector("dialog:modal"));
  await page.getByRole("link", { name: words("order", "common")("close") }).click();
  await expect(page).toHaveURL(/\/vps$/);
  await expect(page.locator(".plans")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("who can't have a dictionary is sent the sheet, as ever; so is who was told of one and has none", async ({
  request,
}) => {
  const old = await firstVisit(request, { "sec-ch-ua": '"Chromium";v="120"', "accept-encoding": "br" });
  const none = await firstVisit(request, { "accept-encoding": "br" });
  for (const { link, headers } of [old, none]) {
    expect(link).toMatch(/^<\/assets\/index-[\w-]+\.css>; rel=prefetch; as=style$/);
    expect(headers["use-as-dictionary"]).toBeUndefined();
    expect(headers["cache-control"]).toBe("private, no-cache");
  }
  const first = await firstVisit(request, chromium);
  expect(first.link).toMatch(/^<\/assets\/dictionary-en-\w+\.txt>; rel="compression-dictionary"$/);
  const cookie = (first.headers["set-cookie"] ?? "").split(";")[0] ?? "";
  expect(cookie).toContain("styles=");
  const late = await firstVisit(request, { ...chromium, cookie });
  expect(late.link).toContain("rel=prefetch");
  expect(late.html).toContain("<style");
});

test("a dictionary of another release, or of nobody's, is none", async ({ request }) => {
  const strange = { "available-dictionary": `:${Buffer.alloc(32).toString("base64")}:` };
  const answer = await request.get("/signup", {
    headers: { ...chromium, ...strange, "accept-encoding": "br, dcb, dcz" },
  });
  expect(answer.headers().vary).toContain("Available-Dictionary");
  expect(await answer.text()).toContain("<style");
  expect((await request.get("/assets/dictionary-en-00000000.txt")).status()).toBe(404);
});
