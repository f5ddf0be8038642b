import { expect, test } from "vitest";
import { NonceContext } from "#app/components/nonce";
import { PageScript } from "#app/components/page-script";
import { starter, withStarter } from "./starter.server";
import { answered } from "./testing/answered";

const files: Record<string, string> = {
  "/assets/root-1.js":
    'import"./remix-1.js";import{a as o,b as e}from"./cabinet-1.js";import{L as r}from"./page-1.js";export{o as Layout,e as default,r as meta};\n',
  "/assets/faq-1.js":
    'import{j as e}from"./cabinet-1.js";function a(){return e.jsx("p",{})}export{a as default};',
};

const file = (name: string) => ({ module: `/assets/${name}`, imports: ["/assets/cabinet-1.js"] });

/** A page as the installed Remix writes it. */
async function written(): Promise<string> {
  const page = () => (
    <html lang="en">
      <body>
        <PageScript />
      </body>
    </html>
  );
  const root = { loader: () => ({ savesData: false }), default: page };
  const answer = await answered(
    {
      root: { path: "", module: root, asset: file("root-1.js") },
      faq: { path: "faq", parentId: "root", module: { default: () => null }, asset: file("faq-1.js") },
    },
    {
      ...{ nonce: "n0nce+/=", path: "/faq" },
      entry: { module: "/assets/cabinet-1.js", imports: ["/assets/remix-1.js"] },
      within: (drawn) => <NonceContext.Provider value="n0nce+/=">{drawn}</NonceContext.Provider>,
    },
  );
  return answer.text();
}

test("what the installed Remix writes is held back, its files are asked for no sooner, its routes come in the common files", async () => {
  const page = withStarter(await written(), "/texts/en/faq.1.js", (path) => files[path]);
  expect(page).not.toContain("modulepreload");
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).toContain('</script><script nonce="n0nce+/=">window.__remixContext = ');
  // a stream first, then what goes into it
  expect(page).toMatch(/new TextEncoderStream\(\)\);window\.__remixContext\.streamController\.enqueue\("/);
  expect(page.endsWith(`streamController.close();${starter}</script></div></body></html>`)).toBe(true);
  expect(page.match(/type="module"/g)).toHaveLength(1);
  const [, held] = /<script type="held">(.*?)<\/script>/s.exec(page) ?? [];
  expect(held?.trim().split("\n")).toEqual([
    'import "/texts/en/faq.1.js";',
    'import"/assets/remix-1.js";import{a as route0_o,b as route0_e}from"/assets/cabinet-1.js";import{L as route0_r}from"/assets/page-1.js";const route0={Layout:route0_o,default:route0_e,meta:route0_r};',
    'import * as route1 from "/assets/faq-1.js";',
    "",
    'window.__remixRouteModules = {"root":route0,"faq":route1};',
    "",
    'import("/assets/cabinet-1.js");',
  ]);
});

test("a page without script stays as it is", () => {
  const page = "<html><body><p>Long texts</p></body></html>";
  expect(withStarter(page, undefined)).toBe(page);
});
