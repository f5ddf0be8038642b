import { brotliCompressSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "@playwright/test";
import { pieces, sentFirst, weigh, weighPiece } from "./support/bytes";
import { everyPage } from "./support/every-page";
import { speaking } from "./support/speaking";

/** The limits of the design's performance page, in bytes of brotli. */
const KB = 1024;
/** Only for who does not mind motion. */
const fade = /@media \(prefers-reduced-motion: ?no-preference\) ?\{\s*@view-transition ?\{/;
const limits = {
  script: 116 * KB,
  allScript: 147 * KB,
  piece: 60 * KB,
  htmlAndStyles: 14 * KB,
  /** Strangers read it on slow lines. */
  sharedPage: 10 * KB,
  blockingRequests: 2,
  scriptFiles: 4,
};

/** Long texts and pages for strangers: they come without script. */
const withoutScript = [
  "routes/public-offer",
  "routes/privacy-policy",
  "routes/report-a-vulnerability",
  "routes/it-was-not-me.$token",
  "routes/_cabinet.balance-operations.history.$kind",
  "routes/_cabinet.balance-operations.receipt.$kind.$id",
  "routes/_cabinet.balance-operations.statement",
  "routes/_cabinet.profile_.activity",
  "routes/_cabinet.online-monitoring.guide",
  /^routes\/_cabinet\.faq/,
  /^routes\/online-monitoring_\.\$monitoringId/,
  "routes/online-monitoring_.public",
  "routes/online-monitoring_.compare",
];

/** The one file that an account's owner gets: their page keeps its figures fresh (docs/decisions/0053). */
const ownersScript = "/live-figures.js";
const ownersRoute = "routes/online-monitoring_.$monitoringId";

const isWithoutScript = (routeId: string) =>
  withoutScript.some((known) => (typeof known === "string" ? known === routeId : known.test(routeId)));

/** A page as a browser gets it that has been nowhere here: with its styles in it. */
async function firstVisit(who: APIRequestContext | undefined, path: string): Promise<string> {
  const { cookies = [] } = (await who?.storageState()) ?? {};
  const others = cookies.filter(({ name }) => name !== "styles");
  const cookie = others.map(({ name, value }) => `${name}=${value}`).join("; ");
  const answer = await who?.get(path, { headers: { cookie } });
  const html = (await answer?.text()) ?? "";
  expect.soft(html.slice(0, 15), `${path} is drawn by the rules of today`).toBe("<!DOCTYPE html>");
  expect.soft(html, `${path} brings its styles`).toContain("<style");
  return html;
}

test.describe("bytes", () => {
  for (const language of ["en", "ru"] as const) {
    test(`no page is heavier than its budget (${language})`, async ({ playwright, baseURL }) => {
      test.setTimeout(180_000);
      const [visitor, client] = await Promise.all(
        [0, 1].map(() =>
          playwright.request.newContext({ baseURL, storageState: speaking(language, baseURL) }),
        ),
      );
      const pages = await everyPage(visitor as APIRequestContext, client as APIRequestContext);
      expect.soft(pages.missing, "pages that no link leads to").toEqual([]);

      const report: Record<string, string> = {};
      for (const { who, list } of [
        { who: visitor, list: pages.visitor },
        { who: client, list: pages.client },
      ]) {
        for (const { routeId, path } of list) {
          const html = await firstVisit(who, path);
          const weight = weigh(html);
          // one page alone is counted to its last bytes (docs/decisions/0262)
          if (who === client || routeId !== ownersRoute) {
            expect.soft(html, `${path} fades into the next`).toMatch(fade);
            expect.soft(html, `${path} says what its headers head`).not.toMatch(/<th(?![^>]* scope=)[ >]/);
          }
          const texts = weight.texts
            ? await who?.get(weight.texts).then((answer) => answer.body())
            : undefined;
          const textBytes = texts ? brotliCompressSync(texts).length : 0;
          const script = weight.script + textBytes;
          const kilobytes = (bytes: number) => (bytes / KB).toFixed(1);
          report[path] =
            `script ${kilobytes(script)} in ${weight.scriptFiles.length + 1} (all ${kilobytes(weight.allScript + textBytes)}), HTML and styles ${kilobytes(weight.htmlAndStyles)} KB`;
          expect.soft(script, `script of ${path}`).toBeLessThanOrEqual(limits.script);
          // with what checks a form, once one is touched
          const files = weight.scriptFiles.filter((name) => !name.startsWith("checks-"));
          expect.soft(texts !== undefined, `${path} has its words in a file`).toBe(files.length > 0);
          expect.soft(files.length + 1, `files of script of ${path}`).toBeLessThan(limits.scriptFiles);
          expect.soft(weight.scriptFiles, `${path} brings schemas before a form is touched`).toEqual(files);
          const pieceFiles = files.filter((name) => pieces.some((piece) => name.startsWith(`${piece}-`)));
          expect.soft(pieceFiles, `${path} brings a piece before it is touched`).toEqual([]);
          expect
            .soft(weight.allScript + textBytes, `all script of ${path}`)
            .toBeLessThanOrEqual(limits.allScript);
          expect
            .soft(weight.htmlAndStyles, `HTML and styles of ${path}`)
            .toBeLessThanOrEqual(limits.htmlAndStyles);
          // as it is sent once it is read often (docs/decisions/0210)
          if (who === visitor && routeId === ownersRoute)
            await expect.soft
              .poll(() => sentFirst(who as APIRequestContext, path), { message: path, timeout: 30_000 })
              .toBeLessThanOrEqual(limits.sharedPage);
          expect
            .soft(weight.blockingRequests, `requests of ${path}`)
            .toBeLessThanOrEqual(limits.blockingRequests);
          if (who === client && routeId === ownersRoute)
            expect.soft(weight.scriptTags, `script tags of ${path}`).toEqual([ownersScript]);
          else if (isWithoutScript(routeId))
            expect.soft(weight.scriptTags, `script tags of ${path}`).toEqual([]);

          const saving = await who?.get(path, { headers: { "save-data": "on" } });
          expect.soft(weigh((await saving?.text()) ?? "").scriptTags, `${path} with Save-Data`).toEqual([]);
        }
      }
      const script = await visitor?.get(ownersScript).then((answer) => answer.body());
      expect.soft(brotliCompressSync(script ?? "").length, ownersScript).toBeLessThanOrEqual(KB);
      const { scriptFiles } = weigh(await firstVisit(client, "/profile"));
      for (const piece of pieces) {
        const bytes = weighPiece(piece, scriptFiles);
        report[piece] = `${(bytes / KB).toFixed(1)} KB at first touch`;
        expect.soft(bytes, piece).toBeLessThanOrEqual(limits.piece);
      }
      await test.info().attach("weights.json", { body: JSON.stringify(report, null, 2) });
      if (process.env.REPORT) console.log(report);
    });
  }
});
