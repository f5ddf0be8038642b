/**
 * A minimal Remix app as the unit of measurement: one page (`/`) without data, and one (`/table`) with the shell of a
 * page, three routes with loaders and a table of twenty rows of plain elements. The cost of the cabinet's pages is
 * given as a multiple of these.
 */
import { Outlet, RemixServer, useLoaderData } from "@remix-run/react";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";

const rows = Array.from({ length: 20 }, (_, index) => ({
  id: `server-${index}`,
  cells: ["Trader 2", "London", "Mar 4, 2026", "Apr 4, 2026", "Renew", "On", "Active"],
}));

const Document = () => h("html", { lang: "en" }, h("body", null, h(Outlet)));
const Cabinet = () => h("main", null, h(Outlet));
const Page = () => h("p", null, "Here I am.");

function Table() {
  const { rows } = useLoaderData();
  const line = ({ id, cells }) =>
    h(
      "tr",
      { key: id },
      h("th", null, id),
      ...cells.map((cell, index) => h("td", { key: index }, h("a", { href: `/${id}` }, cell))),
    );
  return h("table", null, h("tbody", null, rows.map(line)));
}

const route = (id, parentId, path, Component, loader) => ({
  id,
  parentId,
  path,
  module: { default: Component, ...(loader && { loader: async () => loader }) },
});

export const routes = {
  root: route("root", undefined, "", Document, { language: "en" }),
  cabinet: route("cabinet", "root", undefined, Cabinet, {}),
  page: { ...route("page", "root", undefined, Page), index: true },
  table: route("table", "cabinet", "table", Table, { rows }),
};

export const entry = {
  module: {
    default: (request, status, headers, context) => {
      headers.set("content-type", "text/html; charset=utf-8");
      const html = renderToString(h(RemixServer, { context, url: request.url }));
      return new Response(`<!doctype html>${html}`, { status, headers });
    },
  },
};

const described = ([id, { parentId, path, index, module }]) => [
  id,
  { id, parentId, path, index, hasLoader: "loader" in module, hasAction: false, module: "/none.js" },
];

export const assets = {
  version: "bare",
  url: "/none.js",
  entry: { module: "/none.js", imports: [] },
  routes: Object.fromEntries(Object.entries(routes).map(described)),
};
export const assetsBuildDirectory = "build/none";
export const publicPath = "/";
export const basename = "/";
export const mode = "production";
export const isSpaMode = false;
export const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: false,
};
