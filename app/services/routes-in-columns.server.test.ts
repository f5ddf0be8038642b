import { expect, test } from "vitest";
import { routesInColumns } from "./routes-in-columns.server";

const manifestOf = (routes: object) =>
  `window.__remixManifest=${JSON.stringify({ entry: { imports: ["/assets/c.js"] }, routes, version: "1" })};`;
const noText = () => undefined;

function runs(script: string): unknown {
  const window: { __remixManifest?: unknown } = {};
  new Function("window", script)(window);
  return window.__remixManifest;
}

const root = { id: "root", hasLoader: true, module: "/assets/root.js" };
const child = { id: "routes/a.$b", parentId: "root", path: "a/:b", module: "/assets/a.js" };
const index = { id: "routes/_index", parentId: "root", index: true, module: "/assets/i.js" };

test("what Remix knows of routes is told in columns, without what a browser never asks", () => {
  const never = { hasAction: false, imports: ["/assets/b.js"], css: [] };
  const sent = routesInColumns(
    manifestOf({
      root: { ...root, path: "", ...never },
      [child.id]: { ...child, ...never },
      [index.id]: index,
    }),
    noText,
  );
  expect(sent).not.toContain("/assets/b.js");
  expect(runs(sent)).toEqual({
    entry: { imports: ["/assets/c.js"] },
    version: "1",
    routes: { root, [child.id]: child, [index.id]: index },
  });
});

test("of modules with the same content one is fetched", () => {
  const sent = routesInColumns(manifestOf({ root, [child.id]: child, [index.id]: index }), (path) =>
    path === root.module ? "other" : "same",
  );
  expect(runs(sent)).toMatchObject({ routes: { [index.id]: { module: child.module } } });
});

test("what does not fit a column is sent as it is", () => {
  for (const manifest of [
    "export default 1",
    manifestOf({ root: { ...root, css: ["/assets/a.css"] } }),
    manifestOf({ root: { ...root, path: "a|b" } }),
    manifestOf({ root: { ...root, path: "1" } }),
    manifestOf({ root: { ...root, module: "https://elsewhere.example/root.js" } }),
  ])
    expect(routesInColumns(manifest, noText)).toBe(manifest);
});
