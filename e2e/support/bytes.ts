import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { parse } from "node-html-parser";

const assets = "build/client/assets";

/** What a page weighs on the wire, in bytes of brotli 11; scripts and styles file by file, as they are sent. */
export type Weight = {
  /** Script that comes before anything is touched. */
  script: number;
  /** Its built files. */
  scriptFiles: string[];
  /** The address of the file with its words and routes, which the server makes; none where there is no script. */
  texts: string | undefined;
  /** That, and all that it can load later but for pieces of React Aria. */
  allScript: number;
  htmlAndStyles: number;
  /** Requests before the first paint: the page, and what holds it up. */
  blockingRequests: number;
  /** The address of each script tag; `inline` of those that have none. */
  scriptTags: string[];
};

const sizes = new Map<string, number>();
function sizeOf(name: string): number {
  const size = sizes.get(name) ?? brotliCompressSync(readFileSync(join(assets, name))).length;
  sizes.set(name, size);
  return size;
}

const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizeOf(name), 0);

/** The files of a chunk's imports: `from"./x.js"`, `import"./x.js"`; with `isLazy` also `import("./x.js")`. */
function importsOf(name: string, isLazy: boolean): string[] {
  if (name.endsWith(".css")) return [];
  const code = readFileSync(join(assets, name), "utf8");
  const pattern = isLazy
    ? /(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g
    : /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
  return [...code.matchAll(pattern)].map(([, file]) => file ?? "");
}

/** What React Aria makes better once it is touched: each is a file of its own (docs/decisions/0182). */
export const pieces = ["chart-reader", "choice-box", "crop-fields", "day-range", "file-drop"];
const isPiece = (name: string) => pieces.some((piece) => name.startsWith(`${piece}-`));

/** What a piece brings that a page with these files has not, in bytes. */
export function weighPiece(piece: string, known: readonly string[]): number {
  const own = readdirSync(assets).filter((name) => name.startsWith(`${piece}-`) && /\.(js|css)$/.test(name));
  if (!own.some((name) => name.endsWith(".js"))) throw new Error(`The build has no ${piece}`);
  return sum([...closure(own, false)].filter((name) => !known.includes(name)));
}

function closure(names: readonly string[], isLazy: boolean, isLeftOut = (_: string) => false): Set<string> {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || isLeftOut(name)) continue;
    found.add(name);
    waiting.push(...importsOf(name, isLazy));
  }
  return found;
}

/** What a reader gets of a page at a first visit, in bytes on the wire; its styles are in it. */
export async function sentFirst(reader: APIRequestContext, path: string): Promise<number> {
  const { cookies } = await reader.storageState();
  const others = cookies.filter(({ name }) => name !== "styles");
  const cookie = others.map(({ name, value }) => `${name}=${value}`).join("; ");
  const answer = await reader.get(path, { headers: { cookie, "accept-encoding": "br" } });
  return Number(answer.headers()["content-length"] ?? Number.NaN);
}

/** Weighs a page by its HTML, on the built files. */
export function weigh(html: string): Weight {
  const page = parse(html, { comment: false });
  const scripts = [...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => name ?? "");
  const styles = page
    .querySelectorAll('link[rel="stylesheet"]')
    .map((link) => link.getAttribute("href")?.replace("/assets/", "") ?? "");
  const blocking = page
    .querySelectorAll("script[src]")
    .filter((script) => !script.hasAttribute("async") && script.getAttribute("type") !== "module");
  return {
    script: sum(closure(scripts, false)),
    scriptFiles: [...closure(scripts, false)],
    texts: /\/texts\/[\w./-]+\.js/.exec(html)?.[0],
    allScript: sum(closure(scripts, true, isPiece)),
    htmlAndStyles: brotliCompressSync(html).length + sum(new Set(styles)),
    blockingRequests: 1 + styles.length + blocking.length,
    scriptTags: page.querySelectorAll("script").map((script) => script.getAttribute("src") ?? "inline"),
  };
}
