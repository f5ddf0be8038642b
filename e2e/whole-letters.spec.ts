import { expect, test } from "@playwright/test";
import { everyPage } from "./support/every-page";
import { speaking } from "./support/speaking";

for (const language of ["en", "ru"]) {
  test(`no page has lost a letter (${language})`, async ({ playwright, baseURL }) => {
    test.setTimeout(120_000);
    const storageState = speaking(language, baseURL);
    const [visitor, client] = [
      await playwright.request.newContext({ baseURL, storageState }),
      await playwright.request.newContext({ baseURL, storageState }),
    ];
    const pages = await everyPage(visitor, client);
    const all = [...pages.visitor, ...pages.client];
    expect(pages.missing, "pages that no link leads to").toEqual([]);
    for (const { path, html } of all) {
      const places = [...html.matchAll(/.{0,20}[\0\uFFFD].{0,20}/gs)].map(([place]) => place);
      expect.soft(places, path).toEqual([]);
    }
  });
}
