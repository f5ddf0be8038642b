import type { EntryContext, ServerBuild } from "@remix-run/node";
import { createRequestHandler } from "@remix-run/node";
// biome-ignore lint/style/noRestrictedImports: ours is compared with it
import { RemixServer, Form as RouterForm, Link as RouterLink } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Form } from "./form";
import { Link } from "./link";

/** A page as the installed Remix draws it. */
async function drawn(Page: () => JSX.Element): Promise<string> {
  const build = {
    entry: {
      module: {
        default: async (request: Request, _status: number, _headers: Headers, context: EntryContext) => {
          const { serverHandoffStream: _, ...whole } = context;
          return new Response(renderToString(<RemixServer context={whole} url={request.url} />));
        },
      },
    },
    routes: { root: { id: "root", path: "", module: { default: Page } } },
    assets: {
      entry: { module: "/entry.js", imports: [] },
      routes: { root: { id: "root", path: "", module: "/root.js" } },
      url: "/manifest.js",
      version: "1",
    },
    future: { v3_singleFetch: true },
    mode: "production",
  } as unknown as ServerBuild;
  const answer = await createRequestHandler(build, "production")(new Request("http://localhost/?a=1"));
  expect(answer.status).toBe(200);
  return answer.text();
}

type Parts = { A: typeof Link | typeof RouterLink; F: typeof Form | typeof RouterForm };

/** What pages say to a link and a form. */
const said = ({ A, F }: Parts) => (
  <main>
    <A to="/vps">VPS</A>
    <A to="/vps?search=1&amp;sort=id#plans" className="button" aria-label="of" preventScrollReset replace>
      Find
    </A>
    <A to="/x y/é" discover="none" title="t" state={{ a: 1 }} prefetch="none" relative="path" viewTransition>
      Odd
    </A>
    <A to="/file" reloadDocument target="_blank" rel="noopener" download>
      File
    </A>
    <A to="?page=2">Here</A>
    <A to="#plans">There</A>
    <A to="//elsewhere.example/a">Elsewhere</A>
    <A to="https://elsewhere.example/a">Elsewhere</A>
    <F method="post" action="/vps?a=b" preventScrollReset className="row" replace>
      <input name="a" />
    </F>
    <F action="/vps" role="search" id="find">
      <input name="a" />
    </F>
    <F
      method="post"
      reloadDocument
      encType="multipart/form-data"
      action="/file"
      navigate={false}
      fetcherKey="a"
    >
      <input name="a" />
    </F>
    <F method="post">
      <input name="a" />
    </F>
  </main>
);

test("links and forms are drawn on the server as the router draws them", async () => {
  const ours = await drawn(() => said({ A: Link, F: Form }));
  expect(ours).toContain('href="/vps"');
  expect(ours).toBe(await drawn(() => said({ A: RouterLink, F: RouterForm })));
});
