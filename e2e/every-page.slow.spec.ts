import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { parse } from "node-html-parser";
import { languages } from "#contract/languages";
import { everySharedPage } from "./support/every-page";
import { joinedTexts } from "./support/joined-texts";
import { localeState } from "./support/locale-state";
import { firstVisit, scriptTagsOf } from "./support/page-weight";
import { wrongLanguageTexts } from "./support/wrong-language-texts";

/** Long texts and public pages, which come without script. */
const withoutScript = [
  "routes/public-offer",
  "routes/privacy-policy",
  "routes/report-a-vulnerability",
  "routes/it-was-not-me.$token",
  "routes/confirm-email.$token",
  "routes/_cabinet.balance-operations.history.$kind",
  "routes/_cabinet.balance-operations.receipt.$kind.$id",
  "routes/_cabinet.balance-operations.statement",
  /^routes\/_cabinet\.balance-operations\.invoices/,
  "routes/_cabinet.profile_.activity",
  "routes/_cabinet.online-monitoring.guide",
  /^routes\/_cabinet\.faq/,
  /^routes\/online-monitoring_\.\$monitoringId/,
  "routes/online-monitoring_.public",
  "routes/online-monitoring_.compare",
  "routes/online-monitoring_.formulas",
];
const isWithoutScript = (routeId: string) =>
  withoutScript.some((known) => (typeof known === "string" ? known === routeId : known.test(routeId)));

/** Pages among them whose copy or print buttons use a small script (docs/adr/0010). */
const buttonsScript = "/page-buttons.js";
const sharedRoute = "routes/online-monitoring_.$monitoringId";
const withButtons = [
  sharedRoute,
  "routes/online-monitoring_.$monitoringId_.badge",
  "routes/_cabinet.balance-operations.receipt.$kind.$id",
  "routes/_cabinet.balance-operations.statement",
  "routes/_cabinet.online-monitoring.guide",
];
/** An account's owner also gets this script, which updates the figures. */
const ownersScript = "/live-figures.js";

for (const language of languages)
  test(`every page is whole HTML, with its title, in its language and without a lost letter (${language})`, async ({
    playwright,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const options = { baseURL, storageState: localeState(language, baseURL) };
    const [visitor, client] = [
      await playwright.request.newContext(options),
      await playwright.request.newContext(options),
    ];
    const pages = await everySharedPage(language, visitor, client);
    expect.soft(pages.missing, "pages that no link leads to").toEqual([]);
    const all = [
      ...pages.visitor.map((known) => ({ ...known, who: visitor })),
      ...pages.client.map((known) => ({ ...known, who: client })),
    ];
    const foreignTexts = wrongLanguageTexts(language);
    for (const { who, routeId, path, html: next } of all) {
      const html = await firstVisit(who, path);
      expect.soft(html.slice(0, 15), `${path} is drawn by the rules of today`).toBe("<!DOCTYPE html>");
      expect.soft(html, `${path} brings its styles`).toContain("<style");
      for (const sent of [html, next]) {
        const lost = [...sent.matchAll(/.{0,20}[\0\uFFFD].{0,20}/gs)].map(([excerpt]) => excerpt);
        expect.soft(lost, path).toEqual([]);
        const document = parse(sent);
        expect.soft(document.querySelector("html")?.getAttribute("lang"), path).toBe(language);
        expect.soft(document.querySelector("title")?.text, path).toMatch(/^.+ · [^·]+$/);
        expect.soft(foreignTexts(sent), `${path}, in the other language`).toEqual([]);
        expect.soft(joinedTexts(sent), `${path}, texts beside each other`).toEqual([]);
      }
      expect.soft(html, `${path} says what its headers head`).not.toMatch(/<th(?![^>]* scope=)[ >]/);
      const source = readFileSync(`app/${routeId}/route.tsx`, "utf8");
      expect
        .soft(source.includes("script: false"), `${routeId} is in the list`)
        .toBe(isWithoutScript(routeId));
      if (!isWithoutScript(routeId)) continue;
      const scriptTags = scriptTagsOf(html).map(({ address }) => address ?? "inline");
      const scripts = [
        ...(withButtons.includes(routeId) ? [buttonsScript] : []),
        ...(who === client && routeId === sharedRoute ? [ownersScript] : []),
      ];
      expect.soft(scriptTags, `script tags of ${path}`).toEqual(scripts);
    }
    await Promise.all([visitor.dispose(), client.dispose()]);
  });
