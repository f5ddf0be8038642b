import { brotliCompressSync } from "node:zlib";
import type { EntryContext, ServerBuild } from "@remix-run/node";
import { createRequestHandler } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { expect, test } from "vitest";
import { NonceContext } from "#app/components/nonce";
import { PageScript } from "#app/components/page-script";
import { renderWhole } from "./render-whole.server";
import { starter, withStarter } from "./starter.server";

const files: Record<string, string> = {
  "/assets/root-1.js":
    'import"./remix-1.js";import{a as o,b as e}from"./cabinet-1.js";import{L as r}from"./page-1.js";export{o as Layout,e as default,r as meta};\n',
  "/assets/faq-1.js":
    'import{j as e}from"./cabinet-1.js";function a(){return e.jsx("p",{})}export{a as default};',
};

const route = (id: string, module: string) => ({
  id,
  path: id === "root" ? "" : "faq",
  ...(id !== "root" && { parentId: "root" }),
  module: `/assets/${module}`,
  imports: ["/assets/cabinet-1.js"],
  hasAction: false,
  hasLoader: id === "root",
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
});

/** A page as the installed Remix writes it. */
async function written(): Promise<string> {
  const build = {
    entry: {
      module: {
        default: async (request: Request, _status: number, _headers: Headers, context: EntryContext) =>
          new Response(
            await renderWhole(context, "n0nce+/=", (drawn) => (
              <NonceContext.Provider value="n0nce+/=">
                <RemixServer context={drawn} url={request.url} nonce="n0nce+/=" />
              </NonceContext.Provider>
            )),
          ),
      },
    },
    routes: {
      root: {
        id: "root",
        path: "",
        module: {
          loader: () => ({ savesData: false }),
          default: () => (
            <html lang="en">
              <body>
                <PageScript />
              </body>
            </html>
          ),
        },
      },
      faq: { id: "faq", path: "faq", parentId: "root", module: { default: () => null } },
    },
    assets: {
      entry: { module: "/assets/cabinet-1.js", imports: ["/assets/remix-1.js"] },
      routes: { root: route("root", "root-1.js"), faq: route("faq", "faq-1.js") },
      url: "/assets/manifest-1.js",
      version: "1",
    },
    publicPath: "/",
    basename: "/",
    assetsBuildDirectory: "build/client",
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: false },
    isSpaMode: false,
    mode: "production",
  } as unknown as ServerBuild;
  const answer = await createRequestHandler(build, "production")(new Request("http://localhost/faq"));
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

test("the starter is under 700 bytes", () => {
  expect(brotliCompressSync(starter).length).toBeLessThan(700);
});
