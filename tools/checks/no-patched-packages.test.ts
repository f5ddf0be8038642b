import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const sources = ["app", "api", "contract", "statements", "locales", "server", "bin"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => /\.(tsx?|[mc]js)$/.test(file) && !/\.test\.|[/.]testing[./]/.test(file));
const files = [...sources, "vite.config.ts", "vite.server.config.ts"].map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));

/** Ways to change another package's module, or to read its source. */
const forbidden = {
  "a package's file read as text": /readFileSync\([^)]*node_modules/,
  "a module put into another's cache": /require\.cache|Module\._load|registerHooks|module\.register\(/,
  "rendered HTML rewritten": /html\s*=\s*html\./i,
  "a package patched": /patch-package/,
};

test.each(Object.entries(forbidden))("no source has %s", (_, pattern) => {
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
});

/** Assigned globals, with the reason. */
const exceptions = [
  // the page watches the connection of all requests, and Remix's requests cannot be given another `fetch`
  "app/entry.client.tsx: window.fetch",
  // a variable of our own: the inline script leaves the press for the script that loads later
  "app/services/deferred-hydration.server.ts: window.pressed",
];

const globals = ["window", "globalThis", "global"];
const definers =
  /^(Object\.(assign|defineProperty|defineProperties|setPrototypeOf)|Reflect\.(set|defineProperty))$/;
const renderedHtml = /html$|markup$|^render(ToString|ToStaticMarkup)\(/i;

const isAssignment = (kind: ts.SyntaxKind) =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** The identifier that an expression such as `a.b["c"]` starts with. */
function rootOf(node: ts.Node): string {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return rootOf(node.expression);
  return ts.isIdentifier(node) ? node.text : "";
}

/** Names that a file imports from packages and from Node. */
function importedNames(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { importClause, moduleSpecifier } = statement;
    if (/^[.#]/.test(moduleSpecifier.text) || !importClause) return [];
    const { name, namedBindings: bindings } = importClause;
    const named = bindings && (ts.isNamespaceImport(bindings) ? [bindings] : [...bindings.elements]);
    return [name, ...(named ?? []).map((one) => one.name)].flatMap((one) => one?.text ?? []);
  });
}

/** Returns what a file changes of packages, prototypes, globals and rendered HTML: assigned, defined or replaced. */
function patchesIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const foreign = new Set([...importedNames(source), ...globals]);
  const found: string[] = [];
  const isForeign = (target: ts.Node) =>
    foreign.has(rootOf(target)) || /\.prototype\b/.test(target.getText(source));
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      if (!ts.isIdentifier(node.left) && isForeign(node.left)) found.push(node.left.getText(source));
    } else if (ts.isCallExpression(node)) {
      const [target] = node.arguments;
      const called = node.expression;
      if (target && definers.test(called.getText(source)) && isForeign(target))
        found.push(target.getText(source));
      if (ts.isPropertyAccessExpression(called) && /^replace(All)?$/.test(called.name.text)) {
        const replaced = called.expression.getText(source);
        if (renderedHtml.test(replaced)) found.push(replaced);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const patches = files.flatMap(({ file, text }) => patchesIn(file, text).map((patch) => `${file}: ${patch}`));

test("no source changes a package, a prototype, a global or rendered HTML", () => {
  expect(patches).toEqual(exceptions);
});

test.each([
  ['import http from "node:http"; http.createServer = own;', "http.createServer"],
  ['import * as remix from "@remix-run/node"; remix.json = own;', "remix.json"],
  ['import { Router as R } from "express"; R["route"] ??= own;', 'R["route"]'],
  ['import pg from "pg"; pg.types.parse = own;', "pg.types.parse"],
  ['import express from "express"; Object.assign(express, { own });', "express"],
  ['import express from "express"; Object.defineProperty(express.response, "send", {});', "express.response"],
  ["Response.prototype.json = own;", "Response.prototype.json"],
  ["Object.assign(Response.prototype, { json });", "Response.prototype"],
  ["globalThis.fetch = own;", "globalThis.fetch"],
  ["const sent = pageHtml.replace(a, b);", "pageHtml"],
  ["const sent = renderToString(page).replaceAll(a, b);", "renderToString(page)"],
])("the check finds the change in %s", (text, patch) => {
  expect(patchesIn("sample.ts", text)).toEqual([patch]);
});

test("the check allows a file's own objects", () => {
  const text =
    'import { a } from "pg"; const own = {}; own.a = a; Object.assign(own, a); text.replace(a, b);';
  expect(patchesIn("sample.ts", text)).toEqual([]);
});

test("no package is patched on installation", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});
