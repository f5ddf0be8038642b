import { test } from "./support/test";

test("a press right after the next document's first paint works", async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, "frames are told to scripts");
  // the brand's link is at the same position on both pages, and the mouse stays on it
  await page.goto("/public-offer");
  const box = await page.locator("header a[href='/']").boundingBox();
  if (!box) throw new Error("no brand in the header");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.exposeFunction("press", async () => {
    await page.mouse.down();
    await page.mouse.up();
  });
  await page.addInitScript(() => {
    if (location.pathname !== "/privacy-policy") return;
    const press = Reflect.get(window, "press") as () => void;
    // the second frame starts after the first one was painted
    window.addEventListener("pagereveal", () => requestAnimationFrame(() => requestAnimationFrame(press)));
  });
  // The click is late on a busy machine; several rounds make it likely that one comes early enough to be lost if
  // early clicks are dropped.
  for (let round = 0; round < 4; round++) {
    const left = page.waitForURL((url) => url.pathname === "/" || url.pathname === "/login");
    await page.locator("footer a[href='/privacy-policy']").press("Enter");
    await left;
    await page.goto("/public-offer");
  }
});
