import { demoUser } from "./support/every-page";
import { expect, logIn, test } from "./support/test";

test("icons come as one file that the browser caches, and each refers to one of its drawings", async ({
  page,
}) => {
  const files = new Set<string>();
  page.on("request", (request) => {
    if (request.url().endsWith(".svg") && request.url().includes("/icons")) files.add(request.url());
  });
  await logIn(page, demoUser.email, demoUser.password);
  const used = new Set<string>();
  for (const path of ["/vps", "/vps/servers/annafx2k7m", "/vps/order/trader-2", "/balance-operations"]) {
    await page.goto(path);
    // an icon's control has text or an accessible name
    for (const control of await page
      .locator("a, button")
      .filter({ has: page.locator("svg use"), visible: true })
      .all()) {
      used.add((await control.locator("use").getAttribute("href")) ?? "");
      await expect(control).toHaveAccessibleName(/\p{L}/u);
    }
  }
  expect(used.size).toBeGreaterThanOrEqual(4);
  const [file, ...others] = new Set([...used].map((address) => address.split("#")[0] ?? ""));
  expect(others).toEqual([]);
  const answer = await page.request.get(file ?? "");
  expect(answer.headers()["cache-control"]).toContain("immutable");
  const drawings = await answer.text();
  for (const address of used) expect(drawings).toContain(`id="${address.split("#")[1]}"`);
  expect(files.size).toBeLessThanOrEqual(1);
});
