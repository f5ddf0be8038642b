import { everyPage } from "./support/every-page";
import { joinedTexts } from "./support/joined-texts";
import { expect, test } from "./support/test";

for (const who of ["visitor", "client"] as const) {
  test(`texts that stand beside each other on a page of a ${who} are apart in the text too`, async ({
    playwright,
    baseURL,
    context,
  }) => {
    const storageState = await context.storageState();
    const stranger = await playwright.request.newContext({ baseURL, storageState });
    const pages = await everyPage(stranger, context.request);
    expect(pages[who].length).toBeGreaterThanOrEqual(5);
    for (const { path, html } of pages[who]) expect.soft(joinedTexts(html), path).toEqual([]);
    await stranger.dispose();
  });
}
